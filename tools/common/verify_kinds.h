/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kinds of check, once: the enumeration, the names that are parsed, and the list in help and messages are made of
 * this. The first of a list comes apart, because nothing separates it from one before.
 */
#ifndef TOOLS_VERIFY_KINDS_H
#define TOOLS_VERIFY_KINDS_H

#define VERIFY_KINDS(FIRST, NEXT)  \
	FIRST(NONE, none)          \
	NEXT(COUNTER, counter)     \
	NEXT(RAMP, ramp)           \
	NEXT(PRBS, prbs)           \
	NEXT(TONE, tone)           \
	NEXT(HASH, hash)           \
	NEXT(TIMESTAMP, timestamp) \
	NEXT(STALE, stale)

#define VERIFY_KIND_FIRST_WORD(upper, lower) #lower
#define VERIFY_KIND_NEXT_WORD(upper, lower) ", " #lower

/* "none, counter, …" */
#define VERIFY_KIND_WORDS VERIFY_KINDS(VERIFY_KIND_FIRST_WORD, VERIFY_KIND_NEXT_WORD)

/* What can be said of samples that are sent: the last two are about how they were received. */
#define VERIFY_KIND_LAST_SENT VERIFY_HASH

#endif
