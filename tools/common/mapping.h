/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for how the CPU sees a block, and what each means for memory and cache maintenance. */
#ifndef TOOLS_MAPPING_H
#define TOOLS_MAPPING_H

#include <iiodma/stream.h>

struct mapping {
	const char *name;
	const char *heap; /* the DMA heap that gives it */
	enum iiodma_sync sync;
};

/* "coherent", "noncoherent", "noncoherent-nosync", "writecombine"; NULL when @name is none of them. */
const struct mapping *mapping_find(const char *name);

/* All words, for messages: "coherent, noncoherent, …". Static. */
const char *mapping_names(void);

/* The word for a mapping that is synced like this; "unknown" when it is. */
const char *mapping_word(enum iiodma_mapping mapping, enum iiodma_sync sync);

/*
 * The word for what a configured stream really uses: that of its memory; "kernel" for the kernel's own blocks, which
 * have the mapping the platform gives them; "none" without a device; "unknown" when nobody tells.
 */
const char *mapping_in_force(const struct iiodma_stream_info *info);

#endif
