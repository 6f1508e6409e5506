// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is received. Four patterns are computed, one is what was sent:
 *
 * counter   the 32-bit sample number: even channels carry its low half, odd ones its
 *           high half, so an I/Q pair is one little-endian word that counts samples
 * ramp      12 bit, each channel 512 steps ahead of the one before
 * tone      12 bit, one turn in 256 samples: cosine on even, sine on odd channels
 * prbs      the chip's pseudo-random sequence: 12 bit, each I/Q pair the same
 * loopback  the words of the TX stream in their order
 *
 * The chip's test modes come before the pattern set.
 */
#include <linux/bitops.h>
#include <linux/bitrev.h>
#include <linux/fixp-arith.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <asm/byteorder.h>

#include "dma_sim.h"

#define SIM_RAMP_PERIOD		4096
#define SIM_RAMP_STEP		512
#define SIM_TONE_PERIOD		256
#define SIM_TEST_TONE_SAMPLES	32
#define SIM_PRBS_TAPS		0xfff6
#define SIM_PRBS_PERIOD		65535
#define SIM_PRBS_SEED		0x0001

static u16 sim_ramp(struct sim_chan *sc, unsigned int chan, unsigned int n)
{
	return (n + SIM_RAMP_STEP * chan) % SIM_RAMP_PERIOD - SIM_RAMP_PERIOD / 2;
}

static u16 sim_tone(struct sim_chan *sc, unsigned int chan, unsigned int n)
{
	const struct sim_tone *tone = &sc->tone;
	/* The kernel's table has a value per degree and wants a finer turn to interpolate. */
	const u32 angle = n * tone->turns % tone->samples * 360, turn = tone->samples * 360;
	s32 value = chan % 2 ? fixp_sin32_rad(angle, turn) : fixp_cos32_rad(angle, turn);

	return tone->masked & BIT(chan) ? 0 : value >> (20 + tone->shift);
}

/* I is bits 15 to 4 of a shift register, Q bits 0 to 11: its lowest twelve, turned round. */
static u16 sim_prbs_value(unsigned int chan, u16 state)
{
	u32 bits = chan % 2 ? bitrev16(state) >> 4 : state >> 4;

	return sign_extend32(bits, 11);
}

static u16 sim_prbs_next(u16 state)
{
	return state << 1 | (hweight16(state & SIM_PRBS_TAPS) & 1);
}

static int sim_template_alloc(struct sim_chan *sc, unsigned int period)
{
	sc->template.bytes = period * sc->scan.bytes;
	sc->template.data = kvmalloc(sc->template.bytes, GFP_KERNEL);

	return sc->template.data ? 0 : -ENOMEM;
}

static int sim_template_build(struct sim_chan *sc, unsigned int period,
			      u16 (*value)(struct sim_chan *sc, unsigned int chan, unsigned int n))
{
	__le16 *word;
	unsigned int n, i;
	int ret;

	ret = sim_template_alloc(sc, period);
	if (ret)
		return ret;

	word = sc->template.data;
	for (n = 0; n < period; n++)
		for (i = 0; i < sc->scan.nr; i++)
			*word++ = cpu_to_le16(value(sc, sc->scan.chan[i], n));

	return 0;
}

static int sim_template_prbs(struct sim_chan *sc)
{
	u16 state = SIM_PRBS_SEED;
	__le16 *word;
	unsigned int n, i;
	int ret;

	ret = sim_template_alloc(sc, SIM_PRBS_PERIOD);
	if (ret)
		return ret;

	word = sc->template.data;
	for (n = 0; n < SIM_PRBS_PERIOD; n++) {
		for (i = 0; i < sc->scan.nr; i++)
			*word++ = cpu_to_le16(sim_prbs_value(sc->scan.chan[i], state));
		state = sim_prbs_next(state);
	}

	return 0;
}

/* What this run receives: the chip's test mode, if one is on, else the pattern set. */
static void sim_pattern_choose(struct sim_chan *sc)
{
	struct sim_test_mode test;

	scoped_guard(mutex, &sc->sim->test_lock)
		test = sc->sim->test;

	sc->active_pattern = READ_ONCE(sc->pattern);
	sc->tone = (struct sim_tone){ .samples = SIM_TONE_PERIOD, .turns = 1 };
	sc->loopback_idles = false;

	switch (test.test) {
	case SIM_TEST_OFF:
		break;
	case SIM_TEST_LOOPBACK:
		sc->active_pattern = SIM_LOOPBACK;
		sc->loopback_idles = true;
		break;
	case SIM_TEST_PRBS:
		sc->active_pattern = SIM_PRBS;
		break;
	case SIM_TEST_TONE:
		sc->active_pattern = SIM_TONE;
		sc->tone = (struct sim_tone){
			.samples = SIM_TEST_TONE_SAMPLES,
			.turns = test.tone_turns,
			.shift = test.tone_shift,
			.masked = test.masked,
		};
		break;
	}
}

int sim_pattern_prepare(struct sim_chan *sc)
{
	if (sc->dir == SIM_TX)
		return 0;

	sim_pattern_choose(sc);
	switch (sc->active_pattern) {
	case SIM_RAMP:
		return sim_template_build(sc, SIM_RAMP_PERIOD, sim_ramp);
	case SIM_TONE:
		return sim_template_build(sc, sc->tone.samples, sim_tone);
	case SIM_PRBS:
		return sim_template_prbs(sc);
	case SIM_LOOPBACK:
		return sim_loopback_begin(sc->sim);
	default:
		return 0;
	}
}

