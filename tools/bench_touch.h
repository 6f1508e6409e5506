/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the CPU does with the bytes of a block. Fetching is not consuming: each way costs differently, and each is made
 * so that the compiler cannot leave any of it out.
 *
 * Data starts aligned to 8 bytes (blocks are mapped or allocated so). Only whole, naturally aligned words are loaded
 * and stored, up to a tail of less than 8 bytes.
 */
#ifndef IIODMA_BENCH_TOUCH_H
#define IIODMA_BENCH_TOUCH_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sum of all 32-bit words, in the machine's byte order; a tail of 1 to 3 bytes counts as a word filled up with zeros.
 * The result is modulo 2^64.
 */
uint64_t bench_touch_sum(const void *data, size_t bytes);

/*
 * Number the samples: each 32-bit word of sample n gets first + n (wrapping), in little-endian order, which is what
 * --verify counter expects of I/Q pairs. Whole words only; at most 3 bytes at the end are left as they are.
 * @sample_words: words in a sample, at least 1
 */
void bench_touch_number(void *data, size_t bytes, uint32_t first, unsigned int sample_words);

#endif
