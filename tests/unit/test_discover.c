/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From sysfs to the tree, and finding things in it. */
#include "unit.h"

#include <stdio.h>

#include <iiodma/buffer.h>
#include <iiodma/channel.h>
#include <iiodma/context.h>
#include <iiodma/device.h>
#include <iiodma/error.h>
#include <iiodma/format.h>

#include "device.h"
#include "fake_kernel.h"

static struct iiodma_context *context;

static int boot(void **state)
{
	fake_boot_ad9361();
	context = NULL;
	return 0;
}

static int shut_down(void **state)
{
	iiodma_context_close(context);
	assert_int_equal(fake_open_files(), 0);
	fake_shutdown();
	return 0;
}

static void open_context(void)
{
	if (iiodma_context_open(NULL, &context) != 0)
		fail_msg("%s", iiodma_error_text());
}

static struct iiodma_device *find_device(const char *name)
{
	struct iiodma_device *device = NULL;

	if (iiodma_context_find_device(context, name, &device) != 0)
		fail_msg("%s", iiodma_error_text());
	return device;
}

static struct iiodma_buffer *find_buffer(const char *device, unsigned int index)
{
	struct iiodma_buffer *buffer = NULL;

	if (iiodma_device_find_buffer(find_device(device), index, &buffer) != 0)
		fail_msg("%s", iiodma_error_text());
	return buffer;
}

static void tree_is_that_of_the_machine(void **state)
{
	struct iiodma_device *adc;
	struct iiodma_buffer *buffer;
	struct iiodma_channel *channel;
	char text[32];

	open_context();
	assert_string_equal(iiodma_context_uri(context), "local:");
	assert_int_equal(iiodma_context_device_count(context), 3);
	assert_null(iiodma_context_device(context, 3));
	assert_int_equal(iiodma_device_buffer_count(find_device("ad9361-phy")), 0);

	adc = find_device("cf-ad9361-lpc");
	assert_ptr_equal(iiodma_device_context(adc), context);
	assert_string_equal(iiodma_device_name(adc), "cf-ad9361-lpc");
	assert_ptr_equal(find_device(iiodma_device_id(adc)), adc);
	assert_null(iiodma_device_label(adc));
	assert_int_equal(iiodma_device_buffer_count(adc), 1);
	assert_null(iiodma_device_buffer(adc, 1));

	buffer = iiodma_device_buffer(adc, 0);
	assert_ptr_equal(iiodma_buffer_device(buffer), adc);
	assert_int_equal(iiodma_buffer_index(buffer), 0);
	assert_int_equal(iiodma_buffer_direction(buffer), IIODMA_INPUT);
	assert_int_equal(iiodma_buffer_channel_count(buffer), 4);
	assert_null(iiodma_buffer_channel(buffer, 4));
	assert_false(buffer->legacy);

	channel = iiodma_buffer_channel(buffer, 2);
	assert_string_equal(iiodma_channel_id(channel), "voltage2");
	assert_int_equal(iiodma_channel_scan_index(channel), 2);
	assert_int_equal(iiodma_channel_direction(channel), IIODMA_INPUT);
	assert_ptr_equal(iiodma_channel_buffer(channel), buffer);
	assert_null(iiodma_channel_label(channel));
	assert_true(iiodma_format_text(iiodma_channel_format(channel), text, sizeof(text)) > 0);
	assert_string_equal(text, "le:s12/16>>0");

	assert_int_equal(iiodma_buffer_direction(find_buffer("cf-ad9361-dds-core-lpc", 0)), IIODMA_OUTPUT);
}

static void reads_nothing_but_sysfs(void **state)
{
	open_context();
	assert_int_equal(fake_count("open /dev/*"), 0);
	assert_int_equal(fake_count("write *"), 0);
	assert_int_equal(fake_count("ioctl *"), 0);
}

