/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's IIO buffers with nothing in between: sysfs, ioctl, poll. The library
 * under test has no part in this, so that a fault of one cannot hide in the other.
 *
 * Every int result is 0 or positive, or -errno.
 */
#ifndef RAW_IIO_H
#define RAW_IIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RX_DEVICE "cf-ad9361-lpc"
#define TX_DEVICE "cf-ad9361-dds-core-lpc"
#define PHY_DEVICE "ad9361-phy"

#define MAX_DEPTH 32

struct block {
	int fd;    /* DMABUF */
	int fence; /* sync file of the transfer watched, or negative */
	void *data;
	size_t bytes;
};

/* One buffer of one device, opened. */
struct stream {
	unsigned int device; /* iio:deviceN */
	bool output;
	int fd;
	unsigned int depth;
	struct block blocks[MAX_DEPTH];
};

int device_find(const char *name, unsigned int *ret_device);
int device_get(unsigned int device, const char *attribute, char *ret_text, size_t size);
int device_set(unsigned int device, const char *attribute, const char *text);
int device_reg_read(unsigned int device, uint32_t reg, uint32_t *ret_value);
int device_reg_write(unsigned int device, uint32_t reg, uint32_t value);

/* A DMABUF from a heap, or one of single pages with no two neighbours. */
int memory_from_heap(const char *heap, size_t bytes);
/* The heap of cached pages: the kernel's own, or that of lib/kmod where the kernel has no heaps. */
const char *memory_cached_heap(void);
int memory_from_pages(size_t bytes);

/* Opens buffer 0 with the channels of the mask enabled; close also disables. */
int stream_open(struct stream *s, const char *name, unsigned int channels);
void stream_close(struct stream *s);
int stream_length(struct stream *s, unsigned int samples);
int stream_enable(struct stream *s, bool on);

/* Blocks from a heap, or of single pages when heap is NULL, mapped and attached. */
int stream_alloc(struct stream *s, const char *heap, unsigned int depth, size_t bytes);
int stream_enqueue(struct stream *s, unsigned int i, size_t bytes, bool cyclic);
int stream_wait(struct stream *s, unsigned int i, int timeout_ms);
/*
 * How a transfer ends: 1 done, 0 under way, or its error. A DMABUF forgets its fences
 * when they are signalled, so the watch must begin while the transfer is under way.
 */
int stream_watch(struct stream *s, unsigned int i);
int stream_fence(struct stream *s, unsigned int i);
/* Around access by the processor. */
int stream_begin_cpu(struct stream *s, unsigned int i);
int stream_end_cpu(struct stream *s, unsigned int i);

/* fileio: one read() as it comes. */
long stream_read_once(struct stream *s, void *buf, size_t bytes);
/* fileio: all of it, or what came within the time. */
long stream_read(struct stream *s, void *buf, size_t bytes, int timeout_ms);
long stream_write(struct stream *s, const void *buf, size_t bytes, int timeout_ms);

#endif
