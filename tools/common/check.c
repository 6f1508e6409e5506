/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
	struct check_request request;
	struct freshness freshness;
	struct hash *hash;     /* NULL = none asked for */
	struct verify *verify; /* NULL = no sequence asked for, or not begun */

	/* What a restart needs to begin anew. */
	const struct iiodma_stream *stream;
	struct iiodma_channel *const *channels;
	size_t channel_count;
	double sample_rate;
};

bool check_wanted(const struct check_request *request)
{
	return request->kind != VERIFY_NONE || request->hashes;
}

static const char *sent_kinds(void)
{
	static char words[sizeof(VERIFY_KIND_WORDS)];
	const char *last = verify_kind_name(VERIFY_KIND_LAST_SENT);

	/* The table has those that are valid first. */
	snprintf(words, sizeof(words), "%s", VERIFY_KIND_WORDS);
	*(strstr(words, last) + strlen(last)) = '\0';
	return words;
}

bool check_take_verify(struct check_request *request, enum iiodma_direction direction, const char *argument,
		       const char **ret_valid)
{
	enum verify_kind kind;

	*ret_valid = direction == IIODMA_INPUT ? VERIFY_KIND_WORDS : sent_kinds();
	if (verify_kind_from_name(argument, &kind) < 0 || (direction == IIODMA_OUTPUT && kind > VERIFY_KIND_LAST_SENT))
		return false;
	request->kind = kind;
	if (kind == VERIFY_HASH)
		request->hashes |= 1u << HASH_XXH3;
	return true;
}

bool check_take_hash(struct check_request *request, const char *argument)
{
	return hash_kinds_from_text(argument, &request->hashes) == 0;
}

int check_new(const struct check_request *request, struct check **ret_check)
{
	struct check *check = calloc(1, sizeof(*check));

	if (!check)
		return -ENOMEM;
	check->request = *request;
	freshness_init(&check->freshness);
	if (request->hashes && hash_new(request->hashes, &check->hash) < 0) {
		free(check);
		return -ENOMEM;
	}
	*ret_check = check;
	return 0;
}

void check_free(struct check *check)
{
	if (!check)
		return;
	verify_free(check->verify);
	hash_free(check->hash);
	free(check);
}

static bool is_stale_check(const struct check *check)
{
	return check->request.kind == VERIFY_STALE;
}

void check_configure(struct check *check, struct iiodma_stream_config *config)
{
	if (is_stale_check(check))
		freshness_configure(&check->freshness, config);
}

static int renew(struct check *check)
{
	struct verify *verify = NULL;
	int r = 0;

	if (verify_is_sequence(check->request.kind))
		r = verify_new_for_stream(check->request.kind, check->stream, check->channels, check->channel_count,
					  check->freshness.sample_bytes, check->sample_rate, &verify);
	if (r < 0)
		return r;
	verify_free(check->verify);
	check->verify = verify;
	return 0;
}

int check_begin(struct check *check, const struct iiodma_stream *stream, struct iiodma_channel *const *channels,
		size_t count, double sample_rate, const char **ret_reason)
{
	struct iiodma_stream_info info = {.size = sizeof(info)};
	int r = iiodma_stream_info(stream, &info);

	*ret_reason = verify_kind_needs(check->request.kind);
	if (r < 0)
		return r;
	if (is_stale_check(check) && info.wider_scan) {
		*ret_reason = "a device whose other channels nobody else has enabled";
		return -EINVAL;
	}
	check->stream = stream;
	check->channels = channels;
	check->channel_count = count;
	check->sample_rate = sample_rate;
	check->freshness.sample_bytes = info.sample_bytes;
	return renew(check);
}

const char *check_name(const struct check *check)
{
	return verify_kind_name(check->request.kind);
}

void check_block(struct check *check, uint64_t sequence, const void *data, size_t bytes)
{
	if (check->verify)
		verify_block(check->verify, data, bytes);
	if (is_stale_check(check))
		freshness_block(&check->freshness, sequence, data, bytes);
	if (check->hash)
		hash_add(check->hash, data, bytes);
}

/*
 * Short of memory the check goes on from where it was: errors from before then count, nothing is hidden. A block that was
 * not written is a fault at any time.
 */
void check_restart(struct check *check)
{
	(void)renew(check);
	if (check->hash)
		hash_reset(check->hash);
}

void check_result(const struct check *check, struct check_result *ret_result)
{
	*ret_result = (struct check_result){.kind = check->request.kind, .freshness = check->freshness.result};
	if (check->verify)
		verify_result(check->verify, &ret_result->verify);
	for (int kind = 0; check->hash && kind < HASH_KINDS; kind++)
		hash_text(check->hash, (enum hash_kind)kind, ret_result->hashes[kind]);
}

bool check_failed(const struct check_result *result)
{
	if (result->kind == VERIFY_STALE)
		return result->freshness.stale_blocks > 0;
	return verify_is_sequence(result->kind) && verify_failed(&result->verify);
}

const char *check_fault_text(const struct check_result *result, char *text, size_t size)
{
	if (!check_failed(result))
		snprintf(text, size, "-");
	else if (result->kind == VERIFY_STALE)
		snprintf(text, size, "%s", result->freshness.fault);
	else
		verify_error_text(&result->verify, text, size);
	return text;
}
