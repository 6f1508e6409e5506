/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one would write after reading the kernel's documentation: receive through DMABUFs by raw ioctls, wait for each
 * block, sync it for both directions whether anybody looks at it or not, queue it again. The library is measured
 * against this.
 *
 * usage: plain_loop BLOCK_SAMPLES BLOCKS SECONDS; prints the rate of one I/Q pair of cf-ad9361-lpc in MiB/s.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "uapi/dma_buf.h"
#include "uapi/iio_buffer.h"

#define DEVICE "cf-ad9361-lpc"
#define SAMPLE_BYTES 4u
#define BLOCKS_MAX 64u
#define PATH_SIZE 256u

static void fail(const char *step)
{
	fprintf(stderr, "plain_loop: %s: %s\n", step, strerror(errno));
	exit(1);
}

static void write_file(const char *folder, const char *name, const char *text)
{
	char path[PATH_SIZE + 64];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		fail(path);
	close(fd);
}

static int has_name(const char *folder)
{
	char path[PATH_SIZE + 8], name[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "%s/name", folder);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
	name[strcspn(name, "\n")] = '\0';
	return strcmp(name, DEVICE) == 0;
}

static void find_device(char folder[PATH_SIZE])
{
	glob_t found;

	if (glob("/sys/bus/iio/devices/iio:device*", 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			if (has_name(found.gl_pathv[i])) {
				snprintf(folder, PATH_SIZE, "%s", found.gl_pathv[i]);
				globfree(&found);
				return;
			}
		}
	}
	errno = ENODEV;
	fail("find " DEVICE);
}

static int open_buffer(const char *folder)
{
	char node[PATH_SIZE];
	int fd, buffer = 0;

	snprintf(node, sizeof(node), "/dev/%s", strrchr(folder, '/') + 1);
	fd = open(node, O_RDWR);
	if (fd < 0 || ioctl(fd, IIO_BUFFER_GET_FD_IOCTL, &buffer) < 0)
		fail(node);
	return buffer;
}

static int get_block(int heap, int buffer, size_t bytes)
{
	struct dma_heap_allocation_data request = {.len = bytes, .fd_flags = O_RDWR | O_CLOEXEC};
	int fd;

	if (ioctl(heap, DMA_HEAP_IOCTL_ALLOC, &request) < 0)
		fail("allocate a block");
	fd = (int)request.fd;
	if (ioctl(buffer, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &fd) < 0)
		fail("attach a block");
	return fd;
}

static void enqueue(int buffer, int block, size_t bytes)
{
	struct iio_dmabuf request = {.fd = (__u32)block, .bytes_used = bytes};

	if (ioctl(buffer, IIO_BUFFER_DMABUF_ENQUEUE_IOCTL, &request) < 0)
		fail("enqueue a block");
}

static void sync_block(int block, unsigned int edge)
{
	struct dma_buf_sync request = {.flags = edge | DMA_BUF_SYNC_RW};

	if (ioctl(block, DMA_BUF_IOCTL_SYNC, &request) < 0)
		fail("sync a block");
}

static void take_block(int buffer, int block, size_t bytes)
{
	struct pollfd ready = {.fd = block, .events = POLLOUT};

	if (poll(&ready, 1, 5000) != 1) {
		errno = ETIMEDOUT;
		fail("wait for a block");
	}
	sync_block(block, DMA_BUF_SYNC_START);
	sync_block(block, DMA_BUF_SYNC_END);
	enqueue(buffer, block, bytes);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Blocks per second after one turn of the ring. */
static double stream(int buffer, const int *blocks, unsigned int count, size_t bytes, double seconds)
{
	unsigned long long taken = 0;
	double start, end;

	for (unsigned int i = 0; i < count; i++)
		take_block(buffer, blocks[i], bytes);
	start = end = now();
	while (end - start < seconds) {
		take_block(buffer, blocks[taken % count], bytes);
		taken++;
		end = now();
	}
	return (double)taken / (end - start);
}

int main(int argc, char **argv)
{
	unsigned long samples = argc == 4 ? strtoul(argv[1], NULL, 10) : 0;
	unsigned int count = argc == 4 ? (unsigned int)strtoul(argv[2], NULL, 10) : 0;
	double seconds = argc == 4 ? strtod(argv[3], NULL) : 0;
	size_t bytes = samples * SAMPLE_BYTES;
	int blocks[BLOCKS_MAX], heap, buffer;
	char folder[PATH_SIZE];
	double rate;

	if (samples == 0 || count == 0 || count > BLOCKS_MAX || !(seconds > 0)) {
		fprintf(stderr, "usage: plain_loop BLOCK_SAMPLES BLOCKS SECONDS; at most %u blocks\n", BLOCKS_MAX);
		return 2;
	}
	find_device(folder);
	write_file(folder, "buffer0/in_voltage0_en", "1");
	write_file(folder, "buffer0/in_voltage1_en", "1");
	buffer = open_buffer(folder);
	heap = open("/dev/dma_heap/system", O_RDWR);
	if (heap < 0)
		fail("/dev/dma_heap/system");
	for (unsigned int i = 0; i < count; i++)
		blocks[i] = get_block(heap, buffer, bytes);
	write_file(folder, "buffer0/enable", "1");
	for (unsigned int i = 0; i < count; i++)
		enqueue(buffer, blocks[i], bytes);
	rate = stream(buffer, blocks, count, bytes, seconds) * (double)bytes;
	write_file(folder, "buffer0/enable", "0");
	write_file(folder, "buffer0/in_voltage0_en", "0");
	write_file(folder, "buffer0/in_voltage1_en", "0");
	printf("%.2f MiB/s\n", rate / 1048576);
	return 0;
}
