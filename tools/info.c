/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-info: what each device, buffer and channel can do, and by which way. Changes nothing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/facts.h"
#include "common/message.h"
#include "common/target.h"

static const char operands[] = "[DEVICE...]";
static const char about[] =
	"Show what IIO devices and their buffers can do, on standard output; errors go to standard error.\n"
	"Each buffer is opened for a moment to find out; no setting is changed.";

struct config {
	struct target_request target;
	char *const *command_line;
	char **names; /* devices to show; none = all */
	size_t name_count;
	bool json;
	const char *json_path; /* NULL = standard output */
};

static noreturn void print_and_exit(void (*print)(void))
{
	print();
	exit(fflush(stdout) == 0 ? EXIT_STATUS_DONE : EXIT_STATUS_FAILED);
}

static void print_help(void)
{
	options_print_help(stdout, TOOL_INFO, operands, about);
}

static void print_version(void)
{
	options_print_version(stdout, TOOL_INFO);
}

static void take_option(struct config *config, enum option_key key, const char *argument)
{
	switch (key) {
	case OPTION_JSON:
		config->json = true;
		config->json_path = argument;
		break;
	case OPTION_QUIET:
		message_set_level(MESSAGE_QUIET);
		break;
	case OPTION_VERBOSE:
		message_set_level(MESSAGE_VERBOSE);
		break;
	case OPTION_VERSION:
		print_and_exit(print_version);
	case OPTION_HELP:
		print_and_exit(print_help);
	default:
		break;
	}
}

static void parse(struct config *config, int argc, char **argv)
{
	struct options *options = options_begin(TOOL_INFO, argc, argv);
	const char *argument;
	enum option_key key;

	config->command_line = argv;
	while ((key = options_next(options, &argument)) != OPTION_END)
		if (!target_take_option(&config->target, key, options_spelling(options), argument))
			take_option(config, key, argument);
	config->names = options_operands(options, &config->name_count);
	options_end(options);
}

/* The devices named, or all. A wrong name does not hide the others, but it sets the status. */
static size_t choose_devices(const struct config *config, const struct iiodma_context *context,
			     struct iiodma_device **devices, enum exit_status *status)
{
	size_t count = 0;

	for (size_t i = 0; i < config->name_count; i++) {
		if (iiodma_context_find_device(context, config->names[i], &devices[count]) == 0) {
			count++;
			continue;
		}
		message_error("%s", iiodma_error_text());
		*status = EXIT_STATUS_USAGE;
	}
	for (size_t i = 0; config->name_count == 0 && i < iiodma_context_device_count(context); i++)
		devices[count++] = iiodma_context_device(context, i);
	return count;
}

static int print(const struct config *config, const struct facts *facts)
{
	FILE *out = config->json_path ? fopen(config->json_path, "we") : stdout;
	int r;

	if (!out)
		return -errno;
	r = config->json ? facts_print_json(facts, config->command_line, out) : facts_print_text(facts, out);
	if (fclose(out) == EOF && r == 0)
		r = -errno;
	return r;
}

static enum exit_status show(const struct config *config, const struct iiodma_context *context)
{
	const size_t most = iiodma_context_device_count(context) + config->name_count;
	struct iiodma_device **devices = calloc(most ? most : 1, sizeof(*devices));
	enum exit_status status = EXIT_STATUS_DONE;
	struct facts facts = {0};
	int r = -ENOMEM;

	if (devices)
		r = facts_gather(context, devices, choose_devices(config, context, devices, &status), &facts);
	if (r == 0)
		r = print(config, &facts);
	facts_clear(&facts);
	free(devices);
	if (r == 0)
		return status;
	message_error("write %s: %s (%s)", config->json_path ? config->json_path : "standard output", strerror(-r),
		      iiodma_errno_name(r));
	return EXIT_STATUS_FAILED;
}

int main(int argc, char **argv)
{
	struct config config = {0};
	struct iiodma_context *context;
	enum exit_status status;

	message_init(argv[0]);
	parse(&config, argc, argv);
	status = target_open_context(&config.target, &context);
	if (status != EXIT_STATUS_DONE)
		return (int)status;
	status = show(&config, context);
	iiodma_context_close(context);
	return (int)status;
}
