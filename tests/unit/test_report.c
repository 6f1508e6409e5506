/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One result in every format, compared with files that a person has read. When a format is changed on purpose, look at
 * what the test left in its working directory and copy it to golden/.
 */
#include "unit.h"

#include <math.h>
#include <stdio.h>

#include "comma_locale.h"
#include "common/report.h"
#include "common/sysinfo.h"
#include "golden.h"
#include "json_schema.h"

#define MIB 1048576.0

struct sample {
	struct result_run runs[3];
	struct result_interval intervals[2];
	struct result_cell cells[4];
	struct result_requirement requirement;
	struct system_info system;
	char *command_line[3];
	char *warnings[1];
	struct result result;
};

static void fill_system(struct system_info *system)
{
	*system = system_info_unknown();
	strcpy(system->kernel_release, "7.3.4");
	strcpy(system->machine, "armv7l");
	strcpy(system->heaps, "reserved system");
	strcpy(system->scheduling, "SCHED_FIFO 50");
	system->cpu_count = 2;
	system->page_bytes = 4096;
	system->load_average = 0.25;
	system->other_cpu_ratio = 0.125;
}

static struct result_run good_run(double mib_per_second)
{
	struct result_run run = result_run_new();

	run.status = RESULT_OK;
	run.elapsed_ns = 1000000000;
	run.total_bytes = (uint64_t)(mib_per_second * MIB);
	run.blocks = 4;
	result_run_judge(&run, 245.76e6, 0);
	run.overflow_events = 0;
	run.lost_samples = 0;
	run.lost_source = RESULT_LOST_STATUS;
	run.cpu = (struct result_cpu){100000000, 50000000, 12, 3};
	run.perf = (struct result_perf){
		.cycles = 100000000, .instructions = 50000000, .cache_misses = -1, .scope = "user"};
	result_text_set(run.perf.reason, "this processor does not count cache misses (ENOENT)");
	run.split = (struct result_split){700000000, 50000000, 100000000, 25000000, 125000000};
	run.block_interval = (struct result_block_interval){900000, 1066000, 1500000, 2000000};
	return run;
}

