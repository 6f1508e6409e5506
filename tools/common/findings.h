/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What follows from cells taken together: costs over block sizes, who overtakes whom, which is the smallest that holds.
 * Cells are named by their index in the result.
 */
#ifndef TOOLS_FINDINGS_H
#define TOOLS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "line_fit.h"

#define FINDINGS_NO_CELL ((size_t)-1)

/* Cells that differ in nothing but the block: what a block and what a byte costs. */
struct finding_cost {
	size_t cell;          /* the first of them */
	struct line_fit time; /* seconds for a block over its bytes; cells at the source's rate say nothing of it */
	struct line_fit cpu;  /* CPU seconds likewise, all cells */
};

enum finding_order {
	FINDING_ALWAYS, /* at every block size that both have */
	FINDING_FROM,   /* from a block size on */
	FINDING_NEVER,  /* not at the biggest */
	FINDING_EQUAL,  /* neither is faster anywhere */
};

/* Whether dmabuf, at the depth that is best for it, is faster than fileio. */
struct finding_overtake {
	size_t fileio_cell; /* the first of fileio's */
	size_t dmabuf_cell; /* at the size from which on dmabuf is faster; else the first of dmabuf's */
	enum finding_order order;
};

/* Cells that differ in block and depth only: the smallest that keep up with a paced source and lose nothing. */
struct finding_hold {
	size_t cell;           /* the first of them */
	size_t smallest_block; /* a cell, the shallowest with this block; FINDINGS_NO_CELL: none holds */
	size_t smallest_depth; /* a cell, the smallest block with this depth */
	bool known;            /* false: the source is not paced, or nobody counts what is lost */
};

/* What a search for the highest sample rate ended with. */
enum finding_bound {
	FINDING_BOUND_LOSS,    /* above it samples are lost */
	FINDING_BOUND_DEVICE,  /* above it the device takes no rate */
	FINDING_BOUND_RANGE,   /* the highest rate asked for is carried */
	FINDING_BOUND_NOTHING, /* even the lowest is not carried */
	FINDING_BOUND_NO_RATE, /* the device takes none of the rates tried */
	FINDING_BOUND_UNKNOWN, /* stopped before it was found */
};

/* The highest sample rate that is carried without loss. */
struct finding_limit {
	size_t cell; /* the first of those tried; FINDINGS_NO_CELL: none could be */
	enum finding_bound bound;
	double carried;     /* samples per second; NaN: none */
	double not_carried; /* the lowest above it that is not; NaN: none was tried */
	bool monotone;      /* no rate below a carried one was lost */
	unsigned int tries;
};

struct findings {
	struct finding_cost *costs;
	size_t cost_count;
	struct finding_overtake *overtakes;
	size_t overtake_count;
	struct finding_hold *holds;
	size_t hold_count;
	struct finding_limit *limits;
	size_t limit_count;
};

/* Append; 0 or -ENOMEM. */
int findings_add_cost(struct findings *findings, const struct finding_cost *cost);
int findings_add_overtake(struct findings *findings, const struct finding_overtake *overtake);
int findings_add_hold(struct findings *findings, const struct finding_hold *hold);

int findings_add_limit(struct findings *findings, const struct finding_limit *limit);

/* "loss", "device", "range", "nothing", "no rate", "unknown" */
const char *finding_bound_name(enum finding_bound bound);

/* "always", "from", "never", "equal" */
const char *finding_order_name(enum finding_order order);

/* NULL is fine. */
void findings_free(struct findings *findings);

#endif
