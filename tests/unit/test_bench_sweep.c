/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a sweep says of cells whose figures are known. C31 */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench_sweep_findings.h"
#include "common/report.h"
#include "json_schema.h"

#define SAMPLE_BYTES 4u
#define RATE 1e6 /* samples per second of the source where it is paced */

static const uint64_t blocks[] = {1024, 4096, 16384, 65536, 262144};

static void assert_near(double value, double expected, double share)
{
	if (!(fabs(value - expected) <= share * fabs(expected)))
		fail_msg("%.9g instead of %.9g", value, expected);
}

static struct result new_result(void)
{
	struct result result = {.tool = "iiodma-bench", .status = RESULT_OK};

	result.cells = calloc(64, sizeof(*result.cells));
	assert_non_null(result.cells);
	return result;
}

/* A cell whose blocks take @base and @slope for each byte; a paced source caps it. */
static struct result_cell *add_cell(struct result *result, enum iiodma_api api, uint64_t block, unsigned int depth,
				    double base, double slope, double source_rate)
{
	struct result_cell *cell = &result->cells[result->cell_count++];
	struct result_run run = result_run_new();
	double bytes = (double)block * SAMPLE_BYTES, seconds = base + slope * bytes;

	if (source_rate > 0)
		seconds = fmax(seconds, (double)block / source_rate);
	cell->setup = (struct result_setup){
		.api = api,
		.memory = api == IIODMA_API_FILEIO ? IIODMA_MEMORY_KERNEL : IIODMA_MEMORY_HEAP,
		.block_samples = block,
		.block_bytes = block * SAMPLE_BYTES,
		.sample_bytes = SAMPLE_BYTES,
		.depth_asked = depth,
		.depth = depth,
		.rate_asked = (double)NAN,
		.source_rate = source_rate,
	};
	result_name_set(cell->setup.mapping_in_force, "coherent");
	strcpy(cell->setup.channels, "voltage0,voltage1");
	run.blocks = 100;
	run.total_bytes = 100 * block * SAMPLE_BYTES;
	run.elapsed_ns = (int64_t)(100 * seconds * 1e9 + 0.5);
	run.cpu.user_ns = (int64_t)(100 * (2e-6 + bytes * 1e-10) * 1e9 + 0.5);
	run.cpu.system_ns = 0;
	run.lost_samples = source_rate > 0 && base + slope * bytes > (double)block / source_rate ? 1000 : 0;
	run.status = RESULT_OK;
	result_run_judge(&run, source_rate * SAMPLE_BYTES, bytes);
	assert_int_equal(result_cell_add(cell, &run), 0);
	return cell;
}

static void conclude(struct result *result)
{
	assert_int_equal(bench_sweep_findings(result), 0);
	assert_non_null(result->findings);
}

static void costs_of_each_way(void **state)
{
	struct result result = new_result();

	for (size_t i = 0; i < COUNT(blocks); i++) {
		add_cell(&result, IIODMA_API_FILEIO, blocks[i], 2, 5e-6, 4e-10, 0);
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 4, 20e-6, 1e-10, 0);
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 16, 10e-6, 1e-10, 0);
	}
	conclude(&result);
	assert_int_equal(result.findings->cost_count, 3);
	assert_near(result.findings->costs[0].time.base, 5e-6, 1e-3);
	assert_near(result.findings->costs[0].time.slope, 4e-10, 1e-3);
	assert_near(result.findings->costs[1].time.base, 20e-6, 1e-3);
	assert_near(result.findings->costs[2].time.base, 10e-6, 1e-3);
	assert_near(result.findings->costs[2].time.slope, 1e-10, 1e-3);
	assert_near(result.findings->costs[2].cpu.base, 2e-6, 1e-3);
	assert_near(result.findings->costs[2].cpu.slope, 1e-10, 1e-3);
	assert_int_equal(result.findings->costs[0].cell, 0);
	assert_int_equal(result.findings->costs[2].time.used, COUNT(blocks));
	result_clear(&result);
}

/* Cells that the source caps take the source's time. */
static void capped_cells_say_nothing_of_time(void **state)
{
	struct result result = new_result();

	for (size_t i = 0; i < COUNT(blocks); i++)
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 16, 10e-6, 1e-10, RATE);
	conclude(&result);
	assert_int_equal(result.findings->costs[0].time.count, 0);
	assert_true(isnan(result.findings->costs[0].time.base));
	assert_near(result.findings->costs[0].cpu.base, 2e-6, 1e-3);
	result_clear(&result);
}

/* fileio: 5 us + 0.4 ns/B, dmabuf: 10 us + 0.1 ns/B: even at 16.7 kB, so behind at 16 KiB by 2 % at most, ahead at 64 KiB */
static void overtakes_from_a_size_on(void **state)
{
	struct result result = new_result();
	const struct finding_overtake *found;

	for (size_t i = 0; i < COUNT(blocks); i++) {
		add_cell(&result, IIODMA_API_FILEIO, blocks[i], 2, 5e-6, 4e-10, 0);
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 4, 40e-6, 4e-10, 0); /* not the best depth */
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 16, 10e-6, 1e-10, 0);
	}
	conclude(&result);
	assert_int_equal(result.findings->overtake_count, 1);
	found = &result.findings->overtakes[0];
	assert_int_equal(found->order, FINDING_FROM);
	assert_int_equal(found->fileio_cell, 0);
	assert_int_equal(result.cells[found->dmabuf_cell].setup.block_samples, 16384);
	assert_int_equal(result.cells[found->dmabuf_cell].setup.depth, 16);
	result_clear(&result);
}

