// SPDX-License-Identifier: GPL-2.0-or-later
#include "selftest_iio.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "selftest.h"
#include "uapi/dma_buf.h"
#include "uapi/iio_buffer.h"

#define IIO_DEVICES "/sys/bus/iio/devices/iio:device%u"
#define IIO_DEBUG "/sys/kernel/debug/iio/iio:device%u/direct_reg_access"
#define MAX_DEVICES 16

static int write_path(const char *path, const char *text)
{
	ssize_t written;
	int error = 0;
	int fd;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	written = write(fd, text, strlen(text));
	if (written < 0)
		error = -errno;
	close(fd);

	return error;
}

static int read_path(const char *path, char *ret_text, size_t size)
{
	ssize_t length;
	int error = 0;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	length = read(fd, ret_text, size - 1);
	if (length < 0) {
		error = -errno;
	} else {
		ret_text[length] = '\0';
		ret_text[strcspn(ret_text, "\n")] = '\0';
	}
	close(fd);

	return error;
}

int device_get(unsigned int device, const char *attribute, char *ret_text, size_t size)
{
	char path[256];

	snprintf(path, sizeof(path), IIO_DEVICES "/%s", device, attribute);

	return read_path(path, ret_text, size);
}

int device_set(unsigned int device, const char *attribute, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), IIO_DEVICES "/%s", device, attribute);

	return write_path(path, text);
}

int device_find(const char *name, unsigned int *ret_device)
{
	char text[64];
	unsigned int i;

	for (i = 0; i < MAX_DEVICES; i++) {
		if (device_get(i, "name", text, sizeof(text)) == 0 && strcmp(text, name) == 0) {
			*ret_device = i;
			return 0;
		}
	}

	return -ENODEV;
}

int device_reg_read(unsigned int device, uint32_t reg, uint32_t *ret_value)
{
	char path[128], text[32];
	int error;

	snprintf(path, sizeof(path), IIO_DEBUG, device);
	snprintf(text, sizeof(text), "0x%x", reg);
	error = write_path(path, text);
	if (error)
		return error;
	error = read_path(path, text, sizeof(text));
	if (error)
		return error;
	*ret_value = (uint32_t)strtoul(text, NULL, 0);

	return 0;
}

int device_reg_write(unsigned int device, uint32_t reg, uint32_t value)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), IIO_DEBUG, device);
	snprintf(text, sizeof(text), "0x%x 0x%x", reg, value);

	return write_path(path, text);
}

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

static int alloc_from_heap(const char *heap, size_t bytes)
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

/* Touched back to front, so that neighbours in the file are none in memory. */
static int scattered_memfd(size_t bytes)
{
	int fd = memfd_create("scattered", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	size_t at;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)bytes) == 0) {
		for (at = bytes; at; at -= 4096)
			if (pwrite(fd, "", 1, (off_t)(at - 4096)) != 1)
				break;
		if (!at && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0)
			return fd;
	}
	close(fd);

	return -EIO;
}

static int alloc_pages(size_t bytes)
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

int stream_alloc(struct stream *s, const char *heap, unsigned int depth, size_t bytes)
{
	for (s->depth = 0; s->depth < depth; s->depth++) {
		struct block *block = &s->blocks[s->depth];
		int fd = heap ? alloc_from_heap(heap, bytes) : alloc_pages(bytes);

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

void sequence_fill(void *buf, size_t samples, uint32_t first)
{
	uint32_t *word = buf;
	size_t i;

	for (i = 0; i < samples; i++)
		word[i] = first + (uint32_t)i;
}

#define RUN_SAMPLES 1024

static bool run_continues(const uint32_t *word, uint32_t next)
{
	uint32_t wrong = 0, i;

	for (i = 0; i < RUN_SAMPLES; i++)
		wrong |= word[i] ^ (next + i);

	return wrong == 0;
}

static void check_words(struct sequence *seq, const uint32_t *word, size_t samples)
{
	size_t i;

	for (i = 0; i < samples; i++) {
		if (seq->begun && word[i] != seq->next) {
			seq->gaps++;
			seq->missing += word[i] - seq->next;
		}
		seq->begun = true;
		seq->next = word[i] + 1;
	}
}

/* Every word is looked at; runs without a fault are looked at fast. */
void sequence_check(struct sequence *seq, const void *buf, size_t samples)
{
	const uint32_t *word = buf;
	size_t left = samples;

	for (; left >= RUN_SAMPLES; left -= RUN_SAMPLES, word += RUN_SAMPLES) {
		if (seq->begun && run_continues(word, seq->next))
			seq->next += RUN_SAMPLES;
		else
			check_words(seq, word, RUN_SAMPLES);
	}
	check_words(seq, word, left);
	seq->samples += samples;
}
