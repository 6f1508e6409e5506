/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_axis_options.h"
#include "bench_command.h"
#include "bench_devices.h"
#include "bench_window.h"
#include "common/clock.h"
#include "common/message.h"
#include "common/options.h"
#include "common/units.h"

#define DURATION_DEFAULT_NS NS_PER_SECOND
#define DURATION_MAX_NS (INT64_C(366) * 24 * 3600 * NS_PER_SECOND)
#define REPEATS_DEFAULT 3u
#define REPEATS_MAX 100000u
#define CHANNELS_MAX 1024u
#define ITEM_BYTES 32u

static void take_channel_counts(struct bench_options *options, const char *spelling, const char *argument)
{
	char item[ITEM_BYTES];

	options->channel_count_count = 0;
	options->channel_counts_given = true;
	for (const char *rest = argument; rest;) {
		rest = options_list_item(spelling, argument, rest, item, sizeof(item));
		if (options->channel_count_count == BENCH_AXIS_MAX)
			message_die(EXIT_STATUS_USAGE, "option %s: too many values; valid: at most %u", spelling,
				    BENCH_AXIS_MAX);
		options->channel_counts[options->channel_count_count++] =
			(unsigned int)units_option_count(spelling, item, 1, CHANNELS_MAX);
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
	case OPTION_CHANNEL_COUNT:
		take_channel_counts(options, spelling, argument);
		return true;
	case OPTION_SPLIT:
		options->split = true;
		return true;
	case OPTION_PLAN:
		options->plan_only = true;
		return true;
	case OPTION_VERIFY:
		if (verify_kind_from_name(argument, &options->verify) < 0)
			message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no kind of check; valid: %s", spelling,
				    argument, VERIFY_KIND_WORDS);
		return true;
	case OPTION_NO_TEST_MODE:
		options->no_test_mode = true;
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

	switch (key) {
	case OPTION_QUIET:
		message_set_level(MESSAGE_QUIET);
		break;
	case OPTION_VERBOSE:
		message_set_level(MESSAGE_VERBOSE);
		options->report.details = true;
		break;
	case OPTION_VERSION:
		options_print_version(stdout, options->kind->tool);
		exit(EXIT_STATUS_DONE);
	default:
		options_print_help(stdout, options->kind->tool, operands, options->kind->about);
		exit(EXIT_STATUS_DONE);
	}
}

static void take_option(struct bench_options *options, enum option_key key, const char *spelling, const char *argument)
{
	if (bench_axis_take_option(&options->axes, key, spelling, argument) ||
	    take_method(options, key, spelling, argument) || take_gate(options, key, spelling, argument) ||
	    report_request_take_option(&options->report, key, spelling, argument) ||
	    target_take_option(&options->target, key, spelling, argument) ||
	    scheduling_take_option(&options->scheduling, key, spelling, argument) ||
	    stream_request_take_option(&options->stream, key, spelling, argument))
		return;
	take_general(options, key);
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

void bench_options_read(struct bench_options *options, const struct bench_kind *kind, int argc, char **argv)
{
	struct options *reading = options_begin(kind->tool, argc, argv);
	const char *argument;
	enum option_key key;
	char **operands;
	size_t operand_count;

	*options =
		(struct bench_options){.kind = kind, .stream = STREAM_REQUEST_INIT, .duration_ns = -1, .max_lost = -1};
	while ((key = options_next(reading, &argument)) != OPTION_END)
		take_option(options, key, options_spelling(reading), argument);
	operands = options_operands(reading, &operand_count);
	target_take_operands(&options->target, operands, operand_count);
	options_end(reading);
	stream_request_complete(&options->stream);
	if (kind->fill)
		kind->fill(options);
	if (options->axes.api_count == 0 && bench_devices_remote(&options->target))
		options->axes.api[options->axes.api_count++] = IIODMA_API_LIBIIO;
	if (options->stream.timeout_given)
		options->target.timeout_ns = options->stream.timeout_ns;
	bench_axis_complete(&options->axes, options->stream.heap, options->stream.no_sync,
			    bench_devices_usual(&options->target));
	fill_method(options);
	check_timeout(&options->stream);
	report_request_check(&options->report);
	options->target.no_device = only_null(&options->axes);
}
