/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the figures mean. Rates are compared with those of ordinary memory of the same size, in the same run: a cached mapping reaches
 * them, an uncached one is an order of magnitude below when reading, and gathers writes or does not. The limits lie in the wide gaps
 * between; what falls into a gap is said to be unclear.
 */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "bench_memory.h"
#include "common/report_words.h"
#include "common/sysinfo.h"

#define CACHED_LEAST 0.5      /* of ordinary memory's rate */
#define UNCACHED_MOST 0.25    /* uncached reads are known at 1/4 to 1/100 */
#define GATHERED_LEAST 0.1    /* gathered writes at 1/1 to 1/6, single ones below 1/20 */
#define GATHERED_READS 3.0    /* and well above reading, relative to ordinary memory */
#define MAINTAINED_GROWTH 3.0 /* sync of the largest block against the smallest … */
#define MAINTAINED_SPAN 16u   /* … when it is so many times as large */

static void append(char *text, const char *separator, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void append(char *text, const char *separator, const char *format, ...)
{
	size_t used = strlen(text);
	va_list arguments;

	if (used > 0 && used < MEMORY_WORDS)
		used += (size_t)snprintf(text + used, MEMORY_WORDS - used, "%s", separator);
	if (used >= MEMORY_WORDS)
		return;
	va_start(arguments, format);
	vsnprintf(text + used, MEMORY_WORDS - used, format, arguments);
	va_end(arguments);
}

static const struct memory_cell *cells_of(const struct memory_result *result, size_t source)
{
	return &result->cells[source * result->size_count];
}

static const struct memory_cell *ordinary_cells(const struct memory_result *result)
{
	for (size_t i = 0; i < result->source_count; i++)
		if (result->sources[i].kind == IIODMA_MEMORY_ORDINARY)
			return cells_of(result, i);
	return NULL;
}

/* The middle of all sizes: one that a cache or a loaded moment has spoiled decides nothing. */
static double ratio_of(const struct memory_result *result, size_t source, enum memory_figure figure)
{
	const struct memory_cell *cells = cells_of(result, source);
	const struct memory_cell *ordinary = ordinary_cells(result);
	double ratios[MEMORY_SIZES_MAX];

	for (size_t i = 0; ordinary && i < result->size_count; i++)
		ratios[i] = memory_statistics(&cells[i], figure).mean / memory_statistics(&ordinary[i], figure).mean;
	return statistics_of(ratios, ordinary ? result->size_count : 0).median;
}

static enum memory_mapping mapping_of(double read_ratio, double write_ratio)
{
	if (isnan(read_ratio) || isnan(write_ratio))
		return MEMORY_MAPPING_UNKNOWN;
	if (read_ratio >= CACHED_LEAST && write_ratio >= CACHED_LEAST)
		return MEMORY_MAPPING_CACHED;
	if (read_ratio > UNCACHED_MOST)
		return MEMORY_MAPPING_UNCLEAR;
	return write_ratio >= GATHERED_LEAST && write_ratio >= GATHERED_READS * read_ratio ? MEMORY_MAPPING_GATHERED
											   : MEMORY_MAPPING_UNCACHED;
}

const char *memory_mapping_name(enum memory_mapping mapping)
{
	static const char *const names[] = {
		[MEMORY_MAPPING_CACHED] = "cached",
		[MEMORY_MAPPING_UNCACHED] = "uncached",
		[MEMORY_MAPPING_GATHERED] = "write-combine",
		[MEMORY_MAPPING_UNCLEAR] = "unclear",
	};

	return mapping == MEMORY_MAPPING_UNKNOWN ? NULL : names[mapping];
}

/* ---- what is stated ---- */

/* A stated memory type says more than the mapping's name: coherent memory is cached where DMA sees the caches. */
static bool stated_cached(const struct memory_source *source, bool *ret_cached)
{
	if (source->attribute[0]) {
		*ret_cached = strcmp(source->attribute, "write-back") == 0;
		return true;
	}
	*ret_cached = source->kind == IIODMA_MEMORY_ORDINARY || strcmp(source->mapping, "noncoherent") == 0;
	return *ret_cached || strcmp(source->mapping, "writecombine") == 0;
}

static bool contradicts(const struct memory_source *source, enum memory_mapping measured)
{
	bool cached;

	if (measured == MEMORY_MAPPING_UNKNOWN || measured == MEMORY_MAPPING_UNCLEAR || !stated_cached(source, &cached))
		return false;
	return cached != (measured == MEMORY_MAPPING_CACHED);
}

/* ---- cache maintenance ---- */

static double sync_seconds(const struct memory_cell *cell)
{
	double sum = 0;

	for (unsigned int figure = MEMORY_RATES; figure < MEMORY_FIGURES; figure++)
		sum += memory_statistics(cell, figure).mean;
	return sum;
}

/* The smallest and the largest size with times; false when they are too near for a word about growth. */
static bool find_span(const struct memory_result *result, size_t source, const struct memory_cell **ret_small,
		      const struct memory_cell **ret_large)
{
	const struct memory_cell *cells = cells_of(result, source);

	*ret_small = *ret_large = NULL;
	for (size_t i = 0; i < result->size_count; i++) {
		if (!isfinite(sync_seconds(&cells[i])))
			continue;
		if (!*ret_small || cells[i].bytes < (*ret_small)->bytes)
			*ret_small = &cells[i];
		if (!*ret_large || cells[i].bytes > (*ret_large)->bytes)
			*ret_large = &cells[i];
	}
	return *ret_small && (*ret_large)->bytes >= MAINTAINED_SPAN * (*ret_small)->bytes;
}

static void judge_sync(const struct memory_result *result, size_t source, struct memory_verdict *verdict)
{
	const struct memory_cell *small, *large;
	char read[64], write[64];

	if (!find_span(result, source, &small, &large))
		return;
	verdict->maintained = sync_seconds(large) >= MAINTAINED_GROWTH * sync_seconds(small);
	report_duration_words(memory_sync_seconds_per_mebibyte(large, MEMORY_BEGIN_READ), read, sizeof(read));
	report_duration_words(memory_sync_seconds_per_mebibyte(large, MEMORY_BEGIN_WRITE), write, sizeof(write));
	if (verdict->maintained)
		append(verdict->words, "; ",
		       "sync grows with the block, so the cache is maintained: %s per MiB read, %s per MiB written",
		       read, write);
	else
		append(verdict->words, "; ",
		       "sync does not grow with the block: the call alone, no cache maintenance (no device is "
		       "attached)");
}

/* ---- in words ---- */

/* "as fast as", "at 1/15 of", "at 0.62 of" ordinary memory */
static const char *ratio_words(double ratio, char *text, size_t size)
{
	if (ratio >= 0.9)
		snprintf(text, size, "as fast as");
	else if (ratio >= CACHED_LEAST)
		snprintf(text, size, "at ratio=%.2f of", ratio);
	else
		snprintf(text, size, "at 1/%.0f of", 1 / ratio);
	return text;
}

static void judge_mapping(const struct memory_source *source, struct memory_verdict *verdict)
{
	static const char *const meanings[] = {
		[MEMORY_MAPPING_CACHED] = "cached",
		[MEMORY_MAPPING_UNCACHED] = "uncached, writes are not gathered",
		[MEMORY_MAPPING_GATHERED] = "uncached, writes are gathered (write-combine)",
		[MEMORY_MAPPING_UNCLEAR] = "unclear: like neither cached nor uncached memory",
	};
	char read[64], write[64];

	append(verdict->words, "; ", "reads %s, writes %s ordinary memory: %s",
	       ratio_words(verdict->read_ratio, read, sizeof(read)),
	       ratio_words(verdict->write_ratio, write, sizeof(write)), meanings[verdict->mapping]);
	if (source->kind == IIODMA_MEMORY_ORDINARY)
		return;
	if (!source->mapping[0] && !source->attribute[0])
		append(verdict->words, "; ", "nobody states its mapping");
	else
		append(verdict->words, "; ", "%s: %s%s%s%s",
		       verdict->contradicts ? "CONTRADICTS what is stated" : "stated",
		       source->mapping[0] ? source->mapping : "unknown", source->attribute[0] ? " (" : "",
		       source->attribute, source->attribute[0] ? ")" : "");
}

static void say_unseen(const struct memory_source *source, const char *hypervisor, struct memory_verdict *verdict)
{
	append(verdict->words, "; ",
	       "its mapping cannot be seen here: the processor is emulated (%s), and an emulated one knows no memory "
	       "types",
	       hypervisor);
	if (source->mapping[0])
		append(verdict->words, "; ", "stated: %s%s%s%s", source->mapping, source->attribute[0] ? " (" : "",
		       source->attribute, source->attribute[0] ? ")" : "");
}

static const struct memory_cell *first_unmeasured(const struct memory_result *result, size_t source)
{
	const struct memory_cell *cells = cells_of(result, source);

	for (size_t i = 0; i < result->size_count; i++)
		if (cells[i].run_count > 0)
			return NULL;
	return cells;
}

struct memory_verdict memory_judge(const struct memory_result *result, size_t index)
{
	const struct memory_source *source = &result->sources[index];
	const struct memory_cell *unmeasured = first_unmeasured(result, index);
	struct memory_verdict verdict = {
		.read_ratio = ratio_of(result, index, MEMORY_READ),
		.write_ratio = ratio_of(result, index, MEMORY_WRITE),
	};

	if (unmeasured) {
		append(verdict.words, "", "%s (%s)", result_status_name(unmeasured->status), unmeasured->reason);
		return verdict;
	}
	if (source->kind == IIODMA_MEMORY_ORDINARY) {
		append(verdict.words, "", "what the others are compared with");
		return verdict;
	}
	if (result->system && system_info_is_emulated(result->system)) {
		say_unseen(source, result->system->hypervisor, &verdict);
	} else {
		verdict.mapping = mapping_of(verdict.read_ratio, verdict.write_ratio);
		verdict.contradicts = contradicts(source, verdict.mapping);
		if (verdict.mapping != MEMORY_MAPPING_UNKNOWN)
			judge_mapping(source, &verdict);
	}
	judge_sync(result, index, &verdict);
	return verdict;
}
