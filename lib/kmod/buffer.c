// SPDX-License-Identifier: GPL-2.0-only
/*
 * One DMABUF. Its memory is there from the start, so that programs may map and fill
 * it before any device is attached; each attachment has a scatter table of its own.
 */
#include <linux/dma-buf.h>
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/iosys-map.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "heaps.h"

struct heap_attachment {
	struct list_head node;
	struct device *dev;
	struct sg_table sgt;
	bool mapped;
};

static void count(struct heap *heap, enum heap_counter counter, s64 by)
{
	atomic64_add(by, &heap->counters[counter]);
}

/*
 * Memory that is not cached, or kept coherent by hardware, can neither be copied
 * aside for a device that does not reach it nor be maintained for one that is not
 * coherent: such a device is refused.
 */
static int check_device(const struct heap *heap, struct device *dev)
{
	if (heap->mapping == HEAP_NONCOHERENT)
		return 0;
	if (dma_get_mask(dev) < min(dma_get_mask(heap->dma), dma_get_required_mask(dev))) {
		dev_err(dev, "%s: this device does not reach the memory of %s\n", heap->name,
			dev_name(heap->dma));
		return -EINVAL;
	}
	if (dev_is_dma_coherent(heap->dma) && !dev_is_dma_coherent(dev)) {
		dev_err(dev, "%s: memory is coherent for %s, but not for this device\n",
			heap->name, dev_name(heap->dma));
		return -EINVAL;
	}

	return 0;
}

static int copy_table(const struct sg_table *from, struct sg_table *to)
{
	struct scatterlist *in, *out;
	unsigned int i;
	int ret;

	ret = sg_alloc_table(to, from->orig_nents, GFP_KERNEL);
	if (ret)
		return ret;

	out = to->sgl;
	for_each_sgtable_sg(from, in, i) {
		sg_set_page(out, sg_page(in), in->length, in->offset);
		out = sg_next(out);
	}

	return 0;
}

static int buffer_attach(struct dma_buf *dmabuf, struct dma_buf_attachment *attachment)
{
	struct heap_buffer *buffer = dmabuf->priv;
	struct heap_attachment *ours;
	int ret;

	ret = check_device(buffer->heap, attachment->dev);
	if (ret)
		return ret;

	ours = kzalloc(sizeof(*ours), GFP_KERNEL);
	if (!ours)
		return -ENOMEM;
	ours->dev = attachment->dev;
	ret = copy_table(&buffer->sgt, &ours->sgt);
	if (ret) {
		kfree(ours);
		return ret;
	}
	attachment->priv = ours;

	mutex_lock(&buffer->lock);
	list_add(&ours->node, &buffer->attachments);
	mutex_unlock(&buffer->lock);
	count(buffer->heap, HEAP_ATTACHMENTS, 1);

	return 0;
}

static void buffer_detach(struct dma_buf *dmabuf, struct dma_buf_attachment *attachment)
{
	struct heap_buffer *buffer = dmabuf->priv;
	struct heap_attachment *ours = attachment->priv;

	mutex_lock(&buffer->lock);
	list_del(&ours->node);
	mutex_unlock(&buffer->lock);

	sg_free_table(&ours->sgt);
	kfree(ours);
}

static unsigned long map_attrs(const struct heap *heap)
{
	return heap->mapping == HEAP_NONCOHERENT ? 0 : DMA_ATTR_SKIP_CPU_SYNC;
}

static struct sg_table *buffer_map(struct dma_buf_attachment *attachment,
				   enum dma_data_direction dir)
{
	struct heap_buffer *buffer = attachment->dmabuf->priv;
	struct heap_attachment *ours = attachment->priv;
	int ret;

	ret = dma_map_sgtable(ours->dev, &ours->sgt, dir, map_attrs(buffer->heap));
	if (ret)
		return ERR_PTR(ret);

	mutex_lock(&buffer->lock);
	ours->mapped = true;
	mutex_unlock(&buffer->lock);

	return &ours->sgt;
}

static void buffer_unmap(struct dma_buf_attachment *attachment, struct sg_table *table,
			 enum dma_data_direction dir)
{
	struct heap_buffer *buffer = attachment->dmabuf->priv;
	struct heap_attachment *ours = attachment->priv;

	mutex_lock(&buffer->lock);
	ours->mapped = false;
	mutex_unlock(&buffer->lock);

	dma_unmap_sgtable(ours->dev, table, dir, map_attrs(buffer->heap));
}

/* How many bytes of a device's cache the DMA API maintains at this point. */
static size_t sync_for(struct heap_buffer *buffer, struct device *dev, struct sg_table *table,
		       enum heap_phase phase, enum dma_data_direction dir)
{
	if (phase == HEAP_BEGIN)
		dma_sync_sgtable_for_cpu(dev, table, dir);
	else
		dma_sync_sgtable_for_device(dev, table, dir);

	return dev_is_dma_coherent(dev) ? 0 : buffer->bytes;
}

/*
 * For all devices attached. Without one it is done for the heap's device, so that
 * its cost can be seen before any converter is there.
 */
static size_t sync_all(struct heap_buffer *buffer, enum heap_phase phase,
		       enum dma_data_direction dir)
{
	struct heap_attachment *ours;
	size_t bytes = 0;
	bool attached = false;

	mutex_lock(&buffer->lock);
	list_for_each_entry(ours, &buffer->attachments, node) {
		if (!ours->mapped)
			continue;
		bytes += sync_for(buffer, ours->dev, &ours->sgt, phase, dir);
		attached = true;
	}
	if (!attached && buffer->own_mapped)
		bytes += sync_for(buffer, buffer->heap->dma, &buffer->sgt, phase, dir);
	mutex_unlock(&buffer->lock);

