/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One comparison in both formats. */
#include "unit.h"

#include <math.h>
#include <stdio.h>

#include "comma_locale.h"
#include "common/report_compare.h"
#include "golden.h"
#include "json_schema.h"

#define CELLS 4

struct sample {
	struct result_run runs[2][CELLS][3];
	struct result_cell cells[2][CELLS];
	struct result_file files[2];
	struct result_match match;
	struct comparison_report report;
};

static const struct comparison_rule rule = {.confidence = 0.99, .min_change = 0.01};

static struct result_cell make_cell(struct result_run *runs, size_t count, uint64_t block, double rate)
{
	struct result_cell cell = {.setup = {.api = IIODMA_API_DMABUF,
					     .memory = IIODMA_MEMORY_HEAP,
					     .block_samples = block,
					     .depth = 16,
					     .depth_asked = 16,
					     .rate_asked = (double)NAN,
					     .source_rate = 0},
				   .runs = runs,
				   .run_count = count};

	for (size_t i = 0; i < count; i++) {
		runs[i] = result_run_new();
		runs[i].status = RESULT_OK;
		runs[i].elapsed_ns = 1000000000;
		runs[i].total_bytes = (uint64_t)(rate * (1 + 0.001 * (double)i));
		runs[i].lost_samples = rate < 100e6 ? 7 : 0;
		result_run_judge(&runs[i], (double)NAN, 0);
	}
	result_name_set(cell.setup.heap, "system");
	return cell;
}

/* A cell that became faster, one that did not, one of two runs, one that is n/a in the second */
static void fill(struct sample *sample)
{
	static const struct result_match_only only = {.key = {"tool_version"}, .count = 1};
	static const double rates[2][CELLS] = {{100e6, 150e6, 200e6, 210e6}, {90e6, 150.2e6, 220e6, 0}};
	static const size_t counts[2][CELLS] = {{3, 3, 2, 3}, {3, 3, 3, 0}};

	memset(sample, 0, sizeof(*sample));
	for (size_t side = 0; side < 2; side++) {
		struct result_file *file = &sample->files[side];

		for (size_t i = 0; i < CELLS; i++)
			sample->cells[side][i] =
				make_cell(sample->runs[side][i], counts[side][i], UINT64_C(4096) << i, rates[side][i]);
		file->path = side ? "after.json" : "before.json";
		snprintf(file->tool_version, sizeof(file->tool_version), side ? "0.2.0" : "0.1.0");
		file->result = (struct result){.tool_version = file->tool_version,
					       .start_time = "2021-11-25T12:00:00Z",
					       .cells = sample->cells[side],
					       .cell_count = CELLS};
	}
	sample->cells[1][3].status = RESULT_IMPOSSIBLE;
	result_text_set(sample->cells[1][3].reason, "heap nosuch is missing");
	assert_int_equal(result_match(&sample->files[0].result, &sample->files[1].result, &only, &sample->match), 0);
	assert_true(result_match_alike(&sample->match));
	comparison_judge(sample->match.pairs, sample->match.pair_count, &rule);
	sample->report = (struct comparison_report){.before = &sample->files[0],
						    .after = &sample->files[1],
						    .match = &sample->match,
						    .rule = &rule,
						    .exit_status = 6};
}

static char *rendered(int (*render)(FILE *out, const struct comparison_report *report))
{
	struct sample sample;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	fill(&sample);
	assert_int_equal(render(out, &sample.report), 0);
	fclose(out);
	result_match_clear(&sample.match);
	return text;
}

static void both_formats_are_as_they_were(void **state)
{
	assert_golden(GOLDEN_FOLDER, "compare.txt", rendered(report_compare_text));
	assert_golden(GOLDEN_FOLDER, "compare.json", rendered(report_compare_json));
}

/* C109 */
static void the_locale_plays_no_part(void **state)
{
	const bool entered = comma_locale_enter();

	if (entered)
		both_formats_are_as_they_were(state);
	comma_locale_leave();
	if (!entered)
		skip();
}

/* C107 C108 C116 */
static void the_document_is_as_the_schema_says(void **state)
{
	char *text = rendered(report_compare_json);
	char fault[512] = "";
	json_error_t error;
	json_t *schema = json_load_file(SCHEMA_FILE, JSON_REJECT_DUPLICATES, &error);
	json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	assert_non_null(schema);
	assert_non_null(value);
	if (!json_schema_accepts(schema, value, fault, sizeof(fault)) ||
	    !json_units_complete(value, fault, sizeof(fault)))
		fail_msg("%s", fault);
	json_decref(value);
	json_decref(schema);
	free(text);
}

static void a_full_disk_is_noticed(void **state)
{
	struct sample sample;
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		skip();
	fill(&sample);
	assert_int_equal(report_compare_text(full, &sample.report), -ENOSPC);
	assert_int_equal(report_compare_json(full, &sample.report), -ENOSPC);
	result_match_clear(&sample.match);
	fclose(full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_formats_are_as_they_were),
		cmocka_unit_test(the_locale_plays_no_part),
		cmocka_unit_test(the_document_is_as_the_schema_says),
		cmocka_unit_test(a_full_disk_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
