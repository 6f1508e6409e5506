// SPDX-License-Identifier: GPL-2.0-only
/* Memory and mapping as the DMA API gives them to the heap's device: always in one piece. */
#include <linux/dma-mapping.h>
#include <linux/iosys-map.h>

#include "heaps.h"

static int dma_memory_alloc(struct heap_buffer *buffer)
{
	struct heap *heap = buffer->heap;
	int ret;

	buffer->cpu = dma_alloc_attrs(heap->dma, buffer->bytes, &buffer->dma_addr,
				      GFP_KERNEL | __GFP_NOWARN, heap->dma_attrs);
	if (!buffer->cpu)
		return -ENOMEM;

	ret = dma_get_sgtable_attrs(heap->dma, &buffer->sgt, buffer->cpu, buffer->dma_addr,
				    buffer->bytes, heap->dma_attrs);
	if (ret)
		dma_free_attrs(heap->dma, buffer->bytes, buffer->cpu, buffer->dma_addr,
			       heap->dma_attrs);

	return ret;
}

static void dma_memory_free(struct heap_buffer *buffer)
{
	sg_free_table(&buffer->sgt);
	dma_free_attrs(buffer->heap->dma, buffer->bytes, buffer->cpu, buffer->dma_addr,
		       buffer->heap->dma_attrs);
}

static int dma_memory_mmap(struct heap_buffer *buffer, struct vm_area_struct *vma)
{
	return dma_mmap_attrs(buffer->heap->dma, vma, buffer->cpu, buffer->dma_addr,
			      buffer->bytes, buffer->heap->dma_attrs);
}

static int dma_memory_vmap(struct heap_buffer *buffer, struct iosys_map *map)
{
	iosys_map_set_vaddr(map, buffer->cpu);

	return 0;
}

static void dma_memory_vunmap(struct heap_buffer *buffer)
{
}

const struct heap_memory_ops heap_memory_dma = {
	.name = "dma-api",
	.alloc = dma_memory_alloc,
	.free = dma_memory_free,
	.mmap = dma_memory_mmap,
	.vmap = dma_memory_vmap,
	.vunmap = dma_memory_vunmap,
};
