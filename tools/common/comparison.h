/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether two sets of repeated measurements differ by more than chance.
 *
 * Rates are compared by their logarithms, so that A against B says the same as B against A. For one pair of cells: Welch's t test,
 * which allows each side a spread of its own (B. L. Welch, Biometrika 34, 1947), with
 *
 *     t = (mean ln B - mean ln A) / s,  s^2 = sA^2/nA + sB^2/nB,  degrees of freedom = s^4 / ((sA^2/nA)^2/(nA-1) + (sB^2/nB)^2/(nB-1))
 *
 * For many cells at once, one in a hundred would differ by chance alone: their probabilities are adjusted so that of what is called a
 * difference no larger share is wrong (Y. Benjamini, Y. Hochberg, J. R. Statist. Soc. B 57, 1995). A difference must also be large
 * enough to matter, because no two runs are started under quite the same circumstances.
 */
#ifndef IIODMA_TOOLS_COMPARISON_H
#define IIODMA_TOOLS_COMPARISON_H

#include "result.h"

/* With fewer runs than this on either side the spread is a guess. */
#define COMPARISON_RUNS_MIN 3u

enum comparison_verdict {
	COMPARISON_NOT_MEASURED, /* there is no rate on one side */
	COMPARISON_TOO_FEW_RUNS,
	COMPARISON_NO_DIFFERENCE,
	COMPARISON_FASTER, /* the second is faster */
	COMPARISON_SLOWER,
};

struct comparison_rule {
	double confidence; /* 0.99: at most one in a hundred differences may be none */
	double min_change; /* 0.01: one hundredth does not matter */
};

/* What is undefined is NaN. Changes are ratios: 0.05 is 5 % more than before. */
struct comparison {
	const struct result_cell *before;
	const struct result_cell *after;
	struct statistics before_rates;
	struct statistics after_rates;
	double change;
	double change_low; /* it lies between these two with the rule's confidence */
	double change_high;
	double probability;          /* that chance alone makes such a difference, for this cell by itself */
	double adjusted_probability; /* the same among all cells */
	double visible_change;       /* the smallest that would have been told from chance */
	enum comparison_verdict verdict;
};

const char *comparison_verdict_name(enum comparison_verdict verdict);

/* Set all members of each from its two cells. */
void comparison_judge(struct comparison *comparisons, size_t count, const struct comparison_rule *rule);

#endif