static void devices_come_in_order_of_their_numbers(void **state)
{
	for (int i = 0; i < 9; i++)
		fake_device_add("more");
	fake_file_set("/sys/bus/iio/devices/trigger0/name", "instance1");
	fake_file_set("/sys/bus/iio/devices/iio:device/name", "no number");
	fake_file_set("/sys/bus/iio/devices/iio:device3x/name", "more than a number");
	open_context();
	assert_int_equal(iiodma_context_device_count(context), 12);
	for (size_t i = 0; i < 12; i++) {
		char id[32];

		snprintf(id, sizeof(id), "iio:device%zu", i);
		assert_string_equal(iiodma_device_id(iiodma_context_device(context, i)), id);
	}
}

static void labels_are_read(void **state)
{
	struct iiodma_channel *channel = NULL;

	fake_attr_set(fake_device("cf-ad9361-lpc"), "label", "receiver");
	fake_attr_set(fake_device("cf-ad9361-lpc"), "in_voltage1_label", "RX1-Q");
	fake_attr_set(fake_device("cf-ad9361-lpc"), "in_voltage2_label", "");
	open_context();
	assert_string_equal(iiodma_device_label(find_device("receiver")), "receiver");
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("receiver", 0), "RX1-Q", &channel), 0);
	assert_string_equal(iiodma_channel_id(channel), "voltage1");
	assert_string_equal(iiodma_channel_label(channel), "RX1-Q");
	assert_null(iiodma_channel_label(iiodma_buffer_channel(find_buffer("receiver", 0), 2)));
}

static void device_without_name_is_called_by_id(void **state)
{
	fake_file_remove("/sys/bus/iio/devices/iio:device1/name");
	open_context();
	assert_string_equal(iiodma_device_name(iiodma_context_device(context, 1)), "iio:device1");
}

static void unknown_device_lists_the_others(void **state)
{
	struct iiodma_device *device = NULL;

	open_context();
	assert_int_equal(iiodma_context_find_device(context, "cf-ad9361", &device), -ENODEV);
	assert_null(device);
	assert_string_equal(iiodma_error_text(),
			    "no device is called \"cf-ad9361\"; there are: ad9361-phy, cf-ad9361-lpc, "
			    "cf-ad9361-dds-core-lpc (ENODEV)");
	assert_int_equal(iiodma_context_find_device(context, "", &device), -ENODEV);
	assert_int_equal(iiodma_context_find_device(context, NULL, &device), -ENODEV);
}

static void name_of_several_devices_is_ambiguous(void **state)
{
	struct iiodma_device *device = NULL;

	fake_device_add("cf-ad9361-lpc");
	open_context();
	assert_int_equal(iiodma_context_find_device(context, "cf-ad9361-lpc", &device), -ENOTUNIQ);
	assert_null(device);
	assert_error_has("iio:device1, iio:device3");
	assert_string_equal(iiodma_device_id(find_device("iio:device3")), "iio:device3");
}

/* A buffer with one channel and no attribute but the channel's. */
static void add_bare_buffer(struct fake_device *device, unsigned int index)
{
	static const char *const files[][2] = {{"en", "0"}, {"index", "0"}, {"type", "le:s16/16>>0"}};

	for (size_t i = 0; i < COUNT(files); i++) {
		char name[64];

		snprintf(name, sizeof(name), "buffer%u/in_voltage0_%s", index, files[i][0]);
		fake_attr_set(device, name, files[i][1]);
	}
}

/* C95 */
static void buffers_are_found_by_the_kernels_index(void **state)
{
	struct fake_device *adc = fake_device("cf-ad9361-lpc");
	struct iiodma_buffer *buffer = NULL;

	fake_channel_add(fake_buffer_add(adc, IIODMA_OUTPUT, FAKE_DMA), "voltage0", 0, "le:s16/16>>0");
	add_bare_buffer(adc, 10); /* by bytes, "buffer10" goes before "buffer2" */
	add_bare_buffer(adc, 2);
	open_context();
	assert_int_equal(iiodma_device_buffer_count(find_device("cf-ad9361-lpc")), 4);
	assert_int_equal(iiodma_buffer_direction(find_buffer("cf-ad9361-lpc", 1)), IIODMA_OUTPUT);
	assert_int_equal(iiodma_buffer_index(iiodma_device_buffer(find_device("cf-ad9361-lpc"), 2)), 2);
	assert_int_equal(iiodma_buffer_index(iiodma_device_buffer(find_device("cf-ad9361-lpc"), 3)), 10);

	assert_int_equal(iiodma_device_find_buffer(find_device("cf-ad9361-lpc"), 7, &buffer), -ENODEV);
	assert_null(buffer);
	assert_error_has("no buffer 7; valid: 0, 1, 2, 10");
}

