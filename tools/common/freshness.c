/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "freshness.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

/* Odd, so that words differ for 2^32 words on; far from any step that a counter or a ramp has. */
#define STEP 0x9e3779b1u
#define BLOCK_STEP 0x85ebca77u

#define CHUNK 1024u /* words compared before looking at the outcome, so that the compiler can use vectors */

void freshness_init(struct freshness *freshness)
{
	*freshness = (struct freshness){0};
	/* Any value serves; one that changes keeps memory left by an earlier run from looking marked. */
	if (getrandom(&freshness->seed, sizeof(freshness->seed), GRND_NONBLOCK) != sizeof(freshness->seed))
		freshness->seed = STEP;
}

static uint32_t first_word(const struct freshness *freshness, uint64_t sequence)
{
	return freshness->seed + BLOCK_STEP * (uint32_t)sequence;
}

/* Words that end beyond the block are cut off. */
void freshness_mark(void *context, uint64_t sequence, void *data, size_t bytes)
{
	const uint32_t first = first_word(context, sequence);
	const uint32_t words = (uint32_t)(bytes / sizeof(uint32_t));
	const uint32_t last = first + STEP * words;
	uint32_t *word = data;

	for (uint32_t i = 0; i < words; i++)
		word[i] = first + STEP * i;
	memcpy(word + words, &last, bytes % sizeof(uint32_t));
}

void freshness_configure(struct freshness *freshness, struct iiodma_stream_config *config)
{
	config->prepare = freshness_mark;
	config->prepare_context = freshness;
}

/* Nearly always no word of a chunk is the one that was left there. */
static bool any_unchanged(const uint32_t *word, uint32_t count, uint32_t first)
{
	uint32_t same = 0;

	for (uint32_t i = 0; i < count; i++)
		same |= word[i] == first + STEP * i;
	return same;
}

/* From word @at on: how many are unchanged. */
static uint32_t run_length(const uint32_t *word, uint32_t at, uint32_t words, uint32_t first)
{
	uint32_t end = at;

	while (end < words && word[end] == first + STEP * end)
		end++;
	return end - at;
}

/* The bytes after the last whole word go with the run before them. */
static size_t rest_unchanged(const uint32_t *word, uint32_t words, size_t bytes, uint32_t first)
{
	const uint32_t last = first + STEP * words;
	const size_t rest = bytes % sizeof(uint32_t);

	return memcmp(word + words, &last, rest) == 0 ? rest : 0;
}

static void note(struct freshness *freshness, uint64_t sequence, size_t bytes, size_t offset, uint64_t samples)
{
	struct freshness_result *result = &freshness->result;
	char place[48] = "";

	result->stale_samples += samples;
	if (result->stale_blocks++)
		return;
	result->first_block = sequence;
	if (offset > 0)
		snprintf(place, sizeof(place), " from byte %zu on", offset);
	snprintf(result->fault, sizeof(result->fault),
		 "block %" PRIu64 ": %" PRIu64 " of %zu samples unchanged%s, DMA did not write", sequence, samples,
		 bytes / freshness->sample_bytes, place);
}

/* Word by word, as something may be unchanged. */
static void search(struct freshness *freshness, uint64_t sequence, const uint32_t *word, size_t bytes, uint32_t first)
{
	const uint32_t words = (uint32_t)(bytes / sizeof(uint32_t));
	const size_t sample_bytes = freshness->sample_bytes;
	size_t offset = 0, stale_end = 0;
	uint64_t samples = 0;

	for (uint32_t at = 0, length; at<words; at += length> 0 ? length : 1) {
		size_t run, begin = at * sizeof(uint32_t);

		length = run_length(word, at, words, first);
		run = length * sizeof(uint32_t);
		if (run > 0 && at + length == words)
			run += rest_unchanged(word, words, bytes, first);
		if (run < FRESHNESS_RUN_BYTES)
			continue;
		if (samples == 0)
			offset = begin;
		/* A sample with two runs in it counts once. */
		if (begin / sample_bytes * sample_bytes < stale_end)
			begin = stale_end;
		samples += (at * sizeof(uint32_t) + run + sample_bytes - 1) / sample_bytes - begin / sample_bytes;
		stale_end = (at * sizeof(uint32_t) + run + sample_bytes - 1) / sample_bytes * sample_bytes;
	}
	if (samples > 0)
		note(freshness, sequence, bytes, offset, samples);
}

void freshness_block(struct freshness *freshness, uint64_t sequence, const void *data, size_t bytes)
{
	const uint32_t first = first_word(freshness, sequence);
	const uint32_t words = (uint32_t)(bytes / sizeof(uint32_t));
	const uint32_t *word = data;

	freshness->result.blocks++;
	for (uint32_t at = 0; at < words; at += CHUNK) {
		const uint32_t count = words - at < CHUNK ? words - at : CHUNK;

		if (!any_unchanged(word + at, count, first + STEP * at))
			continue;
		search(freshness, sequence, word, bytes, first);
		break;
	}
}
