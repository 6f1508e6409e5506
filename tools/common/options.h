/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of all tools, as data: option_table.c holds each once, and the parser, --help and the OPTIONS section of
 * the man pages are made from it.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum tool {
	TOOL_READDEV = 1 << 0,
	TOOL_WRITEDEV = 1 << 1,
	TOOL_INFO = 1 << 2,
	TOOL_BENCH = 1 << 3,
	TOOL_BENCH_REPORT = 1 << 4,
	TOOL_BENCH_COMPARE = 1 << 5,
	TOOL_BENCH_SWEEP = 1 << 6,
	TOOL_BENCH_LIMIT = 1 << 7,
	TOOL_BENCH_DUPLEX = 1 << 8,
	TOOL_BENCH_MEMORY = 1 << 9,
};

#define TOOLS_MEASURING (TOOL_BENCH | TOOL_BENCH_SWEEP | TOOL_BENCH_LIMIT | TOOL_BENCH_DUPLEX)
#define TOOLS_STREAMING (TOOL_READDEV | TOOL_WRITEDEV | TOOLS_MEASURING)
#define TOOLS_MOVING (TOOL_READDEV | TOOL_WRITEDEV)
#define TOOLS_REPORTING (TOOLS_MEASURING | TOOL_BENCH_REPORT)
#define TOOLS_ALL (TOOLS_STREAMING | TOOL_INFO | TOOL_BENCH_REPORT | TOOL_BENCH_COMPARE | TOOL_BENCH_MEMORY)

enum option_category {
	OPTION_TARGET, /* which context, device, buffer */
	OPTION_STREAM, /* how samples travel */
	OPTION_AMOUNT, /* how many, how long */
	OPTION_MEMORY, /* where blocks live and how the CPU sees them */
	OPTION_CHECK,  /* what is proved about the data */
	OPTION_OUTPUT, /* where data and reports go */
	OPTION_SYSTEM, /* scheduling */
	OPTION_GENERAL,
	OPTION_CATEGORIES,
};

enum option_key {
	OPTION_END = 0,
	OPTION_URI,
	OPTION_AUTO,
	OPTION_SCAN,
	OPTION_BUFFER_INDEX,
	OPTION_TRIGGER,
	OPTION_DIRECTION,
	OPTION_BLOCK,
	OPTION_DEPTH,
	OPTION_CHANNEL_COUNT,
	OPTION_TIMEOUT,
	OPTION_API,
	OPTION_CYCLIC,
	OPTION_STRICT,
	OPTION_FIT,
	OPTION_SAMPLES,
	OPTION_BYTES,
	OPTION_BENCHMARK,
	OPTION_DURATION,
	OPTION_WARMUP,
	OPTION_REPEAT,
	OPTION_INTERVAL,
	OPTION_RATE,
	OPTION_MAP,
	OPTION_SETTING,
	OPTION_FILEIO_MAP,
	OPTION_FILEIO_MAP_WITH,
	OPTION_MATRIX,
	OPTION_PLAN,
	OPTION_HEAP,
	OPTION_HEAP_FALLBACK,
	OPTION_MEMORY_KIND,
	OPTION_NO_SYNC,
	OPTION_TOUCH,
	OPTION_VERIFY,
	OPTION_HASH,
	OPTION_NO_TEST_MODE,
	OPTION_REQUIRE,
	OPTION_MAX_LOST,
	OPTION_SPLIT,
	OPTION_INPUT_FILE,
	OPTION_OUTPUT_FILE,
	OPTION_APPEND,
	OPTION_JSON,
	OPTION_JSON_LINES,
	OPTION_CSV,
	OPTION_MARKDOWN,
	OPTION_HTML,
	OPTION_PLOT,
	OPTION_ONLY,
	OPTION_CONFIDENCE,
	OPTION_MIN_CHANGE,
	OPTION_FAIL_ON,
	OPTION_RT,
	OPTION_CPU,
	OPTION_MLOCK,
	OPTION_QUIET,
	OPTION_VERBOSE,
	OPTION_VERSION,
	OPTION_HELP,
};

struct option_entry {
	enum option_key key;
	char letter;          /* '\0': long name only */
	const char *name;     /* without the dashes */
	const char *argument; /* NULL: takes none; "[FILTER]": may be left out */
	enum option_category category;
	unsigned int tools; /* set of enum tool */
	const char *help;   /* one or more sentences, no line breaks */
};

extern const struct option_entry option_table[];
extern const size_t option_count;
extern const char *const option_category_titles[OPTION_CATEGORIES];

/* Whether the entry's argument may be left out. */
bool option_argument_optional(const struct option_entry *entry);

/* "iiodma-readdev", and what the tool's usage line says after it. */
const char *option_tool_name(enum tool tool);

/* A command line being read. */
struct options;

/* Begin with @argv as main() got it; it is reordered so that operands come last. One at a time in a process. */
struct options *options_begin(enum tool tool, int argc, char **argv);
void options_end(struct options *options);

/*
 * The next option's key with its argument (NULL when it has none), OPTION_END after the last. An unknown option, a
 * missing or an unwanted argument ends the program with one sentence and status 2.
 */
enum option_key options_next(struct options *options, const char **ret_argument);

/* The option just read, as the user wrote it: "-b" or "--buffer-size". Valid until the next options_next(). */
const char *options_spelling(const struct options *options);

/* What stands after the options, ended by NULL; valid as long as argv. */
char **options_operands(const struct options *options, size_t *ret_count);

/*
 * The next item of a list separated by commas into @item, from @rest, which begins as @text. Returns what follows it, NULL
 * after the last. An empty or too long item ends the program with one sentence and status 2.
 */
const char *options_list_item(const char *spelling, const char *text, const char *rest, char *item, size_t size);

/* @operands: "DEVICE [CHANNEL...]"; @about: what the tool does, one line. */
void options_print_help(FILE *out, enum tool tool, const char *operands, const char *about);
void options_print_version(FILE *out, enum tool tool);

#endif
