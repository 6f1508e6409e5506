/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mapping.h"

#include <string.h>

static const struct mapping mappings[] = {
	{"coherent", "iiodma-coherent", IIODMA_SYNC_DIRECTION},
	{"noncoherent", "iiodma-noncoherent", IIODMA_SYNC_DIRECTION},
	{"noncoherent-nosync", "iiodma-noncoherent", IIODMA_SYNC_NONE},
	{"writecombine", "iiodma-writecombine", IIODMA_SYNC_DIRECTION},
};

#define MAPPING_COUNT (sizeof(mappings) / sizeof(*mappings))

/* Heaps of the kernel itself: cached pages, synced around each access. */
static const char *const cached_heaps[] = {"system", "reserved", "linux,cma", "default_cma_region"};

const struct mapping *mapping_find(const char *name)
{
	for (size_t i = 0; i < MAPPING_COUNT; i++)
		if (!strcmp(name, mappings[i].name))
			return &mappings[i];
	return NULL;
}

const char *mapping_names(void)
{
	return "coherent, noncoherent, noncoherent-nosync, writecombine";
}

static const char *cached(enum iiodma_sync sync)
{
	return sync == IIODMA_SYNC_NONE ? "noncoherent-nosync" : "noncoherent";
}

static const char *of_heap(const char *heap, enum iiodma_sync sync)
{
	for (size_t i = 0; i < sizeof(cached_heaps) / sizeof(*cached_heaps); i++)
		if (!strcmp(heap, cached_heaps[i]))
			return cached(sync);
	for (size_t i = 0; i < MAPPING_COUNT; i++)
		if (!strcmp(heap, mappings[i].heap))
			return strcmp(mappings[i].name, "noncoherent") ? mappings[i].name : cached(sync);
	return "unknown";
}

const char *mapping_in_force(const struct iiodma_stream_info *info)
{
	if (info->api == IIODMA_API_NULL)
		return "none";
	switch (info->memory) {
	case IIODMA_MEMORY_KERNEL:
		return "kernel";
	case IIODMA_MEMORY_UDMABUF:
		return cached(info->sync);
	case IIODMA_MEMORY_HEAP:
		return of_heap(info->heap ? info->heap : "", info->sync);
	case IIODMA_MEMORY_AUTO:
	case IIODMA_MEMORY_FD:
		break;
	}
	return "unknown";
}
