/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run of a cell on the fake kernel, whose clock makes every figure exact. */
#include "unit.h"

#include <math.h>
#include <poll.h>

#include "bench_measure.h"
#include "bench_touch.h"
#include "bench_verify.h"
#include "fake_kernel.h"
#include "sys.h"

#define MS INT64_C(1000000)
#define SECOND (1000 * MS)
#define BLOCK 4096u /* samples of 4 bytes */
#define BLOCK_BYTES (4u * BLOCK)
#define RATE 4096000.0 /* one block takes 1 ms */

struct bench {
	struct iiodma_context *context;
	struct iiodma_channel *channels[2];
	struct bench_measure_config config;
	struct result_setup setup;
};

static int64_t fake_time(void)
{
	return sys->clock_ns();
}

static struct fake_buffer *fake_of(const struct bench *bench)
{
	return fake_buffer(bench->setup.direction == IIODMA_INPUT ? "cf-ad9361-lpc" : "cf-ad9361-dds-core-lpc", 0);
}

/* What the device does by default, at the rate of the tests. */
static struct fake_behaviour paced(void)
{
	struct fake_behaviour how = fake_behaviour_of(fake_buffer("cf-ad9361-lpc", 0));

	how.rate = RATE;
	return how;
}

static void behave(const struct bench *bench, struct fake_behaviour how)
{
	fake_behave(fake_of(bench), &how);
}

static void set_source_rate(const char *text)
{
	fake_attr_set(fake_device("ad9361-phy"), "in_voltage_sampling_frequency", text);
	fake_attr_set(fake_device("ad9361-phy"), "out_voltage_sampling_frequency", text);
}

/* One I/Q pair, 4 blocks, 100 ms counted from the very first block. */
static struct bench *open_bench(enum iiodma_api api, enum iiodma_direction direction)
{
	struct bench *bench = calloc(1, sizeof(*bench));
	struct iiodma_device *device;

	assert_non_null(bench);
	fake_boot_ad9361();
	set_source_rate("4096000");
	assert_int_equal(iiodma_context_open("local:", &bench->context), 0);
	bench->setup = (struct result_setup){.api = api,
					     .direction = direction,
					     .block_samples = BLOCK,
					     .depth_asked = 4,
					     .rate_asked = (double)NAN};
	assert_int_equal(iiodma_context_find_device(
				 bench->context, direction == IIODMA_INPUT ? "cf-ad9361-lpc" : "cf-ad9361-dds-core-lpc",
				 &device),
			 0);
	bench->config = (struct bench_measure_config){
		.buffer = iiodma_device_buffer(device, 0),
		.channels = bench->channels,
		.channel_count = 2,
		.timeout_ns = SECOND,
		.duration_ns = 100 * MS,
		.clock_ns = fake_time,
	};
	bench->channels[0] = iiodma_buffer_channel(bench->config.buffer, 0);
	bench->channels[1] = iiodma_buffer_channel(bench->config.buffer, 1);
	behave(bench, paced());
	return bench;
}

static struct result_run run_of(struct bench *bench)
{
	return bench_measure(&bench->config, &bench->setup);
}

/* Nothing is left open, nothing was done that a real kernel would not survive. */
static void close_bench(struct bench *bench, struct result_run *run)
{
	free(run->intervals);
	iiodma_context_close(bench->context);
	free(bench);
	assert_int_equal(fake_open_files(), 0);
	assert_int_equal(fake_open_dmabufs(), 0);
	assert_int_equal(fake_mappings(), 0);
	assert_int_equal(fake_accidents(), 0);
	fake_shutdown();
}

static void assert_near(double value, double expected, double share)
{
	if (!(fabs(value - expected) <= share * fabs(expected)))
		fail_msg("%.9g instead of %.9g", value, expected);
}

