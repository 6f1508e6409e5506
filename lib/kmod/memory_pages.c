// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory as pages that the architecture gives their mapping: gathered in pieces as
 * large as can be had, or in one piece where that was asked for.
 */
#include <linux/dma-mapping.h>
#include <linux/gfp.h>
#include <linux/iosys-map.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "heaps.h"

#define PIECE_ORDER_MAX	8

/* Pages that are out of the device's reach would be copied aside at each transfer. */
static gfp_t zone_of(struct device *dev)
{
	return dma_get_mask(dev) < dma_get_required_mask(dev) ? GFP_DMA32 : 0;
}

/* A large piece is a bargain: it is not worth any effort to get one. */
static struct page *piece_alloc(struct device *dev, unsigned int order)
{
	gfp_t gfp = GFP_USER | __GFP_ZERO | __GFP_NOWARN | zone_of(dev);

	if (order)
		gfp = (gfp | __GFP_NORETRY) & ~__GFP_RECLAIM;
	else
		gfp |= __GFP_RETRY_MAYFAIL;

	return alloc_pages(gfp, order);
}

static void gathered_free(struct heap_buffer *buffer)
{
	while (buffer->nr_pages)
		__free_page(buffer->pages[--buffer->nr_pages]);
}

static void gathered_add(struct heap_buffer *buffer, struct page *page, unsigned int order)
{
	unsigned int i;

	split_page(page, order);
	for (i = 0; i < 1 << order; i++)
		buffer->pages[buffer->nr_pages++] = page + i;
}

static int gathered_alloc(struct heap_buffer *buffer, unsigned int wanted)
{
	unsigned int order = PIECE_ORDER_MAX;

	while (buffer->nr_pages < wanted && !fatal_signal_pending(current)) {
		struct page *page;

		order = min_t(unsigned int, order, ilog2(wanted - buffer->nr_pages));
		page = piece_alloc(buffer->heap->dma, order);
		if (page)
			gathered_add(buffer, page, order);
		else if (order)
			order--;
		else
			break;
	}
	if (buffer->nr_pages == wanted)
		return 0;

	gathered_free(buffer);
	return -ENOMEM;
}

static void contiguous_free(struct heap_buffer *buffer)
{
	dma_free_pages(buffer->heap->dma, buffer->bytes, buffer->pages[0], buffer->dma_addr,
		       DMA_BIDIRECTIONAL);
}

static int contiguous_alloc(struct heap_buffer *buffer, unsigned int wanted)
{
	struct page *page = dma_alloc_pages(buffer->heap->dma, buffer->bytes, &buffer->dma_addr,
					    DMA_BIDIRECTIONAL, GFP_KERNEL | __GFP_NOWARN);

	if (!page)
		return -ENOMEM;
	buffer->contiguous = true;
	while (buffer->nr_pages < wanted) {
		buffer->pages[buffer->nr_pages] = page + buffer->nr_pages;
		buffer->nr_pages++;
	}

	return 0;
}

static int take_pages(struct heap_buffer *buffer)
{
	unsigned int wanted = buffer->bytes >> PAGE_SHIFT;
	int ret;

	buffer->pages = kvmalloc_array(wanted, sizeof(*buffer->pages), GFP_KERNEL);
	if (!buffer->pages)
		return -ENOMEM;

	ret = heap_contiguous ? contiguous_alloc(buffer, wanted) : gathered_alloc(buffer, wanted);
	if (ret)
		kvfree(buffer->pages);

	return ret;
}

static void give_pages(struct heap_buffer *buffer)
{
	if (buffer->contiguous)
		contiguous_free(buffer);
	else
		gathered_free(buffer);
	kvfree(buffer->pages);
}

/* Pages that keep a wrong mapping would be a trap for whoever gets them next. */
static void reset_and_give_pages(struct heap_buffer *buffer)
{
	if (heap_arch_pages_reset(buffer)) {
		pr_err("%s: %zu bytes cannot be made ordinary memory again and are lost\n",
		       buffer->heap->name, buffer->bytes);
		kvfree(buffer->pages);
		return;
	}
	give_pages(buffer);
}

static int own_map(struct heap_buffer *buffer)
{
	int ret;

	if (buffer->heap->mapping != HEAP_NONCOHERENT)
		return 0;

	ret = dma_map_sgtable(buffer->heap->dma, &buffer->sgt, DMA_BIDIRECTIONAL, 0);
	buffer->own_mapped = !ret;

	return ret;
}

static int pages_alloc(struct heap_buffer *buffer)
{
	int ret;

	ret = take_pages(buffer);
	if (ret)
		return ret;

	ret = heap_arch_pages_set(buffer);
	if (ret) {
		give_pages(buffer);
		return ret;
	}
	ret = sg_alloc_table_from_pages(&buffer->sgt, buffer->pages, buffer->nr_pages, 0,
					buffer->bytes, GFP_KERNEL);
	if (ret)
		goto err_pages;
	ret = own_map(buffer);
	if (ret)
		goto err_table;

	return 0;

err_table:
	sg_free_table(&buffer->sgt);
err_pages:
	reset_and_give_pages(buffer);
	return ret;
}

static void pages_free(struct heap_buffer *buffer)
{
	if (buffer->own_mapped)
		dma_unmap_sgtable(buffer->heap->dma, &buffer->sgt, DMA_BIDIRECTIONAL, 0);
	sg_free_table(&buffer->sgt);
	reset_and_give_pages(buffer);
}

/* How many of the pages from this one on follow each other in memory, at most so many. */
static unsigned long run_length(struct heap_buffer *buffer, unsigned long page, unsigned long most)
{
	unsigned long pfn = page_to_pfn(buffer->pages[page]);
	unsigned long length = 1;

	while (length < most && page_to_pfn(buffer->pages[page + length]) == pfn + length)
		length++;

	return length;
}

/* The DMABUF core has checked that all of it lies within the buffer. */
static int pages_mmap(struct heap_buffer *buffer, struct vm_area_struct *vma)
{
	pgprot_t prot = heap_arch_pgprot(buffer->heap, vma->vm_page_prot);
	unsigned long address = vma->vm_start;
	unsigned long page = vma->vm_pgoff;
	int ret;

	while (address < vma->vm_end) {
		unsigned long length = run_length(buffer, page,
						  (vma->vm_end - address) >> PAGE_SHIFT);

		ret = remap_pfn_range(vma, address, page_to_pfn(buffer->pages[page]),
				      length << PAGE_SHIFT, prot);
		if (ret)
			return ret;
		address += length << PAGE_SHIFT;
		page += length;
	}

	return 0;
}

static int pages_vmap(struct heap_buffer *buffer, struct iosys_map *map)
{
	buffer->cpu = vmap(buffer->pages, buffer->nr_pages, VM_MAP,
			   heap_arch_pgprot(buffer->heap, PAGE_KERNEL));
	if (!buffer->cpu)
		return -ENOMEM;
	iosys_map_set_vaddr(map, buffer->cpu);

	return 0;
}

static void pages_vunmap(struct heap_buffer *buffer)
{
	vunmap(buffer->cpu);
	buffer->cpu = NULL;
}

const struct heap_memory_ops heap_memory_pages = {
	.name = "pages",
	.alloc = pages_alloc,
	.free = pages_free,
	.mmap = pages_mmap,
	.vmap = pages_vmap,
	.vunmap = pages_vunmap,
};
