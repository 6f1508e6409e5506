/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_verify.h"

#include <errno.h>

/* Short of memory nothing is checked, and begin() says so. */
static void configure(void *context, struct iiodma_stream_config *config)
{
	struct bench_check *check = context;

	if (check_new(&check->request, &check->check) == 0)
		check_configure(check->check, config);
}

static int begin(void *context, const struct iiodma_stream *stream, const struct result_setup *setup)
{
	struct bench_check *check = context;
	const char *valid;

	if (!check->check)
		return -ENOMEM;
	return check_begin(check->check, stream, check->channels, check->channel_count, setup->source_rate, &valid);
}

static void restart(void *context)
{
	check_restart(((struct bench_check *)context)->check);
}

static void look(void *context, uint64_t sequence, const void *data, size_t bytes)
{
	check_block(((struct bench_check *)context)->check, sequence, data, bytes);
}

static void finish_sequence(const struct verify_result *found, struct result_run *run)
{
	run->wrong_samples = (int64_t)(found->wrong + found->repeated);
	if (!found->lost_exact)
		return;
	run->lost_samples = (int64_t)found->lost;
	run->lost_source = RESULT_LOST_VERIFY;
}

static void finish(void *context, struct result_run *run)
{
	struct bench_check *check = context;
	struct check_result found;

	check_result(check->check, &found);
	if (verify_is_sequence(found.kind))
		finish_sequence(&found.verify, run);
	if (found.kind == VERIFY_STALE)
		run->stale_samples = (int64_t)found.freshness.stale_samples;
	result_name_set(run->hash, found.hashes[HASH_XXH3]);
	if (check_failed(&found))
		check_fault_text(&found, run->fault, sizeof(run->fault));
}

static void end(void *context)
{
	struct bench_check *check = context;

	check_free(check->check);
	check->check = NULL;
}

void bench_check_prepare(struct bench_check *check, enum verify_kind kind, struct iiodma_channel *const *channels,
			 size_t channel_count)
{
	*check = (struct bench_check){
		.request = {.kind = kind, .hashes = kind == VERIFY_HASH ? 1u << HASH_XXH3 : 0},
		.channels = channels,
		.channel_count = channel_count,
		.verifier = {.configure = configure,
			     .begin = begin,
			     .restart = restart,
			     .block = look,
			     .finish = finish,
			     .end = end,
			     .context = check},
	};
}
