/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kinds of verify.h have in common, and what each brings. */
#ifndef TOOLS_VERIFY_CHECKER_H
#define TOOLS_VERIFY_CHECKER_H

#include "verify.h"

struct verify_ops {
	/* @count whole samples that follow those seen before; verify->result.samples and .blocks count the ones before. */
	void (*block)(struct verify *verify, const unsigned char *data, size_t count);
	/* Complete what stands in *ret_result with what is still pending. May be NULL. */
	void (*result)(const struct verify *verify, struct verify_result *ret_result);
	void (*free)(struct verify *verify);
};

/* The first member of each kind's own struct. */
struct verify {
	const struct verify_ops *ops;
	size_t sample_bytes;
	bool error_seen;
	struct verify_result result;
};

/* Keep the place of the first error. Returns whether it is the first. */
bool verify_note_error(struct verify *verify, uint64_t sample, uint64_t block);

/* As verify_new(), a kind each. @interval_ns: expected from sample to sample, 0 = find out. */
int verify_sequence_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
			struct verify **ret_verify);
/* Tell it the sample rate, to be told the frequency in Hz. */
void verify_tone_rate(struct verify *verify, double sample_rate);
int verify_tone_new(const struct verify_column *columns, size_t count, size_t sample_bytes, struct verify **ret_verify);
int verify_timestamp_new(size_t offset, bool big_endian, size_t sample_bytes, double interval_ns,
			 struct verify **ret_verify);

#endif
