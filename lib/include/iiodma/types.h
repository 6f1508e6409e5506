/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** Names of all opaque types and the words shared by several headers. */
#ifndef IIODMA_TYPES_H
#define IIODMA_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What is declared between the two is the interface of the shared library; everything else in it is hidden. */
#ifdef __cplusplus
#define IIODMA_BEGIN_DECLS                                 \
	_Pragma("GCC visibility push(default)") extern "C" \
	{
#define IIODMA_END_DECLS \
	}                \
	_Pragma("GCC visibility pop")
#else
#define IIODMA_BEGIN_DECLS _Pragma("GCC visibility push(default)")
#define IIODMA_END_DECLS _Pragma("GCC visibility pop")
#endif

#define IIODMA_MUST_CHECK __attribute__((warn_unused_result))

struct iiodma_block;
struct iiodma_buffer;
struct iiodma_channel;
struct iiodma_context;
struct iiodma_device;
struct iiodma_format;
struct iiodma_histogram;
struct iiodma_memory_area;
struct iiodma_status;
struct iiodma_stream;

/** Which way samples go, seen from the computer. */
enum iiodma_direction {
	IIODMA_INPUT,  /**< the converter fills blocks (RX, ADC) */
	IIODMA_OUTPUT, /**< the converter plays blocks (TX, DAC) */
};

/** How blocks reach the kernel. */
enum iiodma_api {
	IIODMA_API_AUTO,   /**< DMABUF where the buffer can, else fileio; remote: libiio; choice and reason are reported */
	IIODMA_API_FILEIO, /**< read()/write() on the buffer */
	IIODMA_API_DMABUF, /**< IIO_BUFFER_DMABUF_ENQUEUE_IOCTL, Linux 6.11 and later */
	IIODMA_API_NULL,   /**< no device at all: what the caller and the library themselves cost */
	IIODMA_API_LIBIIO, /**< whatever a remote context's server does; the only one that reaches a remote device */
};

/** Where a block lives. */
enum iiodma_memory {
	IIODMA_MEMORY_AUTO,         /**< kernel for fileio, the heap "system" for DMABUF */
	IIODMA_MEMORY_KERNEL,       /**< the kernel's own blocks, copied by read()/write() */
	IIODMA_MEMORY_HEAP,         /**< a DMA heap, /dev/dma_heap/NAME */
	IIODMA_MEMORY_UDMABUF,      /**< memfd pages handed to /dev/udmabuf */
	IIODMA_MEMORY_UDMABUF_HUGE, /**< the same with huge pages, which somebody must have reserved */
	IIODMA_MEMORY_FD,           /**< DMABUFs imported by the caller */
	IIODMA_MEMORY_ORDINARY,     /**< anonymous pages: no DMABUF and no block of a stream, only to compare with */
};

/** Cache maintenance around CPU access to a block. */
enum iiodma_sync {
	IIODMA_SYNC_DIRECTION, /**< DMA_BUF_IOCTL_SYNC, READ for input and WRITE for output */
	IIODMA_SYNC_NONE,      /**< left out: right only where DMA is cache coherent, else data may be stale */
};

/** How the processor maps a block. */
enum iiodma_mapping {
	IIODMA_MAPPING_UNKNOWN,
	IIODMA_MAPPING_COHERENT,     /**< no cache maintenance is ever needed */
	IIODMA_MAPPING_NONCOHERENT,  /**< cached: IIODMA_SYNC_DIRECTION around each access where DMA is not coherent */
	IIODMA_MAPPING_WRITECOMBINE, /**< not cached, writes are gathered: slow to read */
};

IIODMA_BEGIN_DECLS

/** The word used for @value in options and reports ("fileio", "heap", "in" …); "?" for a value out of range. Static. */
const char *iiodma_api_name(enum iiodma_api value);
const char *iiodma_memory_name(enum iiodma_memory value);
const char *iiodma_direction_name(enum iiodma_direction value);
const char *iiodma_mapping_name(enum iiodma_mapping value);

/** The API called @name. Returns 0, or -EINVAL when there is none. */
int iiodma_api_from_name(const char *name, enum iiodma_api *ret_value) IIODMA_MUST_CHECK;

/** The mapping called @name: "coherent", "noncoherent" or "writecombine". Returns 0, or -EINVAL when there is none. */
int iiodma_mapping_from_name(const char *name, enum iiodma_mapping *ret_value) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
