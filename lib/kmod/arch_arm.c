// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARM, 32 and 64 bit: mapping and cache maintenance are the DMA API's business. What
 * it gives depends on whether the device's DMA is coherent with the caches.
 *
 * Pages must never be mapped pgprot_noncached() here: that is device memory, where an
 * access that is not aligned faults.
 */
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/pgtable.h>

#include "heaps.h"

/* The memory type in a page table entry. */
#ifdef CONFIG_ARM64
#define TYPE_MASK	PTE_ATTRINDX_MASK
#else
#define TYPE_MASK	L_PTE_MT_MASK
#endif

static bool coherent_is_writecombine(void)
{
	pgprot_t prot = __pgprot(0);

	return !((pgprot_val(pgprot_dmacoherent(prot)) ^ pgprot_val(pgprot_writecombine(prot))) &
		 TYPE_MASK);
}

/* Cached in any case: nothing is left to choose. */
static void setup_coherent_device(struct heap *heap)
{
	heap->memory = &heap_memory_dma;
	heap->attribute = "write-back";

	if (heap->mapping != HEAP_COHERENT)
		heap_refuse(heap, "the DMA of %s is coherent with the caches: its memory is cached and needs no maintenance, whatever is asked for",
			    dev_name(heap->dma));
}

void heap_arch_setup(struct heap *heap)
{
	bool same = coherent_is_writecombine();

	if (dev_is_dma_coherent(heap->dma)) {
		setup_coherent_device(heap);
		return;
	}

	switch (heap->mapping) {
	case HEAP_COHERENT:
		heap->memory = &heap_memory_dma;
		heap->attribute = same ? "normal-noncacheable" : "strongly-ordered";
		heap->same_as = same ? "writecombine" : "";
		break;
	case HEAP_NONCOHERENT:
		heap->memory = &heap_memory_pages;
		heap->attribute = "write-back";
		heap->maintenance = "dma-api";
		break;
	default:
		heap->memory = &heap_memory_dma;
		heap->dma_attrs = DMA_ATTR_WRITE_COMBINE;
		heap->attribute = "normal-noncacheable";
		heap->same_as = same ? "coherent" : "";
		break;
	}
}

/* Only cached pages come from memory_pages.c here. */
int heap_arch_pages_set(struct heap_buffer *buffer)
{
	return 0;
}

int heap_arch_pages_reset(struct heap_buffer *buffer)
{
	return 0;
}

pgprot_t heap_arch_pgprot(const struct heap *heap, pgprot_t prot)
{
	return prot;
}

size_t heap_arch_maintain(struct heap_buffer *buffer)
{
	return 0;
}
