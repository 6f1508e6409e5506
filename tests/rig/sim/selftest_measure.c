// SPDX-License-Identifier: GPL-2.0-or-later
/* How fast is it, and does it keep the full rate without loss? */
#include <sys/resource.h>

#include "raw_iio.h"
#include "selftest.h"
#include "sequence.h"

#define MEASURE_DEPTH 16u

struct plan {
	const char *what;
	const char *device;
	enum sim_side side;
	unsigned int rate;
	unsigned int samples;
	unsigned int seconds;
	bool verify;
};

static double cpu_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);

	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void prepare(struct stream *s, const struct plan *plan, uint32_t *next)
{
	unsigned int i;

	for (i = 0; i < s->depth; i++) {
		if (s->output) {
			sequence_fill(s->blocks[i].data, plan->samples, *next);
			*next += plan->samples;
		}
		stream_enqueue(s, i, s->blocks[i].bytes, false);
	}
}

static void handle(struct stream *s, const struct plan *plan, unsigned int i, uint32_t *next,
		   struct sequence *seq)
{
	if (plan->verify) {
		stream_begin_cpu(s, i);
		if (s->output)
			sequence_fill(s->blocks[i].data, plan->samples, *next);
		else
			sequence_check(seq, s->blocks[i].data, plan->samples);
		stream_end_cpu(s, i);
	}
	*next += plan->samples;
}

/* What is still queued completes too, so that every loss is in data that was looked at. */
static int drain(struct stream *s, const struct plan *plan, uint64_t blocks, uint32_t *next,
		 struct sequence *seq)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < MEASURE_DEPTH && !error; i++) {
		unsigned int slot = (unsigned int)((blocks + i) % MEASURE_DEPTH);

		error = stream_wait(s, slot, TIMEOUT_MS);
		handle(s, plan, slot, next, seq);
	}

	return error;
}

static void run(const struct plan *plan)
{
	const size_t bytes = (size_t)plan->samples * PAIR_BYTES;
	struct sequence seq = {.begun = false};
	struct sim_counters counters;
	uint64_t blocks = 0;
	int64_t begin, took = 1;
	double cpu;
	uint32_t next = 0;
	struct stream s;
	int error = 0;

	sim_set_rate(plan->rate);
	sim_reset();
	sim_set_number("tx/tx_check", plan->verify);
	if (!check_done(stream_open(&s, plan->device, ONE_PAIR), plan->what) ||
	    !check_done(stream_alloc(&s, memory_cached_heap(), MEASURE_DEPTH, bytes), "blocks are attached"))
		goto out;

	prepare(&s, plan, &next);
	begin = now_ns();
	cpu = cpu_seconds();
	stream_enable(&s, true);
	do {
		unsigned int i = (unsigned int)(blocks % MEASURE_DEPTH);

		error = stream_wait(&s, i, TIMEOUT_MS);
		if (error)
			break;
		handle(&s, plan, i, &next, &seq);
		error = stream_enqueue(&s, i, bytes, false);
		blocks++;
		took = now_ns() - begin;
	} while (!error && took < (int64_t)plan->seconds * 1000000000);
	cpu = cpu_seconds() - cpu;
	if (!error)
		error = drain(&s, plan, blocks, &next, &seq);
	stream_enable(&s, false);
	sim_read_counters(plan->side, &counters);

	if (check(!error && took > 0, "%s: %.1f MiB/s at %.0f %% CPU", plan->what,
		  (double)blocks * (double)bytes / 1048576 / ((double)took / 1e9),
		  100 * cpu / ((double)took / 1e9)))
		check((!plan->verify || counters.samples_lost == seq.missing) &&
			      counters.tx_errors == 0,
		      "%s: %llu blocks, %llu samples lost, %llu underflows, %llu wrong", plan->what,
		      (unsigned long long)blocks, (unsigned long long)counters.samples_lost,
		      (unsigned long long)counters.underflow_events,
		      (unsigned long long)counters.tx_errors);
out:
	stream_close(&s);
}

void measure(void)
{
	static const struct plan plans[] = {
		{"RX uncapped, 4 Ki", RX_DEVICE, SIM_RX, UNCAPPED, 4096, 3, false},
		{"RX uncapped, 64 Ki", RX_DEVICE, SIM_RX, UNCAPPED, 65536, 3, false},
		{"RX uncapped, 1 Mi", RX_DEVICE, SIM_RX, UNCAPPED, 1048576, 3, false},
		{"TX uncapped, 64 Ki", TX_DEVICE, SIM_TX, UNCAPPED, 65536, 3, false},
		{"TX uncapped and checked, 64 Ki", TX_DEVICE, SIM_TX, UNCAPPED, 65536, 3, true},
		{"RX at 61.44 MSPS, 64 Ki", RX_DEVICE, SIM_RX, FULL_RATE, 65536, 20, true},
		{"TX at 61.44 MSPS, 64 Ki", TX_DEVICE, SIM_TX, FULL_RATE, 65536, 20, true},
	};
	unsigned int i;

	for (i = 0; i < sizeof(plans) / sizeof(plans[0]); i++)
		run(&plans[i]);
}
