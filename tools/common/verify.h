/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Proof that samples are complete and right, for sources whose samples say where they belong.
 *
 * counter: the number of the sample, 32 bit: channels with an even number carry its low half, odd ones its high half,
 * so an I/Q pair is one little-endian word that counts samples. Even channels alone prove gaps modulo 65536.
 * ramp: 12 bit, channel c carries (number + 512·c) mod 4096 - 2048. Proves gaps modulo 4096.
 * prbs: the pseudo-random sequence of the AD9361 (verify_prbs.h) in each I/Q pair. Proves gaps modulo 65535.
 * tone: one complex tone per I/Q pair, of any frequency and level (verify_tone.c). Proves gaps modulo its period.
 * timestamp: the channel of this name steps on by one sample period each time (verify_timestamp.c).
 *
 * A sample off the sequence is a gap when the samples after it count on from it, else a wrong sample. Data is read in
 * naturally aligned words only, so that uncached mappings are fine; blocks start aligned to 8 bytes.
 *
 * The kinds stale and hash are no sequences: freshness.h, hash.h. check.h takes every kind.
 */
#ifndef TOOLS_VERIFY_H
#define TOOLS_VERIFY_H

#include <iiodma/types.h>

#include "verify_kinds.h"

#define VERIFY_KIND_ENUM(upper, lower) VERIFY_##upper,

enum verify_kind { VERIFY_KINDS(VERIFY_KIND_ENUM, VERIFY_KIND_ENUM) VERIFY_KIND_COUNT };

#define VERIFY_TEXT 160

/* One value of a sample: 16 bit, little endian, at @offset bytes. */
struct verify_column {
	size_t offset;
	unsigned int channel; /* 0 in voltage0 */
};

struct verify_result {
	uint64_t samples; /* looked at */
	uint64_t blocks;
	uint64_t gaps;     /* places where the sequence jumps */
	uint64_t lost;     /* samples left out at them */
	uint64_t repeated; /* samples delivered again at them, as far as the period lets it be told from a loss */
	uint64_t wrong;    /* samples that fit no sequence */
	uint64_t period;   /* gaps are known modulo this many samples */
	bool lost_exact;   /* no gap goes unseen or is counted short */
	bool no_sequence;  /* most samples are wrong: this is no such source, and gaps and losses mean nothing */
	uint64_t first_error_sample; /* valid when verify_failed(): counted from 0 since the start */
	uint64_t first_error_block;
	char fault[VERIFY_TEXT]; /* what else is to be said of the first error; "" = nothing */
	char basis[256];         /* what the judgement rests on, where that was found in the data; "" = nothing */
};

struct verify;

/* One of VERIFY_KIND_WORDS. Returns 0 or -EINVAL. */
int verify_kind_from_name(const char *name, enum verify_kind *ret_kind);
const char *verify_kind_name(enum verify_kind kind);

/* Whether the kind follows a sequence, so that verify_new_for_stream() takes it. */
bool verify_is_sequence(enum verify_kind kind);

/* What channels the kind needs, to follow "valid: ". */
const char *verify_kind_needs(enum verify_kind kind);

/*
 * @kind: counter, ramp, prbs or tone. Returns 0; -EINVAL: these columns cannot prove it (no even channel, no I/Q pair,
 * value not on a 2-byte boundary); -ENOMEM. @ret_verify: freed with verify_free(), NULL is fine there.
 */
int verify_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
	       struct verify **ret_verify);
void verify_free(struct verify *verify);

/*
 * The same for a configured stream and its @channels: -EINVAL also when one is not 16 bit little endian or has no
 * number. Takes timestamp as well; @sample_rate: samples per second, NaN or 0 = unknown.
 */
int verify_new_for_stream(enum verify_kind kind, const struct iiodma_stream *stream,
			  struct iiodma_channel *const *channels, size_t count, size_t sample_bytes, double sample_rate,
			  struct verify **ret_verify);

/* Look at the next block, or what is used of it. The first sample of all sets where to go on from. */
void verify_block(struct verify *verify, const void *data, size_t bytes);

/* What was found so far; a last sample off the sequence counts as wrong. */
void verify_result(const struct verify *verify, struct verify_result *ret_result);

bool verify_failed(const struct verify_result *result);

/* "first error at sample 9728 (block 38)" or the fault's own sentence, "-" when there is none. Returns @text. */
const char *verify_error_text(const struct verify_result *result, char *text, size_t size);

#endif
