// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "raw_iio.h"
#include "uapi/dma_buf.h"
#include "uapi/iio_buffer.h"

static int set_channels(struct stream *s, unsigned int channels)
{
	char attribute[64];
	unsigned int i;
	int error;

	for (i = 0; i < 4; i++) {
		snprintf(attribute, sizeof(attribute), "buffer0/%s_voltage%u_en",
			 s->output ? "out" : "in", i);
		error = device_set(s->device, attribute, channels >> i & 1 ? "1" : "0");
		if (error)
			return error;
	}

	return 0;
}

int stream_open(struct stream *s, const char *name, unsigned int channels)
{
	char path[32];
	int error, chrdev, arg = 0;

	memset(s, 0, sizeof(*s));
	s->fd = -1;
	s->output = strcmp(name, TX_DEVICE) == 0;
	error = device_find(name, &s->device);
	if (error)
		return error;
	error = set_channels(s, channels);
	if (error)
		return error;

	snprintf(path, sizeof(path), "/dev/iio:device%u", s->device);
	chrdev = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (chrdev < 0)
		return -errno;
	if (ioctl(chrdev, IIO_BUFFER_GET_FD_IOCTL, &arg) < 0)
		error = -errno;
	else
		s->fd = arg;
	close(chrdev);
	if (s->fd >= 0)
		fcntl(s->fd, F_SETFL, O_NONBLOCK);

	return error;
}

static void free_block(struct stream *s, struct block *block)
{
	ioctl(s->fd, IIO_BUFFER_DMABUF_DETACH_IOCTL, &block->fd);
	if (block->data)
		munmap(block->data, block->bytes);
	if (block->fence >= 0)
		close(block->fence);
	close(block->fd);
}

void stream_close(struct stream *s)
{
	unsigned int i;

	if (s->fd < 0)
		return;
	stream_enable(s, false);
	for (i = 0; i < s->depth; i++)
		free_block(s, &s->blocks[i]);
	close(s->fd);
	s->fd = -1;
}

int stream_length(struct stream *s, unsigned int samples)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", samples);

	return device_set(s->device, "buffer0/length", text);
}

int stream_enable(struct stream *s, bool on)
{
	return device_set(s->device, "buffer0/enable", on ? "1" : "0");
}

int stream_alloc(struct stream *s, const char *heap, unsigned int depth, size_t bytes)
{
	for (s->depth = 0; s->depth < depth; s->depth++) {
		struct block *block = &s->blocks[s->depth];
		int fd = heap ? memory_from_heap(heap, bytes) : memory_from_pages(bytes);

		if (fd < 0)
			return fd;
		block->fd = fd;
		block->fence = -1;
		block->bytes = bytes;
		block->data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (block->data == MAP_FAILED) {
			close(fd);
			return -ENOMEM;
		}
		if (ioctl(s->fd, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &fd) < 0) {
			int error = -errno;

			munmap(block->data, bytes);
			close(fd);
			return error;
		}
	}

	return 0;
}

int stream_enqueue(struct stream *s, unsigned int i, size_t bytes, bool cyclic)
{
	struct iio_dmabuf dmabuf = {
		.fd = (uint32_t)s->blocks[i].fd,
		.flags = cyclic ? IIO_BUFFER_DMABUF_CYCLIC : 0,
		.bytes_used = bytes,
	};

	return ioctl(s->fd, IIO_BUFFER_DMABUF_ENQUEUE_IOCTL, &dmabuf) < 0 ? -errno : 0;
}

int stream_wait(struct stream *s, unsigned int i, int timeout_ms)
{
	struct pollfd pollfd = {.fd = s->blocks[i].fd, .events = POLLOUT};
	int ready = poll(&pollfd, 1, timeout_ms);

	if (ready < 0)
		return -errno;

	return ready ? 0 : -ETIMEDOUT;
}

int stream_watch(struct stream *s, unsigned int i)
{
	struct dma_buf_export_sync_file export = {.flags = DMA_BUF_SYNC_RW, .fd = -1};
	struct block *block = &s->blocks[i];

	if (block->fence >= 0)
		close(block->fence);
	block->fence = -1;
	if (ioctl(block->fd, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &export) < 0)
		return -errno;
	block->fence = export.fd;

	return 0;
}

int stream_fence(struct stream *s, unsigned int i)
{
	struct sync_file_info info = {.status = 0};

	if (ioctl(s->blocks[i].fence, SYNC_IOC_FILE_INFO, &info) < 0)
		return -errno;

	return info.status;
}

static int sync_cpu(struct stream *s, unsigned int i, uint64_t flags)
{
	struct dma_buf_sync sync = {.flags = flags | DMA_BUF_SYNC_RW};

	return ioctl(s->blocks[i].fd, DMA_BUF_IOCTL_SYNC, &sync) < 0 ? -errno : 0;
}

int stream_begin_cpu(struct stream *s, unsigned int i)
{
	return sync_cpu(s, i, DMA_BUF_SYNC_START);
}

int stream_end_cpu(struct stream *s, unsigned int i)
{
	return sync_cpu(s, i, DMA_BUF_SYNC_END);
}

/* The transfer in either direction; both buffers are the same to poll and to the loop. */
static long transfer(struct stream *s, void *buf, size_t bytes, int timeout_ms)
{
	struct pollfd pollfd = {.fd = s->fd, .events = s->output ? POLLOUT : POLLIN};
	size_t done = 0;

	while (done < bytes) {
		char *at = (char *)buf + done;
		ssize_t part = s->output ? write(s->fd, at, bytes - done) : read(s->fd, at, bytes - done);

		if (part < 0 && errno != EAGAIN)
			return -errno;
		if (part > 0)
			done += (size_t)part;
		else if (poll(&pollfd, 1, timeout_ms) == 0)
			break;
	}

	return (long)done;
}

long stream_read_once(struct stream *s, void *buf, size_t bytes)
{
	ssize_t part = read(s->fd, buf, bytes);

	return part < 0 ? -errno : part;
}

long stream_read(struct stream *s, void *buf, size_t bytes, int timeout_ms)
{
	return transfer(s, buf, bytes, timeout_ms);
}

long stream_write(struct stream *s, const void *buf, size_t bytes, int timeout_ms)
{
	return transfer(s, (void *)(uintptr_t)buf, bytes, timeout_ms);
}
