/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where DMABUFs come from: /dev/dma_heap/NAME and /dev/udmabuf. */
#include "fake.h"
#include "uapi/dma_buf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define UDMABUF_BYTES_MAX (64 << 20) /* the kernel's size_limit_mb */

struct heap {
	uint64_t max_bytes;
	bool coherent;
};

static size_t page_align(uint64_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return ((size_t)bytes + page - 1) / page * page;
}

static int heap_alloc(struct heap *heap, struct dma_heap_allocation_data *request)
{
	size_t bytes = page_align(request->len);
	int memory_fd, fd;

	if (request->fd || request->fd_flags & ~(uint32_t)(O_CLOEXEC | O_ACCMODE) || request->heap_flags || !bytes)
		return -EINVAL;
	if (bytes > heap->max_bytes)
		return -ENOMEM;
	memory_fd = memfd_create("heap", MFD_CLOEXEC);
	if (memory_fd < 0)
		return -errno;
	if (ftruncate(memory_fd, (off_t)bytes) < 0) {
		close(memory_fd);
		return -ENOMEM;
	}
	fd = fake_dmabuf_new(memory_fd, 0, bytes, heap->coherent);
	if (fd < 0)
		return fd;
	request->fd = (uint32_t)fd;
	return 0;
}

static int heap_ioctl(struct fake_file *file, unsigned long request, void *argument)
{
	return request == DMA_HEAP_IOCTL_ALLOC ? heap_alloc(file->object, argument) : -ENOTTY;
}

static void heap_release(struct fake_file *file)
{
	free(file->object);
}

static const struct fake_file_ops heap_ops = {
	.ioctl = heap_ioctl,
	.release = heap_release,
};

/* An open heap takes a copy of what the entry says: its text is "MAX_BYTES COHERENT". */
static int open_heap(struct fake_entry *entry, void *object, int flags)
{
	struct heap *heap = fake_new(sizeof(*heap));
	char *rest;

	heap->max_bytes = strtoull(entry->text, &rest, 10);
	heap->coherent = strtoul(rest, NULL, 10);
	return fake_file_open(&heap_ops, heap, fake_text("%s", entry->path), -1)->fd;
}

void fake_heap_add(const char *name, uint64_t max_bytes, bool coherent)
{
	struct fake_entry *entry;

	fake_lock();
	entry = fake_entry_add(fake_text("/dev/dma_heap/%s", name), S_IFCHR | 0666);
	entry->text = fake_text("%llu %d", (unsigned long long)max_bytes, coherent);
	entry->open = open_heap;
	fake_unlock();
}

static bool sealed_right(int memfd)
{
	int seals = fcntl(memfd, F_GET_SEALS);

	return seals >= 0 && seals & F_SEAL_SHRINK && !(seals & F_SEAL_WRITE);
}

static int udmabuf_create(const struct udmabuf_create *request)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct stat status;
	int memory_fd;

	if (!request->size || request->offset % page || request->size % page || request->size > UDMABUF_BYTES_MAX)
		return -EINVAL;
	if (fstat((int)request->memfd, &status) < 0)
		return -EBADF;
	if (!sealed_right((int)request->memfd) || request->offset + request->size > (uint64_t)status.st_size)
		return -EINVAL;
	memory_fd = fcntl((int)request->memfd, F_DUPFD_CLOEXEC, 0);
	if (memory_fd < 0)
		return -errno;
	return fake_dmabuf_new(memory_fd, (off_t)request->offset, (size_t)request->size, true);
}

static int udmabuf_ioctl(struct fake_file *file, unsigned long request, void *argument)
{
	return request == UDMABUF_CREATE ? udmabuf_create(argument) : -ENOTTY;
}

static const struct fake_file_ops udmabuf_ops = {
	.ioctl = udmabuf_ioctl,
};

static int open_udmabuf(struct fake_entry *entry, void *object, int flags)
{
	return fake_file_open(&udmabuf_ops, NULL, fake_text("%s", entry->path), -1)->fd;
}

void fake_udmabuf_add(void)
{
	fake_entry_add(fake_text("/dev/udmabuf"), S_IFCHR | 0666)->open = open_udmabuf;
}
