/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What numbered samples look like, and comparing memory with that at the speed of memory. Used by verify.c. */
#ifndef TOOLS_VERIFY_PATTERN_H
#define TOOLS_VERIFY_PATTERN_H

#include "verify.h"

enum verify_layout {
	VERIFY_LAYOUT_PAIR,      /* one counter word per sample and nothing else */
	VERIFY_LAYOUT_TWO_PAIRS, /* the same twice */
	VERIFY_LAYOUT_COLUMNS,   /* anything */
};

struct verify_pattern {
	enum verify_kind kind;
	enum verify_layout layout;
	size_t sample_bytes;
	uint32_t mask;                    /* numbers count modulo mask + 1 */
	const struct verify_column *even; /* first column of each parity, NULL when there is none */
	const struct verify_column *odd;
	size_t count;
	struct verify_column columns[];
};

/* As verify_new(). Freed with free(). */
int verify_pattern_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
		       struct verify_pattern **ret_pattern);

/* The number a sample claims to have, and whether it is in all its columns what the sample of this number is. */
uint32_t verify_pattern_number(const struct verify_pattern *pattern, const unsigned char *sample);
bool verify_pattern_fits(const struct verify_pattern *pattern, const unsigned char *sample, uint32_t number);

/* How many of @count samples from the start of @data count on from @number. */
size_t verify_pattern_run(const struct verify_pattern *pattern, const unsigned char *data, size_t count,
			  uint32_t number);

#endif
