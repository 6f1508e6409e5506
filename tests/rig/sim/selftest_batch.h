/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A batch: all blocks queued, started, waited for, stopped. Nothing depends on timing,
 * so what the converter did with each block can be checked word by word.
 */
#ifndef SELFTEST_BATCH_H
#define SELFTEST_BATCH_H

#include "raw_iio.h"
#include "sequence.h"

#define BATCH_DEPTH 4u
#define BATCH_SAMPLES 4096u
#define BATCH_POISON 0xa5

int batch_open(struct stream *s, const char *name, unsigned int channels, size_t bytes);

/* Queues what is in the blocks, starts, waits for each, stops. */
int batch_run(struct stream *s);
int batch_receive(struct stream *s); /* into poisoned blocks */
int batch_send(struct stream *s, uint32_t first);

/* One word of one block, as it was received. */
uint32_t batch_word(struct stream *s, unsigned int block, unsigned int word);
/* The sample counter over the blocks from..to-1. */
struct sequence batch_sequence(struct stream *s, unsigned int from, unsigned int to);

#endif
