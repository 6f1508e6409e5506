// SPDX-License-Identifier: GPL-2.0-or-later
#include "sequence.h"

void sequence_fill(void *buf, size_t samples, uint32_t first)
{
	uint32_t *word = buf;
	size_t i;

	for (i = 0; i < samples; i++)
		word[i] = first + (uint32_t)i;
}

#define RUN_SAMPLES 1024

static bool run_continues(const uint32_t *word, uint32_t next)
{
	uint32_t wrong = 0, i;

	for (i = 0; i < RUN_SAMPLES; i++)
		wrong |= word[i] ^ (next + i);

	return wrong == 0;
}

static void check_words(struct sequence *seq, const uint32_t *word, size_t samples)
{
	size_t i;

	for (i = 0; i < samples; i++) {
		if (seq->begun && word[i] != seq->next) {
			seq->gaps++;
			seq->missing += word[i] - seq->next;
		}
		seq->begun = true;
		seq->next = word[i] + 1;
	}
}

/* Every word is looked at; runs without a fault are looked at fast. */
void sequence_check(struct sequence *seq, const void *buf, size_t samples)
{
	const uint32_t *word = buf;
	size_t left = samples;

	for (; left >= RUN_SAMPLES; left -= RUN_SAMPLES, word += RUN_SAMPLES) {
		if (seq->begun && run_continues(word, seq->next))
			seq->next += RUN_SAMPLES;
		else
			check_words(seq, word, RUN_SAMPLES);
	}
	check_words(seq, word, left);
	seq->samples += samples;
}
