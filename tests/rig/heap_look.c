/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage: heap-look HEAP BYTES [begin_read|begin_write|begin_read_write|end_read|end_write|end_read_write]...
 *
 * Takes a buffer from a DMA heap without the project's own code, maps it, proves that it is all zeros and keeps what is
 * written, syncs it as told, and prints what the page table entries of its first and last page say (module rig_pages):
 * "user TYPE kernel TYPE pfn N". Exit 0; 1 with the errno's name on standard error.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "uapi/dma_buf.h"

struct buffer {
	int fd;
	size_t bytes;
	uint64_t *words;
};

static void die(const char *what)
{
	fprintf(stderr, "heap-look: %s: %s\n", what, strerrorname_np(errno));
	exit(EXIT_FAILURE);
}

static struct buffer take(const char *heap, size_t bytes)
{
	struct dma_heap_allocation_data request = {.len = bytes, .fd_flags = O_RDWR | O_CLOEXEC};
	struct buffer buffer = {.bytes = bytes};
	char path[256];
	int node;

	snprintf(path, sizeof(path), "/dev/dma_heap/%s", heap);
	node = open(path, O_RDONLY | O_CLOEXEC);
	if (node < 0)
		die("open");
	if (ioctl(node, DMA_HEAP_IOCTL_ALLOC, &request) < 0)
		die("allocate");
	close(node);
	buffer.fd = (int)request.fd;
	buffer.words = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, buffer.fd, 0);
	if (buffer.words == MAP_FAILED)
		die("map");
	return buffer;
}

/* Every word through the mapping, then through another one. */
static void try_memory(const struct buffer *buffer)
{
	const size_t count = buffer->bytes / sizeof(*buffer->words);
	uint64_t *again = mmap(NULL, buffer->bytes, PROT_READ, MAP_SHARED, buffer->fd, 0);

	if (again == MAP_FAILED)
		die("map again");
	for (size_t i = 0; i < count; i++) {
		if (buffer->words[i] != 0) {
			fprintf(stderr, "heap-look: word %zu of new memory is not zero\n", i);
			exit(EXIT_FAILURE);
		}
		buffer->words[i] = i * UINT64_C(0x9e3779b97f4a7c15);
	}
	for (size_t i = 0; i < count; i++)
		if (again[i] != i * UINT64_C(0x9e3779b97f4a7c15)) {
			fprintf(stderr, "heap-look: word %zu is not what was written\n", i);
			exit(EXIT_FAILURE);
		}
	munmap(again, buffer->bytes);
}

static void sync_buffer(const struct buffer *buffer, const char *word)
{
	static const struct {
		const char *word;
		uint64_t flags;
	} ways[] = {
		{"begin_read", DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ},
		{"begin_write", DMA_BUF_SYNC_START | DMA_BUF_SYNC_WRITE},
		{"begin_read_write", DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW},
		{"end_read", DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ},
		{"end_write", DMA_BUF_SYNC_END | DMA_BUF_SYNC_WRITE},
		{"end_read_write", DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct dma_buf_sync request = {.flags = ways[i].flags};

		if (strcmp(word, ways[i].word) != 0)
			continue;
		if (ioctl(buffer->fd, DMA_BUF_IOCTL_SYNC, &request) < 0)
			die(word);
		return;
	}
	fprintf(stderr, "heap-look: '%s' is no way to sync\n", word);
	exit(2);
}

static void look(const void *address)
{
	int fd = open("/sys/kernel/debug/rig_pages", O_RDWR | O_CLOEXEC);
	char text[128];
	ssize_t length;

	if (fd < 0)
		die("open rig_pages");
	if (dprintf(fd, "%" PRIxPTR, (uintptr_t)address) < 0)
		die("look at a page");
	length = read(fd, text, sizeof(text));
	if (length <= 0)
		die("read rig_pages");
	fwrite(text, 1, (size_t)length, stdout);
	close(fd);
}

int main(int argc, char **argv)
{
	struct buffer buffer;

	if (argc < 3) {
		fprintf(stderr, "usage: heap-look HEAP BYTES [SYNC...]\n");
		return 2;
	}
	buffer = take(argv[1], strtoul(argv[2], NULL, 0));
	try_memory(&buffer);
	for (int i = 3; i < argc; i++)
		sync_buffer(&buffer, argv[i]);
	look(buffer.words);
	look((const char *)buffer.words + buffer.bytes - 1);
	return EXIT_SUCCESS;
}