static void at_the_source_rate(enum iiodma_api api, enum iiodma_direction direction)
{
	struct bench *bench = open_bench(api, direction);
	struct result_run run;

	bench->config.warmup_ns = BENCH_WARMUP_TURN;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_near(run.bytes_per_second, 4 * RATE, 1e-6);
	assert_int_equal(run.elapsed_ns, 100 * MS);
	assert_int_equal(run.blocks, 100);
	assert_int_equal(run.total_bytes, 100 * BLOCK_BYTES);
	assert_true(run.capped);
	assert_false(run.over_source_rate);
	assert_false(run.shortfall_proved);
	assert_int_equal(run.overflow_events, 0);
	assert_int_equal(run.lost_samples, 0);
	assert_int_equal(run.lost_source, RESULT_LOST_STATUS);
	assert_near((double)run.block_interval.median_ns, MS, 0.01);
	close_bench(bench, &run);
}

static void input_is_capped_by_the_source(void **state)
{
	at_the_source_rate(IIODMA_API_DMABUF, IIODMA_INPUT);
	at_the_source_rate(IIODMA_API_FILEIO, IIODMA_INPUT);
}

/* Not counted is the burst that fills the ring before anything plays. */
static void output_is_capped_by_the_source(void **state)
{
	at_the_source_rate(IIODMA_API_DMABUF, IIODMA_OUTPUT);
	at_the_source_rate(IIODMA_API_FILEIO, IIODMA_OUTPUT);
}

/* One late block at the end of a short run does not make the reader the limit: no sample was missed. */
static void a_late_block_is_no_slow_reader(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.delay_block = 99;
	how.delay_ns = 3 * MS;
	how.fifo_samples = 16 * BLOCK;
	behave(bench, how);
	run = run_of(bench);
	assert_near(run.shortfall_ratio, 0.03, 0.05);
	assert_int_equal(run.lost_samples, 0);
	assert_true(run.capped);
	close_bench(bench, &run);
}

/* C02: 12.5 % less than the stated rate */
static void what_is_missing_is_a_loss(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.rate = 0.875 * RATE;
	behave(bench, how);
	bench->config.duration_ns = SECOND;
	run = run_of(bench);
	assert_near(run.expected_bytes, 4 * RATE, 0.002);
	assert_near(run.shortfall_ratio, 0.125, 0.01);
	assert_true(run.shortfall_proved);
	assert_true(result_run_loss_known(&run));
	assert_false(run.capped);
	close_bench(bench, &run);
}

/* C28: more than the source can give is no result but an error */
static void above_the_source_rate_is_flagged(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run;

	set_source_rate("2048000");
	run = run_of(bench);
	assert_true(run.over_source_rate);
	assert_false(run.capped);
	close_bench(bench, &run);
}

static void no_pace_has_no_ceiling(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run;

	set_source_rate("0");
	run = run_of(bench);
	assert_true(isnan(run.source_bytes_per_second));
	assert_true(isnan(run.expected_bytes));
	assert_false(run.capped || run.over_source_rate || run.shortfall_proved);
	close_bench(bench, &run);
}

/* C55 C118 */
static void exactly_the_samples_asked_for_are_played(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_OUTPUT);
	struct result_run run;
	size_t bytes;
	const uint8_t *played;

	bench->config.duration_ns = -1;
	bench->config.samples = 10 * BLOCK + 1002;
	bench->setup.touch = RESULT_TOUCH_WRITE;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(run.total_bytes, 4 * (10 * BLOCK + 1002));
	assert_int_equal(run.blocks, 11);
	played = fake_played(fake_of(bench), &bytes);
	assert_int_equal(bytes, run.total_bytes);
	for (uint32_t i = 0; i < bench->config.samples; i++) {
		uint32_t word;

		memcpy(&word, played + 4 * i, 4);
		assert_int_equal(word, i);
	}
	close_bench(bench, &run);
}

static void exactly_the_samples_asked_for_are_taken(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_FILEIO, IIODMA_INPUT);
	struct result_run run;

	bench->config.duration_ns = -1;
	bench->config.samples = 3 * BLOCK + 7;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(run.total_bytes, 4 * (3 * BLOCK + 7));
	close_bench(bench, &run);
}

