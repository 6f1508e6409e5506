/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_command.h"
#include "bench_fileio_map.h"
#include "bench_fresh.h"
#include "bench_meter.h"
#include "bench_verify.h"
#include "common/clock.h"
#include "common/link_text.h"
#include "common/message.h"
#include "common/signals.h"
#include "common/units.h"

/* A device may round the rate it is given; beyond this it is worth a word. */
#define RATE_TOLERANCE 1e-3

struct bench {
	struct result *result;
	const struct bench_options *options;
	struct bench_devices *devices;
	const struct bench_listener *listener;
	struct result_setup *asked;   /* of each cell: a run overwrites its setup with what was in force */
	struct iiodma_stream *stream; /* the one on watch */
	struct bench_meter meter;
	const char *fileio_map; /* in force by the user's command; NULL = not known */
	size_t cell;            /* under way */
	size_t run;
};

static void on_stream(void *context, struct iiodma_stream *stream)
{
	struct bench *bench = context;

	signals_unwatch(bench->stream);
	bench->stream = stream;
	if (stream)
		signals_watch(stream);
}

static void on_interval(void *context, const struct result_interval *interval)
{
	struct bench *bench = context;

	if (bench->listener->interval)
		bench->listener->interval(bench->listener->context, bench->cell, bench->run, interval);
}

/* What the user should know of how a cell ran, once for each kind of it. */
static void warn(struct bench *bench, const char *text)
{
	size_t before = bench->result->warning_count;

	if (result_warn(bench->result, "%s", text) == 0 && bench->result->warning_count > before)
		message_notice("%s", text);
}

static void warn_about_setup(struct bench *bench, const struct result_setup *setup)
{
	char text[RESULT_TEXT_SIZE];

	if (setup->depth_fixed && bench->options->axes.depth_given && setup->depth != setup->depth_asked) {
		snprintf(text, sizeof(text), "%s uses %u kernel blocks; -k ignored", iiodma_api_name(setup->api),
			 setup->depth);
		warn(bench, text);
	}
	if (setup->block_rounded) {
		snprintf(text, sizeof(text), "block rounded to %llu samples: the device's alignment",
			 (unsigned long long)setup->block_samples);
		warn(bench, text);
	}
	if (setup->block_fitted) {
		snprintf(text, sizeof(text),
			 "block cut to %llu samples: memory did not suffice for what was asked (--fit)",
			 (unsigned long long)setup->block_samples);
		warn(bench, text);
	}
	if (setup->api == IIODMA_API_DMABUF && setup->sync == IIODMA_SYNC_NONE)
		warn(bench, "no cache maintenance: data may be stale unless DMA is cache coherent here");
}

/* What the link does to the figures, before anything streams. */
static void warn_about_link(struct bench *bench, const struct result_setup *setup)
{
	const struct target *target = &bench->devices->target[setup->direction];
	struct iiodma_link link;
	char text[LINK_TEXT];
	double rate;

	if (setup->api != IIODMA_API_LIBIIO || !target->context)
		return;
	link = link_of(target->context);
	if (iiodma_device_sample_rate(target->device, setup->direction, &rate) == 0 &&
	    link_is_too_slow(&link, rate, target->sample_bytes, text))
		warn(bench, text);
	if (link_lacks_memory(&link, setup->block_samples * target->sample_bytes, text))
		warn(bench, text);
}

static void warn_about_run(struct bench *bench, const struct result_cell *cell, const struct result_run *run)
{
	char text[RESULT_TEXT_SIZE];

	if (run->over_source_rate) {
		snprintf(text, sizeof(text), "%s.%s: above source rate, which cannot be: the measurement is wrong",
			 iiodma_api_name(cell->setup.api), result_direction_name(cell->setup.direction));
		warn(bench, text);
	}
	if (run->fault[0])
		message_error("%s.%s: %s", iiodma_api_name(cell->setup.api),
			      result_direction_name(cell->setup.direction), run->fault);
	if (run->clock_backwards)
		warn(bench, "the clock went backwards: no rate can be told");
}

/* Returns 0, or -errno with the reason in @run. */
static int set_rate(struct bench *bench, const struct result_setup *setup, struct result_run *run)
{
	double in_force;
	int ret;
	char text[RESULT_TEXT_SIZE], asked[UNITS_TEXT], got[UNITS_TEXT];

	if (setup->api == IIODMA_API_NULL || isnan(setup->rate_asked))
		return 0;
	ret = bench_rate_set(&bench->devices->rate[setup->direction], setup->rate_asked, &in_force);
	if (ret < 0) {
		/* A device that keeps no rate or rejects this one is a property of the device, no accident. */
		run->status = ret == -EINVAL || ret == -ERANGE || ret == -ENOENT ? RESULT_IMPOSSIBLE : RESULT_FAILED;
		run->error = ret;
		result_text_set(run->reason, iiodma_error_text());
		return ret;
	}
	if (fabs(in_force - setup->rate_asked) > RATE_TOLERANCE * setup->rate_asked) {
		snprintf(text, sizeof(text), "the device runs at %s, asked for were %s",
			 units_sample_rate(got, in_force), units_sample_rate(asked, setup->rate_asked));
		warn(bench, text);
	}
	return 0;
}

