/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "options.h"

#include <getopt.h>
#include <iiodma/version.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

#define HELP_WIDTH 80u
#define HELP_INDENT 12u

/* Keys without a letter get numbers beyond all letters. */
#define LONG_ONLY_BASE 1000

struct options {
	enum tool tool;
	int argc;
	char **argv;
	char letters[3 * 64 + 2];
	struct option *long_options;
	char spelling[64];
};

bool option_argument_optional(const struct option_entry *entry)
{
	return entry->argument && entry->argument[0] == '[';
}

const char *option_tool_name(enum tool tool)
{
	switch (tool) {
	case TOOL_READDEV:
		return "iiodma-readdev";
	case TOOL_WRITEDEV:
		return "iiodma-writedev";
	case TOOL_INFO:
		return "iiodma-info";
	case TOOL_BENCH:
		return "iiodma-bench";
	case TOOL_BENCH_REPORT:
		return "iiodma-bench report";
	case TOOL_BENCH_MEMORY:
		return "iiodma-bench memory";
	case TOOL_BENCH_COMPARE:
		return "iiodma-bench compare";
	case TOOL_BENCH_SWEEP:
		return "iiodma-bench sweep";
	case TOOL_BENCH_LIMIT:
		return "iiodma-bench limit";
	case TOOL_BENCH_DUPLEX:
		return "iiodma-bench duplex";
	}
	return "iiodma";
}

static int getopt_value(const struct option_entry *entry)
{
	return entry->letter ? entry->letter : LONG_ONLY_BASE + (int)entry->key;
}

static int getopt_argument(const struct option_entry *entry)
{
	if (!entry->argument)
		return no_argument;
	return option_argument_optional(entry) ? optional_argument : required_argument;
}

static void build_tables(struct options *options)
{
	char *letter = options->letters;
	struct option *long_option = options->long_options;

	*letter++ = ':'; /* our own messages */
	for (size_t i = 0; i < option_count; i++) {
		const struct option_entry *entry = &option_table[i];

		if (!(entry->tools & options->tool))
			continue;
		if (entry->letter) {
			*letter++ = entry->letter;
			for (int colons = getopt_argument(entry); colons > 0; colons--)
				*letter++ = ':';
		}
		*long_option++ = (struct option){entry->name, getopt_argument(entry), NULL, getopt_value(entry)};
	}
	*letter = '\0';
	*long_option = (struct option){0};
}

struct options *options_begin(enum tool tool, int argc, char **argv)
{
	struct options *options = calloc(1, sizeof(*options));

	if (options)
		options->long_options = calloc(option_count + 1, sizeof(*options->long_options));
	if (!options || !options->long_options)
		message_die(EXIT_STATUS_FAILED, "out of memory");
	options->tool = tool;
	options->argc = argc;
	options->argv = argv;
	build_tables(options);
	optind = 0; /* also forgets an earlier command line */
	opterr = 0;
	return options;
}

void options_end(struct options *options)
{
	if (!options)
		return;
	free(options->long_options);
	free(options);
}

static const struct option_entry *find_entry(const struct options *options, int value)
{
	for (size_t i = 0; i < option_count; i++)
		if ((option_table[i].tools & options->tool) && getopt_value(&option_table[i]) == value)
			return &option_table[i];
	return NULL;
}

/* getopt does not keep how an option was written; the word it is at tells. */
static void remember_spelling(struct options *options, const struct option_entry *entry, int long_index)
{
	if (long_index >= 0 || !entry->letter)
		snprintf(options->spelling, sizeof(options->spelling), "--%s", entry->name);
	else
		snprintf(options->spelling, sizeof(options->spelling), "-%c", entry->letter);
}