/* C74 */
static void device_without_scan_elements_has_no_buffer(void **state)
{
	struct iiodma_buffer *buffer = NULL;

	fake_attr_set(fake_device("ad9361-phy"), "buffer0/length", "0");
	fake_attr_set(fake_device("ad9361-phy"), "buffer0/enable", "0");
	open_context();
	assert_int_equal(iiodma_device_buffer_count(find_device("ad9361-phy")), 0);
	assert_int_equal(iiodma_device_find_buffer(find_device("ad9361-phy"), 0, &buffer), -ENOTSUP);
	assert_error_has("no buffer");
}

/* C91 */
static void channels_are_found_by_id(void **state)
{
	struct iiodma_channel *channel = NULL;

	open_context();
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("cf-ad9361-lpc", 0), "in_voltage3", &channel), 0);
	assert_string_equal(iiodma_channel_id(channel), "voltage3");

	channel = NULL;
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("cf-ad9361-lpc", 0), "out_voltage3", &channel),
			 -ENOENT);
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("cf-ad9361-lpc", 0), "voltagX", &channel), -ENOENT);
	assert_null(channel);
	assert_error_has("\"voltagX\"; valid: voltage0, voltage1, voltage2, voltage3");
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("cf-ad9361-lpc", 0), "", &channel), -ENOENT);
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("cf-ad9361-lpc", 0), NULL, &channel), -ENOENT);
}

/* C92 */
static void scan_indexes_may_be_sparse_and_in_any_order(void **state)
{
	static const unsigned int indexes[] = {10, 4, 9, 6, 5}; /* of voltage0, voltage1 … */
	static const unsigned int sorted[] = {4, 5, 6, 9, 10};
	struct fake_buffer *plugged = fake_buffer_add(fake_device_add("sparse"), IIODMA_INPUT, FAKE_KFIFO);
	struct iiodma_buffer *buffer;

	for (unsigned int i = 0; i < COUNT(indexes); i++) {
		char id[32];

		snprintf(id, sizeof(id), "voltage%u", i);
		fake_channel_add(plugged, id, indexes[i], "le:s16/16>>0");
	}
	open_context();
	buffer = find_buffer("sparse", 0);
	assert_int_equal(iiodma_buffer_channel_count(buffer), COUNT(sorted));
	for (size_t i = 0; i < COUNT(sorted); i++)
		assert_int_equal(iiodma_channel_scan_index(iiodma_buffer_channel(buffer, i)), sorted[i]);
}

static void alignment_is_assumed_where_the_kernel_is_silent(void **state)
{
	struct fake_buffer *plugged = fake_buffer_add(fake_device_add("slow"), IIODMA_INPUT, FAKE_KFIFO);
	bool assumed = false;

	fake_channel_add(plugged, "voltage0", 0, "le:s16/16>>0");
	fake_attr_set(fake_device("cf-ad9361-lpc"), "buffer0/length_align_bytes", "64");
	open_context();
	assert_int_equal(iiodma_buffer_alignment_bytes(find_buffer("slow", 0), &assumed), 8);
	assert_true(assumed);
	assert_int_equal(iiodma_buffer_alignment_bytes(find_buffer("cf-ad9361-lpc", 0), &assumed), 64);
	assert_false(assumed);
	assert_int_equal(iiodma_buffer_alignment_bytes(find_buffer("cf-ad9361-lpc", 0), NULL), 64);
}

