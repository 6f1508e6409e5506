/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Life of a stream: states, configuring, closing at any time, and what is left behind. */
#include "conformance.h"

#include <stdio.h>
#include <string.h>

#define BLOCK 1024

static void unconfigured_answers(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
	struct iiodma_stream_info info = {.size = sizeof(info)};
	struct iiodma_block *block;

	check_equal(iiodma_stream_info(stream, &info), -EINVAL);
	check_equal(iiodma_stream_pollfd(stream), -EINVAL);
	check_equal(iiodma_stream_start(stream), -EINVAL);
	check_equal(iiodma_stream_acquire(stream, 0, &block), -EPIPE);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(fixture_stats(stream).blocks, 0);
	check(iiodma_stream_channel_offset(stream, fixture->channels[0][0]) == -EINVAL);
}

static void states_follow_each_other(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_block *block;

	check_equal(iiodma_stream_configure(stream, &config), 0);
	check_equal(iiodma_stream_acquire(stream, 0, &block), -EPIPE);
	check_equal(iiodma_stream_start(stream), 0);
	check_equal(iiodma_stream_start(stream), -EALREADY);
	take(stream);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(iiodma_stream_acquire(stream, 0, &block), -EPIPE);
}

static void close_takes_null(struct fixture *fixture)
{
	iiodma_stream_close(NULL);
	iiodma_stream_cancel(NULL);
}

static void refuse(struct iiodma_stream *stream, const struct iiodma_stream_config *config, const char *word)
{
	check_equal(iiodma_stream_configure(stream, config), -EINVAL);
	if (!strstr(iiodma_error_text(), word))
		check_failed(__FILE__, __LINE__, "the message lacks '%s'", word);
}

