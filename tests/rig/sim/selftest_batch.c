// SPDX-License-Identifier: GPL-2.0-or-later
#include "selftest_batch.h"

#include <string.h>

#include "selftest.h"

int batch_open(struct stream *s, const char *name, unsigned int channels, size_t bytes)
{
	int error = stream_open(s, name, channels);

	return error ? error : stream_alloc(s, memory_cached_heap(), BATCH_DEPTH, bytes);
}

int batch_run(struct stream *s)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < s->depth && !error; i++)
		error = stream_enqueue(s, i, s->blocks[i].bytes, false);
	if (!error)
		error = stream_enable(s, true);
	for (i = 0; i < s->depth && !error; i++)
		error = stream_wait(s, i, TIMEOUT_MS);
	stream_enable(s, false);

	return error;
}

int batch_receive(struct stream *s)
{
	unsigned int i;

	for (i = 0; i < s->depth; i++) {
		stream_begin_cpu(s, i);
		memset(s->blocks[i].data, BATCH_POISON, s->blocks[i].bytes);
		stream_end_cpu(s, i);
	}

	return batch_run(s);
}

int batch_send(struct stream *s, uint32_t first)
{
	unsigned int i;

	for (i = 0; i < s->depth; i++) {
		size_t samples = s->blocks[i].bytes / sizeof(uint32_t);

		stream_begin_cpu(s, i);
		sequence_fill(s->blocks[i].data, samples, first);
		stream_end_cpu(s, i);
		first += (uint32_t)samples;
	}

	return batch_run(s);
}

uint32_t batch_word(struct stream *s, unsigned int block, unsigned int word)
{
	uint32_t value;

	stream_begin_cpu(s, block);
	value = ((const uint32_t *)s->blocks[block].data)[word];
	stream_end_cpu(s, block);

	return value;
}

struct sequence batch_sequence(struct stream *s, unsigned int from, unsigned int to)
{
	struct sequence seq = {.begun = false};
	unsigned int i;

	for (i = from; i < to; i++) {
		stream_begin_cpu(s, i);
		sequence_check(&seq, s->blocks[i].data, s->blocks[i].bytes / sizeof(uint32_t));
		stream_end_cpu(s, i);
	}

	return seq;
}
