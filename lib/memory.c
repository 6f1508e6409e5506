/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "memory.h"

#include <errno.h>
#include <sys/mman.h>

#include "error.h"
#include "sys.h"

static const struct memory_ops *const kinds[] = {&memory_heap, &memory_udmabuf, &memory_udmabuf_huge, &memory_fd};

static const struct memory_ops *find(enum iiodma_memory kind)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i]->kind == kind)
			return kinds[i];
	return NULL;
}

int memory_get(const struct backend_request *request, unsigned int index, struct memory_area *ret_area)
{
	const struct memory_ops *ops = find(request->memory);

	if (ops == NULL)
		return error_say(-EINVAL,
				 "memory '%s' cannot hold DMABUF blocks; valid are heap, udmabuf, udmabuf-huge and fd",
				 iiodma_memory_name(request->memory));

	int fd = ops->get(request, index);

	if (fd < 0)
		return fd;
	*ret_area = (struct memory_area){.fd = fd, .bytes = request->block_bytes, .borrowed = ops->borrowed};
	return 0;
}

int memory_map(struct memory_area *area, void **ret_data)
{
	if (area->data == NULL) {
		area->data = sys->mmap(area->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, area->fd);
		if (area->data == NULL)
			return error_set(-ENOMEM, "map a block of %zu bytes", area->bytes);
	}
	*ret_data = area->data;
	return 0;
}

void memory_put(struct memory_area *area)
{
	if (area->data != NULL)
		sys->munmap(area->data, area->bytes);
	if (area->fd >= 0 && !area->borrowed)
		sys->close(area->fd);
	*area = (struct memory_area){.fd = -1};
}
