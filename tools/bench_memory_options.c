/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_memory.h"
#include "common/message.h"
#include "common/units.h"

#define REPEATS_DEFAULT 3u
#define REPEATS_MAX 10000u
#define LEAST_DEFAULT_NS INT64_C(10000000)
#define LEAST_MAX_NS INT64_C(60000000000)
#define ITEM_BYTES (RESULT_NAME_SIZE + 1)

static const uint64_t sizes_default[] = {4 << 10, 64 << 10, 1 << 20, 16 << 20};

typedef void (*take_item)(struct memory_options *options, const char *spelling, const char *item);

static void take_size(struct memory_options *options, const char *spelling, const char *item)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t bytes = units_option_bytes(spelling, item, page, IIODMA_BLOCK_BYTES_MAX);
	struct memory_result *result = options->result;

	if (bytes % page)
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is not whole pages; valid: multiples of %llu bytes, up to %llu", spelling,
			    item, (unsigned long long)page, (unsigned long long)IIODMA_BLOCK_BYTES_MAX);
	if (result->size_count == MEMORY_SIZES_MAX)
		message_die(EXIT_STATUS_USAGE, "option %s: at most %u sizes", spelling, MEMORY_SIZES_MAX);
	result->sizes[result->size_count++] = bytes;
}

static void add_source(struct memory_options *options, const char *spelling, enum iiodma_memory kind, const char *heap)
{
	if (memory_source_add(options->result, kind, heap) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: at most %u kinds of memory", spelling, MEMORY_SOURCES_MAX);
	options->chosen = true;
}

static void take_heap(struct memory_options *options, const char *spelling, const char *item)
{
	if (iiodma_heap_name_check(item) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: %s", spelling, iiodma_error_text());
	add_source(options, spelling, IIODMA_MEMORY_HEAP, item);
}

static void take_kind(struct memory_options *options, const char *spelling, const char *item)
{
	static const enum iiodma_memory kinds[] = {IIODMA_MEMORY_UDMABUF, IIODMA_MEMORY_UDMABUF_HUGE,
						   IIODMA_MEMORY_ORDINARY};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(item, iiodma_memory_name(kinds[i])) == 0) {
			add_source(options, spelling, kinds[i], "");
			return;
		}
	}
	message_die(
		EXIT_STATUS_USAGE,
		"option %s: '%s' is no kind of memory; valid: udmabuf, udmabuf-huge, ordinary, and --heap for heaps",
		spelling, item);
}

static void take_list(struct memory_options *options, const char *spelling, const char *text, take_item take)
{
	for (const char *rest = text;; rest++) {
		const size_t length = strcspn(rest, ",");
		char item[ITEM_BYTES];

		if (length == 0)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' has an empty item; valid: values separated by commas", spelling,
				    text);
		if (length >= sizeof(item))
			message_die(EXIT_STATUS_USAGE, "option %s: '%s' has an item of more than %d characters",
				    spelling, text, ITEM_BYTES - 1);
		memcpy(item, rest, length);
		item[length] = '\0';
		take(options, spelling, item);
		rest += length;
		if (*rest == '\0')
			return;
	}
}

static void choose_format(struct memory_options *options, const char *spelling, bool *format)
{
	*format = true;
	if (options->json && options->csv)
		message_die(EXIT_STATUS_USAGE,
			    "option %s: --json and --csv exclude each other; --json=FILE goes with --csv", spelling);
}

static void take_report(struct memory_options *options, enum option_key key, const char *spelling, const char *argument)
{
	if (argument && !*argument)
		message_die(EXIT_STATUS_USAGE, "option %s: '' is no file name", spelling);
	if (key == OPTION_OUTPUT_FILE)
		options->output_file = argument;
	else if (key == OPTION_CSV)
		choose_format(options, spelling, &options->csv);
	else if (argument)
		options->json_file = argument;
	else
		choose_format(options, spelling, &options->json);
}

static void take_general(enum option_key key)
{
	static const char about[] = "Measure what the processor reaches in each kind of memory a block can be in, and "
				    "what cache maintenance costs\n"
				    "there. Needs no converter. Without options: every DMA heap, udmabuf with both "
				    "sizes of pages, and ordinary\n"
				    "memory to compare with.";

	switch (key) {
	case OPTION_QUIET:
		message_set_level(MESSAGE_QUIET);
		break;
	case OPTION_VERBOSE:
		message_set_level(MESSAGE_VERBOSE);
		break;
	case OPTION_VERSION:
		options_print_version(stdout, TOOL_BENCH_MEMORY);
		exit(EXIT_STATUS_DONE);
	default:
		options_print_help(stdout, TOOL_BENCH_MEMORY, "", about);
		exit(EXIT_STATUS_DONE);
	}
}

static void take_option(struct memory_options *options, enum option_key key, const char *spelling, const char *argument)
{
	switch (key) {
	case OPTION_BLOCK:
		options->result->size_count = 0;
		take_list(options, spelling, argument, take_size);
		break;
	case OPTION_HEAP:
		take_list(options, spelling, argument, take_heap);
		break;
	case OPTION_MEMORY_KIND:
		take_list(options, spelling, argument, take_kind);
		break;
	case OPTION_REPEAT:
		options->result->repeats = (unsigned int)units_option_count(spelling, argument, 1, REPEATS_MAX);
		break;
	case OPTION_DURATION:
		options->result->least_ns = units_option_duration(spelling, argument, 1, LEAST_MAX_NS);
		break;
	case OPTION_JSON:
	case OPTION_CSV:
	case OPTION_OUTPUT_FILE:
		take_report(options, key, spelling, argument);
		break;
	default:
		if (!scheduling_take_option(&options->scheduling, key, spelling, argument))
			take_general(key);
	}
}

void memory_options_read(struct memory_options *options, struct memory_result *result, int argc, char **argv)
{
	struct options *reading = options_begin(TOOL_BENCH_MEMORY, argc, argv);
	const char *argument;
	enum option_key key;
	char **operands;
	size_t count;

	*options = (struct memory_options){.result = result};
	result->repeats = REPEATS_DEFAULT;
	result->least_ns = LEAST_DEFAULT_NS;
	while ((key = options_next(reading, &argument)) != OPTION_END)
		take_option(options, key, options_spelling(reading), argument);
	operands = options_operands(reading, &count);
	if (count > 0)
		message_die(EXIT_STATUS_USAGE, "'%s': memory is measured without a converter and takes no device",
			    operands[0]);
	options_end(reading);
	if (options->json_file && options->output_file && strcmp(options->json_file, options->output_file) == 0)
		message_die(EXIT_STATUS_USAGE, "options --json and -o name the same file '%s'", options->json_file);
	if (result->size_count == 0) {
		memcpy(result->sizes, sizes_default, sizeof(sizes_default));
		result->size_count = sizeof(sizes_default) / sizeof(*sizes_default);
	}
}