/* dmabuf.read with two good runs, fileio.read that timed out, dmabuf.write that is not possible, null.read */
static void fill(struct sample *sample)
{
	*sample = (struct sample){.command_line = {"iiodma-bench", "--json", NULL}};
	fill_system(&sample->system);
	sample->runs[0] = good_run(234.375);
	sample->intervals[0] = (struct result_interval){0, 500000000, 122880000, true, false};
	sample->intervals[1] = (struct result_interval){500000000, 1000000000, 130000000, false, true};
	sample->runs[0].intervals = sample->intervals;
	sample->runs[0].interval_count = 2;
	sample->runs[0].meter_cost_ratio = 0.001;
	sample->runs[0].stalls = 2;
	sample->runs[0].stalled_ns = 400000000;
	sample->runs[0].longest_stall_ns = 250000000;
	sample->runs[0].summed = true;
	sample->runs[0].sum_of_words = UINT64_MAX;
	sample->runs[1] = good_run(200);
	sample->runs[1].lost_samples = 9437184;
	sample->runs[1].lost_source = RESULT_LOST_VERIFY;
	result_text_set(sample->runs[1].fault, "first error at sample 9728 (block 38)");
	sample->cells[0] = (struct result_cell){.setup = {.api = IIODMA_API_DMABUF,
							  .memory = IIODMA_MEMORY_HEAP,
							  .touch = RESULT_TOUCH_READ,
							  .heap = "system",
							  .mapping_in_force = "noncoherent",
							  .mapping_source = RESULT_MAPPING_HEAP,
							  .device = "cf-ad9361-lpc",
							  .channels = "voltage0,voltage1",
							  .block_samples = 65536,
							  .block_bytes = 262144,
							  .sample_bytes = 4,
							  .depth_asked = 16,
							  .depth = 16,
							  .full_blocks_assumed = true,
							  .rate_asked = 61.44e6,
							  .source_rate = 61.44e6},
						.runs = sample->runs,
						.run_count = 2};
	sample->runs[2] = result_run_new();
	sample->runs[2].error = -ETIMEDOUT;
	result_text_set(sample->runs[2].reason, "no block from cf-ad9361-lpc within 1000 ms, \"sorry\"");
	result_text_set(sample->runs[2].overflow_reason, "no status register");
	sample->cells[1] = (struct result_cell){.setup = {.api = IIODMA_API_FILEIO,
							  .memory = IIODMA_MEMORY_KERNEL,
							  .mapping = "coherent",
							  .mapping_in_force = "kernel",
							  .mapping_note = "cached: DMA is coherent here",
							  .mapping_source = RESULT_MAPPING_PLATFORM,
							  .touch = RESULT_TOUCH_READ,
							  .device = "cf-ad9361-lpc",
							  .channels = "voltage0,voltage1",
							  .block_samples = 65536,
							  .block_bytes = 262144,
							  .sample_bytes = 4,
							  .depth_asked = 16,
							  .depth = 2,
							  .depth_fixed = true,
							  .rate_asked = 0,
							  .source_rate = 0},
						.status = RESULT_FAILED,
						.runs = &sample->runs[2],
						.run_count = 1};
	result_text_set(sample->cells[1].reason, sample->runs[2].reason);
	sample->cells[2] = (struct result_cell){.setup = {.api = IIODMA_API_DMABUF,
							  .direction = IIODMA_OUTPUT,
							  .touch = RESULT_TOUCH_READ,
							  .block_samples = 65536,
							  .depth_asked = 16,
							  .depth = 16,
							  .rate_asked = (double)NAN,
							  .source_rate = (double)NAN},
						.status = RESULT_IMPOSSIBLE,
						.reason = "touch read belongs to direction read"};
	sample->requirement = (struct result_requirement){
		.text = "dmabuf.read>=230MiB/s", .met = false, .finding = "dmabuf.read is 217.19 MiB/s"};
	sample->warnings[0] = "fileio uses 2 kernel blocks; -k ignored";
	sample->result = (struct result){.tool = "iiodma-bench",
					 .command_line = sample->command_line,
					 .start_time = "2021-11-25T12:00:00Z",
					 .system = &sample->system,
					 .method = {.duration_ns = 1000000000,
						    .warmup_ns = -1,
						    .interval_ns = 500000000,
						    .timeout_ns = 1017066666,
						    .repeats = 2,
						    .split = true,
						    .verify = "counter"},
					 .cells = sample->cells,
					 .cell_count = 3,
					 .requirements = &sample->requirement,
					 .requirement_count = 1,
					 .warnings = sample->warnings,
					 .warning_count = 1,
					 .status = RESULT_FAILED,
					 .exit_status = 4};
}

/* What @render writes, as text. */
static char *rendered(int (*render)(FILE *out, const struct result *result), const struct result *result)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(render(out, result), 0);
	fclose(out);
	return text;
}

static int render_text(FILE *out, const struct result *result)
{
	return report_text(out, result, false);
}

static int render_details(FILE *out, const struct result *result)
{
	return report_text(out, result, true);
}

static int render_lines(FILE *out, const struct result *result)
{
	const struct result_run *run = &result->cells[0].runs[0];
	int ret = report_line_start(out, result);

	for (size_t i = 0; i < run->interval_count && ret == 0; i++)
		ret = report_line_interval(out, 0, 0, &run->intervals[i]);
	if (ret == 0)
		ret = report_line_run(out, 0, 0, run);
	return ret < 0 ? ret : report_line_end(out, result);
}

static void every_format_is_as_it_was(void **state)
{
	struct sample sample;

	fill(&sample);
	assert_golden(GOLDEN_FOLDER, "bench.txt", rendered(render_text, &sample.result));
	assert_golden(GOLDEN_FOLDER, "bench-details.txt", rendered(render_details, &sample.result));
	assert_golden(GOLDEN_FOLDER, "bench.json", rendered(report_json, &sample.result));
	assert_golden(GOLDEN_FOLDER, "bench.jsonl", rendered(render_lines, &sample.result));
	assert_golden(GOLDEN_FOLDER, "bench.csv", rendered(report_csv, &sample.result));
	assert_golden(GOLDEN_FOLDER, "bench.md", rendered(report_markdown, &sample.result));
	assert_golden(GOLDEN_FOLDER, "bench.html", rendered(report_html, &sample.result));
}

/* C109: "26,1" is not a number */
static void the_locale_plays_no_part(void **state)
{
	const bool entered = comma_locale_enter();

	if (entered)
		every_format_is_as_it_was(state);
	comma_locale_leave();
	if (!entered)
		skip();
}

