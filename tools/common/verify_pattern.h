/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What numbered samples look like, and comparing memory with that at the speed of memory. Numbers count from 0 and begin
 * anew at the pattern's period. Used by verify_sequence.c.
 */
#ifndef TOOLS_VERIFY_PATTERN_H
#define TOOLS_VERIFY_PATTERN_H

#include "verify.h"
#include "verify_prbs.h"

enum verify_layout {
	VERIFY_LAYOUT_PAIR,      /* one I/Q pair per sample and nothing else: a word of 32 bit */
	VERIFY_LAYOUT_TWO_PAIRS, /* the same twice */
	VERIFY_LAYOUT_COLUMNS,   /* anything */
};

/* An I/Q pair that has its own place in the pseudo-random sequence, so many samples ahead of the first pair. */
struct verify_pair {
	size_t i_offset;
	size_t q_offset;
	uint32_t ahead;
};

struct verify_pattern {
	enum verify_kind kind;
	enum verify_layout layout;
	size_t sample_bytes;
	uint64_t period;
	const struct verify_column *even; /* first column of each parity, NULL when there is none */
	const struct verify_column *odd;
	struct verify_prbs *prbs; /* this and the pairs: only there for the kind prbs */
	struct verify_pair *pairs;
	size_t pair_count;
	size_t count;
	struct verify_column columns[];
};

/* As verify_new(). */
int verify_pattern_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
		       struct verify_pattern **ret_pattern);
void verify_pattern_free(struct verify_pattern *pattern);

/* Begin with this sample. Returns whether it can be one of the pattern. */
bool verify_pattern_begin(struct verify_pattern *pattern, const unsigned char *sample);

/*
 * The number a sample claims to have (may be beyond the period: none), and whether it is in all its columns what the
 * sample of this number is.
 */
uint32_t verify_pattern_number(const struct verify_pattern *pattern, const unsigned char *sample);
bool verify_pattern_fits(const struct verify_pattern *pattern, const unsigned char *sample, uint32_t number);

/* The number that stands @steps after @number. */
uint32_t verify_pattern_after(const struct verify_pattern *pattern, uint32_t number, uint64_t steps);

/* How many of @count samples from the start of @data count on from @number. */
size_t verify_pattern_run(const struct verify_pattern *pattern, const unsigned char *data, size_t count,
			  uint32_t number);

#endif
