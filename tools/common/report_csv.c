/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "plain_numbers.h"
#include "report.h"

static const char heading[] =
	"api,direction,device,channels,memory,mapping_asked,mapping,touch,sync,block_samples,block_bytes,block_count,"
	"source_samples_per_second,run_index,status,reason,elapsed_seconds,total_bytes,bytes_per_second,"
	"source_bytes_per_second,shortfall_ratio,capped,over_source_rate,lost_samples,wrong_samples,overflow_event_"
	"count,"
	"wait_seconds,sync_seconds,touch_seconds,enqueue_seconds,other_seconds,cpu_user_seconds,cpu_system_seconds,"
	"cpu_ratio,voluntary_context_switch_count,involuntary_context_switch_count,block_interval_min_seconds,"
	"block_interval_median_seconds,block_interval_p99_seconds,block_interval_max_seconds,sum_of_words\r\n";

/* From elapsed_seconds to sum_of_words. */
#define RUN_FIELDS 25u

/* Quoted as RFC 4180 has it, only where it must be. */
static void put_text(FILE *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fprintf(out, "%s,", text);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputs("\",", out);
}

/* What is undefined is an empty field. */
static void put_real(FILE *out, double value)
{
	if (isfinite(value))
		fprintf(out, "%.15g", value);
	fputc(',', out);
}

static void put_count(FILE *out, int64_t value)
{
	if (value >= 0)
		fprintf(out, "%" PRId64, value);
	fputc(',', out);
}

static void put_seconds(FILE *out, int64_t ns)
{
	if (ns >= 0)
		fprintf(out, "%" PRId64 ".%09d", ns / 1000000000, (int)(ns % 1000000000));
	fputc(',', out);
}

static void put_flag(FILE *out, bool flag)
{
	fprintf(out, "%s,", flag ? "true" : "false");
}

static void put_setup(FILE *out, const struct result_setup *setup)
{
	char memory[2 * RESULT_NAME_SIZE];

	result_memory_text(setup, memory, sizeof(memory));
	put_text(out, iiodma_api_name(setup->api));
	put_text(out, result_direction_name(setup->direction));
	put_text(out, setup->device);
	put_text(out, setup->channels);
	put_text(out, memory);
	put_text(out, setup->mapping);
	put_text(out, setup->mapping_in_force);
	put_text(out, result_touch_name(setup->touch));
	if (setup->api == IIODMA_API_DMABUF)
		put_flag(out, setup->sync != IIODMA_SYNC_NONE);
	else
		fputc(',', out);
	put_count(out, (int64_t)setup->block_samples);
	put_count(out, setup->block_bytes ? (int64_t)setup->block_bytes : -1);
	put_count(out, setup->depth);
	put_real(out, setup->source_rate > 0 ? setup->source_rate : NAN);
}

/* A cell that has no run has empty fields instead. */
static void put_nothing(FILE *out)
{
	for (size_t i = 0; i < RUN_FIELDS - 1; i++)
		fputc(',', out);
}

static void put_run(FILE *out, const struct result_run *run)
{
	put_seconds(out, run->elapsed_ns);
	put_count(out, (int64_t)run->total_bytes);
	put_real(out, run->bytes_per_second);
	put_real(out, run->source_bytes_per_second);
	put_real(out, run->shortfall_ratio);
	put_flag(out, run->capped);
	put_flag(out, run->over_source_rate);
	put_count(out, run->lost_samples);
	put_count(out, run->wrong_samples);
	put_count(out, run->overflow_events);
	put_seconds(out, run->split.wait_ns);
	put_seconds(out, run->split.sync_ns);
	put_seconds(out, run->split.touch_ns);
	put_seconds(out, run->split.enqueue_ns);
	put_seconds(out, run->split.other_ns);
	put_seconds(out, run->cpu.user_ns);
	put_seconds(out, run->cpu.system_ns);
	put_real(out, result_run_cpu_ratio(run));
	put_count(out, run->cpu.voluntary_switches);
	put_count(out, run->cpu.involuntary_switches);
	put_seconds(out, run->block_interval.min_ns);
	put_seconds(out, run->block_interval.median_ns);
	put_seconds(out, run->block_interval.p99_ns);
	put_seconds(out, run->block_interval.max_ns);
	if (run->summed)
		fprintf(out, "%" PRIu64, run->sum_of_words);
}

static void put_line(FILE *out, const struct result_cell *cell, size_t index)
{
	const struct result_run *run = index < cell->run_count ? &cell->runs[index] : NULL;

	put_setup(out, &cell->setup);
	put_count(out, run ? (int64_t)index : -1);
	put_text(out, result_status_name(run ? run->status : cell->status));
	put_text(out, run ? run->reason : cell->reason);
	if (run)
		put_run(out, run);
	else
		put_nothing(out);
	fputs("\r\n", out);
}

int report_csv(FILE *out, const struct result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();

	errno = 0;
	fputs(heading, out);
	for (size_t i = 0; i < result->cell_count; i++)
		for (size_t run = 0; run == 0 || run < result->cells[i].run_count; run++)
			put_line(out, &result->cells[i], run);
	plain_numbers_end(&numbers);
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
