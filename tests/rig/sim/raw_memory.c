// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "raw_iio.h"
#include "uapi/dma_buf.h"

#define PAGE_BYTES 4096u

int memory_from_heap(const char *heap, size_t bytes)
{
	struct dma_heap_allocation_data data = {.len = bytes, .fd_flags = O_RDWR | O_CLOEXEC};
	char path[64];
	int fd, error = 0;

	snprintf(path, sizeof(path), "/dev/dma_heap/%s", heap);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (ioctl(fd, DMA_HEAP_IOCTL_ALLOC, &data) < 0)
		error = -errno;
	close(fd);

	return error ? error : (int)data.fd;
}

const char *memory_cached_heap(void)
{
	return access("/dev/dma_heap/system", F_OK) == 0 ? "system" : "iiodma-noncoherent";
}

/* Touched back to front, so that neighbours in the file are none in memory. */
static int scattered_memfd(size_t bytes)
{
	int fd = memfd_create("scattered", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	size_t at;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)bytes) == 0) {
		for (at = bytes; at; at -= PAGE_BYTES)
			if (pwrite(fd, "", 1, (off_t)(at - PAGE_BYTES)) != 1)
				break;
		if (!at && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0)
			return fd;
	}
	close(fd);

	return -EIO;
}

int memory_from_pages(size_t bytes)
{
	struct udmabuf_create create = {.flags = UDMABUF_FLAGS_CLOEXEC, .size = bytes};
	int device, memfd, fd;

	memfd = scattered_memfd(bytes);
	if (memfd < 0)
		return memfd;
	device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
	create.memfd = (uint32_t)memfd;
	fd = device < 0 ? -1 : ioctl(device, UDMABUF_CREATE, &create);
	if (fd < 0)
		fd = -errno;
	close(memfd);
	if (device >= 0)
		close(device);

	return fd;
}
