/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A thread that makes calls which may not return in time, and somebody who waits for them no longer than he likes. A call
 * that is late is left to itself: its thread cleans up whenever it comes back. Signals are blocked there, so a SIGPIPE that
 * a send raises stays with the thread and ends with it. C49
 */
#ifndef IIODMA_LIB_CALLER_H
#define IIODMA_LIB_CALLER_H

#include <stddef.h>
#include <stdint.h>

struct caller;

/*
 * Make a thread with room for a state of @bytes (zeroed) that the calls work on; @end is called on it by the thread when
 * both the owner and any late call are done with it. 0 or -errno.
 */
int caller_new(size_t bytes, void (*end)(void *state), struct caller **ret_caller);

/* The state; calls may look at it freely, the owner only while no call is late. */
void *caller_state(struct caller *caller);

/*
 * Run @call(state, argument) in the thread and wait for it, at most @timeout_ns (negative: as long as it takes). Arguments
 * are copied (@bytes) and copied back on return, so that a late call never touches the owner's memory. Returns what it returned;
 * -ETIMEDOUT: it is late, or an earlier one still is (which is not waited for). The error text of the call becomes the calling thread's. Threads that call at
 * the same time are served one after the other.
 */
int caller_run(struct caller *caller, int (*call)(void *state, void *argument), void *argument, size_t bytes,
	       int64_t timeout_ns);

/* Give the thread up: waits until @timeout_ns for it to end, then, or when a call is late, leaves it to itself. NULL is fine. */
void caller_end(struct caller *caller, int64_t timeout_ns);

/* Block every signal for the calling thread. */
void caller_block_signals(void);

#endif
