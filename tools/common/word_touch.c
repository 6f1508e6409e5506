/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "word_touch.h"

#define LANES 8u

/* A test looks over the shoulder of every access here. */
#ifndef WORD_TOUCH_ACCESS
#define WORD_TOUCH_ACCESS(address, bytes)
#endif

/* volatile keeps the compiler from joining accesses; several sums keep one addition from waiting for the other. */
uint64_t word_sum(const void *data, size_t bytes)
{
	const volatile uint64_t *words = data;
	const size_t count = bytes / sizeof(*words);
	uint64_t sums[LANES] = {0};
	uint64_t sum = 0;
	size_t i = 0;

	for (; i + LANES <= count; i += LANES) {
		for (size_t lane = 0; lane < LANES; lane++) {
			WORD_TOUCH_ACCESS(&words[i + lane], sizeof(*words));
			sums[lane] += words[i + lane];
		}
	}
	for (; i < count; i++) {
		WORD_TOUCH_ACCESS(&words[i], sizeof(*words));
		sum += words[i];
	}
	for (size_t lane = 0; lane < LANES; lane++)
		sum += sums[lane];
	return sum;
}

void word_fill(void *data, size_t bytes, uint64_t value)
{
	volatile uint64_t *words = data;

	for (size_t i = 0; i < bytes / sizeof(*words); i++) {
		WORD_TOUCH_ACCESS(&words[i], sizeof(*words));
		words[i] = value;
	}
}
