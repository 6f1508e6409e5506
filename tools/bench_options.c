/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_window.h"
#include "common/clock.h"
#include "common/message.h"
#include "common/options.h"
#include "common/units.h"

#define ITEM_BYTES 256u
#define BLOCK_DEFAULT 65536u
#define DEPTH_DEFAULT 16u
#define DURATION_DEFAULT_NS NS_PER_SECOND
#define DURATION_MAX_NS (INT64_C(366) * 24 * 3600 * NS_PER_SECOND)
#define REPEATS_DEFAULT 3u
#define REPEATS_MAX 100000u
#define RATE_MAX 1e12

/* One value of a list, which has room for it. */
typedef void (*take_item)(struct bench_options *options, const char *spelling, const char *item);

static void take_api(struct bench_options *options, const char *spelling, const char *item)
{
	struct bench_axes *axes = &options->axes;

	if (iiodma_api_from_name(item, &axes->api[axes->api_count++]) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no API; valid: fileio, dmabuf, null, auto", spelling,
			    item);
}

static void take_direction(struct bench_options *options, const char *spelling, const char *item)
{
	enum iiodma_direction *direction = &options->axes.direction[options->axes.direction_count++];

	if (strcmp(item, "read") == 0 || strcmp(item, "in") == 0)
		*direction = IIODMA_INPUT;
	else if (strcmp(item, "write") == 0 || strcmp(item, "out") == 0)
		*direction = IIODMA_OUTPUT;
	else
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no direction; valid: read, write", spelling, item);
}

static void take_touch(struct bench_options *options, const char *spelling, const char *item)
{
	if (result_touch_from_name(item, &options->axes.touch[options->axes.touch_count++]) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no touch mode; valid: none, read, copy, write",
			    spelling, item);
}

static void take_block(struct bench_options *options, const char *spelling, const char *item)
{
	options->axes.block_samples[options->axes.block_count++] =
		units_option_count(spelling, item, 1, IIODMA_BLOCK_BYTES_MAX);
}

static void take_depth(struct bench_options *options, const char *spelling, const char *item)
{
	options->axes.depth[options->axes.depth_count++] =
		(unsigned int)units_option_count(spelling, item, 1, IIODMA_DEPTH_MAX);
	options->depth_given = true;
}

static void take_rate(struct bench_options *options, const char *spelling, const char *item)
{
	options->axes.rate[options->axes.rate_count++] = units_option_real(spelling, item, 0, RATE_MAX);
	options->rate_given = true;
}

static void add_place(struct bench_options *options, struct bench_place place)
{
	options->axes.place[options->axes.place_count++] = place;
}

static void take_heap(struct bench_options *options, const char *spelling, const char *item)
{
	char *name = options->heap_names[options->axes.place_count];

	if (iiodma_heap_name_check(item) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: %s", spelling, iiodma_error_text());
	result_name_set(name, item);
	add_place(options, (struct bench_place){.memory = IIODMA_MEMORY_HEAP, .heap = name});
}

static void take_mapping(struct bench_options *options, const char *spelling, const char *item)
{
	const struct mapping *mapping = mapping_find(item);

	if (!mapping)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no mapping; valid: %s", spelling, item,
			    mapping_names());
	add_place(options, (struct bench_place){.memory = IIODMA_MEMORY_HEAP,
						.heap = mapping->heap,
						.sync = mapping->sync,
						.mapping = mapping->name});
}

static void take_memory(struct bench_options *options, const char *spelling, const char *item)
{
	if (strcmp(item, "heap") == 0)
		add_place(options, (struct bench_place){.memory = IIODMA_MEMORY_HEAP});
	else if (strcmp(item, "udmabuf") == 0)
		add_place(options, (struct bench_place){.memory = IIODMA_MEMORY_UDMABUF});
	else
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no kind of memory; valid: heap, udmabuf", spelling,
			    item);
}

static void take_list(struct bench_options *options, const char *spelling, const char *text, size_t *count,
		      take_item take)
{
	const char *rest = text;

	for (;;) {
		size_t length = strcspn(rest, ",");
		char item[ITEM_BYTES];

		if (length == 0)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' has an empty item; valid: values separated by commas", spelling,
				    text);
		if (length >= sizeof(item) || *count >= BENCH_AXIS_MAX)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' is too long; valid: at most %u values of at most %u characters",
				    spelling, text, BENCH_AXIS_MAX, ITEM_BYTES - 1);
		memcpy(item, rest, length);
		item[length] = '\0';
		take(options, spelling, item);
		if (rest[length] == '\0')
			return;
		rest += length + 1;
	}
}

