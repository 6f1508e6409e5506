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
		.placement_count = 1,
		.block_samples = {4096},
		.block_count = 1,
		.depth = {4},
		.depth_count = 1,
		.rate = {(double)NAN},
		.rate_count = 1,
	};
}

/* The same kind of memory for both directions. */
static void set_place(struct bench_axes *axes, size_t index, struct bench_place place)
{
	axes->placement[index] = (struct bench_placement){.place = {place, place}};
}

static void set_mapping(struct bench_axes *axes, size_t index, const char *mapping)
{
	set_place(axes, index, (struct bench_place){.memory = IIODMA_MEMORY_HEAP, .heap = "h", .mapping = mapping});
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
	set_place(&axes, 0, (struct bench_place){.memory = IIODMA_MEMORY_HEAP, .heap = "system"});
	set_place(&axes, 1, (struct bench_place){.memory = IIODMA_MEMORY_UDMABUF});
	axes.placement_count = 2;
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
	set_mapping(&axes, 0, "writecombine");
	axes.missing[IIODMA_OUTPUT] = "no output here";
	cells = make(&axes, 4);
	assert_int_equal(cells[0].status, RESULT_IMPOSSIBLE); /* fileio with a mapping */
	assert_non_null(strstr(cells[0].reason, "--fileio-map"));
	assert_int_equal(cells[1].status, RESULT_IMPOSSIBLE); /* touch read while writing */
	assert_non_null(strstr(cells[1].reason, "touch"));
	assert_int_equal(cells[2].status, RESULT_OK);
	assert_int_equal(cells[3].status, RESULT_IMPOSSIBLE);
	free(cells);

	axes.touch[0] = RESULT_TOUCH_NONE;
	set_place(&axes, 0, (struct bench_place){.memory = IIODMA_MEMORY_HEAP});
	cells = make(&axes, 4);
	assert_int_equal(cells[3].status, RESULT_IMPOSSIBLE);
	assert_string_equal(cells[3].reason, "no output here");
	free(cells);
}

/* C103: API, mapping and direction together: no cell is missing, whatever fileio's blocks can be. */
static void mapping_and_api_make_a_matrix(void **state)
{
	static const char *const mappings[] = {"coherent", "noncoherent", "writecombine"};
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	for (size_t i = 0; i < 3; i++)
		set_mapping(&axes, i, mappings[i]);
	axes.placement_count = 3;
	cells = make(&axes, 12);
	for (size_t i = 0; i < 12; i++) {
		const bool fileio = cells[i].setup.api == IIODMA_API_FILEIO;

		assert_string_equal(cells[i].setup.mapping, mappings[i / 4]);
		assert_int_equal(cells[i].status, fileio && i >= 4 ? RESULT_IMPOSSIBLE : RESULT_OK);
		assert_int_equal(cells[i].setup.memory, fileio ? IIODMA_MEMORY_KERNEL : IIODMA_MEMORY_HEAP);
	}
	assert_int_equal(cells[0].setup.mapping_source, RESULT_MAPPING_PLATFORM);
	free(cells);

	/* A command gives fileio each of them. */
	axes.fileio_map_command = "true";
	axes.fileio_map[0] = "coherent";
	axes.fileio_map[1] = "writecombine";
	axes.fileio_map_count = 2;
	cells = make(&axes, 12);
	assert_string_equal(cells[8].setup.fileio_map, "writecombine");
	assert_int_equal(cells[8].setup.mapping_source, RESULT_MAPPING_COMMAND);
	assert_int_equal(cells[4].status, RESULT_IMPOSSIBLE); /* not listed */
	free(cells);

	/* A label moves fileio's figures to one row. */
	axes.fileio_map_command = NULL;
	axes.fileio_map[0] = "noncoherent";
	axes.fileio_map_count = 1;
	cells = make(&axes, 12);
	assert_int_equal(cells[0].status, RESULT_IMPOSSIBLE);
	assert_non_null(strstr(cells[0].reason, "noncoherent"));
	assert_int_equal(cells[4].status, RESULT_OK);
	assert_int_equal(cells[4].setup.mapping_source, RESULT_MAPPING_STATED);
	free(cells);
}

static void fileio_maps_are_an_axis_of_their_own(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	axes.fileio_map_command = "true";
	axes.fileio_map[0] = "coherent";
	axes.fileio_map[1] = "noncoherent";
	axes.fileio_map_count = 2;
	axes.direction_count = 1;
	cells = make(&axes, 3); /* dmabuf has nothing to do with it */
	assert_string_equal(cells[0].setup.fileio_map, "coherent");
	assert_string_equal(cells[1].setup.fileio_map, "");
	assert_string_equal(cells[2].setup.fileio_map, "noncoherent");
	free(cells);
}

/* Reads have one mapping, writes another, and each row its own cells. */
static void a_setting_maps_by_direction(void **state)
{
	struct bench_axes axes = plain_axes();
	struct result_cell *cells;

	set_mapping(&axes, 0, "coherent");
	set_mapping(&axes, 1, "coherent");
	result_name_set(axes.placement[0].setting, "coherent");
	result_name_set(axes.placement[1].setting, "coherent+writecombine");
	axes.placement[1].place[IIODMA_OUTPUT].mapping = "writecombine";
	axes.placement_count = 2;
	cells = make(&axes, 8);
	assert_string_equal(cells[6].setup.setting, "coherent+writecombine");
	assert_string_equal(cells[6].setup.mapping, "coherent");
	assert_string_equal(cells[7].setup.mapping, "writecombine");
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
		cmocka_unit_test(mapping_and_api_make_a_matrix),
		cmocka_unit_test(fileio_maps_are_an_axis_of_their_own),
		cmocka_unit_test(a_setting_maps_by_direction),
		cmocka_unit_test(equal_values_make_one_cell),
		cmocka_unit_test(too_many_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