void sim_pattern_release(struct sim_chan *sc)
{
	kvfree(sc->template.data);
	sc->template.data = NULL;
}

/* Only loopback has to wait for its data. Through the chip zeros come while TX is off. */
bool sim_pattern_ready(struct sim_chan *sc, size_t bytes)
{
	struct sim_dma *sim = sc->sim;

	if (sc->loopback_idles && sc->clock.rate && !READ_ONCE(sim->chan[SIM_TX].running))
		return true;

	return kfifo_len(&sim->loopback) >= bytes;
}

static void sim_fill_template(struct sim_chan *sc, void *buf, size_t bytes)
{
	const struct sim_template *t = &sc->template;
	u32 at;

	div_u64_rem(sc->pos * 2, t->bytes, &at);
	sc->pos += bytes / 2;

	while (bytes) {
		size_t len = min(bytes, t->bytes - at);

		memcpy(buf, t->data + at, len);
		buf += len;
		bytes -= len;
		at = 0;
	}
}

static void sim_fill_loopback(struct sim_chan *sc, void *buf, size_t bytes)
{
	sim_loopback_read(sc->sim, buf, bytes);
	sc->pos += bytes / 2;
}

/* Any set of channels, one word after the other. */
static void sim_fill_words(struct sim_chan *sc, void *buf, size_t bytes)
{
	const struct sim_scan *scan = &sc->scan;
	__le16 *word = buf;
	__le16 *end = buf + bytes;
	unsigned int i;
	u32 n;

	n = div_u64_rem(sc->pos, scan->nr, &i);
	sc->pos += bytes / 2;

	while (word < end) {
		*word++ = cpu_to_le16(scan->chan[i] % 2 ? n >> 16 : n);
		if (++i == scan->nr) {
			i = 0;
			n++;
		}
	}
}

#ifdef __LITTLE_ENDIAN
/*
 * The streams that must keep up with memory: words of 64 bit, each a step on from the
 * one before. No half of a word may wrap on the way; the caller sees to that.
 */
static void sim_fill_u64(u64 *out, size_t count, u64 word, const u64 step)
{
	for (; count >= 8; count -= 8, out += 8) {
		out[0] = word;
		out[1] = word += step;
		out[2] = word += step;
		out[3] = word += step;
		out[4] = word += step;
		out[5] = word += step;
		out[6] = word += step;
		out[7] = word += step;
		word += step;
	}

	for (; count; count--, word += step)
		*out++ = word;
}

/* One I/Q pair: two samples in a word. */
static void sim_fill_pair(u32 *out, size_t samples, u32 n)
{
	size_t words;

	if (samples && !IS_ALIGNED((unsigned long)out, sizeof(u64))) {
		*out++ = n++;
		samples--;
	}

	words = samples / 2;
	sim_fill_u64((u64 *)out, words, (u64)(n + 1) << 32 | n, 2ULL << 32 | 2);

	if (samples % 2)
		out[samples - 1] = n + samples - 1;
}

/* Two I/Q pairs with the same number: one sample in a word. */
static void sim_fill_two_pairs(u64 *out, size_t samples, u32 n)
{
	sim_fill_u64(out, samples, (u64)n << 32 | n, 1ULL << 32 | 1);
}

static bool sim_fill_is_fast(const struct sim_chan *sc, void *buf, size_t bytes)
{
	const struct sim_scan *scan = &sc->scan;
	u32 phase;

	if (scan->mask != SIM_MASK_FIRST_PAIR && scan->mask != SIM_MASK_SECOND_PAIR &&
	    scan->mask != SIM_MASK_BOTH_PAIRS)
		return false;

	div_u64_rem(sc->pos, scan->nr, &phase);

	return !phase && !(bytes % scan->bytes) && IS_ALIGNED((unsigned long)buf, scan->bytes);
}

static void sim_fill_fast(struct sim_chan *sc, void *buf, size_t bytes)
{
	size_t samples = bytes / sc->scan.bytes;
	u32 n = sim_pos_to_sample(sc, sc->pos);

	sc->pos += bytes / 2;

	while (samples) {
		/* Up to where the number wraps. */
		size_t run = min_t(u64, samples, (1ULL << 32) - n);

		if (sc->scan.nr == SIM_NR_CHANNELS)
			sim_fill_two_pairs(buf, run, n);
		else
			sim_fill_pair(buf, run, n);

		buf += run * sc->scan.bytes;
		samples -= run;
		n += run;
	}
}
#else
static bool sim_fill_is_fast(const struct sim_chan *sc, void *buf, size_t bytes)
{
	return false;
}

static void sim_fill_fast(struct sim_chan *sc, void *buf, size_t bytes)
{
}
#endif

static void sim_fill_counter(struct sim_chan *sc, void *buf, size_t bytes)
{
	if (sim_fill_is_fast(sc, buf, bytes))
		sim_fill_fast(sc, buf, bytes);
	else
		sim_fill_words(sc, buf, bytes);
}

void sim_pattern_fill(struct sim_chan *sc, struct sim_desc *desc, size_t bytes)
{
	static const sim_piece_fn fill[SIM_NR_PATTERNS] = {
		[SIM_COUNTER] = sim_fill_counter,
		[SIM_RAMP] = sim_fill_template,
		[SIM_TONE] = sim_fill_template,
		[SIM_LOOPBACK] = sim_fill_loopback,
		[SIM_PRBS] = sim_fill_template,
	};

	sim_block_write(sc, desc, bytes, fill[sc->active_pattern]);
}
