/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which cells of two results belong together, and in what the two set-ups differ. */
#ifndef IIODMA_TOOLS_RESULT_MATCH_H
#define IIODMA_TOOLS_RESULT_MATCH_H

#include "comparison.h"

#define RESULT_MATCH_KEYS_MAX 32u

/* Keys in which two set-ups may differ. Others of the same group may follow them: a mapping brings its heap along. */
struct result_match_only {
	const char *key[RESULT_MATCH_KEYS_MAX];
	size_t count;
};

/* A key in which the results differ, with the first such values: JSON, "null" for what is unknown. */
struct result_difference {
	const char *key;
	char *before;
	char *after;
	bool allowed;
};

struct result_match {
	struct comparison *pairs; /* their two cells set, in the order of the first result */
	size_t pair_count;
	struct result_difference *differences;
	size_t difference_count;
	const struct result_cell *alone; /* one that the other result has nothing for; NULL = none */
	bool alone_is_before;
};

/* Whether set-ups have a key of this name. */
bool result_match_key_known(const char *key);

/* All keys, for messages: "api, direction, …" */
void result_match_keys(char *text, size_t size);

/*
 * Put the cells of @before and @after together: those that are alike first, then those that differ in what @only allows, then
 * those that are nearest. Returns 0 or -ENOMEM.
 */
int result_match(const struct result *before, const struct result *after, const struct result_match_only *only,
		 struct result_match *match);

/* Whether the two can be compared: no cell alone, no difference but those allowed. */
bool result_match_alike(const struct result_match *match);

void result_match_clear(struct result_match *match);

#endif