/* C28: the sum of a ramp is known, so every word must have been read, and only those that count */
static void sum_of_all_words(enum iiodma_api api)
{
	struct bench *bench = open_bench(api, IIODMA_INPUT);
	const uint64_t samples = 10 * BLOCK + 3;
	struct result_run run;

	bench->config.duration_ns = -1;
	bench->config.samples = samples;
	bench->setup.touch = RESULT_TOUCH_READ;
	run = run_of(bench);
	assert_true(run.summed);
	assert_int_equal(run.sum_of_words, samples * (samples - 1) / 2);
	close_bench(bench, &run);
}

static void every_word_is_read(void **state)
{
	sum_of_all_words(IIODMA_API_DMABUF);
	sum_of_all_words(IIODMA_API_FILEIO);
}

/* The sum leaves out what the window leaves out: block 1 opens it, blocks 2 … 4 count. */
static void warmup_is_not_summed(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	uint64_t sum = 0;
	struct result_run run;

	bench->config.warmup_ns = 2 * MS;
	bench->config.duration_ns = 3 * MS;
	bench->setup.touch = RESULT_TOUCH_READ;
	run = run_of(bench);
	for (uint64_t sample = 2 * BLOCK; sample < 5 * BLOCK; sample++)
		sum += sample;
	assert_int_equal(run.total_bytes, 3 * BLOCK_BYTES);
	assert_int_equal(run.sum_of_words, sum);
	close_bench(bench, &run);
}

/* C102: no look, no cache maintenance */
static void untouched_blocks_are_not_synced(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run = run_of(bench);

	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(fake_count("ioctl SYNC dmabuf*"), 0);
	assert_int_equal(fake_count("mmap*"), 0);
	close_bench(bench, &run);
}

/* C102: pairs, in the stream's own direction */
static void touched_blocks_are_synced_one_way(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run;

	bench->setup.touch = RESULT_TOUCH_READ;
	run = run_of(bench);
	assert_true(fake_count("ioctl SYNC * START READ") >= 100);
	assert_int_equal(fake_count("ioctl SYNC * START READ"), fake_count("ioctl SYNC * END READ"));
	assert_int_equal(fake_count("ioctl SYNC dmabuf*"), 2 * fake_count("ioctl SYNC * START READ"));
	close_bench(bench, &run);

	bench = open_bench(IIODMA_API_DMABUF, IIODMA_OUTPUT);
	bench->setup.touch = RESULT_TOUCH_COPY;
	run = run_of(bench);
	assert_true(fake_count("ioctl SYNC * START WRITE") >= 100);
	assert_int_equal(fake_count("ioctl SYNC dmabuf*"), 2 * fake_count("ioctl SYNC * START WRITE"));
	close_bench(bench, &run);
}

static void no_sync_is_none(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run;

	bench->setup.touch = RESULT_TOUCH_READ;
	bench->setup.sync = IIODMA_SYNC_NONE;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(fake_count("ioctl SYNC dmabuf*"), 0);
	assert_int_equal(run.syncs, 0);
	close_bench(bench, &run);
}

/* C27 */
static void the_meter_costs_little(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	uint64_t calls, reads;
	struct result_run run;

	bench->setup.touch = RESULT_TOUCH_READ;
	bench->config.duration_ns = -1;
	bench->config.samples = 10000 * BLOCK;
	fake_log_keep(false);
	calls = fake_system_calls();
	reads = fake_clock_reads();
	run = run_of(bench);
	calls = fake_system_calls() - calls;
	reads = fake_clock_reads() - reads;
	assert_int_equal(run.blocks, 10000);
	/* beside the blocks: opening, closing, and the status register ten times a second */
	if (reads > 2 * 10000 + 500)
		fail_msg("%llu clock reads for 10000 blocks", (unsigned long long)reads);
	if (calls > (3 + 2) * 10000 + 1000)
		fail_msg("%llu system calls for 10000 blocks", (unsigned long long)calls);
	close_bench(bench, &run);
}

