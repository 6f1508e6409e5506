/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks from memfd pages, ordinary or huge, made a DMABUF by /dev/udmabuf. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "error.h"
#include "memory.h"
#include "sys.h"
#include "uapi/dma_buf.h"

#define UDMABUF_NODE "/dev/udmabuf"
#define UDMABUF_LIMIT "/sys/module/udmabuf/parameters/size_limit_mb"
#define MEMINFO_BYTES 8192

/* udmabuf takes whole pages only. */
static size_t whole(size_t bytes, size_t page)
{
	return (bytes + page - 1) / page * page;
}

static int make_dmabuf(int node, int memfd, size_t bytes)
{
	struct udmabuf_create request = {
		.memfd = (__u32)memfd,
		.flags = UDMABUF_FLAGS_CLOEXEC,
		.size = bytes,
	};

	return sys->ioctl(node, UDMABUF_CREATE, &request);
}

/* The kernel says EINVAL to more than its limit, as to anything it does not like. */
static int say_refused(int error, const struct backend_request *request, unsigned int index)
{
	char limit[32];

	if (error == -EINVAL && sys_read_text(UDMABUF_LIMIT, limit, sizeof(limit)) > 0 &&
	    request->block_bytes > strtoull(limit, NULL, 10) << 20)
		return error_say(-ENOMEM,
				 "udmabuf takes at most %s MiB, a block is %zu bytes; " UDMABUF_LIMIT " is the limit",
				 limit, request->block_bytes);
	return error_set(error, "udmabuf for block %u of count %u: block %zu bytes, total %" PRIu64 " bytes", index + 1,
			 request->depth, request->block_bytes, (uint64_t)request->block_bytes * request->depth);
}

/* A memfd of whole pages that holds the block, or -errno with error text. */
typedef int (*make_memfd)(const struct backend_request *request, unsigned int index, size_t *ret_bytes);

static int get_from(const struct backend_request *request, unsigned int index, make_memfd make)
{
	int node = sys->open(UDMABUF_NODE, O_RDWR);
	size_t bytes;
	int memfd, fd;

	if (node < 0)
		return error_set(node, "open " UDMABUF_NODE);
	memfd = make(request, index, &bytes);
	fd = memfd;
	if (memfd >= 0) {
		fd = make_dmabuf(node, memfd, bytes);
		if (fd < 0)
			fd = say_refused(fd, request, index);
		/* The DMABUF holds the pages; the memfd was only the way to them. */
		sys->close(memfd);
	}
	sys->close(node);
	return fd;
}

/* ---- ordinary pages ---- */

static int make_ordinary(const struct backend_request *request, unsigned int index, size_t *ret_bytes)
{
	int memfd;

	*ret_bytes = whole(request->block_bytes, (size_t)sysconf(_SC_PAGESIZE));
	memfd = sys->memfd_new("iiodma-block", *ret_bytes, 0);
	return memfd < 0 ? say_refused(memfd, request, index) : memfd;
}

static int get(const struct backend_request *request, unsigned int index)
{
	return get_from(request, index, make_ordinary);
}

const struct memory_ops memory_udmabuf = {
	.kind = IIODMA_MEMORY_UDMABUF,
	.get = get,
};

/* ---- huge pages ---- */

struct huge_pages {
	size_t bytes;                /* of one */
	uint64_t total, free, spare; /* reserved, of these unused, and what may be had beyond */
};

static uint64_t meminfo(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static int find_huge_pages(struct huge_pages *ret_pages)
{
	char text[MEMINFO_BYTES];
	ssize_t length = sys_read_text("/proc/meminfo", text, sizeof(text));
	struct huge_pages pages = {0};

	if (length < 0)
		return error_set((int)length, "read /proc/meminfo");
	pages.bytes = (size_t)meminfo(text, "Hugepagesize:") * 1024;
	pages.total = meminfo(text, "HugePages_Total:");
	pages.free = meminfo(text, "HugePages_Free:");
	if (sys_read_text("/proc/sys/vm/nr_overcommit_hugepages", text, sizeof(text)) > 0)
		pages.spare = strtoull(text, NULL, 10);
	*ret_pages = pages;
	if (pages.bytes == 0)
		return error_say(-ENOTSUP, "this kernel has no huge pages");
	return 0;
}

/* What to do about it is the same for none and for too few. */
static int say_too_few(int error, const struct huge_pages *pages, size_t bytes)
{
	return error_say(error,
			 "a block needs %zu huge pages of %zu KiB, and %" PRIu64 " of %" PRIu64
			 " reserved are free; reserve some with: echo COUNT > /proc/sys/vm/nr_hugepages",
			 bytes / pages->bytes, pages->bytes >> 10, pages->free, pages->total);
}

/*
 * Mapping reserves the pages, so that touching them cannot fail; and kernels before 6.11 take only pages that are there
 * already.
 */
static int populate(int memfd, const struct huge_pages *pages, size_t bytes)
{
	volatile char *data = sys->mmap(bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memfd);

	if (data == NULL)
		return say_too_few(-ENOMEM, pages, bytes);
	for (size_t i = 0; i < bytes; i += pages->bytes)
		data[i] = 0;
	sys->munmap((void *)data, bytes);
	return 0;
}

static int make_huge(const struct backend_request *request, unsigned int index, size_t *ret_bytes)
{
	struct huge_pages pages;
	int ret = find_huge_pages(&pages);
	int memfd;

	if (ret < 0)
		return ret;
	*ret_bytes = whole(request->block_bytes, pages.bytes);
	if (pages.total + pages.spare == 0)
		return say_too_few(-ENOTSUP, &pages, *ret_bytes);
	memfd = sys->memfd_new("iiodma-block", *ret_bytes, MFD_HUGETLB);
	if (memfd < 0)
		return say_refused(memfd, request, index);
	ret = populate(memfd, &pages, *ret_bytes);
	if (ret < 0) {
		sys->close(memfd);
		return ret;
	}
	return memfd;
}

static int get_huge(const struct backend_request *request, unsigned int index)
{
	return get_from(request, index, make_huge);
}

const struct memory_ops memory_udmabuf_huge = {
	.kind = IIODMA_MEMORY_UDMABUF_HUGE,
	.get = get_huge,
};
