/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** DMA heaps, where blocks for the DMABUF interface come from, and how the processor maps what it gets. */
#ifndef IIODMA_HEAP_H
#define IIODMA_HEAP_H

#include <iiodma/types.h>

/** Bit of a mapping in a set of mappings. */
#define IIODMA_MAPPING_BIT(mapping) (1u << (mapping))

/** How the processor maps the blocks of one kind of memory, and how that is known. */
struct iiodma_mapping_info {
	size_t size; /**< sizeof(struct iiodma_mapping_info), set by the caller */

	enum iiodma_mapping requested; /**< what the heap's name promises ("iiodma-coherent" …); UNKNOWN: nothing */
	enum iiodma_mapping effective; /**< what it is; UNKNOWN when nobody tells, or when it was refused */
	const char *origin;            /**< how that is known, as "stated by the heap"; static */
	unsigned int same_as;          /**< IIODMA_MAPPING_BIT() of the mappings that are this one on this platform */
	char refused[192];             /**< why the platform cannot give the heap; "" = it can */
	char attribute[40];  /**< memory type in the page table entries, as stated ("uncached"); "" = unknown */
	char dma_device[64]; /**< the device whose memory and coherency it is; "" = unknown */
};

IIODMA_BEGIN_DECLS

/**
 * Names of the heaps under /dev/dma_heap, sorted.
 * @ret_names: array ended by NULL, one allocation, freed by the caller with iiodma_heap_list_free(); untouched on failure.
 * Returns the number of names (0 when the folder does not exist) or -errno.
 */
int iiodma_heap_list(char ***ret_names) IIODMA_MUST_CHECK;

/**
 * Names of heaps that this platform cannot give, sorted; iiodma_memory_mapping() has the reason of each
 * (/sys/class/iiodma_heap/NAME/refused). @ret_names: as above. Returns the number of names or -errno.
 */
int iiodma_heap_list_refused(char ***ret_names) IIODMA_MUST_CHECK;

/** NULL is fine. */
void iiodma_heap_list_free(char **names);

/**
 * Check the form of a heap name: not empty, at most 127 characters, no '/', not "." or "..". Opens nothing.
 * Returns 0 or -EINVAL with the reason in iiodma_error_text().
 */
int iiodma_heap_name_check(const char *name) IIODMA_MUST_CHECK;

/**
 * Allocate a DMABUF of @bytes from heap @name (DMA_HEAP_IOCTL_ALLOC).
 * Returns the file descriptor, closed by the caller; -ENOENT (no such heap; the text lists those that exist), -ENOMEM or
 * another -errno.
 */
int iiodma_heap_alloc(const char *name, size_t bytes) IIODMA_MUST_CHECK;

/**
 * The mapping of blocks of @memory, and for IIODMA_MEMORY_HEAP of heap @heap (NULL = "system"). A heap that states it in
 * /sys/class/iiodma_heap is believed, the kernel's own heaps and udmabuf are known to be cached; names prove nothing.
 * Allocates nothing and does not look whether the heap exists. Fills @ret_info up to the size it states.
 * Returns 0, or -EINVAL (no size, or the form of @heap).
 */
int iiodma_memory_mapping(enum iiodma_memory memory, const char *heap,
			  struct iiodma_mapping_info *ret_info) IIODMA_MUST_CHECK;

/**
 * Are two mappings one and the same on this platform? (On ARM coherent and write-combine memory have the same page attribute.)
 * Returns 1 (same), 0 (they differ) or -ENOENT (no heap here states it).
 */
int iiodma_mapping_same(enum iiodma_mapping a, enum iiodma_mapping b) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
