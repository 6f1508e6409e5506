/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One area of memory without a stream around it. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <iiodma/memory.h>
#include <iiodma/stream.h>

#include "cpu_access.h"
#include "error.h"
#include "memory.h"
#include "sys.h"

#define HEAP_DEFAULT "system"

struct iiodma_memory_area {
	struct memory_area area;
	void *data;
};

/* Anonymous pages: what the others are compared with. */
static int get_ordinary(size_t bytes, struct memory_area *ret_area)
{
	void *data = sys->mmap(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (data == NULL)
		return error_set(-ENOMEM, "get %zu bytes of ordinary memory", bytes);
	*ret_area = (struct memory_area){.fd = -1, .data = data, .bytes = bytes};
	return 0;
}

static int get_dmabuf(enum iiodma_memory kind, const char *heap, size_t bytes, struct memory_area *ret_area)
{
	const struct backend_request request = {
		.memory = kind,
		.heap = heap != NULL ? heap : HEAP_DEFAULT,
		.block_bytes = bytes,
		.depth = 1,
	};

	return memory_get(&request, 0, ret_area);
}

static int check(enum iiodma_memory kind, size_t bytes)
{
	switch (kind) {
	case IIODMA_MEMORY_HEAP:
	case IIODMA_MEMORY_UDMABUF:
	case IIODMA_MEMORY_UDMABUF_HUGE:
	case IIODMA_MEMORY_ORDINARY:
		break;
	default:
		return error_say(-EINVAL,
				 "memory '%s' cannot be had alone; valid: heap, udmabuf, udmabuf-huge, ordinary",
				 iiodma_memory_name(kind));
	}
	if (bytes < 1 || bytes > IIODMA_BLOCK_BYTES_MAX)
		return error_say(-EINVAL, "%zu bytes of memory are out of range; valid: 1 to %" PRIu64 " bytes", bytes,
				 IIODMA_BLOCK_BYTES_MAX);
	return 0;
}

int iiodma_memory_area_new(enum iiodma_memory kind, const char *heap, size_t bytes,
			   struct iiodma_memory_area **ret_area)
{
	struct iiodma_memory_area *memory;
	int ret = check(kind, bytes);

	if (ret < 0)
		return ret;
	memory = calloc(1, sizeof(*memory));
	if (memory == NULL)
		return error_set(-ENOMEM, "get an area of memory");
	if (kind == IIODMA_MEMORY_ORDINARY)
		ret = get_ordinary(bytes, &memory->area);
	else
		ret = get_dmabuf(kind, heap, bytes, &memory->area);
	if (ret < 0) {
		free(memory);
		return ret;
	}
	ret = memory_map(&memory->area, &memory->data);
	if (ret < 0) {
		iiodma_memory_area_free(memory);
		return ret;
	}
	*ret_area = memory;
	return 0;
}

void *iiodma_memory_area_data(const struct iiodma_memory_area *memory)
{
	return memory->data;
}

size_t iiodma_memory_area_bytes(const struct iiodma_memory_area *memory)
{
	return memory->area.bytes;
}

int iiodma_memory_area_fd(const struct iiodma_memory_area *memory)
{
	if (memory->area.fd < 0)
		return error_say(-ENOTSUP, "ordinary memory is no DMABUF");
	return memory->area.fd;
}

int iiodma_memory_area_begin(struct iiodma_memory_area *memory, enum iiodma_direction direction)
{
	int fd = iiodma_memory_area_fd(memory);

	return fd < 0 ? fd : cpu_access_begin(fd, direction);
}

int iiodma_memory_area_end(struct iiodma_memory_area *memory, enum iiodma_direction direction)
{
	int fd = iiodma_memory_area_fd(memory);

	return fd < 0 ? fd : cpu_access_end(fd, direction);
}

void iiodma_memory_area_free(struct iiodma_memory_area *memory)
{
	if (memory == NULL)
		return;
	memory_put(&memory->area);
	free(memory);
}