/* A list given again replaces the earlier one, as with any option; the memory options add up, being three names of one
 * axis. */
static void retake_list(struct bench_options *options, const char *spelling, const char *text, size_t *count,
			take_item take)
{
	*count = 0;
	take_list(options, spelling, text, count, take);
}

/* Options that are lists of values to combine. */
static bool take_axis(struct bench_options *options, enum option_key key, const char *spelling, const char *argument)
{
	struct bench_axes *axes = &options->axes;

	switch (key) {
	case OPTION_API:
		retake_list(options, spelling, argument, &axes->api_count, take_api);
		return true;
	case OPTION_DIRECTION:
		retake_list(options, spelling, argument, &axes->direction_count, take_direction);
		options->direction_given = true;
		return true;
	case OPTION_TOUCH:
		retake_list(options, spelling, argument, &axes->touch_count, take_touch);
		return true;
	case OPTION_BLOCK:
		retake_list(options, spelling, argument, &axes->block_count, take_block);
		return true;
	case OPTION_DEPTH:
		retake_list(options, spelling, argument, &axes->depth_count, take_depth);
		return true;
	case OPTION_RATE:
		retake_list(options, spelling, argument, &axes->rate_count, take_rate);
		return true;
	case OPTION_HEAP:
		take_list(options, spelling, argument, &axes->place_count, take_heap);
		return true;
	case OPTION_MAP:
		take_list(options, spelling, argument, &axes->place_count, take_mapping);
		return true;
	case OPTION_MEMORY_KIND:
		take_list(options, spelling, argument, &axes->place_count, take_memory);
		return true;
	default:
		return false;
	}
}

static bool take_method(struct bench_options *options, enum option_key key, const char *spelling, const char *argument)
{
	switch (key) {
	case OPTION_DURATION:
		options->duration_ns = units_option_duration(spelling, argument, 1, DURATION_MAX_NS);
		return true;
	case OPTION_WARMUP:
		options->warmup_ns = units_option_duration(spelling, argument, 0, DURATION_MAX_NS);
		options->warmup_given = true;
		return true;
	case OPTION_INTERVAL:
		options->interval_ns = units_option_duration(spelling, argument, NS_PER_MS, DURATION_MAX_NS);
		return true;
	case OPTION_REPEAT:
		options->repeats = (unsigned int)units_option_count(spelling, argument, 1, REPEATS_MAX);
		return true;
	case OPTION_SPLIT:
		options->split = true;
		return true;
	case OPTION_VERIFY:
		if (verify_kind_from_name(argument, &options->verify) < 0)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' is no kind of check; valid: none, counter, ramp", spelling,
				    argument);
		return true;
	default:
		return false;
	}
}

static void take_requirement(struct bench_options *options, const char *spelling, const char *argument)
{
	if (options->requirement_count == BENCH_REQUIREMENTS_MAX)
		message_die(EXIT_STATUS_USAGE, "option %s: at most %u conditions", spelling, BENCH_REQUIREMENTS_MAX);
	if (bench_requirement_parse(argument, &options->requirements[options->requirement_count]) < 0)
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is no condition; valid: API.DIRECTION, relation, rate with its unit, "
			    "as in dmabuf.read>=200MiB/s",
			    spelling, argument);
	options->requirement_count++;
}

static bool take_gate(struct bench_options *options, enum option_key key, const char *spelling, const char *argument)
{
	switch (key) {
	case OPTION_REQUIRE:
		take_requirement(options, spelling, argument);
		return true;
	case OPTION_MAX_LOST:
		options->max_lost = (int64_t)units_option_count(spelling, argument, 0, INT64_MAX);
		return true;
	default:
		return false;
	}
}

