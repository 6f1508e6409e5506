/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checking a stream of blocks the way --verify and --hash ask for: a sequence, freshness, hashes, or several of them. */
#ifndef TOOLS_CHECK_H
#define TOOLS_CHECK_H

#include <iiodma/stream.h>

#include "freshness.h"
#include "hash.h"
#include "verify.h"

/* Zero = nothing to check. */
struct check_request {
	enum verify_kind kind;
	unsigned int hashes; /* bits 1 << enum hash_kind */
};

struct check_result {
	enum verify_kind kind;
	struct verify_result verify;        /* valid when verify_is_sequence(kind) */
	struct freshness_result freshness;  /* valid with VERIFY_STALE */
	char hashes[HASH_KINDS][HASH_TEXT]; /* "" = not asked for */
};

struct check;

bool check_wanted(const struct check_request *request);

/*
 * The value of --verify or --hash for a stream in @direction. Returns false when it is none, with what is valid in
 * @valid.
 */
bool check_take_verify(struct check_request *request, enum iiodma_direction direction, const char *argument,
		       const char **ret_valid);
bool check_take_hash(struct check_request *request, const char *argument);

/* Returns 0 or -ENOMEM. @ret_check: freed with check_free(), NULL is fine there. */
int check_new(const struct check_request *request, struct check **ret_check);
void check_free(struct check *check);

/* What the check needs of a stream, before it is configured. */
void check_configure(struct check *check, struct iiodma_stream_config *config);

/*
 * The stream is configured. @sample_rate: samples per second, NaN or 0 = unknown. Returns 0; -ENOMEM; -EINVAL: these
 * channels cannot be checked so, @reason then says what is valid.
 */
int check_begin(struct check *check, const struct iiodma_stream *stream, struct iiodma_channel *const *channels,
		size_t count, double sample_rate, const char **ret_reason);

/* The kind, as --verify calls it. */
const char *check_name(const struct check *check);

/* Look at block @sequence (iiodma_block_sequence()), or what is used of it. */
void check_block(struct check *check, uint64_t sequence, const void *data, size_t bytes);

/* What came before does not count, but for blocks that were not written. */
void check_restart(struct check *check);

/* What was found so far. */
void check_result(const struct check *check, struct check_result *ret_result);

/* Something is missing or wrong. */
bool check_failed(const struct check_result *result);

/* What was wrong first, in one sentence; "-" when nothing was. Returns @text. */
const char *check_fault_text(const struct check_result *result, char *text, size_t size);

#endif
