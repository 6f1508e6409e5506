/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * iiodma-bench limit: for each cell of the plan the highest sample rate that is carried without loss. Every rate that was
 * tried is a cell of the result; devices put the rate back when they are closed.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "bench_command.h"
#include "bench_commands.h"
#include "bench_search.h"
#include "common/message.h"
#include "common/signals.h"
#include "common/units.h"

#define LOWEST_RATE 1e3
#define HIGHEST_RATE 1e12
#define START_RATE 1e6 /* where the rate in force is none */
#define TOLERANCE_RATIO 0.01
#define TRIES_DEFAULT 3u

struct limit {
	struct result *result;
	const struct bench_options *options; /* with one run for each cell */
	unsigned int repeats;
	struct bench_devices *devices;
	const struct bench_listener *listener;
	struct result_setup setup; /* of the cell in the plan */
	enum result_status status; /* why the search was stopped */
	char reason[RESULT_TEXT_SIZE];
	size_t last_cell; /* that was tried */
};

static void fill(struct bench_options *options)
{
	options->rate_low = LOWEST_RATE;
	options->rate_high = HIGHEST_RATE;
	if (options->axes.rate_count > 0) {
		options->rate_low = INFINITY;
		options->rate_high = 0;
	}
	for (size_t i = 0; i < options->axes.rate_count; i++) {
		options->rate_low = fmin(options->rate_low, options->axes.rate[i]);
		options->rate_high = fmax(options->rate_high, options->axes.rate[i]);
	}
	if (options->axes.rate_count > 0 && (options->axes.rate_count != 2 || !(options->rate_low > 0)))
		message_die(EXIT_STATUS_USAGE, "option -R: the search needs its ends; valid: LOWEST,HIGHEST, above 0");
	options->axes.rate_count = 0;
	if (options->repeats == 0)
		options->repeats = TRIES_DEFAULT;
}

/* Cells of the list that bench_run() makes are moved to the end of the result's. */
static int keep_cell(struct limit *limit, struct result *tried)
{
	struct result_cell *cells =
		realloc(limit->result->cells, (limit->result->cell_count + 1) * sizeof(*limit->result->cells));

	if (!cells)
		return -ENOMEM;
	limit->result->cells = cells;
	limit->last_cell = limit->result->cell_count;
	cells[limit->result->cell_count++] = tried->cells[0];
	tried->cell_count = 0;
	for (size_t i = 0; i < tried->warning_count; i++)
		if (result_warn(limit->result, "%s", tried->warnings[i]) < 0)
			return -ENOMEM;
	return 0;
}

/* Without a count of what is lost, a rate that was reached all the time was carried. */
static bool carried(const struct result_run *run)
{
	if (run->status != RESULT_OK || run->shortfall_proved || result_run_loss_known(run))
		return false;
	return run->lost_samples == 0 || run->capped;
}

static bool failed_for_good(const struct result_cell *cell)
{
	return cell->status == RESULT_INTERRUPTED || cell->status == RESULT_DISCONNECTED ||
	       cell->status == RESULT_IMPOSSIBLE ||
	       (cell->status == RESULT_FAILED && cell->run_count > 0 &&
		cell->runs[cell->run_count - 1].error != -ETIMEDOUT &&
		cell->runs[cell->run_count - 1].error != -EAGAIN);
}

/* Runs at a rate that is in force, until more than half have been carried or more than half have not. */
static enum search_answer judge(struct limit *limit, struct result *tried)
{
	struct result_cell *cell = &tried->cells[0];
	unsigned int good = 0, bad = 0;

	while (2 * good <= limit->repeats && 2 * bad <= limit->repeats) {
		size_t before = cell->run_count;

		if (bench_run(tried, limit->options, limit->devices, limit->listener) < 0 || failed_for_good(cell) ||
		    cell->run_count == before) {
			limit->status = cell->status == RESULT_OK ? RESULT_FAILED : cell->status;
			result_text_set(limit->reason, cell->reason);
			return SEARCH_STOPPED;
		}
		if (carried(&cell->runs[before]))
			good++;
		else
			bad++;
		cell->status = RESULT_OK; /* a run that timed out is one that lost: it may have another */
	}
	return good > bad ? SEARCH_CARRIED : SEARCH_LOST;
}

static enum search_answer try(void *context, double *rate)
{
	struct limit *limit = context;
	struct result tried = {.tool = limit->result->tool, .cell_count = 1};
	struct bench_rate *in_force = &limit->devices->rate[limit->setup.direction];
	enum search_answer answer;
	char words[UNITS_TEXT];
	double asked = round(*rate);
	int ret = bench_rate_set(in_force, asked, rate);

	message_detail("%s.%s: try %s", iiodma_api_name(limit->setup.api),
		       result_direction_name(limit->setup.direction), units_sample_rate(words, asked));
	if (ret == -EINVAL || ret == -ERANGE) {
		*rate = asked;
		message_detail("rejected: %s", iiodma_error_text());
		return SEARCH_REJECTED;
	}
	tried.cells = calloc(1, sizeof(*tried.cells));
	if (ret < 0 || !tried.cells) {
		limit->status = RESULT_IMPOSSIBLE;
		result_text_set(limit->reason, ret < 0 ? iiodma_error_text() : "out of memory");
		free(tried.cells);
		return SEARCH_STOPPED;
	}
	if (!(*rate > 0))
		*rate = asked;
	tried.cells[0].setup = limit->setup;
	tried.cells[0].setup.rate_asked = *rate;
	answer = judge(limit, &tried);
	if (keep_cell(limit, &tried) < 0)
		answer = SEARCH_STOPPED;
	result_clear(&tried);
	return answer;
}