static void old_kernels_have_one_buffer_and_scan_elements(void **state)
{
	struct fake_device *old = fake_device_add("old");
	struct iiodma_buffer *buffer;

	fake_attr_set(old, "buffer/enable", "0");
	fake_attr_set(old, "buffer/length_align_bytes", "16");
	fake_attr_set(old, "scan_elements/out_voltage1_en", "1");
	fake_attr_set(old, "scan_elements/out_voltage1_index", "1");
	fake_attr_set(old, "scan_elements/out_voltage1_type", "le:s16/16>>0");
	open_context();
	buffer = find_buffer("old", 0);
	assert_true(buffer->legacy);
	assert_int_equal(iiodma_buffer_direction(buffer), IIODMA_OUTPUT);
	assert_int_equal(iiodma_buffer_alignment_bytes(buffer, NULL), 16);
	assert_string_equal(buffer->path, "/sys/bus/iio/devices/iio:device3/buffer");
	assert_int_equal(iiodma_buffer_channel_count(buffer), 1);
	assert_int_equal(iiodma_channel_enabled(iiodma_buffer_channel(buffer, 0)), 1);
}

static void enabled_is_read_anew(void **state)
{
	struct fake_device *adc = fake_device("cf-ad9361-lpc");
	struct iiodma_channel *channel;

	open_context();
	channel = iiodma_buffer_channel(find_buffer("cf-ad9361-lpc", 0), 1);
	assert_int_equal(iiodma_channel_enabled(channel), 0);
	fake_attr_set(adc, "buffer0/in_voltage1_en", "1");
	assert_int_equal(iiodma_channel_enabled(channel), 1);
	fake_attr_set(adc, "buffer0/in_voltage1_en", "perhaps");
	assert_int_equal(iiodma_channel_enabled(channel), -EINVAL);
	fake_file_remove(channel->enable_path);
	assert_int_equal(iiodma_channel_enabled(channel), -ENOENT);
	assert_error_has(channel->enable_path);
}

/* C96: the context opens, the channel is refused when somebody wants it. */
static void unreadable_format_fails_when_used(void **state)
{
	struct iiodma_channel *channel = NULL;
	struct iiodma_buffer *buffer;

	fake_fail("read */in_voltage1_type *", 0, EIO);
	open_context();
	buffer = find_buffer("cf-ad9361-lpc", 0);
	assert_int_equal(iiodma_buffer_channel_count(buffer), 4);
	assert_null(iiodma_channel_format(iiodma_buffer_channel(buffer, 1)));

	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage1", &channel), -EIO);
	assert_null(channel);
	assert_error_has("in_voltage1_type: Input/output error (EIO)");
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, buffer->channels, 4), -EIO);
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, &buffer->channels[2], 2), 4);
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage0", &channel), 0);
}

static void odd_format_fails_when_used(void **state)
{
	struct iiodma_channel *channel = NULL;
	struct iiodma_buffer *buffer;

	fake_attr_set(fake_device("cf-ad9361-lpc"), "buffer0/in_voltage1_type", "le:f32/32>>0");
	fake_attr_set(fake_device("cf-ad9361-lpc"), "buffer0/in_voltage2_index", "two");
	open_context();
	buffer = find_buffer("cf-ad9361-lpc", 0);
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage1", &channel), -EINVAL);
	assert_error_has("\"le:f32/32>>0\"");
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage2", &channel), -EINVAL);
	assert_error_has("in_voltage2_index");
	assert_null(channel);
}

static void odd_device_does_not_hide_the_others(void **state)
{
	fake_fail("list /sys/bus/iio/devices/iio:device1", 0, EACCES);
	fake_fail("list /sys/bus/iio/devices/iio:device0", 0, ENOENT); /* unplugged after it was listed */
	open_context();
	assert_int_equal(iiodma_context_device_count(context), 2);
	assert_int_equal(iiodma_device_buffer_count(find_device("cf-ad9361-lpc")), 0);
	assert_int_equal(iiodma_device_buffer_count(find_device("cf-ad9361-dds-core-lpc")), 1);
}