static struct sys_ops slow_sys;
static int (*fake_sys_ioctl)(int fd, unsigned long request, void *argument);

static int slow_ioctl(int fd, unsigned long request, void *argument)
{
	const uint64_t before = fake_count("ioctl SYNC dmabuf*");
	const int ret = fake_sys_ioctl(fd, request, argument);

	if (fake_count("ioctl SYNC dmabuf*") != before)
		fake_clock_advance(5 * MS);
	return ret;
}

/* C30: START and END take 5 ms each */
static void time_is_split(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	const struct sys_ops *fast = sys;
	struct fake_behaviour how = paced();
	struct result_run run;
	int64_t sum;

	how.rate = 0;
	behave(bench, how);
	slow_sys = *sys;
	fake_sys_ioctl = sys->ioctl;
	slow_sys.ioctl = slow_ioctl;
	sys = &slow_sys;
	set_source_rate("0");
	bench->setup.touch = RESULT_TOUCH_READ;
	bench->config.split = true;
	bench->config.duration_ns = SECOND;
	run = run_of(bench);
	sys = fast;
	assert_int_equal(run.status, RESULT_OK);
	assert_near((double)run.elapsed_ns, SECOND, 0.02);
	assert_near((double)run.split.sync_ns, (double)run.elapsed_ns, 0.02);
	sum = run.split.wait_ns + run.split.sync_ns + run.split.touch_ns + run.split.enqueue_ns + run.split.other_ns;
	assert_near((double)sum, (double)run.elapsed_ns, 0.02);
	close_bench(bench, &run);
}

static void waiting_is_most_of_a_paced_run(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run = run_of(bench);

	assert_near((double)run.split.wait_ns, 100 * MS, 0.01);
	assert_int_equal(run.split.sync_ns, -1); /* not timed, so not known */
	assert_int_equal(run.split.other_ns, -1);
	close_bench(bench, &run);
}

/* C41: a pause is counted, and the run goes on; C113: and it stands in the intervals */
static void a_pause_is_counted(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.delay_block = 50;
	how.delay_ns = 250 * MS;
	how.fifo_samples = 1024 * BLOCK;
	behave(bench, how);
	bench->config.duration_ns = SECOND;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(run.stalls, 1);
	assert_near((double)run.longest_stall_ns, 250 * MS, 0.02);
	assert_int_equal(run.stalled_ns, run.longest_stall_ns);
	assert_near((double)run.block_interval.max_ns, 250 * MS, 0.02);
	close_bench(bench, &run);

	bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	run = run_of(bench);
	assert_int_equal(run.stalls, 0);
	assert_int_equal(run.stalled_ns, 0);
	close_bench(bench, &run);
}

static int (*fake_sys_poll)(struct pollfd *fds, nfds_t count, int timeout_ms);
static unsigned int late_polls;

/* Every tenth wait ends 8 ms after what it waited for. */
static int late_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	const int ret = fake_sys_poll(fds, count, timeout_ms);

	if (++late_polls % 10 == 0)
		fake_clock_advance(8 * MS);
	return ret;
}

/* C113: 5 ms from block to block, but the reader is woken late now and then */
static void late_wakings_stand_in_the_percentiles(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	const struct sys_ops *prompt = sys;
	struct fake_behaviour how = paced();
	struct result_run run;

	how.rate = BLOCK / 0.005;
	behave(bench, how);
	set_source_rate("819200");
	bench->config.duration_ns = 2 * SECOND;
	slow_sys = *sys;
	fake_sys_poll = sys->poll;
	slow_sys.poll = late_poll;
	sys = &slow_sys;
	run = run_of(bench);
	sys = prompt;
	assert_int_equal(run.status, RESULT_OK);
	assert_near((double)run.block_interval.median_ns, 5 * MS, 0.1);
	assert_true(run.block_interval.max_ns >= 12 * MS);
	assert_true(run.block_interval.p99_ns >= 12 * MS); /* one in ten is more than one in a hundred */
	assert_true(run.block_interval.min_ns < 5 * MS);
	close_bench(bench, &run);
}

