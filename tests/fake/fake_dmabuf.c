/* SPDX-License-Identifier: GPL-2.0-or-later */
/* DMABUFs with their fences: sync, sync files, poll. The memory is a memfd's, so mmap is the real one. */
#include "fake.h"
#include "uapi/dma_buf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned int open_count;

struct sync_file {
	struct fake_fence *fence; /* NULL: nothing was pending, signalled for ever */
};

static void put_fence(struct fake_fence *fence)
{
	if (fence && --fence->references == 0)
		free(fence);
}

struct fake_fence *fake_fence_add(struct fake_dmabuf *dmabuf, bool writes)
{
	struct fake_fence *fence = fake_new(sizeof(*fence));

	*fence = (struct fake_fence){.references = 1, .writes = writes, .next = dmabuf->fences};
	dmabuf->fences = fence;
	return fence;
}

void fake_fence_signal(struct fake_dmabuf *dmabuf, struct fake_fence *fence, int error)
{
	struct fake_fence **place = &dmabuf->fences;

	fence->done = true;
	fence->error = error;
	while (*place != fence)
		place = &(*place)->next;
	*place = fence->next;
	put_fence(fence);
}

bool fake_dmabuf_busy(const struct fake_dmabuf *dmabuf, bool readers_too)
{
	for (const struct fake_fence *fence = dmabuf->fences; fence; fence = fence->next)
		if (fence->writes || readers_too)
			return true;
	return false;
}

void fake_dmabuf_get(struct fake_dmabuf *dmabuf)
{
	dmabuf->references++;
}

void fake_dmabuf_put(struct fake_dmabuf *dmabuf)
{
	if (--dmabuf->references)
		return;
	if (dmabuf->device != dmabuf->cpu)
		free(dmabuf->device);
	munmap(dmabuf->cpu, dmabuf->bytes);
	close(dmabuf->memory_fd);
	free(dmabuf);
	open_count--;
}

unsigned int fake_open_dmabufs(void)
{
	unsigned int count;

	fake_lock();
	count = open_count;
	fake_unlock();
	return count;
}

/* Wait for transfers that stand in the way of this kind of CPU access, as dma_buf_begin_cpu_access() does. */
static int wait_for_device(struct fake_dmabuf *dmabuf, bool write)
{
	int result = 0;

	while (fake_dmabuf_busy(dmabuf, write) && result >= 0)
		result = fake_pass_time(FAKE_FOREVER, NULL, 0);
	return result < 0 ? result : 0;
}

static int sync_cpu(struct fake_dmabuf *dmabuf, uint64_t flags)
{
	bool end = flags & DMA_BUF_SYNC_END;
	int error;

	if (!(flags & DMA_BUF_SYNC_RW) || flags & ~(uint64_t)(DMA_BUF_SYNC_RW | DMA_BUF_SYNC_END))
		return -EINVAL;
	if (!end) {
		error = wait_for_device(dmabuf, flags & DMA_BUF_SYNC_WRITE);
		if (error)
			return error;
	}
	if (dmabuf->device == dmabuf->cpu)
		return 0;
	if (!end && flags & DMA_BUF_SYNC_READ)
		memcpy(dmabuf->cpu, dmabuf->device, dmabuf->bytes);
	if (end && flags & DMA_BUF_SYNC_WRITE)
		memcpy(dmabuf->device, dmabuf->cpu, dmabuf->bytes);
	return 0;
}

static int sync_file_ioctl(struct fake_file *file, unsigned long request, void *argument)
{
	struct sync_file *sync_file = file->object;
	struct sync_file_info *info = argument;

	if (request != SYNC_IOC_FILE_INFO)
		return -ENOTTY;
	if (info->flags || info->pad || info->num_fences)
		return -EINVAL;
	info->num_fences = 1;
	info->status = 1;
	if (sync_file->fence)
		info->status = sync_file->fence->error ? sync_file->fence->error : sync_file->fence->done;
	return 0;
}

static short sync_file_poll(struct fake_file *file, short events)
{
	struct sync_file *sync_file = file->object;

	return !sync_file->fence || sync_file->fence->done ? events & POLLIN : 0;
}

static void sync_file_release(struct fake_file *file)
{
	struct sync_file *sync_file = file->object;

	put_fence(sync_file->fence);
	free(sync_file);
}

static const struct fake_file_ops sync_file_ops = {
	.ioctl = sync_file_ioctl,
	.poll = sync_file_poll,
	.release = sync_file_release,
};

/* Only fences still pending are handed out: one that has signalled takes its error with it. */
static int export_sync_file(struct fake_dmabuf *dmabuf, struct dma_buf_export_sync_file *request)
{
	struct sync_file *sync_file;

	if (!request->flags || request->flags & ~(uint32_t)DMA_BUF_SYNC_RW)
		return -EINVAL;
	sync_file = fake_new(sizeof(*sync_file));
	for (struct fake_fence *fence = dmabuf->fences; fence; fence = fence->next)
		if (fence->writes || request->flags & DMA_BUF_SYNC_WRITE)
			sync_file->fence = fence;
	if (sync_file->fence)
		sync_file->fence->references++;
	request->fd = fake_file_open(&sync_file_ops, sync_file, fake_text("syncfile"), -1)->fd;
	return 0;
}

static int dmabuf_ioctl(struct fake_file *file, unsigned long request, void *argument)
{
	switch (request) {
	case DMA_BUF_IOCTL_SYNC:
		return sync_cpu(file->object, ((struct dma_buf_sync *)argument)->flags);
	case DMA_BUF_IOCTL_EXPORT_SYNC_FILE:
		return export_sync_file(file->object, argument);
	default:
		return -ENOTTY;
	}
}

static short dmabuf_poll(struct fake_file *file, short events)
{
	short ready = 0;

	if (events & POLLIN && !fake_dmabuf_busy(file->object, false))
		ready |= POLLIN;
	if (events & POLLOUT && !fake_dmabuf_busy(file->object, true))
		ready |= POLLOUT;
	return ready;
}

static void dmabuf_release(struct fake_file *file)
{
	fake_dmabuf_put(file->object);
}

const struct fake_file_ops fake_dmabuf_ops = {
	.ioctl = dmabuf_ioctl,
	.poll = dmabuf_poll,
	.release = dmabuf_release,
};

int fake_dmabuf_new(int memory_fd, off_t offset, size_t bytes, bool coherent)
{
	static unsigned int number;
	struct fake_dmabuf *dmabuf = fake_new(sizeof(*dmabuf));
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory_fd, offset);
	int real_fd;

	if (memory == MAP_FAILED) {
		free(dmabuf);
		close(memory_fd);
		return -ENOMEM;
	}
	*dmabuf = (struct fake_dmabuf){.number = ++number,
				       .references = 1,
				       .bytes = bytes,
				       .offset = offset,
				       .memory_fd = memory_fd,
				       .cpu = memory,
				       .device = memory};
	if (!coherent)
		dmabuf->device = fake_new(bytes);
	open_count++;
	real_fd = dup(memory_fd);
	if (real_fd < 0)
		abort();
	return fake_file_open(&fake_dmabuf_ops, dmabuf, fake_text("dmabuf%u", number), real_fd)->fd;
}