static void machine_without_iio_says_so(void **state)
{
	struct iiodma_context *const untouched = (struct iiodma_context *)&context;
	struct iiodma_context *none = untouched;

	fake_file_remove("/sys/bus/iio");
	assert_int_equal(iiodma_context_open("local:", &none), -ENODEV);
	assert_ptr_equal(none, untouched);
	assert_error_has("/sys/bus/iio/devices");

	fake_boot();
	open_context();
	assert_int_equal(iiodma_context_device_count(context), 0);
	assert_int_equal(iiodma_context_find_device(context, "x", &(struct iiodma_device *){NULL}), -ENODEV);
	assert_error_has("no IIO device");
}

static void unreadable_root_is_passed_on(void **state)
{
	struct iiodma_context *none = NULL;

	fake_fail("list /sys/bus/iio/devices", 0, EACCES);
	assert_int_equal(iiodma_context_open("local:", &none), -EACCES);
	assert_null(none);
	assert_string_equal(iiodma_error_text(), "list /sys/bus/iio/devices: Permission denied (EACCES)");
}

static void unknown_uri_is_refused(void **state)
{
	static const char *const uris[] = {"", "local", "local:x", "ip", "tcp:192.168.2.1", "null"};
	struct iiodma_context *none = NULL;

	for (size_t i = 0; i < COUNT(uris); i++) {
		assert_int_equal(iiodma_context_open(uris[i], &none), -EINVAL);
		assert_error_has("valid: local:, null:");
	}
	assert_null(none);
	assert_int_equal(fake_system_calls(), 0);
}

static void null_device_needs_no_system_call(void **state)
{
	struct iiodma_channel *channel = NULL;
	struct iiodma_device *device;
	double rate;
	char text[8];

	assert_int_equal(iiodma_context_open("null:", &context), 0);
	assert_string_equal(iiodma_context_uri(context), "null:");
	device = find_device("null");
	assert_int_equal(iiodma_device_buffer_count(device), 2);
	assert_int_equal(iiodma_buffer_direction(find_buffer("null", 0)), IIODMA_INPUT);
	assert_int_equal(iiodma_buffer_direction(find_buffer("null", 1)), IIODMA_OUTPUT);
	assert_int_equal(iiodma_buffer_find_channel(find_buffer("null", 1), "out_voltage1", &channel), 0);
	assert_int_equal(iiodma_channel_enabled(channel), 1);
	assert_int_equal(iiodma_buffer_sample_bytes(find_buffer("null", 0), find_buffer("null", 0)->channels, 2), 4);
	assert_int_equal(iiodma_device_attr_read(device, "name", text, sizeof(text)), -ENOENT);
	assert_int_equal(iiodma_device_trigger(device, text, sizeof(text)), -ENOENT);
	assert_int_equal(iiodma_device_sample_rate(device, IIODMA_INPUT, &rate), -ENOENT);
	assert_int_equal(fake_system_calls(), 0);
}

static void close_takes_null(void **state)
{
	iiodma_context_close(NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(tree_is_that_of_the_machine),
		TEST(reads_nothing_but_sysfs),
		TEST(devices_come_in_order_of_their_numbers),
		TEST(labels_are_read),
		TEST(device_without_name_is_called_by_id),
		TEST(unknown_device_lists_the_others),
		TEST(name_of_several_devices_is_ambiguous),
		TEST(buffers_are_found_by_the_kernels_index),
		TEST(device_without_scan_elements_has_no_buffer),
		TEST(channels_are_found_by_id),
		TEST(scan_indexes_may_be_sparse_and_in_any_order),
		TEST(alignment_is_assumed_where_the_kernel_is_silent),
		TEST(old_kernels_have_one_buffer_and_scan_elements),
		TEST(enabled_is_read_anew),
		TEST(unreadable_format_fails_when_used),
		TEST(odd_format_fails_when_used),
		TEST(odd_device_does_not_hide_the_others),
		TEST(machine_without_iio_says_so),
		TEST(unreadable_root_is_passed_on),
		TEST(unknown_uri_is_refused),
		TEST(null_device_needs_no_system_call),
		TEST(close_takes_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
