/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <iiodma/context.h>
#include <iiodma/device.h>
#include <iiodma/error.h>
#include <iiodma/status.h>

#include "fake_kernel.h"

#define REGISTER_FILE "/sys/kernel/debug/iio/iio:device1/direct_reg_access"
#define UNDERFLOW 1u
#define OVERFLOW 4u

static struct iiodma_context *context;
static struct iiodma_device *adc;
static struct fake_device *fake_adc;
static struct iiodma_status *status;

static int boot(void **state)
{
	fake_boot_ad9361();
	fake_adc = fake_device("cf-ad9361-lpc");
	status = NULL;
	assert_int_equal(iiodma_context_open(NULL, &context), 0);
	assert_int_equal(iiodma_context_find_device(context, "cf-ad9361-lpc", &adc), 0);
	fake_log_clear();
	return 0;
}

static int shut_down(void **state)
{
	iiodma_status_close(status);
	iiodma_context_close(context);
	assert_int_equal(fake_open_files(), 0);
	fake_shutdown();
	return 0;
}

static void open_status(enum iiodma_direction direction)
{
	if (iiodma_status_open(adc, direction, &status) != 0)
		fail_msg("%s", iiodma_error_text());
}

/* C04: what happened before we looked is not ours; the first clear covers both bits. */
static void old_events_are_cleared_first(void **state)
{
	fake_status_raise(fake_adc, OVERFLOW | UNDERFLOW);
	open_status(IIODMA_INPUT);
	assert_int_equal(fake_count("write " REGISTER_FILE " 0x80000088 0x5"), 1);
	assert_int_equal(iiodma_status_poll(status), 0);
	assert_int_equal(iiodma_status_events(status), 0);
	assert_null(iiodma_status_reason(status));
}

/* C04 */
static void each_event_counts_once(void **state)
{
	open_status(IIODMA_INPUT);
	for (int64_t i = 1; i <= 3; i++) {
		fake_status_raise(fake_adc, OVERFLOW);
		assert_int_equal(iiodma_status_poll(status), 1);
		assert_int_equal(iiodma_status_poll(status), 0);
		assert_int_equal(iiodma_status_events(status), i);
	}
	assert_int_equal(fake_count("write " REGISTER_FILE " 0x80000088 0x4"), 3);
}

/* C04: input looks at bit 2, output at bit 0, and neither touches the other's. */
static void direction_chooses_the_bit(void **state)
{
	struct iiodma_status *other = NULL;

	open_status(IIODMA_OUTPUT);
	assert_int_equal(iiodma_status_open(adc, IIODMA_INPUT, &other), 0);
	fake_status_raise(fake_adc, OVERFLOW | UNDERFLOW);
	assert_int_equal(iiodma_status_poll(status), 1);
	assert_int_equal(iiodma_status_poll(status), 0);
	assert_int_equal(iiodma_status_poll(other), 1);
	assert_int_equal(iiodma_status_events(status), 1);
	assert_int_equal(iiodma_status_events(other), 1);
	iiodma_status_close(other);
}

/* C04 */
static void bit_that_does_not_clear_makes_the_count_unknown(void **state)
{
	fake_status_raise(fake_adc, OVERFLOW);
	fake_status_stick(fake_adc, true);
	open_status(IIODMA_INPUT);
	assert_string_equal(iiodma_status_reason(status),
			    "status bit 2 does not clear, hardware overflow count disabled");
	assert_int_equal(iiodma_status_events(status), -1);

	fake_log_clear();
	assert_int_equal(iiodma_status_poll(status), 0);
	assert_int_equal(iiodma_status_events(status), -1);
	assert_int_equal(fake_system_calls(), 0);
}

/* C04 */
static void stuck_output_bit_is_named_as_well(void **state)
{
	fake_status_raise(fake_adc, UNDERFLOW);
	fake_status_stick(fake_adc, true);
	open_status(IIODMA_OUTPUT);
	assert_string_equal(iiodma_status_reason(status),
			    "status bit 0 does not clear, hardware underflow count disabled");
	assert_int_equal(iiodma_status_events(status), -1);
}

/* The other direction's stuck bit is not ours. */
static void stuck_foreign_bit_does_not_matter(void **state)
{
	fake_status_raise(fake_adc, UNDERFLOW);
	fake_status_stick(fake_adc, true);
	open_status(IIODMA_INPUT);
	assert_null(iiodma_status_reason(status));
	assert_int_equal(iiodma_status_poll(status), 0);
	assert_int_equal(iiodma_status_events(status), 0);
}

