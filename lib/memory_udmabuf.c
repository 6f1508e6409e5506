/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks from memfd pages, made a DMABUF by /dev/udmabuf. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#include "error.h"
#include "memory.h"
#include "sys.h"
#include "uapi/dma_buf.h"

#define UDMABUF_NODE "/dev/udmabuf"

/* udmabuf takes whole pages only. */
static size_t whole_pages(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) / page * page;
}

static int create(int node, size_t bytes)
{
	int memfd = sys->memfd_new("iiodma-block", bytes, 0);

	if (memfd < 0)
		return memfd;

	struct udmabuf_create request = {
		.memfd = (__u32)memfd,
		.flags = UDMABUF_FLAGS_CLOEXEC,
		.size = bytes,
	};
	int fd = sys->ioctl(node, UDMABUF_CREATE, &request);

	/* The DMABUF holds the pages; the memfd was only the way to them. */
	sys->close(memfd);
	return fd;
}

static int get(const struct backend_request *request, unsigned int index)
{
	int node = sys->open(UDMABUF_NODE, O_RDWR);

	if (node < 0)
		return error_set(node, "open " UDMABUF_NODE);

	int fd = create(node, whole_pages(request->block_bytes));

	sys->close(node);
	if (fd < 0)
		return error_set(fd, "udmabuf for block %u of count %u: block %zu bytes, total %" PRIu64 " bytes",
				 index + 1, request->depth, request->block_bytes,
				 (uint64_t)request->block_bytes * request->depth);
	return fd;
}

const struct memory_ops memory_udmabuf = {
	.kind = IIODMA_MEMORY_UDMABUF,
	.get = get,
};
