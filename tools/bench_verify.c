/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_verify.h"

#include <errno.h>

static int renew(struct bench_check *check)
{
	verify_free(check->verify);
	check->verify = NULL;
	return verify_new_for_stream(check->kind, check->stream, check->channels, check->channel_count,
				     check->sample_bytes, &check->verify);
}

static int begin(void *context, const struct iiodma_stream *stream, const struct result_setup *setup)
{
	struct bench_check *check = context;

	check->stream = stream;
	check->sample_bytes = setup->sample_bytes;
	return renew(check);
}

/* Short of memory the check goes on from where it was: warm-up errors then count, nothing is hidden. */
static void restart(void *context)
{
	struct bench_check *check = context;
	struct verify *old = check->verify;

	check->verify = NULL;
	if (renew(check) < 0)
		check->verify = old;
	else
		verify_free(old);
}

static void look(void *context, const void *data, size_t bytes)
{
	struct bench_check *check = context;

	verify_block(check->verify, data, bytes);
}

static void finish(void *context, struct result_run *run)
{
	struct bench_check *check = context;
	struct verify_result found;

	verify_result(check->verify, &found);
	run->wrong_samples = (int64_t)(found.wrong + found.repeated);
	if (found.lost_exact) {
		run->lost_samples = (int64_t)found.lost;
		run->lost_source = RESULT_LOST_VERIFY;
	}
	if (verify_failed(&found))
		verify_error_text(&found, run->fault, sizeof(run->fault));
}

static void end(void *context)
{
	struct bench_check *check = context;

	verify_free(check->verify);
	check->verify = NULL;
}

void bench_check_prepare(struct bench_check *check, enum verify_kind kind, struct iiodma_channel *const *channels,
			 size_t channel_count)
{
	*check = (struct bench_check){
		.kind = kind,
		.channels = channels,
		.channel_count = channel_count,
		.verifier = {.begin = begin,
			     .restart = restart,
			     .block = look,
			     .finish = finish,
			     .end = end,
			     .context = check},
	};
}
