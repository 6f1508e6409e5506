/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DMA heaps that differ in one thing only: how the processor maps their memory.
 *
 * main.c decides which heaps there are and for which DMA device, node.c lets user
 * space allocate from them, statement.c says in sysfs what each one gives. A buffer
 * (buffer.c) is a DMABUF over memory from memory_pages.c or memory_dma.c. All that
 * depends on the processor is in arch_x86.c and arch_arm.c.
 */
#ifndef IIODMA_HEAPS_H
#define IIODMA_HEAPS_H

#include <linux/atomic.h>
#include <linux/dma-direction.h>
#include <linux/list.h>
#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/types.h>

struct device;
struct dma_buf;
struct iosys_map;
struct vm_area_struct;
struct heap_buffer;

enum heap_mapping {
	HEAP_COHERENT,		/* no cache between processor and memory, or a coherent one */
	HEAP_NONCOHERENT,	/* cached; cache maintenance around each access */
	HEAP_WRITECOMBINE,	/* not cached, writes are gathered */
	HEAP_NR_MAPPINGS,
};

/* The six ways into cache maintenance: begin and end of an access, by direction. */
enum heap_phase {
	HEAP_BEGIN,
	HEAP_END,
	HEAP_NR_PHASES,
};

enum heap_access {
	HEAP_READ,
	HEAP_WRITE,
	HEAP_READ_WRITE,
	HEAP_NR_ACCESSES,
};

enum heap_counter {
	HEAP_ALLOCATIONS,
	HEAP_ALLOCATIONS_FAILED,
	HEAP_ALLOCATED_BYTES,
	HEAP_BUFFERS,		/* of these, those that live */
	HEAP_BUFFERS_BYTES,
	HEAP_ATTACHMENTS,
	HEAP_MMAPS,
	HEAP_NR_COUNTERS,
};

/* What was asked for with DMA_BUF_IOCTL_SYNC, and the cache maintenance that it really was. */
struct heap_sync_counters {
	atomic64_t calls;
	atomic64_t maintained_count;
	atomic64_t maintained_bytes;
};

struct heap {
	const char *name;
	enum heap_mapping mapping;
	struct device *dma;		/* whose memory and coherency this is */
	struct device *statement;
	struct miscdevice node;

	/* Set by the architecture's heap_arch_setup(). */
	const struct heap_memory_ops *memory;
	unsigned long dma_attrs;	/* for memory_dma.c */
	const char *attribute;		/* of the page table entries */
	const char *maintenance;	/* who does it */
	const char *same_as;		/* names of mappings that are this one here */
	char refused[160];		/* why there is no such heap; empty: there is */

	atomic64_t counters[HEAP_NR_COUNTERS];
	struct heap_sync_counters syncs[HEAP_NR_PHASES][HEAP_NR_ACCESSES];
};

struct heap_buffer {
	struct heap *heap;
	size_t bytes;			/* whole pages */
	struct sg_table sgt;		/* the memory, mapped for heap->dma if own_mapped */
	bool own_mapped;
	struct mutex lock;		/* attachments */
	struct list_head attachments;

	struct page **pages;		/* memory_pages.c */
	unsigned int nr_pages;
	bool contiguous;

	void *cpu;			/* memory_dma.c; memory_pages.c while vmapped */
	dma_addr_t dma_addr;
};

struct heap_memory_ops {
	const char *name;
	int (*alloc)(struct heap_buffer *buffer);
	void (*free)(struct heap_buffer *buffer);
	int (*mmap)(struct heap_buffer *buffer, struct vm_area_struct *vma);
	int (*vmap)(struct heap_buffer *buffer, struct iosys_map *map);
	void (*vunmap)(struct heap_buffer *buffer);
};

/* main.c */
extern bool heap_contiguous;
__printf(2, 3) void heap_refuse(struct heap *heap, const char *format, ...);
const char *heap_mapping_name(enum heap_mapping mapping);

/* node.c */
extern const bool heap_can_be_dma_heap;
int heap_node_add(struct heap *heap);
int heap_node_add_as_dma_heap(struct heap *heap);
void heap_node_remove(struct heap *heap);

/* statement.c */
int heap_statement_init(void);
void heap_statement_exit(void);
int heap_statement_add(struct heap *heap);
void heap_statement_remove(struct heap *heap);

/* buffer.c */
struct dma_buf *heap_buffer_new(struct heap *heap, size_t bytes, u32 fd_flags);

/* memory_pages.c: pages, which the architecture gives their mapping */
extern const struct heap_memory_ops heap_memory_pages;

/* memory_dma.c: what the DMA API gives for heap->dma_attrs */
extern const struct heap_memory_ops heap_memory_dma;

/*
 * arch_*.c. Setup fills what is marked so in struct heap, or refuses the heap. The
 * page functions are for memory_pages.c: the kernel's own mapping of the pages, and
 * what a further mapping of them must look like. Maintain does what the DMA API
 * leaves out on this architecture, and returns how many bytes that were.
 */
void heap_arch_setup(struct heap *heap);
int heap_arch_pages_set(struct heap_buffer *buffer);
int heap_arch_pages_reset(struct heap_buffer *buffer);
pgprot_t heap_arch_pgprot(const struct heap *heap, pgprot_t prot);
size_t heap_arch_maintain(struct heap_buffer *buffer);

#endif