static enum finding_order order_for(double base, double slope)
{
	struct result result = new_result();
	enum finding_order order;

	for (size_t i = 0; i < COUNT(blocks); i++) {
		add_cell(&result, IIODMA_API_FILEIO, blocks[i], 2, 5e-6, 4e-10, 0);
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 4, base, slope, 0);
	}
	conclude(&result);
	assert_int_equal(result.findings->overtake_count, 1);
	order = result.findings->overtakes[0].order;
	result_clear(&result);
	return order;
}

static void overtakes_always_never_or_not_at_all(void **state)
{
	assert_int_equal(order_for(1e-6, 1e-10), FINDING_ALWAYS);
	assert_int_equal(order_for(10e-6, 8e-10), FINDING_NEVER);
	assert_int_equal(order_for(5e-6, 4e-10), FINDING_EQUAL);
	/* faster with small blocks only */
	assert_int_equal(order_for(1e-6, 5e-10), FINDING_NEVER);
}

/* Depth 16 holds from 4096 samples on, depth 4 from 65536 on. */
static void smallest_that_holds(void **state)
{
	struct result result = new_result();
	const struct finding_hold *hold;

	for (size_t i = 0; i < COUNT(blocks); i++) {
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 4, 30e-3, 0, RATE);
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 16, 3e-3, 0, RATE);
	}
	conclude(&result);
	assert_int_equal(result.findings->hold_count, 1);
	hold = &result.findings->holds[0];
	assert_true(hold->known);
	assert_true(hold->smallest_block < result.cell_count && hold->smallest_depth < result.cell_count);
	assert_int_equal(result.cells[hold->smallest_block].setup.block_samples, 4096);
	assert_int_equal(result.cells[hold->smallest_block].setup.depth, 16);
	assert_int_equal(result.cells[hold->smallest_depth].setup.block_samples, 65536);
	assert_int_equal(result.cells[hold->smallest_depth].setup.depth, 4);
	result_clear(&result);
}

/* What nobody counted does not hold. */
static void unknown_loss_is_no_hold(void **state)
{
	struct result result = new_result();

	for (size_t i = 0; i < COUNT(blocks); i++)
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 4, 1e-6, 0, RATE)->runs[0].lost_samples = -1;
	conclude(&result);
	assert_false(result.findings->holds[0].known);
	assert_int_equal(result.findings->holds[0].smallest_block, FINDINGS_NO_CELL);
	result_clear(&result);
}

/* The fastest wins, but not if it loses samples; of those about as fast, the one with the least CPU. */
static void best_cell(void **state)
{
	struct result result = new_result();

	add_cell(&result, IIODMA_API_DMABUF, 1024, 4, 2e-6, 1e-9, 0)->runs[0].lost_samples = 5;
	add_cell(&result, IIODMA_API_DMABUF, 1024, 8, 4e-6, 1e-9, 0);
	add_cell(&result, IIODMA_API_DMABUF, 1024, 16, 4e-6, 1e-9, 0)->runs[0].cpu.user_ns /= 2;
	add_cell(&result, IIODMA_API_DMABUF, 1024, 32, 9e-6, 1e-9, 0);
	conclude(&result);
	for (size_t i = 0; i < result.cell_count; i++)
		assert_int_equal(result.cells[i].best, i == 2);
	result_clear(&result);
}

/* Nothing measured: nothing found, nothing marked. */
static void cells_without_runs(void **state)
{
	struct result result = new_result();

	result.cells[0] = (struct result_cell){.status = RESULT_IMPOSSIBLE};
	result.cell_count = 1;
	conclude(&result);
	assert_int_equal(result.findings->cost_count + result.findings->hold_count + result.findings->overtake_count,
			 0);
	assert_false(result.cells[0].best);
	result_clear(&result);
}

static void fits_the_schema(void **state)
{
	struct result result = new_result();
	json_t *schema = json_load_file(SCHEMA_FILE, 0, NULL), *document;
	char *text = NULL, fault[256] = "";
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < COUNT(blocks); i++) {
		add_cell(&result, IIODMA_API_FILEIO, blocks[i], 2, 5e-6, 4e-10, RATE);
		add_cell(&result, IIODMA_API_DMABUF, blocks[i], 16, 10e-6, 1e-10, RATE);
	}
	conclude(&result);
	assert_int_equal(report_json(out, &result), 0);
	fclose(out);
	document = json_loads(text, 0, NULL);
	assert_non_null(schema);
	assert_non_null(document);
	assert_int_equal(json_array_size(json_object_get(json_object_get(document, "findings"), "costs")), 2);
	if (!json_schema_accepts(schema, document, fault, sizeof(fault)))
		fail_msg("%s", fault);
	json_decref(document);
	json_decref(schema);
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(costs_of_each_way),
		cmocka_unit_test(capped_cells_say_nothing_of_time),
		cmocka_unit_test(overtakes_from_a_size_on),
		cmocka_unit_test(overtakes_always_never_or_not_at_all),
		cmocka_unit_test(smallest_that_holds),
		cmocka_unit_test(unknown_loss_is_no_hold),
		cmocka_unit_test(best_cell),
		cmocka_unit_test(cells_without_runs),
		cmocka_unit_test(fits_the_schema),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
