/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fills in what man pages have in common with the tools themselves: reads the scdoc template on standard input, writes
 * the page to standard output, and puts in place of a line
 *
 *     @OPTIONS@       the option table
 *     @EXIT_STATUS@   the exit statuses
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/exit_status.h"
#include "common/options.h"

/* scdoc takes these for formatting. */
static void print_escaped(const char *text)
{
	for (; *text; text++) {
		if (strchr("_*\\<>#", *text))
			putchar('\\');
		putchar(*text);
	}
}

static void print_entry(const struct option_entry *entry)
{
	if (entry->letter)
		printf("*-%c*, ", entry->letter);
	printf("*--%s*", entry->name);
	if (entry->argument) {
		fputs(option_argument_optional(entry) ? "" : " ", stdout);
		/* "[=FILE]" shows already how it is joined to the name, "[FILTER]" does not. */
		if (option_argument_optional(entry) && entry->argument[1] != '=')
			printf("[=%s", entry->argument + 1);
		else if (option_argument_optional(entry))
			print_escaped(entry->argument);
		else
			printf("_%s_", entry->argument);
	}
	fputs("\n\t", stdout);
	print_escaped(entry->help);
	fputs("\n\n", stdout);
}

static void print_options(enum tool tool)
{
	for (int category = 0; category < OPTION_CATEGORIES; category++) {
		bool titled = false;

		for (size_t i = 0; i < option_count; i++) {
			if ((int)option_table[i].category != category || !(option_table[i].tools & tool))
				continue;
			if (!titled)
				printf("## %s\n\n", option_category_titles[category]);
			titled = true;
			print_entry(&option_table[i]);
		}
	}
}

/* Which statuses a tool has: 77 is for tests, 6 for the bench, and information streams nothing. */
static bool tool_has_status(enum tool tool, int status)
{
	switch (status) {
	case EXIT_STATUS_SKIPPED:
		return false;
	case EXIT_STATUS_UNMET:
		return tool == TOOL_BENCH || tool == TOOL_BENCH_COMPARE;
	case EXIT_STATUS_READER_GONE:
		return tool != TOOL_INFO;
	case EXIT_STATUS_INTERRUPTED:
	case EXIT_STATUS_TERMINATED:
		return tool & (TOOLS_STREAMING | TOOL_BENCH_MEMORY);
	case EXIT_STATUS_LOST:
	case EXIT_STATUS_TIMEOUT:
	case EXIT_STATUS_GONE:
		return tool & TOOLS_STREAMING;
	default:
		return true;
	}
}

static void print_exit_statuses(enum tool tool)
{
#define PRINT_STATUS(name, number, meaning)  \
	if (tool_has_status(tool, number)) { \
		printf("*%d*\n\t", number);  \
		print_escaped(meaning);      \
		fputs("\n\n", stdout);       \
	}
	EXIT_STATUS_LIST(PRINT_STATUS)
#undef PRINT_STATUS
}

/* The page of "iiodma-bench report" is called iiodma-bench-report. */
static bool names_page(const char *page, const char *tool)
{
	while (*page && (*page == *tool || (*page == '-' && *tool == ' '))) {
		page++;
		tool++;
	}
	return *page == '\0' && *tool == '\0';
}

int main(int argc, char **argv)
{
	static const enum tool tools[] = {TOOL_READDEV,      TOOL_WRITEDEV,      TOOL_INFO,        TOOL_BENCH,
					  TOOL_BENCH_REPORT, TOOL_BENCH_COMPARE, TOOL_BENCH_SWEEP, TOOL_BENCH_LIMIT,
					  TOOL_BENCH_DUPLEX, TOOL_BENCH_MEMORY};
	enum tool tool = 0;
	char line[4096];

	for (size_t i = 0; argc == 2 && i < sizeof(tools) / sizeof(*tools); i++)
		if (names_page(argv[1], option_tool_name(tools[i])))
			tool = tools[i];
	if (!tool) {
		fprintf(stderr, "usage: make_man TOOL < TEMPLATE > PAGE\n");
		return EXIT_STATUS_USAGE;
	}
	while (fgets(line, sizeof(line), stdin)) {
		if (!strcmp(line, "@OPTIONS@\n"))
			print_options(tool);
		else if (!strcmp(line, "@EXIT_STATUS@\n"))
			print_exit_statuses(tool);
		else
			fputs(line, stdout);
	}
	return fflush(stdout) == EOF || ferror(stdin) ? EXIT_STATUS_FAILED : EXIT_STATUS_DONE;
}
