/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sample counter in memory: written, or followed with every place noted where it breaks. */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sequence {
	bool begun;
	uint32_t next;
	uint64_t samples;
	uint64_t gaps;    /* places where it does not go on */
	uint64_t missing; /* samples skipped there */
};

void sequence_fill(void *buf, size_t samples, uint32_t first);
void sequence_check(struct sequence *seq, const void *buf, size_t samples);

#endif
