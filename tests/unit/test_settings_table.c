/* SPDX-License-Identifier: GPL-2.0-or-later */
/* C103: the table that started it all has a cell for every setting, API and direction. */
#include "unit.h"

#include <math.h>

#include "common/report_settings.h"
#include "common/setting.h"
#include "common/settings_table.h"

#define MIB 1048576.0

struct sample {
	struct result_run runs[2];
	struct result_cell cells[8];
	struct result result;
};

static struct result_cell cell_of(const char *setting, enum iiodma_api api, enum iiodma_direction direction)
{
	struct result_cell cell = {.setup = {.api = api, .direction = direction, .block_samples = 4096}};

	result_name_set(cell.setup.setting, setting);
	return cell;
}

static void give_runs(struct result_cell *cell, struct result_run *runs)
{
	for (int i = 0; i < 2; i++) {
		runs[i] = result_run_new();
		runs[i].bytes_per_second = (170 + 4 * i) * MIB;
	}
	cell->runs = runs;
	cell->run_count = 2;
}

/* Two settings, two APIs, reads only; then a cell in no table, and one of another block size. */
static void fill(struct sample *sample)
{
	*sample = (struct sample){0};
	sample->cells[0] = cell_of("coherent", IIODMA_API_FILEIO, IIODMA_INPUT);
	sample->cells[1] = cell_of("coherent", IIODMA_API_DMABUF, IIODMA_INPUT);
	give_runs(&sample->cells[1], sample->runs);
	sample->cells[2] = cell_of("", IIODMA_API_NULL, IIODMA_INPUT);
	sample->cells[3] = cell_of("noncoherent+writecombine", IIODMA_API_DMABUF, IIODMA_INPUT);
	sample->cells[3].status = RESULT_IMPOSSIBLE;
	result_text_set(sample->cells[3].reason, "no such heap");
	sample->cells[4] = cell_of("coherent", IIODMA_API_DMABUF, IIODMA_INPUT);
	sample->cells[4].setup.block_samples = 64;
	sample->result = (struct result){.cells = sample->cells, .cell_count = 5};
}

static void every_cell_has_its_place(void **state)
{
	struct sample sample;
	struct settings_table table;
	size_t position = 0;

	fill(&sample);
	assert_true(settings_table_next(&sample.result, &position, &table));
	assert_int_equal(table.row_count, 2);
	assert_string_equal(table.row[1], "noncoherent+writecombine");
	assert_int_equal(table.column_count, 2);
	assert_int_equal(table.column[0].api, IIODMA_API_FILEIO);
	assert_ptr_equal(table.cell[0][0], &sample.cells[0]);
	assert_ptr_equal(table.cell[0][1], &sample.cells[1]);
	assert_null(table.cell[1][0]);
	assert_ptr_equal(table.cell[1][1], &sample.cells[3]);

	assert_true(settings_table_next(&sample.result, &position, &table));
	assert_int_equal(table.row_count, 1);
	assert_ptr_equal(table.cell[0][0], &sample.cells[4]);
	assert_false(settings_table_next(&sample.result, &position, &table));
}

static void no_setting_no_table(void **state)
{
	struct result_cell cell = cell_of("", IIODMA_API_DMABUF, IIODMA_INPUT);
	const struct result result = {.cells = &cell, .cell_count = 1};
	struct settings_table table;
	size_t position = 0;

	assert_false(settings_table_next(&result, &position, &table));
}

static void a_cell_says_what_it_has(void **state)
{
	struct sample sample;
	char text[64];

	fill(&sample);
	settings_cell_words(&sample.cells[1], "±", text, sizeof(text));
	assert_string_equal(text, "172.00 ± 2.83");
	sample.runs[0].capped = sample.runs[1].capped = true;
	settings_cell_words(&sample.cells[1], "±", text, sizeof(text));
	assert_string_equal(text, "172.00 ± 2.83 (capped)");
	settings_cell_words(&sample.cells[3], "±", text, sizeof(text));
	assert_string_equal(text, "n/a"); /* never 0 */
	settings_cell_words(NULL, "±", text, sizeof(text));
	assert_string_equal(text, "-");
}

static void the_rows_of_the_reference_table(void **state)
{
	static const char *const titles[] = {
		"coherent",
		"coherent reads + write-combine writes",
		"non-coherent",
		"non-coherent reads + write-combine writes",
		"non-coherent, no cache sync",
		"non-coherent reads, no sync + write-combine writes",
	};
	char title[128];

	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++) {
		assert_non_null(setting_reference[i]);
		setting_title(setting_reference[i], title, sizeof(title));
		assert_string_equal(title, titles[i]);
	}
	assert_null(setting_reference[6]);
}

static void a_setting_is_two_mappings(void **state)
{
	static const char *const wrong[] = {"", "+", "coherent+", "+coherent", "cached", "coherent+coherent+coherent"};
	struct setting setting = {.mapping = {NULL, NULL}};

	assert_int_equal(setting_parse("coherent+writecombine", &setting), 0);
	assert_string_equal(setting.mapping[IIODMA_INPUT]->name, "coherent");
	assert_string_equal(setting.mapping[IIODMA_OUTPUT]->name, "writecombine");
	assert_int_equal(setting_parse("noncoherent-nosync", &setting), 0);
	assert_ptr_equal(setting.mapping[IIODMA_INPUT], setting.mapping[IIODMA_OUTPUT]);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_int_equal(setting_parse(wrong[i], &setting), -EINVAL);
}

static void text_shows_the_table(void **state)
{
	static const char expected[] = "MiB/s, mean +- deviation: source uncapped, blocks of 4096 samples, touch none\n"
				       "kernel mapping                            fileio read    dmabuf read\n"
				       "coherent                                            - 172.00 +- 2.83\n"
				       "non-coherent reads + write-combine writes           -            n/a\n"
				       "\n"
				       "n/a: dmabuf.read (noncoherent+writecombine): no such heap\n";
	struct sample sample;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	fill(&sample);
	sample.result.cell_count = 4;
	assert_non_null(out);
	assert_int_equal(report_settings(out, &sample.result), 0);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cell_has_its_place),  cmocka_unit_test(no_setting_no_table),
		cmocka_unit_test(a_cell_says_what_it_has),   cmocka_unit_test(the_rows_of_the_reference_table),
		cmocka_unit_test(a_setting_is_two_mappings), cmocka_unit_test(text_shows_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
