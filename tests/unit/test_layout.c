/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <stdio.h>

#include <iiodma/buffer.h>
#include <iiodma/context.h>
#include <iiodma/device.h>
#include <iiodma/error.h>

#include "device.h"
#include "fake_kernel.h"

#define CHANNELS_MAX 70

static struct iiodma_context *context;
static struct iiodma_buffer *buffer;

static int boot(void **state)
{
	fake_boot();
	context = NULL;
	return 0;
}

static int shut_down(void **state)
{
	iiodma_context_close(context);
	fake_shutdown();
	return 0;
}

/* A device with one buffer that has a channel of each format, at scan indexes 0, 1, 2 … */
static void plug_in(const char *const *formats, unsigned int count)
{
	struct fake_buffer *plugged = fake_buffer_add(fake_device_add("adc"), IIODMA_INPUT, FAKE_DMA);

	for (unsigned int i = 0; i < count; i++) {
		char id[32];

		snprintf(id, sizeof(id), "voltage%u", i);
		fake_channel_add(plugged, id, i, formats[i]);
	}
	assert_int_equal(iiodma_context_open("local:", &context), 0);
	buffer = iiodma_device_buffer(iiodma_context_device(context, 0), 0);
	assert_non_null(buffer);
	assert_int_equal(iiodma_buffer_channel_count(buffer), count);
}

struct expectation {
	const char *formats[5];
	unsigned int count;
	size_t offsets[5];
	ssize_t bytes;
};

static void check_layout(const struct expectation *expected)
{
	size_t offsets[5] = {0};

	plug_in(expected->formats, expected->count);
	assert_int_equal(layout_offsets(buffer->channels, expected->count, buffer->channels, expected->count, offsets),
			 expected->bytes);
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, buffer->channels, expected->count), expected->bytes);
	for (unsigned int i = 0; i < expected->count; i++)
		assert_int_equal(offsets[i], expected->offsets[i]);
}

/* C60 */
static void values_are_aligned_to_their_own_size(void **state)
{
	static const struct expectation cases[] = {
		{{"le:s16/16>>0", "le:s16/16>>0", "le:s16/16>>0", "le:s64/64>>0"}, 4, {0, 2, 4, 8}, 16},
		{{"le:s32/32>>0", "le:s16/16>>0", "le:s64/64>>0"}, 3, {0, 4, 8}, 16},
		{{"le:s16/16>>0", "le:s32/32>>0"}, 2, {0, 4}, 8},
		{{"le:s32/32>>0", "le:s16/16>>0"}, 2, {0, 4}, 8},
		{{"le:s24/32>>0", "le:s24/32>>0", "le:s24/32>>0"}, 3, {0, 4, 8}, 12},
		{{"le:s16/16X2>>0"}, 1, {0}, 4},
		{{"le:s16/16>>0", "le:s16/16X4>>0"}, 2, {0, 8}, 16},
		{{"le:s12/16>>4", "be:s24/24>>0", "be:s24/24>>0"}, 3, {0, 3, 6}, 9},
		{{"le:u8/8>>0"}, 1, {0}, 1},
		{{"le:u8/8>>0", "le:u100/128>>0"}, 2, {0, 16}, 32},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		check_layout(&cases[i]);
		shut_down(state);
		boot(state);
	}
}

/* C93 */
static void seventy_channels(void **state)
{
	const char *formats[CHANNELS_MAX];
	struct iiodma_channel *chosen[3];
	size_t offsets[3];

	for (size_t i = 0; i < CHANNELS_MAX; i++)
		formats[i] = "le:s16/16>>0";
	plug_in(formats, CHANNELS_MAX);
	chosen[0] = iiodma_buffer_channel(buffer, 69); /* order of asking does not matter */
	chosen[1] = iiodma_buffer_channel(buffer, 0);
	chosen[2] = iiodma_buffer_channel(buffer, 33);

	assert_int_equal(layout_offsets(chosen, 3, chosen, 3, offsets), 6);
	assert_int_equal(offsets[0], 4);
	assert_int_equal(offsets[1], 0);
	assert_int_equal(offsets[2], 2);
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, chosen, 1), 2);
	assert_int_equal(layout_offsets(buffer->channels, CHANNELS_MAX, chosen, 1, offsets), 138 + 2);
	assert_int_equal(offsets[0], 138);
}

/* C94: somebody else holds more channels than we want. */
static void wider_samples_keep_the_others_place(void **state)
{
	static const char *const formats[] = {"le:u8/8>>0", "le:s16/16>>0", "le:s32/32>>0", "le:s16/16>>0"};
	struct iiodma_channel *wanted[2];
	size_t offsets[2];

	plug_in(formats, 4);
	wanted[0] = iiodma_buffer_channel(buffer, 3);
	wanted[1] = iiodma_buffer_channel(buffer, 1);
	assert_int_equal(layout_offsets(buffer->channels, 4, wanted, 2, offsets), 12);
	assert_int_equal(offsets[0], 8);
	assert_int_equal(offsets[1], 2);
	assert_int_equal(layout_offsets(wanted, 2, wanted, 2, offsets), 4);
	assert_int_equal(offsets[0], 2);
	assert_int_equal(offsets[1], 0);
}

/* C91 C96 */
static void impossible_selections_are_refused(void **state)
{
	static const char *const formats[] = {"le:s16/16>>0", "le:s16/16>>0"};
	struct iiodma_channel *channels[3];
	struct iiodma_channel stranger = {.id = (char[]){"stranger"}};
	size_t offsets[3] = {77, 77, 77};

	plug_in(formats, 2);
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, NULL, 0), -EINVAL);
	assert_error_has("no channels");
	assert_int_equal(layout_offsets(NULL, 0, NULL, 0, offsets), -EINVAL);
	assert_error_has("no channels");

	channels[0] = channels[1] = iiodma_buffer_channel(buffer, 1);
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, channels, 2), -EINVAL);
	assert_error_has("voltage1 is named twice");

	channels[0] = &stranger;
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, channels, 2), -EINVAL);
	assert_error_has("stranger");
	channels[0] = NULL;
	assert_int_equal(iiodma_buffer_sample_bytes(buffer, channels, 2), -EINVAL);

	channels[0] = iiodma_buffer_channel(buffer, 0);
	assert_int_equal(layout_offsets(&channels[1], 1, channels, 2, offsets), -EINVAL);
	assert_error_has("voltage0 is not part of the sample");
	assert_int_equal(offsets[0], 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(values_are_aligned_to_their_own_size, boot, shut_down),
		cmocka_unit_test_setup_teardown(seventy_channels, boot, shut_down),
		cmocka_unit_test_setup_teardown(wider_samples_keep_the_others_place, boot, shut_down),
		cmocka_unit_test_setup_teardown(impossible_selections_are_refused, boot, shut_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
