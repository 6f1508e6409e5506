/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_touch.h"

#include <endian.h>
#include <string.h>

/*
 * Two words come with each load, and four loads are under way at once: one chain of additions would be slower than
 * memory is. The halves of a load are summed apart, so that nothing carries from one word into the other.
 */
uint64_t bench_touch_sum(const void *data, size_t bytes)
{
	const uint64_t *pair = data;
	size_t pairs = bytes / sizeof(*pair);
	uint64_t low[4] = {0};
	uint64_t high[4] = {0};
	uint32_t tail[2] = {0};
	size_t i;

	for (i = 0; i + 4 <= pairs; i += 4) {
		for (size_t lane = 0; lane < 4; lane++) {
			low[lane] += pair[i + lane] & UINT32_MAX;
			high[lane] += pair[i + lane] >> 32;
		}
	}
	for (; i < pairs; i++) {
		low[0] += pair[i] & UINT32_MAX;
		high[0] += pair[i] >> 32;
	}
	memcpy(tail, pair + pairs, bytes % sizeof(*pair));
	return low[0] + low[1] + low[2] + low[3] + high[0] + high[1] + high[2] + high[3] + tail[0] + tail[1];
}

static void number_single(uint32_t *word, size_t count, uint32_t first)
{
	for (size_t i = 0; i < count; i++)
		word[i] = htole32(first + (uint32_t)i);
}

void bench_touch_number(void *data, size_t bytes, uint32_t first, unsigned int sample_words)
{
	uint32_t *word = data;
	size_t words = bytes / sizeof(*word);

	if (sample_words == 1) {
		number_single(word, words, first);
		return;
	}
	for (size_t i = 0; i < words; first++)
		for (unsigned int part = 0; part < sample_words && i < words; part++)
			word[i++] = htole32(first);
}