/* An idle output underflows without end; once it plays, the bit clears and the count is good. */
static void clearing_judges_anew(void **state)
{
	fake_status_raise(fake_adc, UNDERFLOW);
	fake_status_stick(fake_adc, true);
	open_status(IIODMA_OUTPUT);
	assert_int_equal(iiodma_status_events(status), -1);

	fake_status_stick(fake_adc, false);
	assert_int_equal(iiodma_status_clear(status), 0);
	assert_int_equal(iiodma_status_events(status), 0);
	assert_null(iiodma_status_reason(status));
	fake_status_raise(fake_adc, UNDERFLOW);
	assert_int_equal(iiodma_status_poll(status), 1);
}

static void clearing_does_not_count(void **state)
{
	open_status(IIODMA_INPUT);
	fake_status_raise(fake_adc, OVERFLOW);
	assert_int_equal(iiodma_status_poll(status), 1);
	fake_status_raise(fake_adc, OVERFLOW);
	assert_int_equal(iiodma_status_clear(status), 0);
	assert_int_equal(iiodma_status_poll(status), 0);
	assert_int_equal(iiodma_status_events(status), 1);
}

/* C06: all are counted, at few system calls each and with no file opened anew. */
static void ten_thousand_events_are_counted(void **state)
{
	const int64_t many = 10000;

	open_status(IIODMA_INPUT);
	fake_log_clear();
	for (int64_t i = 0; i < many; i++) {
		fake_status_raise(fake_adc, OVERFLOW);
		assert_int_equal(iiodma_status_poll(status), 1);
	}
	assert_int_equal(iiodma_status_events(status), many);
	assert_true(fake_system_calls() <= 3 * (uint64_t)many);

	fake_log_clear();
	assert_int_equal(iiodma_status_poll(status), 0);
	assert_true(fake_system_calls() <= 2);
}

/* Others read other registers through the same file. */
static void foreign_selection_does_not_mislead(void **state)
{
	open_status(IIODMA_INPUT);
	fake_status_raise(fake_adc, OVERFLOW);
	assert_int_equal(iiodma_device_reg_write(adc, 0x10, 0), 0);
	assert_int_equal(iiodma_status_poll(status), 1);
}

static void failing_read_makes_the_count_unknown(void **state)
{
	open_status(IIODMA_INPUT);
	fake_status_raise(fake_adc, OVERFLOW);
	assert_int_equal(iiodma_status_poll(status), 1);
	fake_fail("read " REGISTER_FILE " *", 1, EIO);
	assert_int_equal(iiodma_status_poll(status), -EIO);
	assert_error_has("cf-ad9361-lpc");
	assert_int_equal(iiodma_status_events(status), -1);
	assert_string_equal(iiodma_status_reason(status),
			    "status register cannot be read (EIO), hardware overflow count disabled");
}

static void missing_register_is_not_supported(void **state)
{
	struct iiodma_context *null_context = NULL;

	fake_file_remove(REGISTER_FILE);
	assert_int_equal(iiodma_status_open(adc, IIODMA_INPUT, &status), -ENOTSUP);
	assert_null(status);
	assert_error_has(REGISTER_FILE);

	assert_int_equal(iiodma_context_open("null:", &null_context), 0);
	assert_int_equal(iiodma_status_open(iiodma_context_device(null_context, 0), IIODMA_INPUT, &status), -ENOTSUP);
	iiodma_context_close(null_context);
}

static void register_the_core_refuses_is_not_supported(void **state)
{
	fake_fail("read " REGISTER_FILE " *", 0, EINVAL);
	assert_int_equal(iiodma_status_open(adc, IIODMA_INPUT, &status), -ENOTSUP);
	assert_null(status);
	assert_error_has("EINVAL");
}

static void missing_right_is_told_apart(void **state)
{
	fake_file_chmod(REGISTER_FILE, 0);
	assert_int_equal(iiodma_status_open(adc, IIODMA_INPUT, &status), -EACCES);
	assert_null(status);
	assert_error_has("open " REGISTER_FILE);
}

static void close_takes_null(void **state)
{
	iiodma_status_close(NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(old_events_are_cleared_first),
		TEST(each_event_counts_once),
		TEST(direction_chooses_the_bit),
		TEST(bit_that_does_not_clear_makes_the_count_unknown),
		TEST(stuck_output_bit_is_named_as_well),
		TEST(stuck_foreign_bit_does_not_matter),
		TEST(clearing_judges_anew),
		TEST(clearing_does_not_count),
		TEST(ten_thousand_events_are_counted),
		TEST(foreign_selection_does_not_mislead),
		TEST(failing_read_makes_the_count_unknown),
		TEST(missing_register_is_not_supported),
		TEST(register_the_core_refuses_is_not_supported),
		TEST(missing_right_is_told_apart),
		TEST(close_takes_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
