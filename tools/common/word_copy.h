/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Copying from or to a mapping on which memcpy() may fault: uncached device memory takes naturally aligned accesses of
 * at most 8 bytes only.
 */
#ifndef TOOLS_WORD_COPY_H
#define TOOLS_WORD_COPY_H

#include <stddef.h>

/* Any alignment of either side, any length; the areas do not overlap. */
void word_copy(void *to, const void *from, size_t bytes);

#endif