/* Returns 0, or -errno with the reason in @run: without its mapping the cell says nothing. */
static int set_fileio_map(struct bench *bench, const struct result_setup *setup, struct result_run *run)
{
	int ret;

	if (setup->mapping_source != RESULT_MAPPING_COMMAND ||
	    (bench->fileio_map && strcmp(bench->fileio_map, setup->fileio_map) == 0))
		return 0;
	bench->fileio_map = NULL;
	ret = bench_fileio_map_set(bench->options->axes.fileio_map_command, setup->fileio_map, run->reason,
				   sizeof(run->reason));
	if (ret < 0) {
		run->status = RESULT_IMPOSSIBLE;
		run->error = ret;
		return ret;
	}
	bench->fileio_map = bench->asked[bench->cell].fileio_map;
	return 0;
}

static int64_t choose_timeout(const struct bench *bench, const struct result_setup *setup, const struct target *target)
{
	double rate = (double)NAN;
	unsigned int depth = setup->depth_asked;

	if (setup->api != IIODMA_API_NULL && iiodma_device_sample_rate(target->device, setup->direction, &rate) < 0)
		rate = (double)NAN;
	return stream_request_timeout_ns(&bench->options->stream, setup->block_samples, depth, rate);
}

static bool must_prove_fresh(const struct bench *bench, const struct result_setup *setup)
{
	return setup->direction == IIODMA_INPUT && setup->mapping[0] && bench->options->verify == VERIFY_NONE;
}

static struct result_run measure(struct bench *bench, struct result_cell *cell)
{
	const struct bench_options *options = bench->options;
	const struct target *target = &bench->devices->target[cell->setup.direction];
	const struct bench_observer observer = {.stream = on_stream, .interval = on_interval, .context = bench};
	struct result_run run, found;
	struct bench_check check;
	struct bench_measure_config config = {
		.buffer = target->buffer,
		.channels = target->channels,
		.channel_count = bench_devices_channel_count(target, &cell->setup),
		.strict = options->stream.strict,
		.fit = options->stream.fit,
		/* Where the CPU looks at a block, where the time goes is the point; it costs little beside the look. */
		.split = options->split || cell->setup.touch != RESULT_TOUCH_NONE,
		.timeout_ns = choose_timeout(bench, &cell->setup, target),
		.warmup_ns = options->warmup_ns,
		.duration_ns = options->duration_ns,
		.samples = stream_request_samples(&options->stream, target->sample_bytes),
		.interval_ns = options->interval_ns,
		.observer = &observer,
		.clock_ns = clock_ns,
	};

	if (options->verify != VERIFY_NONE && cell->setup.direction == IIODMA_INPUT &&
	    cell->setup.api != IIODMA_API_NULL) {
		bench_check_prepare(&check, options->verify, config.channels, config.channel_count);
		config.verifier = &check.verifier;
	}
	bench->result->method.timeout_ns = config.timeout_ns;
	if (must_prove_fresh(bench, &cell->setup)) {
		found = bench_fresh_prove(&config, &cell->setup);
		if (found.status != RESULT_OK)
			return found; /* what comes next would fail as well */
	}
	run = bench_measure(&config, &cell->setup);
	if (must_prove_fresh(bench, &cell->setup))
		bench_fresh_take(&run, &found);
	run.meter_cost_ratio = bench_meter_block_ns(&bench->meter, &config, &cell->setup) * (double)run.blocks /
			       (double)run.elapsed_ns;
	return run;
}

/* The worst of the runs is the cell's status, its sentence the cell's reason. */
static void take_status(struct result_cell *cell, const struct result_run *run)
{
	static const int badness[] = {
		[RESULT_OK] = 0,     [RESULT_IMPOSSIBLE] = 1,  [RESULT_PARTIAL] = 2,
		[RESULT_FAILED] = 3, [RESULT_INTERRUPTED] = 4, [RESULT_DISCONNECTED] = 5,
	};

	if (badness[run->status] <= badness[cell->status])
		return;
	cell->status = run->status;
	result_text_set(cell->reason, run->reason);
}

/* Too big or too small for the memory, the kernel or the device. */
static bool cannot_be_set_up(const struct result_run *run)
{
	return run->status == RESULT_FAILED && (run->error == -ENOMEM || run->error == -EINVAL || run->error == -E2BIG);
}