/* C112 C115: five blocks, then nothing */
static void an_early_end_keeps_what_there_was(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.stop_block = 5;
	behave(bench, how);
	bench->config.duration_ns = -1;
	bench->config.samples = 10 * BLOCK;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_PARTIAL);
	assert_int_equal(run.error, -ETIMEDOUT);
	assert_int_equal(run.total_bytes, 5 * BLOCK_BYTES);
	assert_near(run.bytes_per_second, 4 * RATE, 1e-6);
	assert_near((double)run.split.wait_ns, 5 * MS, 0.01); /* the wait in vain is not the run's */
	assert_non_null(strstr(run.reason, "1000 ms"));
	close_bench(bench, &run);
}

/* C112 C115 */
static void nothing_delivered_is_a_failure(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_FILEIO, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.stop_block = 0;
	behave(bench, how);
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_FAILED);
	assert_int_equal(run.error, -ETIMEDOUT);
	assert_int_equal(run.total_bytes, 0);
	assert_int_equal(run.elapsed_ns, 0);
	assert_true(isnan(run.bytes_per_second));
	assert_int_equal(run.lost_samples, 0); /* the register says so */
	close_bench(bench, &run);
}

static void an_unplugged_device_is_told_apart(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.unplug_block = 7;
	behave(bench, how);
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_DISCONNECTED);
	assert_int_equal(run.total_bytes, 7 * BLOCK_BYTES);
	assert_true(run.overflow_events <= 0);
	close_bench(bench, &run);
}

static void an_aborted_transfer_ends_the_run(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.abort_block = 4;
	behave(bench, how);
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_PARTIAL);
	assert_int_equal(run.error, -EIO);
	assert_int_equal(run.total_bytes, 4 * BLOCK_BYTES);
	close_bench(bench, &run);
}

struct canceller {
	struct iiodma_stream *stream;
	unsigned int streams;
};

static void remember_stream(void *context, struct iiodma_stream *stream)
{
	struct canceller *canceller = context;

	canceller->stream = stream;
	canceller->streams++;
}

static void cancel_stream(void *context, const struct result_interval *interval)
{
	struct canceller *canceller = context;

	if (interval->end_ns >= 30 * MS)
		iiodma_stream_cancel(canceller->stream);
}

/* C104 */
static void an_interrupted_run_reports_what_it_has(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct canceller canceller = {.streams = 0};
	const struct bench_observer observer = {
		.stream = remember_stream, .interval = cancel_stream, .context = &canceller};
	struct result_run run;

	bench->config.observer = &observer;
	bench->config.interval_ns = 10 * MS;
	bench->config.duration_ns = 60 * SECOND;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_INTERRUPTED);
	assert_int_equal(run.total_bytes, 30 * BLOCK_BYTES);
	assert_int_equal(run.elapsed_ns, 30 * MS);
	assert_int_equal(run.interval_count, 3);
	assert_int_equal(canceller.streams, 2);
	assert_null(canceller.stream);
	close_bench(bench, &run);
}

/* C66 C71 C120: what cannot be is told apart from what went wrong */
static void the_impossible_is_not_a_failure(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run;

	fake_fail("ioctl ATTACH*", 0, EPERM);
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_IMPOSSIBLE);
	assert_true(run.reason[0] != '\0');
	close_bench(bench, &run);

	bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	bench->setup.memory = IIODMA_MEMORY_HEAP;
	result_name_set(bench->setup.heap, "missing");
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_IMPOSSIBLE);
	close_bench(bench, &run);

	bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	fake_hold(fake_of(bench), 4711, "other", FAKE_NEVER);
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_FAILED);
	assert_int_equal(run.error, -EBUSY);
	close_bench(bench, &run);
}

