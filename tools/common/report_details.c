/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_details.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "report_words.h"
#include "units.h"

#define LINE_TEXT 1024

static void line(FILE *out, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void line(FILE *out, const char *name, const char *format, ...)
{
	va_list arguments;

	fprintf(out, "  %-22s", name);
	va_start(arguments, format);
	vfprintf(out, format, arguments);
	va_end(arguments);
	fputc('\n', out);
}

static void duration_line(FILE *out, const char *name, int64_t ns)
{
	char text[UNITS_TEXT];

	if (ns < 0)
		return;
	report_duration_words((double)ns / 1e9, text, sizeof(text));
	line(out, name, "%s", text);
}

static void count_line(FILE *out, const char *name, int64_t number, const char *unit)
{
	if (number >= 0)
		line(out, name, "%" PRId64 " %s%s", number, unit, number == 1 ? "" : "s");
	else
		line(out, name, "unknown");
}

static void print_setup(FILE *out, const struct result_setup *setup)
{
	char text[LINE_TEXT];

	line(out, "device", "%s %s", setup->device[0] ? setup->device : "-", setup->channels);
	if (setup->driver[0])
		line(out, "driver", "%s", setup->driver);
	if (setup->dma_controller[0])
		line(out, "DMA controller", "%s", setup->dma_controller);
	if (setup->dma_coherency[0])
		line(out, "DMA coherency", "%s", setup->dma_coherency);
	result_memory_text(setup, text, sizeof(text));
	line(out, "memory", "%s%s", text, setup->sync == IIODMA_SYNC_NONE ? ", no sync: data may be stale" : "");
	report_mapping_words(setup, text, sizeof(text));
	line(out, "mapping", "%s", text);
	line(out, "touch", "%s", result_touch_name(setup->touch));
	if (setup->block_bytes > 0)
		line(out, "block", "%" PRIu64 " samples of %zu bytes", setup->block_samples, setup->sample_bytes);
	line(out, "depth", "%u blocks%s", setup->depth, setup->depth_fixed ? ", fixed by the kernel" : "");
	report_source_words(setup, text, sizeof(text));
	line(out, "source", "%s", text);
}

static void print_rate(FILE *out, const struct result_run *run)
{
	char text[UNITS_TEXT];

	line(out, "elapsed", "%s", units_seconds(text, run->elapsed_ns));
	line(out, "delivered", "%" PRIu64 " bytes", run->total_bytes);
	count_line(out, "blocks", (int64_t)run->blocks, "block");
	line(out, "rate", "%s", units_mib_per_second(text, run->bytes_per_second));
	line(out, "rate", "%s", units_mb_per_second(text, run->bytes_per_second));
	if (isfinite(run->expected_bytes)) {
		line(out, "source rate", "%s", units_mib_per_second(text, run->source_bytes_per_second));
		line(out, "expected", "%.0f bytes", run->expected_bytes);
		line(out, "shortfall", "%.2f %%", 100 * run->shortfall_ratio);
	}
	if (run->interval_count > 0) {
		const struct result_interval *last = &run->intervals[run->interval_count - 1];

		line(out, "last interval", "%s",
		     units_mib_per_second(text, result_rate(last->bytes, last->end_ns - last->start_ns)));
	}
}

static void print_losses(FILE *out, const struct result_run *run, enum iiodma_direction direction)
{
	count_line(out, "lost", run->lost_samples, "sample");
	if (run->wrong_samples >= 0)
		count_line(out, "wrong", run->wrong_samples, "sample");
	if (run->fault[0])
		line(out, "fault", "%s", run->fault);
	count_line(out, direction == IIODMA_INPUT ? "overflows" : "underflows", run->overflow_events, "event");
	if (run->overflow_reason[0])
		line(out, "", "%s", run->overflow_reason);
	if (run->discarded_samples > 0)
		count_line(out, "dropped at start", (int64_t)run->discarded_samples, "sample");
}

static void per_mebibyte_line(FILE *out, const char *name, const struct result_run *run, int64_t count)
{
	const double per_mebibyte = result_run_per_mebibyte(run, count);

	if (isfinite(per_mebibyte))
		line(out, name, "%.0f per MiB", per_mebibyte);
}

static void print_perf(FILE *out, const struct result_run *run)
{
	per_mebibyte_line(out, "CPU cycles", run, run->perf.cycles);
	per_mebibyte_line(out, "CPU instructions", run, run->perf.instructions);
	per_mebibyte_line(out, "CPU cache misses", run, run->perf.cache_misses);
	if (run->perf.scope[0])
		line(out, "counted", "%s", run->perf.scope);
	if (run->perf.reason[0])
		line(out, "CPU counters", "%s", run->perf.reason);
}

static void print_times(FILE *out, const struct result_run *run)
{
	char text[UNITS_TEXT];

	duration_line(out, "time waiting", run->split.wait_ns);
	duration_line(out, "time syncing", run->split.sync_ns);
	duration_line(out, "time touching", run->split.touch_ns);
	duration_line(out, "time enqueueing", run->split.enqueue_ns);
	duration_line(out, "time elsewhere", run->split.other_ns);
	if (isfinite(run->meter_cost_ratio))
		line(out, "meter's own share", "%.3f %%", 100 * run->meter_cost_ratio);
	if (run->stalls > 0) {
		count_line(out, "source stalls", run->stalls, "time");
		duration_line(out, "stalled", run->stalled_ns);
		duration_line(out, "longest stall", run->longest_stall_ns);
	}
	duration_line(out, "CPU user", run->cpu.user_ns);
	duration_line(out, "CPU system", run->cpu.system_ns);
	report_percent_words(result_run_cpu_ratio(run), text, sizeof(text));
	line(out, "CPU share", "%s", text);
	if (run->cpu.voluntary_switches >= 0)
		line(out, "context switches", "voluntary=%" PRId64 " involuntary=%" PRId64, run->cpu.voluntary_switches,
		     run->cpu.involuntary_switches);
	print_perf(out, run);
	duration_line(out, "block interval min", run->block_interval.min_ns);
	duration_line(out, "block interval median", run->block_interval.median_ns);
	duration_line(out, "block interval p99", run->block_interval.p99_ns);
	duration_line(out, "block interval max", run->block_interval.max_ns);
}

static void print_run(FILE *out, const struct result_cell *cell, size_t index)
{
	const struct result_run *run = &cell->runs[index];

	fprintf(out, "%s.%s run=%zu of=%zu: %s%s%s\n", iiodma_api_name(cell->setup.api),
		result_direction_name(cell->setup.direction), index + 1, cell->run_count,
		result_status_name(run->status), run->reason[0] ? ": " : "", run->reason);
	print_rate(out, run);
	print_losses(out, run, cell->setup.direction);
	print_times(out, run);
	if (run->summed)
		line(out, "sum of words", "sum=%" PRIu64, run->sum_of_words);
}

void report_details(FILE *out, const struct result_cell *cell)
{
	fprintf(out, "\n%s.%s: %s%s%s\n", iiodma_api_name(cell->setup.api),
		result_direction_name(cell->setup.direction), result_status_name(cell->status),
		cell->reason[0] ? ": " : "", cell->reason);
	print_setup(out, &cell->setup);
	for (size_t i = 0; i < cell->run_count; i++)
		print_run(out, cell, i);
}