static json_t *document(const struct result *result)
{
	char *text = rendered(report_json, result);
	json_error_t error;
	json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!value)
		fail_msg("line %d: %s", error.line, error.text);
	free(text);
	return value;
}

/* C107 C116 */
static void the_document_is_as_the_schema_says(void **state)
{
	char fault[512] = "";
	json_error_t error;
	json_t *schema = json_load_file(SCHEMA_FILE, JSON_REJECT_DUPLICATES, &error);
	struct sample sample;
	json_t *value;

	if (!schema)
		fail_msg("%s line %d: %s", SCHEMA_FILE, error.line, error.text);
	fill(&sample);
	value = document(&sample.result);
	if (!json_schema_accepts(schema, value, fault, sizeof(fault)))
		fail_msg("%s", fault);
	if (!json_units_complete(value, fault, sizeof(fault)))
		fail_msg("%s", fault);

	/* and the two checks can fail */
	json_object_set_new(json_object_get(value, "method"), "split", json_integer(1));
	assert_false(json_schema_accepts(schema, value, fault, sizeof(fault)));
	assert_false(json_units_complete(value, fault, sizeof(fault)));
	json_object_del(json_object_get(value, "method"), "split");
	assert_false(json_schema_accepts(schema, value, fault, sizeof(fault)));
	assert_true(json_units_complete(value, fault, sizeof(fault)));
	json_decref(value);
	json_decref(schema);
}

/* C21: every run's rate follows from its own totals */
static void rates_follow_from_the_totals(void **state)
{
	struct sample sample;
	json_t *value, *run;
	size_t i;

	fill(&sample);
	value = document(&sample.result);
	json_array_foreach(json_object_get(json_array_get(json_object_get(value, "cells"), 0), "runs"), i, run)
	{
		const double bytes = (double)json_integer_value(json_object_get(run, "total_bytes"));
		const double seconds = json_real_value(json_object_get(run, "elapsed_seconds"));
		const double rate = json_real_value(json_object_get(run, "bytes_per_second"));

		assert_true(fabs(bytes / seconds - rate) <= 1e-3 * rate);
	}
	json_decref(value);
}

static void has_no_junk(char *text)
{
	static const char *const junk[] = {"nan", "inf", "bps", "\x1b", "-1", "0.00 MiB/s"};

	for (size_t i = 0; i < COUNT(junk); i++)
		if (strcasestr(text, junk[i]))
			fail_msg("\"%s\" in: %s", junk[i], text);
	free(text);
}

/* C16 C100 C108 C110 C115: nothing undefined, negative or made up in any format */
static void what_is_undefined_is_not_a_number(void **state)
{
	struct sample sample;

	fill(&sample);
	sample.result.start_time[0] = '\0'; /* has dashes */
	sample.result.cells = &sample.cells[1];
	sample.result.cell_count = 2;
	has_no_junk(rendered(render_details, &sample.result));
	has_no_junk(rendered(report_json, &sample.result));
	has_no_junk(rendered(report_csv, &sample.result));
	has_no_junk(rendered(report_markdown, &sample.result));
}

/* C110: a pipe or a file gets no carriage returns, except the line ends that RFC 4180 wants */
static void text_has_plain_lines(void **state)
{
	struct sample sample;
	char *text;

	fill(&sample);
	text = rendered(render_details, &sample.result);
	assert_null(strchr(text, '\r'));
	free(text);
}

static void a_full_disk_is_noticed(void **state)
{
	struct sample sample;
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		skip();
	fill(&sample);
	assert_int_equal(report_json(full, &sample.result), -ENOSPC);
	assert_int_equal(report_text(full, &sample.result, false), -ENOSPC);
	assert_int_equal(report_csv(full, &sample.result), -ENOSPC);
	assert_int_equal(report_markdown(full, &sample.result), -ENOSPC);
	assert_int_equal(report_html(full, &sample.result), -ENOSPC);
	assert_int_equal(report_line_end(full, &sample.result), -ENOSPC);
	fclose(full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_is_as_it_was),
		cmocka_unit_test(the_locale_plays_no_part),
		cmocka_unit_test(the_document_is_as_the_schema_says),
		cmocka_unit_test(rates_follow_from_the_totals),
		cmocka_unit_test(what_is_undefined_is_not_a_number),
		cmocka_unit_test(text_has_plain_lines),
		cmocka_unit_test(a_full_disk_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