/* C58 */
static void what_is_in_force_comes_back(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_FILEIO, IIODMA_INPUT);
	struct result_run run;

	bench->setup.depth_asked = 16;
	run = run_of(bench);
	assert_int_equal(bench->setup.depth, 2);
	assert_true(bench->setup.depth_fixed);
	assert_int_equal(bench->setup.block_bytes, BLOCK_BYTES);
	assert_int_equal(bench->setup.sample_bytes, 4);
	assert_true(bench->setup.source_rate == RATE);
	assert_string_equal(bench->setup.mapping_in_force, "kernel");
	assert_false(bench->setup.full_blocks_assumed);
	close_bench(bench, &run);
}

/* C11: the kernel does not say how far a DMABUF was filled */
static void assumed_lengths_are_said_to_be(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run = run_of(bench);

	assert_true(bench->setup.full_blocks_assumed);
	close_bench(bench, &run);
}

/* Events are counted, but how many samples they cost is not known, and then it is not 0 either. */
static void overflows_make_losses_unknown(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.status_every = 30;
	behave(bench, how);
	run = run_of(bench);
	assert_true(run.overflow_events >= 1);
	assert_int_equal(run.lost_samples, -1);
	assert_true(result_run_loss_known(&run));
	close_bench(bench, &run);
}

static void what_happens_in_the_warmup_is_no_overflow(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct result_run run;

	how.status_every = 1000;
	how.drop_block = 3;
	behave(bench, how);
	bench->config.warmup_ns = 50 * MS;
	run = run_of(bench);
	assert_int_equal(run.overflow_events, 0);
	assert_int_equal(run.lost_samples, 0);
	close_bench(bench, &run);
}

static void a_stuck_register_makes_losses_unknown(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct result_run run;

	fake_status_raise(fake_device("cf-ad9361-lpc"), 1u << 2);
	fake_status_stick(fake_device("cf-ad9361-lpc"), true);
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(run.overflow_events, -1);
	assert_int_equal(run.lost_samples, -1);
	assert_non_null(strstr(run.overflow_reason, "does not clear"));
	close_bench(bench, &run);
}

static struct result_run verified_run(struct bench *bench, struct bench_check *check)
{
	bench_check_prepare(check, VERIFY_COUNTER, bench->channels, 2);
	bench->config.verifier = &check->verifier;
	return run_of(bench);
}

static void verification_counts_lost_samples(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct bench_check check;
	struct result_run run;

	run = verified_run(bench, &check);
	assert_int_equal(run.lost_samples, 0);
	assert_int_equal(run.lost_source, RESULT_LOST_VERIFY);
	assert_int_equal(run.wrong_samples, 0);
	assert_true(run.fault[0] == '\0');
	close_bench(bench, &run);

	bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	how.drop_block = 20;
	behave(bench, how);
	run = verified_run(bench, &check);
	assert_int_equal(run.lost_samples, BLOCK);
	assert_non_null(strstr(run.fault, "81920")); /* 20 blocks came before */
	assert_true(result_run_loss_known(&run));
	close_bench(bench, &run);
}

static void verification_leaves_the_warmup_out(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct fake_behaviour how = paced();
	struct bench_check check;
	struct result_run run;

	how.drop_block = 5;
	behave(bench, how);
	bench->config.warmup_ns = 20 * MS;
	run = verified_run(bench, &check);
	assert_int_equal(run.lost_samples, 0);
	assert_true(run.fault[0] == '\0');
	close_bench(bench, &run);
}

static void verification_needs_fitting_channels(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_DMABUF, IIODMA_INPUT);
	struct bench_check check;
	struct result_run run;

	bench->channels[0] = bench->channels[1];
	bench->config.channel_count = 1;
	bench_check_prepare(&check, VERIFY_COUNTER, bench->channels, 1);
	bench->config.verifier = &check.verifier;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_FAILED);
	assert_non_null(strstr(run.reason, "verified"));
	close_bench(bench, &run);
}

