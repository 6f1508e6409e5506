/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the processor maps a block: what its source says of it, or what is known of the source. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/heap.h>

#include "error.h"
#include "folder.h"
#include "heap_statement.h"

#define OWN_PREFIX "iiodma-"

/* Heaps of the kernel itself: all hand out cached pages that are synced around each access. */
static const char *const cached_heaps[] = {"system", "reserved", "linux,cma", "default_cma_region"};

static bool is_cached_heap(const char *heap)
{
	for (size_t i = 0; i < sizeof(cached_heaps) / sizeof(cached_heaps[0]); i++)
		if (strcmp(heap, cached_heaps[i]) == 0)
			return true;
	return false;
}

/* Without an error text: that of an earlier failure may still be wanted. */
static enum iiodma_mapping parse(const char *name)
{
	enum iiodma_mapping mapping = IIODMA_MAPPING_WRITECOMBINE;

	while (mapping != IIODMA_MAPPING_UNKNOWN && strcmp(name, iiodma_mapping_name(mapping)) != 0)
		mapping--;
	return mapping;
}

/* The words of a list, as bits. Words of a newer module are passed over. */
static unsigned int parse_list(char *names)
{
	unsigned int bits = 0;
	char *rest = NULL;

	for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		bits |= IIODMA_MAPPING_BIT(parse(name));
	return bits & ~IIODMA_MAPPING_BIT(IIODMA_MAPPING_UNKNOWN);
}

static void look_at_statement(const char *heap, struct iiodma_mapping_info *info)
{
	char text[64];

	info->origin = "stated by the heap";
	if (heap_refused(heap, info->refused, sizeof(info->refused))) {
		info->effective = IIODMA_MAPPING_UNKNOWN;
		return;
	}
	heap_statement(heap, "attribute", info->attribute, sizeof(info->attribute));
	heap_statement(heap, "dma_device", info->dma_device, sizeof(info->dma_device));
	if (heap_statement(heap, "same_as", text, sizeof(text)))
		info->same_as = parse_list(text);
}

static void look_at_heap(const char *heap, struct iiodma_mapping_info *info)
{
	char stated[64];

	if (strncmp(heap, OWN_PREFIX, strlen(OWN_PREFIX)) == 0)
		info->requested = parse(heap + strlen(OWN_PREFIX));
	if (heap_statement(heap, "mapping", stated, sizeof(stated))) {
		info->effective = parse(stated);
		look_at_statement(heap, info);
	} else if (is_cached_heap(heap)) {
		info->effective = IIODMA_MAPPING_NONCOHERENT;
		info->origin = "the kernel's own cached heap";
	} else {
		info->origin = "the heap does not state it";
	}
}

static void look(enum iiodma_memory memory, const char *heap, struct iiodma_mapping_info *info)
{
	switch (memory) {
	case IIODMA_MEMORY_AUTO:
	case IIODMA_MEMORY_HEAP:
		look_at_heap(heap, info);
		break;
	case IIODMA_MEMORY_UDMABUF:
	case IIODMA_MEMORY_UDMABUF_HUGE:
		info->effective = IIODMA_MAPPING_NONCOHERENT;
		info->origin = "memfd pages are cached";
		break;
	case IIODMA_MEMORY_KERNEL:
		info->origin = "the platform chooses it, and the kernel does not tell";
		break;
	case IIODMA_MEMORY_FD:
		info->origin = "brought by the caller";
		break;
	case IIODMA_MEMORY_ORDINARY:
		info->origin = "ordinary memory is cached, and no DMA sees it";
		break;
	}
}

int iiodma_memory_mapping(enum iiodma_memory memory, const char *heap, struct iiodma_mapping_info *ret_info)
{
	struct iiodma_mapping_info info = {.size = ret_info->size, .origin = "unknown"};

	if (info.size == 0)
		return error_say(-EINVAL, "struct iiodma_mapping_info has no size; set it to its sizeof");
	if (heap == NULL)
		heap = "system";

	int ret = iiodma_heap_name_check(heap);

	if (ret < 0)
		return ret;
	look(memory, heap, &info);
	memcpy(ret_info, &info, info.size < sizeof(info) ? info.size : sizeof(info));
	return 0;
}

/* 1 or 0 when @heap has mapping @a and so can tell; -ENOENT when it cannot. */
static int same_says(const char *heap, enum iiodma_mapping a, enum iiodma_mapping b)
{
	struct iiodma_mapping_info info = {.size = sizeof(info)};

	look_at_heap(heap, &info);
	if (info.effective != a)
		return -ENOENT;
	return (info.same_as & IIODMA_MAPPING_BIT(b)) != 0;
}

int iiodma_mapping_same(enum iiodma_mapping a, enum iiodma_mapping b)
{
	char **heaps;
	int answer = -ENOENT;

	if (a == b)
		return 1;
	if (folder_names(HEAP_STATEMENTS, &heaps) >= 0) {
		for (char **heap = heaps; *heap && answer == -ENOENT; heap++)
			answer = same_says(*heap, a, b);
		free(heaps);
	}
	if (answer == -ENOENT)
		return error_say(-ENOENT, "no heap states whether %s and %s are the same here", iiodma_mapping_name(a),
				 iiodma_mapping_name(b));
	return answer;
}