static double start_rate(const struct limit *limit)
{
	double rate = limit->devices->rate[limit->setup.direction].before;

	if (!(rate > 0))
		rate = START_RATE;
	return fmin(fmax(rate, limit->options->rate_low), limit->options->rate_high);
}

static int find_limit(struct limit *limit, const struct result_setup *setup)
{
	const struct search_config config = {
		.start = start_rate(limit),
		.lowest = limit->options->rate_low,
		.highest = limit->options->rate_high,
		.tolerance_ratio = TOLERANCE_RATIO,
		.try = try,
		.context = limit,
	};
	struct finding_limit finding = {.cell = limit->result->cell_count};
	struct search_result found;

	limit->status = RESULT_OK;
	found = search_highest(&config);
	if (limit->result->cell_count == finding.cell)
		finding.cell = FINDINGS_NO_CELL;
	finding.bound = found.bound;
	finding.carried = found.carried;
	finding.not_carried = found.not_carried;
	finding.monotone = found.monotone;
	finding.tries = found.tries;
	if (!found.monotone &&
	    result_warn(limit->result, "%s.%s loses samples at a rate below its limit as well: the limit is chance",
			iiodma_api_name(setup->api), result_direction_name(setup->direction)) < 0)
		return -ENOMEM;
	return findings_add_limit(limit->result->findings, &finding);
}

/* A cell of the plan that says itself what became of it: n/a, or no rate was taken. */
static int keep_plan(struct limit *limit, const struct result_cell *cell)
{
	struct result one = {.cell_count = 1, .cells = malloc(sizeof(*one.cells))};

	if (!one.cells)
		return -ENOMEM;
	one.cells[0] = *cell;
	if (keep_cell(limit, &one) < 0) {
		free(one.cells);
		return -ENOMEM;
	}
	free(one.cells);
	return 0;
}

static int search_cell(struct limit *limit, const struct result_cell *planned)
{
	size_t before = limit->result->cell_count;
	struct result_cell cell = *planned;
	int ret = 0;

	limit->setup = planned->setup;
	if (planned->status == RESULT_OK && planned->setup.api == IIODMA_API_NULL) {
		cell.status = RESULT_IMPOSSIBLE;
		result_text_set(cell.reason, "there is no device that could lose anything");
	} else if (planned->status == RESULT_OK) {
		ret = find_limit(limit, &planned->setup);
		if (ret < 0 || limit->result->cell_count > before)
			return ret;
		cell.status = limit->status == RESULT_OK ? RESULT_IMPOSSIBLE : limit->status;
		result_text_set(cell.reason,
				limit->status == RESULT_OK ? "the device takes no rate in this range" : limit->reason);
	}
	bench_devices_name(limit->devices, &cell.setup);
	return keep_plan(limit, &cell);
}

static void settle(struct result *result)
{
	bool measured = false;

	result->status = RESULT_OK;
	for (size_t i = 0; i < result->cell_count; i++) {
		enum result_status status = result->cells[i].status;

		measured = measured || result->cells[i].run_count > 0;
		if (status != RESULT_OK && status != RESULT_IMPOSSIBLE)
			result->status = status;
	}
	if (!measured && !signals_stopped())
		result->status = RESULT_IMPOSSIBLE;
	if (signals_stopped())
		result->status = RESULT_INTERRUPTED;
}

static int run(struct result *result, const struct bench_options *options, struct bench_devices *devices,
	       const struct bench_listener *listener)
{
	struct bench_options once = *options;
	struct result_cell *planned = result->cells;
	size_t count = result->cell_count;
	const struct bench_listener quiet = {0};
	struct limit limit = {
		.result = result,
		.options = &once,
		.repeats = options->repeats,
		.devices = devices,
		.listener = &quiet,
	};
	int ret = 0;

	once.repeats = 1;
	result->cells = NULL;
	result->cell_count = 0;
	result->findings = calloc(1, sizeof(*result->findings));
	if (!result->findings)
		ret = -ENOMEM;
	for (size_t i = 0; ret == 0 && i < count && !signals_stopped(); i++)
		ret = search_cell(&limit, &planned[i]);
	free(planned);
	settle(result);
	return ret;
}

static const struct bench_kind limit_kind = {
	.tool = TOOL_BENCH_LIMIT,
	.about = "Search the highest sample rate that each interface carries without loss. The rate is put back "
		 "afterwards.\n"
		 "Without DEVICE: one I/Q pair of cf-ad9361-lpc and cf-ad9361-dds-core-lpc.",
	.extremes = true,
	.fill = fill,
	.run = run,
};

enum exit_status bench_limit(int argc, char **argv)
{
	return bench_command(&limit_kind, argc, argv);
}
