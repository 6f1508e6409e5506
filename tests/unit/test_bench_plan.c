/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>

#include "bench_plan.h"

static struct bench_axes plain_axes(void)
{
	return (struct bench_axes){
		.api = {IIODMA_API_FILEIO, IIODMA_API_DMABUF},
		.api_count = 2,
		.direction = {IIODMA_INPUT, IIODMA_OUTPUT},
		.direction_count = 2,
		.touch_count = 1,
		.place_count = 1,
		.block_samples = {4096},
		.block_count = 1,
		.depth = {4},
		.depth_count = 1,
		.rate = {(double)NAN},
		.rate_count = 1,
	};
}

static struct result_cell *make(const struct bench_axes *axes, size_t count)
{
	struct result_cell *cells = NULL;
	size_t found = 0;

	assert_int_equal(bench_plan(axes, &cells, &found), 0);
	assert_int_equal(found, count);
	return cells;
}

static void product_in_table_order(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells = make(&axes, 4);

	assert_int_equal(cells[0].setup.api, IIODMA_API_FILEIO);
	assert_int_equal(cells[0].setup.direction, IIODMA_INPUT);
	assert_int_equal(cells[1].setup.direction, IIODMA_OUTPUT);
	assert_int_equal(cells[2].setup.api, IIODMA_API_DMABUF);
	assert_int_equal(cells[3].setup.direction, IIODMA_OUTPUT);
	for (int i = 0; i < 4; i++)
		assert_int_equal(cells[i].status, RESULT_OK);
	free(cells);
}

static void rates_make_groups(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	axes.rate[0] = 61.44e6;
	axes.rate[1] = 0;
	axes.rate_count = 2;
	cells = make(&axes, 8);
	for (int i = 0; i < 8; i++)
		assert_true(cells[i].setup.rate_asked == (i < 4 ? 61.44e6 : 0));
	free(cells);
}

/* C58: more blocks do not help fileio, so they make no cells */
static void depth_makes_no_cells_for_fileio(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	axes.depth[1] = 16;
	axes.depth_count = 2;
	cells = make(&axes, 6);
	free(cells);
}

static void memory_makes_no_cells_for_fileio_and_null(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	axes.api[2] = IIODMA_API_NULL;
	axes.api_count = 3;
	axes.direction_count = 1;
	axes.place[0] = (struct bench_place){.memory = IIODMA_MEMORY_HEAP, .heap = "system"};
	axes.place[1] = (struct bench_place){.memory = IIODMA_MEMORY_UDMABUF};
	axes.place_count = 2;
	cells = make(&axes, 4);
	assert_string_equal(cells[1].setup.heap, "system");
	assert_int_equal(cells[1].setup.api, IIODMA_API_DMABUF);
	free(cells);
}

/* C100: what cannot be stays in the table, with the reason */
static void impossible_cells_say_why(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	axes.touch[0] = RESULT_TOUCH_READ;
	axes.place[0] = (struct bench_place){.memory = IIODMA_MEMORY_HEAP, .heap = "h", .mapping = "coherent"};
	axes.missing[IIODMA_OUTPUT] = "no output here";
	cells = make(&axes, 4);
	assert_int_equal(cells[0].status, RESULT_IMPOSSIBLE); /* fileio with a mapping */
	assert_non_null(strstr(cells[0].reason, "mapping"));
	assert_int_equal(cells[1].status, RESULT_IMPOSSIBLE); /* touch read while writing */
	assert_non_null(strstr(cells[1].reason, "touch"));
	assert_int_equal(cells[2].status, RESULT_OK);
	assert_int_equal(cells[3].status, RESULT_IMPOSSIBLE);
	free(cells);

	axes.touch[0] = RESULT_TOUCH_NONE;
	axes.place[0].mapping = NULL;
	cells = make(&axes, 4);
	assert_int_equal(cells[3].status, RESULT_IMPOSSIBLE);
	assert_string_equal(cells[3].reason, "no output here");
	free(cells);
}

static void equal_values_make_one_cell(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	axes.block_samples[1] = 4096;
	axes.block_count = 2;
	cells = make(&axes, 4);
	free(cells);
}

static void too_many_are_refused(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells = NULL;
	size_t count = 7;

	axes.block_count = axes.depth_count = axes.rate_count = 60;
	assert_int_equal(bench_plan(&axes, &cells, &count), -E2BIG);
	assert_null(cells);
	assert_int_equal(count, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(product_in_table_order),
		cmocka_unit_test(rates_make_groups),
		cmocka_unit_test(depth_makes_no_cells_for_fileio),
		cmocka_unit_test(memory_makes_no_cells_for_fileio_and_null),
		cmocka_unit_test(impossible_cells_say_why),
		cmocka_unit_test(equal_values_make_one_cell),
		cmocka_unit_test(too_many_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
