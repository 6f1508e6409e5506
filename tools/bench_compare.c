/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-bench compare: whether the second of two results is faster, slower, or no different. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_commands.h"
#include "common/message.h"
#include "common/options.h"
#include "common/report_compare.h"
#include "common/report_file.h"
#include "common/units.h"

#define CONFIDENCE_DEFAULT 0.99
#define MIN_CHANGE_DEFAULT 0.01
#define KEYS_TEXT 2048

enum fail_on {
	FAIL_ON_NOTHING,
	FAIL_ON_SLOWER,
	FAIL_ON_DIFFERENCE,
};

struct compare_options {
	const char *path[2];
	struct result_match_only only;
	char *only_words; /* what the keys point into */
	struct comparison_rule rule;
	enum fail_on fail_on;
	double fail_change; /* from this on */
	bool json;          /* in the table's place */
	const char *json_file;
	const char *output_file;
};

static void take_key(struct compare_options *options, const char *spelling, const char *key)
{
	char keys[KEYS_TEXT];

	result_match_keys(keys, sizeof(keys));
	if (!result_match_key_known(key))
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no key of a set-up; valid: %s", spelling, key, keys);
	if (options->only.count == RESULT_MATCH_KEYS_MAX)
		message_die(EXIT_STATUS_USAGE, "option %s: at most %u keys", spelling, RESULT_MATCH_KEYS_MAX);
	options->only.key[options->only.count++] = key;
}

static void take_only(struct compare_options *options, const char *spelling, const char *argument)
{
	char *rest, *key;

	free(options->only_words);
	options->only.count = 0;
	options->only_words = strdup(argument);
	if (!options->only_words)
		message_die(EXIT_STATUS_FAILED, "out of memory");
	rest = options->only_words;
	while ((key = strsep(&rest, ",")))
		take_key(options, spelling, key);
}

static double percent(const char *spelling, const char *text, double least, double most)
{
	return units_option_real(spelling, text, least, most) / 100;
}

/* "slower", "slower=3" */
static void take_fail_on(struct compare_options *options, const char *spelling, const char *argument)
{
	const char *equals = strchr(argument, '=');
	const size_t length = equals ? (size_t)(equals - argument) : strlen(argument);

	if (length == strlen("slower") && strncmp(argument, "slower", length) == 0)
		options->fail_on = FAIL_ON_SLOWER;
	else if (length == strlen("difference") && strncmp(argument, "difference", length) == 0)
		options->fail_on = FAIL_ON_DIFFERENCE;
	else
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is nothing to fail on; valid: slower, difference, either with =PERCENT",
			    spelling, argument);
	options->fail_change = equals ? percent(spelling, equals + 1, 0, 100) : 0;
}

static void take_general(enum option_key key)
{
	static const char about[] =
		"Say for each cell of two results written with --json=FILE whether the second is faster, slower, or no "
		"different, and how sure that is. The set-ups must be alike.";

	switch (key) {
	case OPTION_QUIET:
		message_set_level(MESSAGE_QUIET);
		break;
	case OPTION_VERBOSE:
		message_set_level(MESSAGE_VERBOSE);
		break;
	case OPTION_VERSION:
		options_print_version(stdout, TOOL_BENCH_COMPARE);
		exit(EXIT_STATUS_DONE);
	default:
		options_print_help(stdout, TOOL_BENCH_COMPARE, "BEFORE AFTER", about);
		exit(EXIT_STATUS_DONE);
	}
}

static void take_option(struct compare_options *options, enum option_key key, const char *spelling,
			const char *argument)
{
	switch (key) {
	case OPTION_ONLY:
		take_only(options, spelling, argument);
		break;
	case OPTION_CONFIDENCE:
		options->rule.confidence = percent(spelling, argument, 50, 99.9999);
		break;
	case OPTION_MIN_CHANGE:
		options->rule.min_change = percent(spelling, argument, 0, 100);
		break;
	case OPTION_FAIL_ON:
		take_fail_on(options, spelling, argument);
		break;
	case OPTION_JSON:
		options->json = options->json || !argument;
		options->json_file = argument ? argument : options->json_file;
		break;
	case OPTION_OUTPUT_FILE:
		options->output_file = argument;
		break;
	default:
		take_general(key);
	}
}

static void read_command_line(struct compare_options *options, int argc, char **argv)
{
	struct options *reading = options_begin(TOOL_BENCH_COMPARE, argc, argv);
	const char *argument;
	enum option_key key;
	char **paths;
	size_t count;

	*options = (struct compare_options){.rule = {CONFIDENCE_DEFAULT, MIN_CHANGE_DEFAULT}};
	while ((key = options_next(reading, &argument)) != OPTION_END)
		take_option(options, key, options_spelling(reading), argument);
	paths = options_operands(reading, &count);
	options_end(reading);
	if (count != 2)
		message_die(EXIT_STATUS_USAGE,
			    "which two results? 'iiodma-bench compare' takes BEFORE and AFTER, not %zu files", count);
	if (options->json_file && !*options->json_file)
		message_die(EXIT_STATUS_USAGE, "option --json: '' is no file name; valid: --json or --json=FILE");
	options->path[0] = paths[0];
	options->path[1] = paths[1];
}