	return bytes;
}

static enum heap_access access_of(enum dma_data_direction dir)
{
	switch (dir) {
	case DMA_FROM_DEVICE:
		return HEAP_READ;
	case DMA_TO_DEVICE:
		return HEAP_WRITE;
	default:
		return HEAP_READ_WRITE;
	}
}

/* What the processor is about to write needs nothing: memory holds nothing newer. */
static bool needs_maintenance(enum heap_phase phase, enum dma_data_direction dir)
{
	return phase == HEAP_END || dir != DMA_TO_DEVICE;
}

static int buffer_sync(struct heap_buffer *buffer, enum heap_phase phase,
		       enum dma_data_direction dir)
{
	struct heap *heap = buffer->heap;
	struct heap_sync_counters *sync = &heap->syncs[phase][access_of(dir)];
	size_t bytes;

	atomic64_inc(&sync->calls);
	if (heap->mapping != HEAP_NONCOHERENT)
		return 0;

	bytes = sync_all(buffer, phase, dir);
	if (!needs_maintenance(phase, dir))
		return 0;
	bytes += heap_arch_maintain(buffer);
	if (bytes) {
		atomic64_inc(&sync->maintained_count);
		atomic64_add(bytes, &sync->maintained_bytes);
	}

	return 0;
}

static int buffer_begin(struct dma_buf *dmabuf, enum dma_data_direction dir)
{
	return buffer_sync(dmabuf->priv, HEAP_BEGIN, dir);
}

static int buffer_end(struct dma_buf *dmabuf, enum dma_data_direction dir)
{
	return buffer_sync(dmabuf->priv, HEAP_END, dir);
}

static int buffer_mmap(struct dma_buf *dmabuf, struct vm_area_struct *vma)
{
	struct heap_buffer *buffer = dmabuf->priv;

	if (!(vma->vm_flags & VM_SHARED))
		return -EINVAL;
	count(buffer->heap, HEAP_MMAPS, 1);

	return buffer->heap->memory->mmap(buffer, vma);
}

static int buffer_vmap(struct dma_buf *dmabuf, struct iosys_map *map)
{
	struct heap_buffer *buffer = dmabuf->priv;

	return buffer->heap->memory->vmap(buffer, map);
}

static void buffer_vunmap(struct dma_buf *dmabuf, struct iosys_map *map)
{
	struct heap_buffer *buffer = dmabuf->priv;

	buffer->heap->memory->vunmap(buffer);
}

static void buffer_free(struct heap_buffer *buffer)
{
	struct heap *heap = buffer->heap;

	count(heap, HEAP_BUFFERS, -1);
	count(heap, HEAP_BUFFERS_BYTES, -(s64)buffer->bytes);
	heap->memory->free(buffer);
	mutex_destroy(&buffer->lock);
	kfree(buffer);
}

static void buffer_release(struct dma_buf *dmabuf)
{
	buffer_free(dmabuf->priv);
}

static const struct dma_buf_ops buffer_ops = {
	.attach = buffer_attach,
	.detach = buffer_detach,
	.map_dma_buf = buffer_map,
	.unmap_dma_buf = buffer_unmap,
	.begin_cpu_access = buffer_begin,
	.end_cpu_access = buffer_end,
	.mmap = buffer_mmap,
	.vmap = buffer_vmap,
	.vunmap = buffer_vunmap,
	.release = buffer_release,
};

static struct heap_buffer *buffer_alloc(struct heap *heap, size_t bytes)
{
	struct heap_buffer *buffer = kzalloc(sizeof(*buffer), GFP_KERNEL);
	int ret;

	if (!buffer)
		return ERR_PTR(-ENOMEM);
	buffer->heap = heap;
	buffer->bytes = PAGE_ALIGN(bytes);
	mutex_init(&buffer->lock);
	INIT_LIST_HEAD(&buffer->attachments);

	ret = heap->memory->alloc(buffer);
	if (ret) {
		kfree(buffer);
		return ERR_PTR(ret);
	}
	count(heap, HEAP_ALLOCATIONS, 1);
	count(heap, HEAP_ALLOCATED_BYTES, buffer->bytes);
	count(heap, HEAP_BUFFERS, 1);
	count(heap, HEAP_BUFFERS_BYTES, buffer->bytes);

	return buffer;
}

static struct dma_buf *buffer_export(struct heap_buffer *buffer, u32 fd_flags)
{
	DEFINE_DMA_BUF_EXPORT_INFO(info);

	info.exp_name = buffer->heap->name;
	info.ops = &buffer_ops;
	info.size = buffer->bytes;
	info.flags = fd_flags;
	info.priv = buffer;

	return dma_buf_export(&info);
}

/* What is more than half of all memory is a mistake, and would take the system down. */
static bool too_much(size_t bytes)
{
	return PAGE_ALIGN(bytes) >> PAGE_SHIFT > totalram_pages() / 2;
}

struct dma_buf *heap_buffer_new(struct heap *heap, size_t bytes, u32 fd_flags)
{
	struct heap_buffer *buffer;
	struct dma_buf *dmabuf;

	if (!bytes)
		return ERR_PTR(-EINVAL);

	buffer = too_much(bytes) ? ERR_PTR(-ENOMEM) : buffer_alloc(heap, bytes);
	if (IS_ERR(buffer)) {
		count(heap, HEAP_ALLOCATIONS_FAILED, 1);
		return ERR_CAST(buffer);
	}
	dmabuf = buffer_export(buffer, fd_flags);
	if (IS_ERR(dmabuf))
		buffer_free(buffer);

	return dmabuf;
}
