/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "word_copy.h"

#include <stdint.h>

#define WORD sizeof(uint64_t)

/* A test looks over the shoulder of every access here. */
#ifndef WORD_COPY_ACCESS
#define WORD_COPY_ACCESS(address, bytes)
#endif

/* volatile keeps the compiler from making a memcpy() of the loop or joining accesses. */
static void copy_bytes(volatile uint8_t *to, const volatile uint8_t *from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		WORD_COPY_ACCESS(&to[i], 1);
		WORD_COPY_ACCESS(&from[i], 1);
		to[i] = from[i];
	}
}

void word_copy(void *to, const void *from, size_t bytes)
{
	const size_t off = (uintptr_t)from % WORD;
	uint8_t *target = to;
	const uint8_t *source = from;

	if (off == (uintptr_t)to % WORD && bytes >= WORD) {
		const size_t head = off ? WORD - off : 0;
		const size_t words = (bytes - head) / WORD;
		volatile uint64_t *to_words;
		const volatile uint64_t *from_words;

		copy_bytes(target, source, head);
		to_words = (volatile uint64_t *)(void *)(target + head);
		from_words = (const volatile uint64_t *)(const void *)(source + head);
		for (size_t i = 0; i < words; i++) {
			WORD_COPY_ACCESS(&to_words[i], WORD);
			WORD_COPY_ACCESS(&from_words[i], WORD);
			to_words[i] = from_words[i];
		}
		target += head + words * WORD;
		source += head + words * WORD;
		bytes -= head + words * WORD;
	}
	copy_bytes(target, source, bytes);
}