static void take_general(struct bench_options *options, enum option_key key)
{
	static const char operands[] = "[DEVICE [CHANNEL...]]";
	static const char about[] =
		"Measure how many bytes per second each interface moves. The result goes to standard output, progress\n"
		"and notices to standard error. Without DEVICE: one I/Q pair of cf-ad9361-lpc and "
		"cf-ad9361-dds-core-lpc.";

	switch (key) {
	case OPTION_QUIET:
		message_set_level(MESSAGE_QUIET);
		break;
	case OPTION_VERBOSE:
		message_set_level(MESSAGE_VERBOSE);
		options->report.details = true;
		break;
	case OPTION_VERSION:
		options_print_version(stdout, TOOL_BENCH);
		exit(EXIT_STATUS_DONE);
	default:
		options_print_help(stdout, TOOL_BENCH, operands, about);
		exit(EXIT_STATUS_DONE);
	}
}

static void take_option(struct bench_options *options, enum option_key key, const char *spelling, const char *argument)
{
	if (take_axis(options, key, spelling, argument) || take_method(options, key, spelling, argument) ||
	    take_gate(options, key, spelling, argument) ||
	    report_request_take_option(&options->report, key, spelling, argument) ||
	    target_take_option(&options->target, key, spelling, argument) ||
	    scheduling_take_option(&options->scheduling, key, spelling, argument) ||
	    stream_request_take_option(&options->stream, key, spelling, argument))
		return;
	take_general(options, key);
}

static void fill_axes(struct bench_options *options)
{
	struct bench_axes *axes = &options->axes;

	if (axes->api_count == 0) {
		axes->api[axes->api_count++] = IIODMA_API_FILEIO;
		axes->api[axes->api_count++] = IIODMA_API_DMABUF;
	}
	if (axes->touch_count == 0)
		axes->touch[axes->touch_count++] = RESULT_TOUCH_NONE;
	if (axes->block_count == 0)
		axes->block_samples[axes->block_count++] = BLOCK_DEFAULT;
	if (axes->depth_count == 0)
		axes->depth[axes->depth_count++] = DEPTH_DEFAULT;
	if (axes->rate_count == 0)
		axes->rate[axes->rate_count++] = (double)NAN;
	if (axes->place_count == 0) /* the environment may have named a heap */
		add_place(options,
			  (struct bench_place){.memory = options->stream.heap ? IIODMA_MEMORY_HEAP : IIODMA_MEMORY_AUTO,
					       .heap = options->stream.heap});
	for (size_t i = 0; options->stream.no_sync && i < axes->place_count; i++)
		axes->place[i].sync = IIODMA_SYNC_NONE;
}

static void fill_method(struct bench_options *options)
{
	bool counted = options->stream.samples > 0 || options->stream.bytes > 0;
	bool bounded = counted || options->duration_ns >= 0;

	if (options->repeats == 0)
		options->repeats = bounded ? 1 : REPEATS_DEFAULT;
	if (!bounded)
		options->duration_ns = DURATION_DEFAULT_NS;
	if (!options->warmup_given)
		options->warmup_ns = counted ? 0 : BENCH_WARMUP_TURN;
}

static bool only_null(const struct bench_axes *axes)
{
	for (size_t i = 0; i < axes->api_count; i++)
		if (axes->api[i] != IIODMA_API_NULL)
			return false;
	return true;
}

static void check_timeout(const struct stream_request *request)
{
	if (request->timeout_given && request->timeout_ns == 0)
		message_die(EXIT_STATUS_USAGE,
			    "option -T: 0 would wait for no block at all; valid: 1 to 2147483647, inf");
}

void bench_options_read(struct bench_options *options, int argc, char **argv)
{
	struct options *reading = options_begin(TOOL_BENCH, argc, argv);
	const char *argument;
	enum option_key key;
	char **operands;
	size_t operand_count;

	*options = (struct bench_options){.stream = STREAM_REQUEST_INIT, .duration_ns = -1, .max_lost = -1};
	while ((key = options_next(reading, &argument)) != OPTION_END)
		take_option(options, key, options_spelling(reading), argument);
	operands = options_operands(reading, &operand_count);
	target_take_operands(&options->target, operands, operand_count);
	options_end(reading);
	stream_request_complete(&options->stream);
	fill_axes(options);
	fill_method(options);
	check_timeout(&options->stream);
	report_request_check(&options->report);
	options->target.no_device = only_null(&options->axes);
}