static void null_needs_no_device(void **state)
{
	struct bench *bench = open_bench(IIODMA_API_NULL, IIODMA_INPUT);
	struct result_run run;

	bench->config.duration_ns = -1;
	bench->config.samples = 100 * BLOCK;
	run = run_of(bench);
	assert_int_equal(run.status, RESULT_OK);
	assert_int_equal(run.blocks, 100);
	assert_int_equal(fake_count("open /dev/*"), 0);
	assert_int_equal(run.overflow_events, -1);
	assert_true(isnan(run.source_bytes_per_second));
	close_bench(bench, &run);
}

static void touching_takes_every_byte(void **state)
{
	uint64_t space[8];
	uint8_t *bytes = (uint8_t *)space;

	for (size_t length = 0; length <= sizeof(space); length++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < sizeof(space); i++)
			bytes[i] = (uint8_t)(i * 37 + 200);
		for (size_t i = 0; i < length; i += 4) {
			uint32_t word = 0;

			memcpy(&word, bytes + i, length - i < 4 ? length - i : 4);
			sum += word;
		}
		assert_int_equal(bench_touch_sum(space, length), sum);
	}
}

static void numbering_wraps_and_repeats(void **state)
{
	uint32_t words[6];

	bench_touch_number(words, sizeof(words), UINT32_MAX - 1, 1);
	assert_int_equal(words[1], UINT32_MAX);
	assert_int_equal(words[2], 0);
	bench_touch_number(words, sizeof(words), 5, 2);
	assert_int_equal(words[0], 5);
	assert_int_equal(words[1], 5);
	assert_int_equal(words[4], 7);
	assert_int_equal(words[5], 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(input_is_capped_by_the_source),
		cmocka_unit_test(output_is_capped_by_the_source),
		cmocka_unit_test(a_late_block_is_no_slow_reader),
		cmocka_unit_test(what_is_missing_is_a_loss),
		cmocka_unit_test(above_the_source_rate_is_flagged),
		cmocka_unit_test(no_pace_has_no_ceiling),
		cmocka_unit_test(exactly_the_samples_asked_for_are_played),
		cmocka_unit_test(exactly_the_samples_asked_for_are_taken),
		cmocka_unit_test(every_word_is_read),
		cmocka_unit_test(warmup_is_not_summed),
		cmocka_unit_test(untouched_blocks_are_not_synced),
		cmocka_unit_test(touched_blocks_are_synced_one_way),
		cmocka_unit_test(no_sync_is_none),
		cmocka_unit_test(the_meter_costs_little),
		cmocka_unit_test(time_is_split),
		cmocka_unit_test(waiting_is_most_of_a_paced_run),
		cmocka_unit_test(late_wakings_stand_in_the_percentiles),
		cmocka_unit_test(a_pause_is_counted),
		cmocka_unit_test(an_early_end_keeps_what_there_was),
		cmocka_unit_test(nothing_delivered_is_a_failure),
		cmocka_unit_test(an_unplugged_device_is_told_apart),
		cmocka_unit_test(an_aborted_transfer_ends_the_run),
		cmocka_unit_test(an_interrupted_run_reports_what_it_has),
		cmocka_unit_test(the_impossible_is_not_a_failure),
		cmocka_unit_test(what_is_in_force_comes_back),
		cmocka_unit_test(assumed_lengths_are_said_to_be),
		cmocka_unit_test(overflows_make_losses_unknown),
		cmocka_unit_test(what_happens_in_the_warmup_is_no_overflow),
		cmocka_unit_test(a_stuck_register_makes_losses_unknown),
		cmocka_unit_test(verification_counts_lost_samples),
		cmocka_unit_test(verification_leaves_the_warmup_out),
		cmocka_unit_test(verification_needs_fitting_channels),
		cmocka_unit_test(null_needs_no_device),
		cmocka_unit_test(touching_takes_every_byte),
		cmocka_unit_test(numbering_wraps_and_repeats),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
