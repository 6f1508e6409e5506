/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

static const char operands[] = "DEVICE [CHANNEL...]";

static noreturn void finish_stdout(void)
{
	exit(fflush(stdout) == 0 ? EXIT_STATUS_DONE : EXIT_STATUS_FAILED);
}

/* "--json=FILE" comes as "FILE"; the "=" of a short option's value stays. */
static void take_json(struct transfer_config *config, const char *spelling, const char *argument)
{
	config->json = true;
	config->json_path = argument && strcmp(argument, "-") != 0 ? argument : NULL;
	if (argument && !*argument)
		message_die(EXIT_STATUS_USAGE, "option %s: the file name is empty; valid: --json or --json=FILE",
			    spelling);
}

static void take_verify(struct transfer_config *config, const char *spelling, const char *argument)
{
	const char *valid;

	if (!check_take_verify(&config->check, config->target.direction, argument, &valid))
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no kind of check%s; valid: %s", spelling, argument,
			    config->target.direction == IIODMA_OUTPUT ? " of what is sent" : "", valid);
}

static void take_hash(struct transfer_config *config, const char *spelling, const char *argument)
{
	if (!check_take_hash(&config->check, argument))
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no hash; valid: %s, or several separated by commas",
			    spelling, argument, HASH_WORDS);
}

static void take_option(struct transfer_config *config, enum option_key key, const char *spelling, const char *argument)
{
	switch (key) {
	case OPTION_BENCHMARK:
		config->benchmark = true;
		break;
	case OPTION_VERIFY:
		take_verify(config, spelling, argument);
		break;
	case OPTION_HASH:
		take_hash(config, spelling, argument);
		break;
	case OPTION_NO_TEST_MODE:
		config->no_test_mode = true;
		break;
	case OPTION_INPUT_FILE:
	case OPTION_OUTPUT_FILE:
		config->file = argument;
		break;
	case OPTION_APPEND:
		config->append = true;
		break;
	case OPTION_JSON:
		take_json(config, spelling, argument);
		break;
	case OPTION_QUIET:
		config->quiet = true;
		break;
	case OPTION_VERBOSE:
		config->verbose = true;
		break;
	default:
		break;
	}
}

static void check(const struct transfer_config *config, enum tool tool)
{
	if (config->quiet && config->verbose)
		message_die(EXIT_STATUS_USAGE, "options -q and -v exclude each other");
	if (config->benchmark && config->stream.cyclic)
		message_die(EXIT_STATUS_USAGE,
			    "options -B and -c exclude each other: a cyclic block is handed over only once");
	if (config->benchmark && config->file)
		message_die(EXIT_STATUS_USAGE, "options -B and -%c exclude each other: -B moves no samples in or out",
			    tool == TOOL_READDEV ? 'o' : 'f');
	if (tool == TOOL_WRITEDEV && check_wanted(&config->check) && config->benchmark)
		message_die(EXIT_STATUS_USAGE, "options -B and --verify or --hash exclude each other: -B sends what is "
					       "in memory");
	if (config->append && (!config->file || !strcmp(config->file, "-")))
		message_die(EXIT_STATUS_USAGE, "option --append needs -o FILE");
	if (tool == TOOL_READDEV && config->json && !config->json_path && !config->benchmark &&
	    (!config->file || !strcmp(config->file, "-")))
		message_die(EXIT_STATUS_USAGE, "option --json: standard output carries the samples; "
					       "valid: --json=FILE, or -o FILE for the samples");
	if (config->stream.cyclic && config->stream.api == IIODMA_API_FILEIO)
		message_die(EXIT_STATUS_USAGE, "option -c: fileio has no cyclic blocks; valid: --api dmabuf");
}

void transfer_parse(struct transfer_config *config, enum tool tool, int argc, char **argv, const char *about)
{
	struct options *options = options_begin(tool, argc, argv);
	const char *argument;
	enum option_key key;
	char **words;
	size_t count;

	config->command_line = argv;
	config->target.direction = tool == TOOL_READDEV ? IIODMA_INPUT : IIODMA_OUTPUT;
	while ((key = options_next(options, &argument)) != OPTION_END) {
		const char *spelling = options_spelling(options);

		if (key == OPTION_HELP) {
			options_print_help(stdout, tool, operands, about);
			finish_stdout();
		}
		if (key == OPTION_VERSION) {
			options_print_version(stdout, tool);
			finish_stdout();
		}
		if (!target_take_option(&config->target, key, spelling, argument) &&
		    !stream_request_take_option(&config->stream, key, spelling, argument) &&
		    !scheduling_take_option(&config->scheduling, key, spelling, argument))
			take_option(config, key, spelling, argument);
	}
	if (config->stream.timeout_given)
		config->target.timeout_ns = config->stream.timeout_ns;
	words = options_operands(options, &count);
	target_take_operands(&config->target, words, count);
	options_end(options);
	stream_request_complete(&config->stream);
	config->target.no_device = config->stream.api == IIODMA_API_NULL;
	check(config, tool);
	if (config->quiet || config->verbose)
		message_set_level(config->quiet ? MESSAGE_QUIET : MESSAGE_VERBOSE);
}

enum exit_status transfer_open_json(const struct transfer_config *config, FILE **ret_out)
{
	*ret_out = NULL;
	if (!config->json)
		return EXIT_STATUS_DONE;
	*ret_out = config->json_path ? fopen(config->json_path, "we") : stdout;
	if (*ret_out)
		return EXIT_STATUS_DONE;
	message_error("option --json: open %s: %s (%s)", config->json_path, strerror(errno), iiodma_errno_name(errno));
	return EXIT_STATUS_FAILED;
}

enum exit_status transfer_report(struct summary *summary, FILE *json)
{
	int r = 0;

	summary_judge(summary);
	/* Whoever closed the pipe wants to hear no more: no summary then. */
	if (summary->status != EXIT_STATUS_READER_GONE)
		summary_print(summary);
	if (json)
		r = summary_print_json(summary, json);
	if (json && fclose(json) == EOF && r == 0)
		r = -errno;
	if (r == -EPIPE)
		return EXIT_STATUS_READER_GONE;
	if (r < 0) {
		message_error("write the JSON report: %s (%s)", strerror(-r), iiodma_errno_name(r));
		return EXIT_STATUS_FAILED;
	}
	return summary->status;
}
