/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attributes, registers and the trigger of a device. */
#include "unit.h"

#include <iiodma/context.h>
#include <iiodma/device.h>
#include <iiodma/error.h>

#include "device.h"
#include "fake_kernel.h"

static struct iiodma_context *context;
static struct iiodma_device *adc;

static int boot(void **state)
{
	fake_boot_ad9361();
	assert_int_equal(iiodma_context_open(NULL, &context), 0);
	assert_int_equal(iiodma_context_find_device(context, "cf-ad9361-lpc", &adc), 0);
	return 0;
}

static int shut_down(void **state)
{
	iiodma_context_close(context);
	assert_int_equal(fake_open_files(), 0);
	fake_shutdown();
	return 0;
}

static void attributes_are_read_and_written(void **state)
{
	char text[8];

	fake_attr_set(fake_device("cf-ad9361-lpc"), "gain", "12345");
	assert_int_equal(iiodma_device_attr_read(adc, "gain", text, sizeof(text)), 5);
	assert_string_equal(text, "12345");

	assert_int_equal(iiodma_device_attr_write(adc, "gain", "-3"), 0);
	assert_string_equal(fake_attr_text(fake_device("cf-ad9361-lpc"), "gain"), "-3");
}

static void failures_name_the_file(void **state)
{
	char text[8];

	assert_int_equal(iiodma_device_attr_read(adc, "gain", text, sizeof(text)), -ENOENT);
	assert_string_equal(iiodma_error_text(),
			    "read /sys/bus/iio/devices/iio:device1/gain: No such file or directory (ENOENT)");

	fake_attr_set(fake_device("cf-ad9361-lpc"), "gain", "123456789");
	assert_int_equal(iiodma_device_attr_read(adc, "gain", text, sizeof(text)), -ENOSPC);

	fake_fail("write */gain *", 1, EINVAL);
	assert_int_equal(iiodma_device_attr_write(adc, "gain", "-3"), -EINVAL);
	assert_error_has("write \"-3\" to /sys/bus/iio/devices/iio:device1/gain");

	fake_file_chmod("/sys/bus/iio/devices/iio:device1/gain", 0444);
	assert_int_equal(iiodma_device_attr_write(adc, "gain", "-3"), -EACCES);
}

static void names_cannot_leave_the_folder(void **state)
{
	static const char *const names[] = {"", ".", "..", "../iio:device0/name", "/etc/passwd", "buffer0/length"};
	char text[64];

	fake_log_clear();
	for (size_t i = 0; i < COUNT(names); i++) {
		assert_int_equal(iiodma_device_attr_read(adc, names[i], text, sizeof(text)), -EINVAL);
		assert_int_equal(iiodma_device_attr_write(adc, names[i], "1"), -EINVAL);
		assert_int_equal(iiodma_device_debug_attr_read(adc, names[i], text, sizeof(text)), -EINVAL);
	}
	assert_int_equal(iiodma_device_attr_read(adc, NULL, text, sizeof(text)), -EINVAL);
	assert_int_equal(fake_system_calls(), 0);
}

static void registers_go_through_debugfs(void **state)
{
	uint32_t value = 77;

	fake_status_raise(fake_device("cf-ad9361-lpc"), 5);
	assert_int_equal(iiodma_device_reg_read(adc, 0x80000088, &value), 0);
	assert_int_equal(value, 5);
	assert_int_equal(iiodma_device_reg_write(adc, 0x80000088, 4), 0);
	assert_int_equal(fake_count("write /sys/kernel/debug/iio/iio:device1/direct_reg_access 0x80000088 0x4"), 1);
	assert_int_equal(iiodma_device_reg_read(adc, 0x80000088, &value), 0);
	assert_int_equal(value, 1);

	fake_file_remove("/sys/kernel/debug/iio/iio:device1/direct_reg_access");
	assert_int_equal(iiodma_device_reg_read(adc, 0x80000088, &value), -ENOENT);
	assert_int_equal(iiodma_device_reg_write(adc, 0x80000088, 4), -ENOENT);
	assert_int_equal(value, 1);
}

static void trigger_in_force_is_read(void **state)
{
	struct fake_device *device = fake_device("cf-ad9361-lpc");
	char text[32];

	assert_int_equal(iiodma_device_trigger(adc, text, sizeof(text)), -ENOENT);
	fake_attr_set(device, "trigger/current_trigger", "");
	assert_int_equal(iiodma_device_trigger(adc, text, sizeof(text)), 0);
	assert_string_equal(text, "");
	fake_attr_set(device, "trigger/current_trigger", "instance1");
	assert_int_equal(iiodma_device_trigger(adc, text, sizeof(text)), 9);
	assert_string_equal(text, "instance1");
}

/* C74 */
static void trigger_is_set_and_taken_away(void **state)
{
	struct fake_device *device = fake_device("cf-ad9361-lpc");

	assert_int_equal(iiodma_device_set_trigger(adc, "instance1"), -ENOENT);
	assert_error_has("trigger/current_trigger");

	fake_attr_set(device, "trigger/current_trigger", "old");
	assert_int_equal(iiodma_device_set_trigger(adc, "instance1"), 0);
	assert_string_equal(fake_attr_text(device, "trigger/current_trigger"), "instance1");
	assert_int_equal(iiodma_device_set_trigger(adc, ""), 0);
	assert_string_equal(fake_attr_text(device, "trigger/current_trigger"), "");

	fake_fail("write */current_trigger *", 1, EBUSY);
	assert_int_equal(iiodma_device_set_trigger(adc, "instance1"), -EBUSY);
	assert_string_equal(fake_attr_text(device, "trigger/current_trigger"), "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(attributes_are_read_and_written), TEST(failures_name_the_file),
		TEST(names_cannot_leave_the_folder),   TEST(registers_go_through_debugfs),
		TEST(trigger_in_force_is_read),        TEST(trigger_is_set_and_taken_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