/* C91 C96 C89 C69: each refusal names what is wrong, and leaves a stream that can still be configured. */
static void bad_configurations_are_refused(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
	const struct iiodma_stream_config good = fixture_config(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_channel *twice[] = {good.channels[0], good.channels[0]};
	struct iiodma_channel *stranger[] = {good.channels[0], fixture->channels[IIODMA_OUTPUT][1]};
	struct iiodma_stream_config config = good;

	config.channel_count = 0;
	refuse(stream, &config, "channel");
	config = good;
	config.channels = twice;
	refuse(stream, &config, "voltage0");
	config.channels = stranger;
	refuse(stream, &config, "voltage1");
	config = good;
	config.depth = 0;
	refuse(stream, &config, "depth");
	config.depth = IIODMA_DEPTH_MAX + 1;
	refuse(stream, &config, "1024");
	config = good;
	config.block_samples = 0;
	refuse(stream, &config, "block");
	config.block_samples = IIODMA_BLOCK_BYTES_MAX / 4 + 1;
	refuse(stream, &config, "block");
	config.block_samples = UINT64_MAX;
	refuse(stream, &config, "block");
	config = good;
	config.cyclic = true;
	refuse(stream, &config, "cyclic");
	config = good;
	config.size = 0;
	refuse(stream, &config, "size");
	check_equal(iiodma_stream_configure(stream, &good), 0);
}

static void info_says_what_is_in_force(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_stream_info info = fixture_info(stream);
	struct iiodma_stream_info empty = {.size = 0}, head = {.size = offsetof(struct iiodma_stream_info, memory)};

	check_equal(info.api, fixture->api);
	check_equal(info.block_samples, BLOCK);
	check_equal(info.block_bytes, BLOCK * 4);
	check_equal(info.sample_bytes, 4);
	check_equal(info.depth, info.depth_fixed ? 2 : 4);
	check(!info.fallback_reason && !info.block_rounded && !info.block_fitted && !info.wider_scan);
	check_equal(info.can_cyclic, 0);
	check_equal(info.can_block_fd, (fixture->abilities & NEED_BLOCK_FD) != 0);
	/* C11: what the kernel does not tell is called assumed */
	check_equal(info.full_blocks_assumed, fixture->api == IIODMA_API_DMABUF);
	check_equal(iiodma_stream_info(stream, &empty), -EINVAL);
	check_equal(iiodma_stream_info(stream, &head), 0);
	check_equal(head.api, fixture->api);
	check_equal(iiodma_stream_channel_offset(stream, fixture->channels[0][0]), 0);
	check_equal(iiodma_stream_channel_offset(stream, fixture->channels[0][1]), 2);
	check_equal(iiodma_stream_channel_offset(stream, fixture->channels[1][0]), -EINVAL);
}

/* C46: 0 … k blocks in the caller's hands, closed at once. */
static void closes_in_any_state(struct fixture *fixture)
{
	unsigned int repeats = fixture->fake ? 250 : 20;

	for (unsigned int i = 0; i < repeats; i++) {
		for (unsigned int direction = 0; direction < 2; direction++) {
			struct iiodma_stream *stream = fixture_start(fixture, direction, BLOCK, 3);
			unsigned int depth = fixture_info(stream).depth;
			int64_t start = wall_ns();
			void *memory;

			for (unsigned int k = 0; k < i % (depth + 1); k++) {
				struct iiodma_block *block = take(stream);

				if (k & 1)
					check_equal(iiodma_block_access(block, &memory), 0);
			}
			fixture_close(fixture, stream);
			check(wall_ns() - start < INT64_C(1000000000));
		}
	}
}

/* C47: when close returns the device is free again. */
static void opens_again_after_close(struct fixture *fixture)
{
	for (unsigned int i = 0; i < 100; i++) {
		struct iiodma_stream *stream = fixture_start(fixture, i & 1, BLOCK, 4);

		check_equal(iiodma_block_bytes(take(stream)), BLOCK * 4);
		fixture_close(fixture, stream);
	}
}

/* C47 C75: a busy buffer is tried for half a second, then named; the first stream goes on. */
static void second_user_is_refused(struct fixture *fixture)
{
	struct iiodma_stream *first = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_stream *second = fixture_open(fixture, IIODMA_INPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_INPUT, BLOCK, 4);
	int64_t start = now_ns(), passed;
	int ret;

	if (fixture->memory == IIODMA_MEMORY_FD)
		config.fds += 8;
	/* a server takes its buffer only at the start */
	ret = iiodma_stream_configure(second, &config);
	if (ret == 0 && fixture->api == IIODMA_API_LIBIIO)
		ret = iiodma_stream_start(second);
	check_equal(ret, -EBUSY);
	passed = now_ns() - start;
	check(passed >= INT64_C(500000000) && passed <= INT64_C(1000000000));
	check(strstr(iiodma_error_text(), "buffer 0 of"));
	check(strstr(iiodma_error_text(), "in use"));
	take(first);
}

struct attributes {
	char text[6][32];
};

static struct attributes attributes_of(struct fixture *fixture, enum iiodma_direction direction)
{
	const char *prefix = direction == IIODMA_INPUT ? "in" : "out";
	struct attributes attributes;
	char name[64];

	for (unsigned int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%s_voltage%u_en", prefix, i);
		snprintf(attributes.text[i], 32, "%.31s", fixture_attribute(fixture, direction, name));
	}
	snprintf(attributes.text[4], 32, "%.31s", fixture_attribute(fixture, direction, "length"));
	snprintf(attributes.text[5], 32, "%.31s", fixture_attribute(fixture, direction, "watermark"));
	return attributes;
}

static void check_same(const struct attributes *before, const struct attributes *after)
{
	for (unsigned int i = 0; i < 6; i++)
		if (strcmp(before->text[i], after->text[i]) != 0)
			check_failed(__FILE__, __LINE__, "attribute %u was %s, is %s", i, before->text[i],
				     after->text[i]);
}

/* C94: everything changed is put back on every way out. */
static void attributes_are_restored(struct fixture *fixture)
{
	for (unsigned int direction = 0; direction < 2; direction++) {
		struct attributes before = attributes_of(fixture, direction), after;
		struct iiodma_stream_config bad = fixture_config(fixture, direction, BLOCK, 4);
		struct iiodma_stream *stream = fixture_start(fixture, direction, 300, 4);

		check_equal(strcmp(fixture_attribute(fixture, direction, "enable"), "1") == 0,
			    direction == IIODMA_INPUT || fixture->api == IIODMA_API_FILEIO);
		fixture_close(fixture, stream);
		after = attributes_of(fixture, direction);
		check_same(&before, &after);

		stream = fixture_open(fixture, direction);
		bad.block_samples = UINT64_MAX;
		check_equal(iiodma_stream_configure(stream, &bad), -EINVAL);
		after = attributes_of(fixture, direction);
		check_same(&before, &after);
		check(strcmp(fixture_attribute(fixture, direction, "enable"), "0") == 0);
	}
}

/* The second configure puts back what the first changed, and sizes may differ (as C87). */
static void configures_again(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);

	for (unsigned int i = 0; i < 20; i++) {
		struct iiodma_stream_config config =
			fixture_config(fixture, IIODMA_INPUT, i & 1 ? 512 : 8192, i & 1 ? 2 : 8);

		take(stream);
		config.channel_count = 1 + (i / 2 & 1);
		check_equal(iiodma_stream_configure(stream, &config), 0);
		check_equal(fixture_info(stream).sample_bytes, config.channel_count * 2);
		check_equal(iiodma_stream_start(stream), 0);
	}
}

const struct conformance_case life_cases[] = {
	{"unconfigured_answers", unconfigured_answers, 0},
	{"states_follow_each_other", states_follow_each_other, 0},
	{"close_takes_null", close_takes_null, 0},
	{"bad_configurations_are_refused", bad_configurations_are_refused, 0},
	{"info_says_what_is_in_force", info_says_what_is_in_force, 0},
	{"closes_in_any_state", closes_in_any_state, 0},
	{"opens_again_after_close", opens_again_after_close, 0},
	{"second_user_is_refused", second_user_is_refused, NEED_DEVICE},
	{"attributes_are_restored", attributes_are_restored, NEED_DEVICE | NEED_ATTRIBUTES},
	{"configures_again", configures_again, 0},
	{NULL, NULL, 0},
};
