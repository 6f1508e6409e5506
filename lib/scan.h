/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The channels of a sample: set in the kernel, and picked out where the kernel delivers more. */
#ifndef IIODMA_LIB_SCAN_H
#define IIODMA_LIB_SCAN_H

#include "settings.h"

/* A piece of the kernel's sample that goes into the caller's. */
struct scan_piece {
	size_t from;
	size_t to;
	size_t bytes;
};

struct scan {
	struct iiodma_channel **channels; /* wanted, by scan index */
	size_t channel_count;
	size_t *offsets;     /* of each in the caller's sample */
	size_t sample_bytes; /* the caller's */
	size_t kernel_bytes; /* the kernel's; larger when others are enabled too */
	bool wider;
	struct scan_piece *pieces; /* only when wider, one a channel */
};

/*
 * Check the channels and enable exactly these in the kernel (@settings NULL: only lay them out). What the kernel
 * keeps enabled beyond them makes the scan wider (input) or is refused (output, -EBUSY).
 * 0, or -errno with error text and @ret_scan empty. Freed with scan_free().
 */
int scan_apply(struct settings *settings, struct iiodma_buffer *buffer, struct iiodma_channel *const *channels,
	       size_t count, struct scan *ret_scan);

void scan_free(struct scan *scan);

/* Copy @samples samples from the kernel's layout to the caller's. */
void scan_narrow(const struct scan *scan, void *to, const void *from, size_t samples);

#endif
