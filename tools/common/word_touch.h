/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and writing every word of an area whose mapping may fault on anything but naturally aligned accesses of at most 8 bytes. */
#ifndef TOOLS_WORD_TOUCH_H
#define TOOLS_WORD_TOUCH_H

#include <stddef.h>
#include <stdint.h>

/* Both take areas that start at a multiple of 8; bytes beyond the last whole word are left alone. */
uint64_t word_sum(const void *data, size_t bytes);
void word_fill(void *data, size_t bytes, uint64_t value);

#endif
