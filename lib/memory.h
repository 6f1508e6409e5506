/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of one block as a DMABUF: from a heap, from memfd pages, or brought by the caller. */
#ifndef IIODMA_LIB_MEMORY_H
#define IIODMA_LIB_MEMORY_H

#include "backend.h"

struct memory_area {
	int fd;     /* the DMABUF */
	void *data; /* NULL until mapped */
	size_t bytes;
	bool borrowed; /* the caller's fd: not closed here */
};

struct memory_ops {
	enum iiodma_memory kind;
	/* Returns the DMABUF for block @index or -errno with error text. */
	int (*get)(const struct backend_request *request, unsigned int index);
	bool borrowed;
};

extern const struct memory_ops memory_heap;
extern const struct memory_ops memory_udmabuf;
extern const struct memory_ops memory_udmabuf_huge;
extern const struct memory_ops memory_fd;

/* Get the memory of block @index as the request says. 0, or -errno with error text. */
int memory_get(const struct backend_request *request, unsigned int index, struct memory_area *ret_area);

/* Map for reading and writing, once; later calls return what is there. */
int memory_map(struct memory_area *area, void **ret_data);

/* Unmap and close. Fine for an area that was never got (all zero with fd -1). */
void memory_put(struct memory_area *area);

#endif