static enum exit_status read_file(struct result_file *file, const char *path)
{
	if (result_file_read(file, path) < 0) {
		message_error("%s", file->reason);
		return EXIT_STATUS_FAILED;
	}
	if (file->result.origin_count == 0)
		return EXIT_STATUS_DONE;
	message_error("%s: merged from several results; compare takes one of these", path);
	return EXIT_STATUS_USAGE;
}

/* One sentence with every key that differs and may not. */
static void refuse(const struct compare_options *options, const struct result_match *match)
{
	const struct result_cell *alone = match->alone;
	const char *separator = "";
	char *text = NULL;
	size_t size = 0;
	FILE *list = open_memstream(&text, &size);

	for (size_t i = 0; list && i < match->difference_count; i++) {
		const struct result_difference *one = &match->differences[i];

		if (one->allowed)
			continue;
		fprintf(list, "%s%s (%s and %s)", separator, one->key, one->before, one->after);
		separator = ", ";
	}
	if (list && alone)
		fprintf(list, "%scells: %s has no %s.%s like the other", separator,
			options->path[match->alone_is_before], iiodma_api_name(alone->setup.api),
			result_direction_name(alone->setup.direction));
	if (list && fclose(list) == 0)
		message_error("%s and %s are of unlike set-ups, different in %s; --only lists keys that may differ",
			      options->path[0], options->path[1], text);
	free(text);
}

/* What is not known is not met. */
static bool fails(const struct compare_options *options, const struct comparison *one)
{
	if (options->fail_on == FAIL_ON_NOTHING)
		return false;
	if (one->verdict == COMPARISON_NOT_MEASURED)
		return one->before_rates.count > 0;
	if (one->verdict == COMPARISON_TOO_FEW_RUNS)
		return true;
	if (one->verdict == COMPARISON_FASTER && options->fail_on == FAIL_ON_SLOWER)
		return false;
	return one->verdict != COMPARISON_NO_DIFFERENCE && fabs(one->change) >= options->fail_change;
}

static enum exit_status judge(const struct compare_options *options, const struct result_match *match)
{
	enum exit_status status = EXIT_STATUS_DONE;

	for (size_t i = 0; i < match->pair_count; i++) {
		const struct comparison *one = &match->pairs[i];

		if (!fails(options, one))
			continue;
		status = EXIT_STATUS_UNMET;
		if (isfinite(one->change_low))
			message_error("not met: %s.%s is %s by %.2f %%", iiodma_api_name(one->before->setup.api),
				      result_direction_name(one->before->setup.direction),
				      comparison_verdict_name(one->verdict), 100 * fabs(one->change));
		else
			message_error("not met: %s.%s cannot be judged: %s", iiodma_api_name(one->before->setup.api),
				      result_direction_name(one->before->setup.direction),
				      comparison_verdict_name(one->verdict));
	}
	return status;
}

static enum exit_status write_reports(const struct compare_options *options, const struct comparison_report *report)
{
	struct report_file main = {0}, json = {0};
	enum exit_status status = report_file_open(&main, options->output_file), closed;

	if (status == EXIT_STATUS_DONE && options->json_file)
		status = report_file_open(&json, options->json_file);
	if (status == EXIT_STATUS_DONE) {
		report_file_note(&main, options->json ? report_compare_json(main.file, report)
						      : report_compare_text(main.file, report));
		if (json.file)
			report_file_note(&json, report_compare_json(json.file, report));
	}
	closed = report_file_close(&json);
	if (status == EXIT_STATUS_DONE)
		status = closed;
	closed = report_file_close(&main);
	return status == EXIT_STATUS_DONE ? closed : status;
}

static enum exit_status compare(const struct compare_options *options, const struct result_file files[2])
{
	struct result_match match;
	struct comparison_report report = {
		.before = &files[0], .after = &files[1], .match = &match, .rule = &options->rule};
	enum exit_status status = EXIT_STATUS_FAILED;

	if (result_match(&files[0].result, &files[1].result, &options->only, &match) < 0) {
		message_error("out of memory");
	} else if (!result_match_alike(&match)) {
		refuse(options, &match);
		status = EXIT_STATUS_USAGE;
	} else {
		comparison_judge(match.pairs, match.pair_count, &options->rule);
		report.exit_status = (int)judge(options, &match);
		status = write_reports(options, &report);
		if (status == EXIT_STATUS_DONE)
			status = (enum exit_status)report.exit_status;
	}
	result_match_clear(&match);
	return status;
}

enum exit_status bench_compare(int argc, char **argv)
{
	struct compare_options options;
	struct result_file files[2] = {0};
	enum exit_status status, other;

	read_command_line(&options, argc, argv);
	status = read_file(&files[0], options.path[0]);
	other = read_file(&files[1], options.path[1]);
	if (status == EXIT_STATUS_DONE)
		status = other;
	if (status == EXIT_STATUS_DONE)
		status = compare(&options, files);
	result_file_clear(&files[0]);
	result_file_clear(&files[1]);
	free(options.only_words);
	return status;
}
