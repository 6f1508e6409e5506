/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_probe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Bits of a set of mappings. */
#define MAPPING_BITS 32u

/* What one buffer said about one API. */
struct answer {
	bool asked;
	int error;
	char reason[RESULT_TEXT_SIZE];
};

/* What may be otherwise a moment later is no reason to leave a cell out. */
static bool final(int error)
{
	return error == -ENOENT || error == -ENOTSUP || error == -ENXIO || error == -ENOTTY || error == -EINVAL;
}

/* C100: the errno is part of the reason. */
static void exclude(struct result_cell *cell, int error, const char *reason)
{
	const char *name = iiodma_errno_name(error);

	cell->status = RESULT_IMPOSSIBLE;
	if (strstr(reason, name))
		result_text_set(cell->reason, reason);
	else
		snprintf(cell->reason, sizeof(cell->reason), "%.*s (%s)", RESULT_TEXT_SIZE - 20, reason, name);
}

/* Two mappings that are one on this platform are not to look like two. */
static void note_same(struct result_setup *setup, const struct iiodma_mapping_info *info)
{
	size_t used = 0;

	for (unsigned int other = 0; other < MAPPING_BITS; other++) {
		if (other == info->effective || !(info->same_as & IIODMA_MAPPING_BIT(other)))
			continue;
		used += (size_t)snprintf(setup->mapping_note + used, sizeof(setup->mapping_note) - used, "%s%s",
					 used ? ", " : "the same as ", iiodma_mapping_name((enum iiodma_mapping)other));
		if (used >= sizeof(setup->mapping_note))
			return;
	}
	if (used)
		snprintf(setup->mapping_note + used, sizeof(setup->mapping_note) - used, " here");
}

static bool lists(char *const *names, const char *name)
{
	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

static void exclude_missing(struct result_cell *cell, char *const *heaps)
{
	char reason[RESULT_TEXT_SIZE];
	size_t used = (size_t)snprintf(reason, sizeof(reason), "no heap %s; there are:", cell->setup.heap);

	for (size_t i = 0; heaps[i] && used < sizeof(reason); i++)
		used += (size_t)snprintf(reason + used, sizeof(reason) - used, "%s %s", i ? "," : "", heaps[i]);
	if (!heaps[0])
		snprintf(reason, sizeof(reason), "no heap %s, nor any other", cell->setup.heap);
	exclude(cell, -ENOENT, reason);
}

/* @heaps: those there are; NULL = they could not be listed, so the run will find out */
static void look_for_heap(struct result_cell *cell, char *const *heaps)
{
	struct iiodma_mapping_info info = {.size = sizeof(info)};

	if (iiodma_memory_mapping(IIODMA_MEMORY_HEAP, cell->setup.heap, &info) < 0)
		return;
	note_same(&cell->setup, &info);
	if (info.refused[0])
		exclude(cell, -ENOTSUP, info.refused);
	else if (heaps && !lists(heaps, cell->setup.heap))
		exclude_missing(cell, heaps);
}

static void try_api(struct result_cell *cell, const struct target *target, struct answer *answer)
{
	if (!answer->asked) {
		answer->asked = true;
		answer->error = iiodma_buffer_probe(target->buffer, cell->setup.api);
		result_text_set(answer->reason, answer->error < 0 ? iiodma_error_text() : "");
	}
	if (answer->error < 0 && final(answer->error))
		exclude(cell, answer->error, answer->reason);
}

void bench_probe(struct result *result, const struct bench_devices *devices)
{
	struct answer answers[2][2] = {0}; /* by direction, fileio and dmabuf */
	char **heaps = NULL;

	if (iiodma_heap_list(&heaps) < 0)
		heaps = NULL;

	for (size_t i = 0; i < result->cell_count; i++) {
		struct result_cell *cell = &result->cells[i];
		const struct result_setup *setup = &cell->setup;
		const bool dmabuf = setup->api == IIODMA_API_DMABUF;
		const struct target *target = &devices->target[setup->direction];

		if (cell->status != RESULT_OK || !target->buffer || (!dmabuf && setup->api != IIODMA_API_FILEIO))
			continue;
		try_api(cell, target, &answers[setup->direction][dmabuf]);
		if (cell->status == RESULT_OK && dmabuf && setup->heap[0])
			look_for_heap(cell, heaps);
	}
	iiodma_heap_list_free(heaps);
}
