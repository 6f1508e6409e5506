// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/dma_heap/NAME. The usual way is a device node of our own that answers the one
 * ioctl of a DMA heap: it is there on every kernel and can go away again.
 */
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <uapi/linux/dma-heap.h>
#include <linux/err.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "compat.h"
#include "heaps.h"

/* As a fd of its own, which the caller learns before it exists. */
static int node_alloc(struct heap *heap, struct dma_heap_allocation_data __user *user)
{
	struct dma_heap_allocation_data request;
	struct dma_buf *dmabuf;
	int fd;

	if (copy_from_user(&request, user, sizeof(request)))
		return -EFAULT;
	if (request.fd || request.heap_flags || request.fd_flags & ~DMA_HEAP_VALID_FD_FLAGS)
		return -EINVAL;
	if (request.len > SIZE_MAX - PAGE_SIZE)
		return -EINVAL;

	fd = get_unused_fd_flags(request.fd_flags & O_CLOEXEC);
	if (fd < 0)
		return fd;
	dmabuf = heap_buffer_new(heap, request.len, request.fd_flags);
	if (IS_ERR(dmabuf)) {
		put_unused_fd(fd);
		return PTR_ERR(dmabuf);
	}
	request.fd = fd;
	if (copy_to_user(user, &request, sizeof(request))) {
		put_unused_fd(fd);
		dma_buf_put(dmabuf);
		return -EFAULT;
	}
	fd_install(fd, dmabuf->file);

	return 0;
}

static long node_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	struct heap *heap = container_of(file->private_data, struct heap, node);

	if (command != DMA_HEAP_IOCTL_ALLOC)
		return -ENOTTY;

	return node_alloc(heap, (void __user *)argument);
}

static const struct file_operations node_fops = {
	.owner = THIS_MODULE,
	.unlocked_ioctl = node_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.llseek = noop_llseek,
};

int heap_node_add(struct heap *heap)
{
	int ret;

	heap->node.minor = MISC_DYNAMIC_MINOR;
	heap->node.name = heap->name;
	heap->node.fops = &node_fops;
	heap->node.parent = heap->statement;
	heap->node.mode = 0600;
	heap->node.nodename = kasprintf(GFP_KERNEL, "dma_heap/%s", heap->name);
	if (!heap->node.nodename)
		return -ENOMEM;

	ret = misc_register(&heap->node);
	if (ret)
		kfree(heap->node.nodename);

	return ret;
}

void heap_node_remove(struct heap *heap)
{
	misc_deregister(&heap->node);
	kfree(heap->node.nodename);
}

#ifdef HEAP_CAN_BE_DMA_HEAP
const bool heap_can_be_dma_heap = true;

static struct dma_buf *dma_heap_alloc(struct dma_heap *dma_heap, unsigned long bytes, u32 fd_flags,
				      u64 heap_flags)
{
	return heap_buffer_new(dma_heap_get_drvdata(dma_heap), bytes, fd_flags);
}

static const struct dma_heap_ops dma_heap_ops = {
	.allocate = dma_heap_alloc,
};

int heap_node_add_as_dma_heap(struct heap *heap)
{
	const struct dma_heap_export_info info = {
		.name = heap->name,
		.ops = &dma_heap_ops,
		.priv = heap,
	};
	struct dma_heap *dma_heap = dma_heap_add(&info);

	if (IS_ERR(dma_heap))
		return PTR_ERR(dma_heap);

	/* It cannot be taken away again, and holds our functions. */
	__module_get(THIS_MODULE);

	return 0;
}
#else
const bool heap_can_be_dma_heap;

int heap_node_add_as_dma_heap(struct heap *heap)
{
	return -EOPNOTSUPP;
}
#endif
