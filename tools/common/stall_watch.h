/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stalls: waits that last much longer than a block takes, though not so long that the run ends. They are counted, so that it
 * can be said which side stood still.
 */
#ifndef TOOLS_STALL_WATCH_H
#define TOOLS_STALL_WATCH_H

#include <stdint.h>

struct stall_watch {
	int64_t least_ns; /* a wait longer than this is a stall */
	int64_t count;
	int64_t total_ns;
	int64_t longest_ns;
};

/* @block_seconds: time of one block at the source's rate; NaN or infinite when there is none that is known */
void stall_watch_begin(struct stall_watch *watch, double block_seconds);

void stall_watch_note(struct stall_watch *watch, int64_t waited_ns);

#endif
