/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>

#include "bench_gate.h"

static void conditions_are_read_strictly(void **state)
{
	static const struct {
		const char *text;
		double rate; /* negative = refused */
	} cases[] = {
		{"dmabuf.read>=200MiB/s", 200 * 1048576.0},
		{"fileio.write<1.5GB/s", 1.5e9},
		{"*.read>0B/s", 0},
		{"*.*<=3kB/s", 3000},
		{"dmabuf.read>=200", -1},
		{"dmabuf.read>=200MiBps", -1},
		{"dmabuf.read=200MB/s", -1},
		{"dmabuf>=200MB/s", -1},
		{"dmabuf.sideways>=200MB/s", -1},
		{"usb.read>=200MB/s", -1},
		{"dmabuf.read>=-1MB/s", -1},
		{"dmabuf.read>=MB/s", -1},
		{"dmabuf.read>=2x0MB/s", -1},
		{"", -1},
		{"dmabuf.read>=nanMB/s", -1},
		{"dmabuf.read>=200MB/s ", -1},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct bench_requirement requirement;
		const int ret = bench_requirement_parse(cases[i].text, &requirement);

		if (ret != (cases[i].rate < 0 ? -EINVAL : 0))
			fail_msg("'%s': %d", cases[i].text, ret);
		if (ret == 0)
			assert_true(requirement.bytes_per_second == cases[i].rate);
	}
}

struct table {
	struct result_run run;
	struct result_cell cell;
	struct result result;
};

/* One cell dmabuf.read with one run at 100 MB/s. */
static void fill(struct table *table)
{
	*table = (struct table){.run = result_run_new()};
	table->run.status = RESULT_OK;
	table->run.bytes_per_second = 100e6;
	table->cell = (struct result_cell){
		.setup = {.api = IIODMA_API_DMABUF, .direction = IIODMA_INPUT}, .runs = &table->run, .run_count = 1};
	table->result = (struct result){.cells = &table->cell, .cell_count = 1};
}

static bool passes(struct table *table, const char *text, int64_t max_lost)
{
	struct bench_requirement requirement;
	bool passed;

	if (text)
		assert_int_equal(bench_requirement_parse(text, &requirement), 0);
	assert_int_equal(bench_gate(&table->result, &requirement, text ? 1 : 0, max_lost), 0);
	passed = bench_gate_passed(&table->result);
	free(table->result.requirements);
	table->result.requirements = NULL;
	table->result.requirement_count = 0;
	return passed;
}

static void rates_are_held_against_it(void **state)
{
	struct table table;

	fill(&table);
	assert_true(passes(&table, "dmabuf.read>=100MB/s", -1));
	assert_false(passes(&table, "dmabuf.read>100MB/s", -1));
	assert_true(passes(&table, "*.*<=100MB/s", -1));
	assert_false(passes(&table, "dmabuf.*<100MB/s", -1));
	assert_false(passes(&table, "dmabuf.read>=96MiB/s", -1));
	assert_true(passes(&table, "dmabuf.read>=95MiB/s", -1));
}

static void what_was_not_measured_is_not_met(void **state)
{
	struct table table;

	fill(&table);
	assert_false(passes(&table, "fileio.read>=0B/s", -1));
	table.run.bytes_per_second = (double)NAN;
	assert_false(passes(&table, "dmabuf.read>=0B/s", -1));
	fill(&table);
	table.cell.status = RESULT_PARTIAL;
	assert_false(passes(&table, "dmabuf.read>=0B/s", -1));
	fill(&table);
	table.cell.status = RESULT_IMPOSSIBLE;
	assert_false(passes(&table, "dmabuf.read>=0B/s", -1));
}

static void lost_samples_have_a_limit(void **state)
{
	struct table table;

	fill(&table);
	assert_false(passes(&table, NULL, 1000)); /* not known is not met */
	table.run.lost_samples = 0;
	assert_true(passes(&table, NULL, 0));
	table.run.lost_samples = 11;
	assert_false(passes(&table, NULL, 10));
	assert_true(passes(&table, NULL, 11));
	assert_true(passes(&table, NULL, -1)); /* no limit asked for */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_are_read_strictly),
		cmocka_unit_test(rates_are_held_against_it),
		cmocka_unit_test(what_was_not_measured_is_not_met),
		cmocka_unit_test(lost_samples_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
