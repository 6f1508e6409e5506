// SPDX-License-Identifier: GPL-2.0-only
/*
 * x86: DMA is coherent with the caches, and the DMA API gives ordinary cached memory
 * for every request. So the page attributes are set here, in the kernel's own mapping
 * first (a further one with other attributes would silently become like it), and the
 * cache maintenance that a machine without coherent DMA would need is done by hand.
 */
#include <linux/highmem.h>
#include <asm/cacheflush.h>
#include <asm/cpufeature.h>
#include <asm/memtype.h>
#include <asm/set_memory.h>

#include "heaps.h"

void heap_arch_setup(struct heap *heap)
{
	heap->memory = &heap_memory_pages;

	switch (heap->mapping) {
	case HEAP_COHERENT:
		heap->attribute = "uncached";
		break;
	case HEAP_NONCOHERENT:
		heap->attribute = "write-back";
		heap->maintenance = "clflush";
		if (!boot_cpu_has(X86_FEATURE_CLFLUSH))
			heap_refuse(heap, "this processor cannot flush its cache by address");
		break;
	default:
		heap->attribute = "write-combining";
		if (!pat_enabled())
			heap_refuse(heap, "the page attribute table (PAT) is switched off, and without it memory cannot be write-combining");
		break;
	}
}

int heap_arch_pages_set(struct heap_buffer *buffer)
{
	switch (buffer->heap->mapping) {
	case HEAP_COHERENT:
		return set_pages_array_uc(buffer->pages, buffer->nr_pages);
	case HEAP_WRITECOMBINE:
		return set_pages_array_wc(buffer->pages, buffer->nr_pages);
	default:
		return 0;
	}
}

int heap_arch_pages_reset(struct heap_buffer *buffer)
{
	if (buffer->heap->mapping == HEAP_NONCOHERENT)
		return 0;

	return set_pages_array_wb(buffer->pages, buffer->nr_pages);
}

pgprot_t heap_arch_pgprot(const struct heap *heap, pgprot_t prot)
{
	switch (heap->mapping) {
	case HEAP_COHERENT:
		return pgprot_noncached(prot);
	case HEAP_WRITECOMBINE:
		return pgprot_writecombine(prot);
	default:
		return prot;
	}
}

size_t heap_arch_maintain(struct heap_buffer *buffer)
{
	struct scatterlist *sg;
	size_t bytes = 0;
	unsigned int i;

	for_each_sgtable_sg(&buffer->sgt, sg, i) {
		clflush_cache_range(page_address(sg_page(sg)), sg->length);
		bytes += sg->length;
	}

	return bytes;
}
