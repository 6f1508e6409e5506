// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is what is played the sample counter, without a gap? The first sample sets the
 * base, each later one must be one more. After an error the count goes on from the
 * wrong sample, so a gap is one error and not one per sample that follows.
 */
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "dma_sim.h"

#define SIM_CHECK_RUN		512

static u32 sim_sample_half(const struct sim_scan *scan, const u8 *sample, unsigned int odd)
{
	unsigned int i;

	for (i = 0; i < scan->nr; i++)
		if (scan->chan[i] % 2 == odd)
			return get_unaligned_le16(sample + 2 * i);

	return 0;
}

static u32 sim_sample_number(const struct sim_scan *scan, const u8 *sample)
{
	return sim_sample_half(scan, sample, 1) << 16 | sim_sample_half(scan, sample, 0);
}

static bool sim_sample_is(const struct sim_scan *scan, const u8 *sample, u32 number)
{
	unsigned int i;

	for (i = 0; i < scan->nr; i++) {
		u16 half = scan->chan[i] % 2 ? number >> 16 : number;

		if (get_unaligned_le16(sample + 2 * i) != half)
			return false;
	}

	return true;
}

static void sim_check_errors(struct sim_chan *sc, u64 errors, u64 first)
{
	guard(spinlock_irqsave)(&sc->lock);

	sc->counters[SIM_TX_ERRORS] += errors;
	if (sc->check.first_error < 0)
		sc->check.first_error = first;
}

static void sim_check_sample(struct sim_chan *sc, const u8 *sample)
{
	const struct sim_scan *scan = &sc->scan;
	struct sim_check *check = &sc->check;
	bool even = scan->mask & 0x5, odd = scan->mask & 0xa;

	if (!check->based || !sim_sample_is(scan, sample, check->next)) {
		u32 number = sim_sample_number(scan, sample);

		if (check->based)
			sim_check_errors(sc, 1, check->index);

		/* Without odd channels the high half is nobody's business. */
		check->next = odd ? number : (check->next & 0xffff0000) | number;
		check->based = even;
	}

	check->next++;
	check->index++;
}

#ifdef __LITTLE_ENDIAN
static bool sim_is_pair(const struct sim_scan *scan)
{
	return scan->mask == SIM_MASK_FIRST_PAIR || scan->mask == SIM_MASK_SECOND_PAIR;
}

/* A whole run without a fault, at memory speed. */
static bool sim_run_continues(struct sim_chan *sc, const void *buf, size_t samples)
{
	u32 n = sc->check.next;
	const u64 *in = buf;
	u64 word, step, wrong = 0;
	size_t words;

	if (!IS_ALIGNED((unsigned long)buf, sizeof(u64)) || n > U32_MAX - samples)
		return false;

	if (sim_is_pair(&sc->scan)) {
		word = (u64)(n + 1) << 32 | n;
		step = 2ULL << 32 | 2;
		words = samples / 2;
	} else {
		word = (u64)n << 32 | n;
		step = 1ULL << 32 | 1;
		words = samples;
	}

	for (; words >= 4; words -= 4, in += 4) {
		wrong |= in[0] ^ word;
		wrong |= in[1] ^ (word += step);
		wrong |= in[2] ^ (word += step);
		wrong |= in[3] ^ (word += step);
		word += step;
	}
	for (; words; words--, word += step)
		wrong |= *in++ ^ word;

	return !wrong;
}

/* A run of an I/Q pair with faults: what was sent may not be the counter at all. */
static void sim_check_pair(struct sim_chan *sc, const u32 *word, size_t samples)
{
	u32 next = sc->check.next;
	u64 errors = 0, first = 0;
	size_t i;

	for (i = 0; i < samples; i++) {
		if (word[i] != next && !errors++)
			first = sc->check.index + i;
		next = word[i] + 1;
	}

	if (errors)
		sim_check_errors(sc, errors, first);
	sc->check.next = next;
	sc->check.index += samples;
}

static bool sim_check_run(struct sim_chan *sc, const void *buf, size_t samples)
{
	struct sim_check *check = &sc->check;
	bool pair = sim_is_pair(&sc->scan);

	if (!check->based || samples % 2 || (!pair && sc->scan.mask != SIM_MASK_BOTH_PAIRS))
		return false;

	if (sim_run_continues(sc, buf, samples)) {
		check->next += samples;
		check->index += samples;
	} else if (pair && IS_ALIGNED((unsigned long)buf, sizeof(u32))) {
		sim_check_pair(sc, buf, samples);
	} else {
		return false;
	}

	return true;
}
#else
static bool sim_check_run(struct sim_chan *sc, const void *buf, size_t samples)
{
	return false;
}
#endif

static const u8 *sim_check_samples(struct sim_chan *sc, const u8 *buf, size_t samples)
{
	while (samples) {
		size_t run = min_t(size_t, samples, SIM_CHECK_RUN);
		size_t i;

		if (!sim_check_run(sc, buf, run))
			for (i = 0; i < run; i++)
				sim_check_sample(sc, buf + i * sc->scan.bytes);

		buf += run * sc->scan.bytes;
		samples -= run;
	}

	return buf;
}

void sim_check_start(struct sim_check *check)
{
	check->based = false;
	check->part_bytes = 0;
}

/* Pieces may end inside a sample: what is there of it waits for the next piece. */
void sim_check_feed(struct sim_chan *sc, const void *buf, size_t bytes)
{
	struct sim_check *check = &sc->check;
	const u8 *at = buf;

	if (check->part_bytes) {
		size_t len = min_t(size_t, bytes, sc->scan.bytes - check->part_bytes);

		memcpy(check->part + check->part_bytes, at, len);
		check->part_bytes += len;
		at += len;
		bytes -= len;

		if (check->part_bytes < sc->scan.bytes)
			return;
		sim_check_sample(sc, check->part);
		check->part_bytes = 0;
	}

	at = sim_check_samples(sc, at, bytes / sc->scan.bytes);

	check->part_bytes = bytes % sc->scan.bytes;
	memcpy(check->part, at, check->part_bytes);
}
