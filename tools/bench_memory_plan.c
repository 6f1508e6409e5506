/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which kinds of memory there are to measure. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_memory.h"

static void look_at_mapping(struct memory_source *source)
{
	struct iiodma_mapping_info info = {.size = sizeof(info)};

	if (iiodma_memory_mapping(source->kind, source->heap[0] ? source->heap : NULL, &info) < 0)
		return;
	if (info.effective != IIODMA_MAPPING_UNKNOWN)
		result_name_set(source->mapping, iiodma_mapping_name(info.effective));
	result_name_set(source->origin, info.origin);
	result_name_set(source->attribute, info.attribute);
	if (info.refused[0])
		snprintf(source->refused, sizeof(source->refused), "refused by this platform: %s", info.refused);
}

int memory_source_add(struct memory_result *result, enum iiodma_memory kind, const char *heap)
{
	struct memory_source *source = &result->sources[result->source_count];

	for (size_t i = 0; i < result->source_count; i++)
		if (result->sources[i].kind == kind && strcmp(result->sources[i].heap, heap) == 0)
			return 0;
	if (result->source_count == MEMORY_SOURCES_MAX)
		return -E2BIG;
	*source = (struct memory_source){.kind = kind};
	result_name_set(source->heap, heap);
	look_at_mapping(source);
	result->source_count++;
	return 0;
}

static int add_heaps(struct memory_result *result, int (*list)(char ***ret_names))
{
	char **heaps;
	int count = list(&heaps);
	int ret = count < 0 ? count : 0;

	for (int i = 0; ret == 0 && i < count; i++)
		ret = memory_source_add(result, IIODMA_MEMORY_HEAP, heaps[i]);
	if (count >= 0)
		iiodma_heap_list_free(heaps);
	return ret;
}

int memory_add_all(struct memory_result *result)
{
	/* Those of the project's own module are listed where it is not loaded, too: what is missing shall be seen. */
	static const char *const own[] = {"system", "iiodma-coherent", "iiodma-noncoherent", "iiodma-writecombine"};
	int ret = memory_source_add(result, IIODMA_MEMORY_ORDINARY, "");

	for (size_t i = 0; ret == 0 && i < sizeof(own) / sizeof(*own); i++)
		ret = memory_source_add(result, IIODMA_MEMORY_HEAP, own[i]);
	if (ret == 0)
		ret = add_heaps(result, iiodma_heap_list);
	if (ret == 0)
		ret = add_heaps(result, iiodma_heap_list_refused);
	if (ret == 0)
		ret = memory_source_add(result, IIODMA_MEMORY_UDMABUF, "");
	if (ret == 0)
		ret = memory_source_add(result, IIODMA_MEMORY_UDMABUF_HUGE, "");
	return ret;
}

void memory_source_words(const struct memory_source *source, char *text, size_t size)
{
	snprintf(text, size, "%s%s%s", iiodma_memory_name(source->kind), source->heap[0] ? ":" : "", source->heap);
}

static int make_cell(const struct memory_result *result, struct memory_cell *cell)
{
	const struct memory_source *source = &result->sources[cell->source];

	cell->values = calloc((size_t)result->repeats * MEMORY_FIGURES, sizeof(*cell->values));
	if (!cell->values)
		return -ENOMEM;
	if (source->refused[0]) {
		cell->status = RESULT_IMPOSSIBLE;
		result_text_set(cell->reason, source->refused);
	}
	return 0;
}

int memory_make_cells(struct memory_result *result)
{
	int ret = 0;

	result->cell_count = result->source_count * result->size_count;
	result->cells = calloc(result->cell_count ? result->cell_count : 1, sizeof(*result->cells));
	if (!result->cells)
		return -ENOMEM;
	for (size_t i = 0; ret == 0 && i < result->cell_count; i++) {
		struct memory_cell *cell = &result->cells[i];

		cell->source = i / result->size_count;
		cell->bytes = result->sizes[i % result->size_count];
		ret = make_cell(result, cell);
	}
	return ret;
}

void memory_clear(struct memory_result *result)
{
	for (size_t i = 0; result->cells && i < result->cell_count; i++)
		free(result->cells[i].values);
	free(result->cells);
	result->cells = NULL;
	result->cell_count = 0;
}

/* ---- statistics ---- */

struct statistics memory_statistics(const struct memory_cell *cell, enum memory_figure figure)
{
	double *values = calloc(cell->run_count ? cell->run_count : 1, sizeof(*values));
	struct statistics statistics;

	if (!values)
		return statistics_of(NULL, 0);
	for (size_t i = 0; i < cell->run_count; i++)
		values[i] = cell->values[i * MEMORY_FIGURES + figure];
	statistics = statistics_of(values, cell->run_count);
	free(values);
	return statistics;
}

double memory_sync_seconds_per_mebibyte(const struct memory_cell *cell, enum memory_figure begin)
{
	const double seconds = memory_statistics(cell, begin).mean + memory_statistics(cell, begin + 1).mean;

	return seconds * 1048576.0 / (double)cell->bytes;
}

const char *memory_figure_key(enum memory_figure figure)
{
	static const char *const keys[MEMORY_FIGURES] = {
		[MEMORY_READ] = "read_bytes_per_second",           [MEMORY_WRITE] = "write_bytes_per_second",
		[MEMORY_COPY_FROM] = "copy_from_bytes_per_second", [MEMORY_COPY_TO] = "copy_to_bytes_per_second",
		[MEMORY_BEGIN_READ] = "sync_begin_read_seconds",   [MEMORY_END_READ] = "sync_end_read_seconds",
		[MEMORY_BEGIN_WRITE] = "sync_begin_write_seconds", [MEMORY_END_WRITE] = "sync_end_write_seconds",
	};

	return keys[figure];
}