static void run_cell(struct bench *bench)
{
	struct result_cell *cell = &bench->result->cells[bench->cell];
	struct result_run run = result_run_new();

	cell->setup = bench->asked[bench->cell];
	bench_devices_name(bench->devices, &cell->setup);
	if (set_rate(bench, &cell->setup, &run) == 0 && set_fileio_map(bench, &cell->setup, &run) == 0) {
		warn_about_link(bench, &cell->setup);
		run = measure(bench, cell);
		warn_about_setup(bench, &cell->setup);
		warn_about_run(bench, cell, &run);
	}
	if (run.status == RESULT_INTERRUPTED)
		result_text_set(run.reason, "stopped by the user");
	if (bench->options->kind->extremes && cannot_be_set_up(&run))
		run.status = RESULT_IMPOSSIBLE;
	take_status(cell, &run);
	if (run.status == RESULT_IMPOSSIBLE) {
		free(run.intervals);
		return;
	}
	if (run.status != RESULT_OK && run.status != RESULT_INTERRUPTED)
		message_error("%s.%s: %s", iiodma_api_name(cell->setup.api),
			      result_direction_name(cell->setup.direction), run.reason);
	if (bench->listener->run)
		bench->listener->run(bench->listener->context, bench->cell, bench->run, &run);
	if (result_cell_add(cell, &run) < 0)
		message_error("out of memory: a run is not in the result");
}

static void show_progress(const struct bench *bench)
{
	const struct result_cell *cell = &bench->result->cells[bench->cell];

	message_progress("%s.%s: cell %zu of %zu, run %zu of %u", iiodma_api_name(cell->setup.api),
			 result_direction_name(cell->setup.direction), bench->cell + 1, bench->result->cell_count,
			 bench->run + 1, bench->options->repeats);
}

static void settle_status(struct result *result)
{
	bool measured = false;

	result->status = RESULT_OK;
	for (size_t i = 0; i < result->cell_count; i++) {
		enum result_status status = result->cells[i].status;

		measured = measured || status != RESULT_IMPOSSIBLE;
		if (status == RESULT_IMPOSSIBLE || status == RESULT_OK)
			continue;
		if (result->status == RESULT_OK || status == RESULT_DISCONNECTED || result->status == RESULT_PARTIAL)
			result->status = status;
	}
	if (!measured)
		result->status = RESULT_IMPOSSIBLE;
	if (signals_stopped())
		result->status = RESULT_INTERRUPTED;
}

/* Cells that were not reached have no runs; the word for that is not "ok". */
static void mark_unreached(struct result *result)
{
	for (size_t i = 0; i < result->cell_count; i++) {
		struct result_cell *cell = &result->cells[i];

		if (cell->status == RESULT_OK && cell->run_count == 0) {
			cell->status = RESULT_INTERRUPTED;
			result_text_set(cell->reason, "stopped before its first run");
		}
	}
}

static struct result_setup *copy_setups(const struct result *result)
{
	struct result_setup *asked = calloc(result->cell_count, sizeof(*asked));

	for (size_t i = 0; asked && i < result->cell_count; i++)
		asked[i] = result->cells[i].setup;
	return asked;
}

/* Drift of the machine hits all cells alike when their repeats take turns. */
static void run_all(struct bench *bench)
{
	for (bench->run = 0; bench->run < bench->options->repeats; bench->run++) {
		for (bench->cell = 0; bench->cell < bench->result->cell_count && !signals_stopped(); bench->cell++) {
			/* What has failed once would fail again, at the price of a time limit. */
			if (bench->result->cells[bench->cell].status != RESULT_OK)
				continue;
			show_progress(bench);
			run_cell(bench);
		}
	}
	message_progress_end();
}

int bench_run(struct result *result, const struct bench_options *options, struct bench_devices *devices,
	      const struct bench_listener *listener)
{
	struct bench bench = {.result = result, .options = options, .devices = devices, .listener = listener};

	bench.asked = copy_setups(result);
	if (!bench.asked)
		return -ENOMEM;
	run_all(&bench);
	free(bench.asked);
	mark_unreached(result);
	settle_status(result);
	return 0;
}

static bool any_run(const struct result *result, bool (*is)(const struct result_run *run))
{
	for (size_t i = 0; i < result->cell_count; i++)
		for (size_t run = 0; run < result->cells[i].run_count; run++)
			if (is(&result->cells[i].runs[run]))
				return true;
	return false;
}

static bool disconnected(const struct result_run *run)
{
	return run->status == RESULT_DISCONNECTED;
}

static bool timed_out(const struct result_run *run)
{
	return run->error == -ETIMEDOUT || run->error == -EAGAIN;
}

static bool failed(const struct result_run *run)
{
	return (run->status == RESULT_FAILED || run->status == RESULT_PARTIAL) && !timed_out(run);
}

static bool overrated(const struct result_run *run)
{
	return run->over_source_rate || run->clock_backwards;
}

enum exit_status bench_exit_status(const struct result *result, int64_t max_lost)
{
	if (signals_stopped())
		return signals_exit_status();
	if (any_run(result, disconnected))
		return EXIT_STATUS_GONE;
	if (any_run(result, failed) || result->status == RESULT_IMPOSSIBLE)
		return EXIT_STATUS_FAILED;
	if (any_run(result, timed_out))
		return EXIT_STATUS_TIMEOUT;
	if (!bench_gate_passed(result))
		return EXIT_STATUS_UNMET;
	if (any_run(result, overrated) || (max_lost < 0 && any_run(result, result_run_loss_known)))
		return EXIT_STATUS_LOST;
	return EXIT_STATUS_DONE;
}