static noreturn void refuse(const struct options *options, int answer)
{
	const char *word = options->argv[optind > 0 ? optind - 1 : 0];
	const bool is_long = !strncmp(word, "--", 2);
	const char *name = option_tool_name(options->tool);
	const struct option_entry *entry = optopt ? find_entry(options, optopt) : NULL;

	if (answer == ':')
		message_die(EXIT_STATUS_USAGE, "option %s%.*s needs a value: %s", is_long ? "" : "-",
			    is_long ? (int)strlen(word) : 1, is_long ? word : (const char[]){(char)optopt, '\0'},
			    entry ? entry->argument : "");
	if (is_long && entry && !entry->argument)
		message_die(EXIT_STATUS_USAGE, "option --%s takes no value: '%s'", entry->name, word);
	if (is_long)
		message_die(EXIT_STATUS_USAGE, "unknown or ambiguous option '%s'; '%s --help' lists the options", word,
			    name);
	message_die(EXIT_STATUS_USAGE, "unknown option '-%c'; '%s --help' lists the options", optopt, name);
}

enum option_key options_next(struct options *options, const char **ret_argument)
{
	const struct option_entry *entry;
	int long_index = -1;
	int answer = getopt_long(options->argc, options->argv, options->letters, options->long_options, &long_index);

	*ret_argument = NULL;
	if (answer == -1)
		return OPTION_END;
	if (answer == '?' || answer == ':')
		refuse(options, answer);
	entry = find_entry(options, answer);
	if (!entry)
		refuse(options, '?');
	remember_spelling(options, entry, long_index);
	*ret_argument = optarg;
	return entry->key;
}

const char *options_spelling(const struct options *options)
{
	return options->spelling;
}

char **options_operands(const struct options *options, size_t *ret_count)
{
	*ret_count = (size_t)(options->argc - optind);
	return options->argv + optind;
}

const char *options_list_item(const char *spelling, const char *text, const char *rest, char *item, size_t size)
{
	size_t length = strcspn(rest, ",");

	if (length == 0)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' has an empty item; valid: values separated by commas",
			    spelling, text);
	if (length >= size)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' has an item of more than %zu characters", spelling,
			    text, size - 1);
	memcpy(item, rest, length);
	item[length] = '\0';
	return rest[length] ? rest + length + 1 : NULL;
}

static void print_wrapped(FILE *out, const char *text)
{
	size_t column = HELP_INDENT;

	fprintf(out, "%*s", (int)HELP_INDENT, "");
	while (*text) {
		const size_t length = strcspn(text, " ");

		if (column > HELP_INDENT && column + 1 + length > HELP_WIDTH) {
			fprintf(out, "\n%*s", (int)HELP_INDENT, "");
			column = HELP_INDENT;
		} else if (column > HELP_INDENT) {
			fputc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", (int)length, text);
		column += length;
		text += length;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static void print_entry(FILE *out, const struct option_entry *entry)
{
	/* "[=FILE]" already shows how the value is joined, "FILE" does not. */
	const char *join = !entry->argument || entry->argument[1] == '=' ? ""
			   : option_argument_optional(entry)             ? "="
									 : " ";

	fputs("    ", out);
	if (entry->letter)
		fprintf(out, "-%c, ", entry->letter);
	fprintf(out, "--%s%s%s\n", entry->name, join, entry->argument ? entry->argument : "");
	print_wrapped(out, entry->help);
}

void options_print_help(FILE *out, enum tool tool, const char *operands, const char *about)
{
	fprintf(out, "Usage: %s [OPTION...]%s%s\n%s\n", option_tool_name(tool), *operands ? " " : "", operands, about);
	for (int category = 0; category < OPTION_CATEGORIES; category++) {
		bool titled = false;

		for (size_t i = 0; i < option_count; i++) {
			const struct option_entry *entry = &option_table[i];

			if ((int)entry->category != category || !(entry->tools & tool))
				continue;
			if (!titled)
				fprintf(out, "\n%s:\n", option_category_titles[category]);
			titled = true;
			print_entry(out, entry);
		}
	}
	fputs("\nNumbers take k M G T (thousands) or Ki Mi Gi Ti (1024s): 64Ki, 61.44M, 1.5Gi.\n", out);
}

void options_print_version(FILE *out, enum tool tool)
{
	fprintf(out, "%s %s\n", option_tool_name(tool), iiodma_version());
}
