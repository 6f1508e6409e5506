/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>
#include <stdio.h>

#include "bench_memory.h"
#include "common/sysinfo.h"
#include "fake.h"
#include "fake_kernel.h"
#include "json_schema.h"

#define MIB 1048576.0

static struct memory_result result;
static struct system_info machine;

/* Rates of a source relative to ordinary memory (1000 MiB/s), and what a sync of one block costs. */
struct traits {
	double read, write;
	double sync_call, sync_per_mebibyte;
};

static void fill_cell(struct memory_cell *cell, const struct traits *traits)
{
	const double sync = traits->sync_call + traits->sync_per_mebibyte * (double)cell->bytes / MIB;

	for (unsigned int run = 0; run < result.repeats; run++) {
		const double noise = run % 2 ? 1.01 : 0.99;
		double *values = &cell->values[run * MEMORY_FIGURES];

		values[MEMORY_READ] = values[MEMORY_COPY_FROM] = 1000 * MIB * traits->read * noise;
		values[MEMORY_WRITE] = values[MEMORY_COPY_TO] = 1000 * MIB * traits->write * noise;
		for (unsigned int figure = MEMORY_RATES; figure < MEMORY_FIGURES; figure++)
			values[figure] = traits->sync_call < 0 ? (double)NAN : sync;
	}
	cell->status = RESULT_OK;
	cell->run_count = result.repeats;
	if (traits->sync_call < 0)
		result_text_set(cell->sync_reason, "ordinary memory is no DMABUF (ENOTSUP)");
}

/* Ordinary memory and one heap that states @mapping and @attribute, which has @traits. */
static struct memory_source *measured(const char *mapping, const char *attribute, struct traits traits)
{
	const struct traits ordinary = {1, 1, -1, 0};
	struct memory_source *source = &result.sources[1];

	result = (struct memory_result){.tool = "iiodma-bench memory",
					.repeats = 2,
					.least_ns = 10000000,
					.sizes = {4096, 1 << 20},
					.size_count = 2,
					.system = &machine,
					.start_time = "2021-11-25T12:00:00Z",
					.source_count = 2};
	machine = system_info_unknown();
	result.sources[0] = (struct memory_source){.kind = IIODMA_MEMORY_ORDINARY};
	*source = (struct memory_source){.kind = IIODMA_MEMORY_HEAP, .heap = "iiodma-x"};
	result_name_set(source->mapping, mapping);
	result_name_set(source->attribute, attribute);
	assert_int_equal(memory_make_cells(&result), 0);
	for (size_t i = 0; i < result.cell_count; i++)
		fill_cell(&result.cells[i], result.cells[i].source == 0 ? &ordinary : &traits);
	return source;
}

static int clear(void **state)
{
	memory_clear(&result);
	return 0;
}

static void words_have(const char *part)
{
	const struct memory_verdict verdict = memory_judge(&result, 1);

	if (!strstr(verdict.words, part))
		fail_msg("\"%s\" lacks \"%s\"", verdict.words, part);
}

/* C101 C103 */
static void mapping_is_told_from_rates(void **state)
{
	static const struct {
		double read, write;
		enum memory_mapping mapping;
		const char *words;
	} cases[] = {
		{1, 1, MEMORY_MAPPING_CACHED, "reads as fast as, writes as fast as ordinary memory: cached"},
		{1.4, 0.6, MEMORY_MAPPING_CACHED, "writes at ratio=0.60 of ordinary memory: cached"},
		{1 / 15.0, 0.5, MEMORY_MAPPING_GATHERED,
		 "reads at 1/15 of, writes at ratio=0.50 of ordinary memory: uncached, writes are gathered "
		 "(write-combine)"},
		{0.2, 0.9, MEMORY_MAPPING_GATHERED, "gathered"},
		{0.01, 0.02, MEMORY_MAPPING_UNCACHED, "reads at 1/100 of, writes at 1/50 of"},
		{0.2, 0.3, MEMORY_MAPPING_UNCACHED, "not gathered"},
		{0.35, 1, MEMORY_MAPPING_UNCLEAR, "unclear"},
		{1, 0.2, MEMORY_MAPPING_UNCLEAR, "unclear"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		measured("", "", (struct traits){cases[i].read, cases[i].write, 1e-6, 0});
		assert_int_equal(memory_judge(&result, 1).mapping, cases[i].mapping);
		words_have(cases[i].words);
		words_have("nobody states its mapping");
		memory_clear(&result);
	}
}

static void what_is_stated_is_held_against_it(void **state)
{
	static const struct {
		const char *mapping, *attribute;
		double read, write;
		bool contradicts;
	} cases[] = {
		{"noncoherent", "", 1, 1, false},
		{"noncoherent", "write-back", 0.05, 0.5, true},
		{"writecombine", "", 1, 1, true},
		{"writecombine", "write-combining", 0.05, 0.5, false},
		{"coherent", "uncached", 0.02, 0.02, false},
		{"coherent", "uncached", 1, 1, true},
		{"coherent", "write-back", 1, 1, false}, /* DMA that sees the caches */
		{"coherent", "", 1, 1, false},           /* says nothing of caches */
		{"writecombine", "", 0.35, 1, false},    /* unclear is no proof */
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		measured(cases[i].mapping, cases[i].attribute, (struct traits){cases[i].read, cases[i].write, 1e-6, 0});
		assert_int_equal(memory_judge(&result, 1).contradicts, cases[i].contradicts);
		words_have(cases[i].contradicts ? "CONTRADICTS what is stated: " : "stated: ");
		memory_clear(&result);
	}
}

/* An emulated processor runs all mappings at one speed: that is no finding about the heap. */
static void emulation_shows_no_mapping(void **state)
{
	measured("writecombine", "write-combining", (struct traits){1, 1, 1e-6, 1e-3});
	machine.emulated = true;
	strcpy(machine.hypervisor, "QEMU TCG");
	assert_int_equal(memory_judge(&result, 1).mapping, MEMORY_MAPPING_UNKNOWN);
	assert_false(memory_judge(&result, 1).contradicts);
	words_have("its mapping cannot be seen here: the processor is emulated (QEMU TCG)");
	words_have("stated: writecombine (write-combining)");
	words_have("the cache is maintained: 2.002 ms per MiB read");
}

static void maintenance_grows_with_the_block(void **state)
{
	measured("noncoherent", "", (struct traits){1, 1, 1e-6, 100e-6});
	assert_true(memory_judge(&result, 1).maintained);
	words_have("per MiB read, 202.000 us per MiB written");
	memory_clear(&result);
	measured("coherent", "", (struct traits){1, 1, 1e-6, 0.1e-6});
	assert_false(memory_judge(&result, 1).maintained);
	words_have("the call alone, no cache maintenance");
}

static void what_is_missing_has_its_reason(void **state)
{
	measured("", "", (struct traits){1, 1, 1e-6, 0});
	for (size_t i = 2; i < 4; i++) {
		result.cells[i].status = RESULT_IMPOSSIBLE;
		result.cells[i].run_count = 0;
		result_text_set(result.cells[i].reason, "no such heap");
	}
	assert_int_equal(memory_judge(&result, 1).mapping, MEMORY_MAPPING_UNKNOWN);
	assert_true(isnan(memory_judge(&result, 1).read_ratio));
	words_have("n/a (no such heap)");
}

/* ---- reports ---- */

static char *text_of(int (*report)(FILE *out, const struct memory_result *result))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(report(out, &result), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void text_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("lacks \"%s\":\n%s", part, text);
}

static void tables_have_units_and_reasons(void **state)
{
	char *text;

	measured("writecombine", "write-combining", (struct traits){0.05, 0.5, 1e-6, 0});
	result.cells[3].status = RESULT_FAILED;
	result.cells[3].run_count = 0;
	result_text_set(result.cells[3].reason, "no room");
	text = text_of(memory_report_text);
	text_has(text, "heap:iiodma-x 4 KiB   50.00 MiB/s +- 1.4 %  500.00 MiB/s +- 1.4 %");
	text_has(text, "heap:iiodma-x 1 MiB                      -");
	text_has(text, "failed (no room)");
	text_has(text, "1.000 us +- 0.0 %");
	text_has(text, "write-combine); stated: writecombine (write-combining)");
	assert_null(strstr(text, "nan"));
	free(text);
}

/* C107 C108 C116 */
static void document_is_as_the_schema_says(void **state)
{
	char *command_line[] = {"iiodma-bench", "memory", NULL};
	json_t *schema = json_load_file(SCHEMA_FILE, 0, NULL), *document, *cell;
	char fault[256] = "";
	char *text;

	assert_non_null(schema);
	measured("noncoherent", "", (struct traits){1, 1, 1e-6, 1e-3});
	result.command_line = command_line;
	result.cells[3].status = RESULT_FAILED;
	result.cells[3].run_count = 0;
	text = text_of(memory_report_json);
	document = json_loads(text, 0, NULL);
	assert_non_null(document);
	if (!json_schema_accepts(schema, document, fault, sizeof(fault)) ||
	    !json_units_complete(document, fault, sizeof(fault)))
		fail_msg("%s", fault);
	cell = json_array_get(json_object_get(document, "cells"), 2);
	assert_int_equal(json_array_size(json_object_get(json_object_get(cell, "read_bytes_per_second"), "runs")), 2);
	assert_true(fabs(json_number_value(json_object_get(cell, "sync_read_per_mebibyte_seconds")) -
			 2 * (1e-6 + 1e-3 / 256) * 256) < 1e-9);
	cell = json_array_get(json_object_get(document, "cells"), 3);
	assert_true(json_is_null(json_object_get(json_object_get(cell, "read_bytes_per_second"), "mean")));
	assert_true(json_is_null(json_object_get(cell, "sync_read_per_mebibyte_seconds")));
	json_decref(document);
	json_decref(schema);
	free(text);
}

static void csv_has_a_line_for_each_run(void **state)
{
	char *text;
	size_t lines = 0;

	measured("", "", (struct traits){1, 1, 1e-6, 0});
	result.cells[3].status = RESULT_IMPOSSIBLE;
	result.cells[3].run_count = 0;
	result_text_set(result.cells[3].reason, "so \"sorry\", really");
	text = text_of(memory_report_csv);
	for (const char *at = text; (at = strstr(at, "\r\n")); at += 2)
		lines++;
	assert_int_equal(lines, 1 + 2 * 3 + 1);
	text_has(text, "memory,block_bytes,status,reason,sync_unknown_reason,read_bytes_per_second,");
	text_has(text, "heap:iiodma-x,1048576,n/a,\"so \"\"sorry\"\", really\",\"\",,,,,,,,,\r\n");
	free(text);
}

/* ---- the plan and the measurement, on the fake kernel ---- */

static int boot(void **state)
{
	fake_boot();
	fake_heap_add("system", 65536, true);
	fake_heap_add("my_pool", FAKE_NEVER, true);
	fake_clock_real(true);
	return 0;
}

static int shut_down(void **state)
{
	memory_clear(&result);
	assert_int_equal(fake_open_files(), 0);
	assert_int_equal(fake_mappings(), 0);
	fake_shutdown();
	return 0;
}

static void everything_there_might_be_is_listed_once(void **state)
{
	static const char *const expected[] = {"ordinary",
					       "heap:system",
					       "heap:iiodma-coherent",
					       "heap:iiodma-noncoherent",
					       "heap:iiodma-writecombine",
					       "heap:my_pool",
					       "udmabuf",
					       "udmabuf-huge"};
	char name[256];

	result = (struct memory_result){0};
	assert_int_equal(memory_add_all(&result), 0);
	assert_int_equal(result.source_count, COUNT(expected));
	for (size_t i = 0; i < COUNT(expected); i++) {
		memory_source_words(&result.sources[i], name, sizeof(name));
		assert_string_equal(name, expected[i]);
	}
	assert_string_equal(result.sources[1].mapping, "noncoherent");
	assert_string_equal(result.sources[5].mapping, "");
}

static void measure(enum iiodma_memory kind, const char *heap, uint64_t bytes, double values[MEMORY_FIGURES])
{
	memory_clear(&result);
	result = (struct memory_result){.repeats = 1, .least_ns = 100000, .sizes = {bytes}, .size_count = 1};
	assert_int_equal(memory_source_add(&result, kind, heap), 0);
	assert_int_equal(memory_make_cells(&result), 0);
	memory_measure(&result, &result.cells[0], values);
}

/* C102 */
static void every_figure_is_measured(void **state)
{
	double values[MEMORY_FIGURES];

	measure(IIODMA_MEMORY_HEAP, "system", 4096, values);
	assert_int_equal(result.cells[0].status, RESULT_OK);
	for (size_t i = 0; i < MEMORY_FIGURES; i++)
		assert_true(values[i] > 0);
	assert_true(fake_count("ioctl SYNC * START READ") > 0);
	assert_int_equal(fake_count("ioctl SYNC * START READ"), fake_count("ioctl SYNC * END READ"));
	assert_true(fake_count("ioctl SYNC * START WRITE") > 0);
	assert_int_equal(fake_count("ioctl SYNC * START WRITE"), fake_count("ioctl SYNC * END WRITE"));

	measure(IIODMA_MEMORY_ORDINARY, "", 4096, values);
	assert_int_equal(result.cells[0].status, RESULT_OK);
	assert_true(values[MEMORY_COPY_TO] > 0);
	assert_true(isnan(values[MEMORY_BEGIN_READ]));
	assert_non_null(strstr(result.cells[0].sync_reason, "no DMABUF"));
}

static void missing_is_told_from_failed(void **state)
{
	double values[MEMORY_FIGURES];

	measure(IIODMA_MEMORY_HEAP, "nosuch", 4096, values);
	assert_int_equal(result.cells[0].status, RESULT_IMPOSSIBLE);
	assert_non_null(strstr(result.cells[0].reason, "there are: my_pool, system"));
	assert_true(isnan(values[MEMORY_READ]));
	measure(IIODMA_MEMORY_HEAP, "system", 131072, values);
	assert_int_equal(result.cells[0].status, RESULT_FAILED);
	assert_non_null(strstr(result.cells[0].reason, "no room"));
	fake_fail("ioctl SYNC * END READ", 1, EIO);
	measure(IIODMA_MEMORY_HEAP, "my_pool", 4096, values);
	assert_int_equal(result.cells[0].status, RESULT_FAILED);
	assert_non_null(strstr(result.cells[0].reason, "end CPU access"));
}

#define WORDS(name) cmocka_unit_test_setup_teardown(name, NULL, clear)
#define KERNEL(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WORDS(mapping_is_told_from_rates),
		WORDS(what_is_stated_is_held_against_it),
		WORDS(emulation_shows_no_mapping),
		WORDS(maintenance_grows_with_the_block),
		WORDS(what_is_missing_has_its_reason),
		WORDS(tables_have_units_and_reasons),
		WORDS(document_is_as_the_schema_says),
		WORDS(csv_has_a_line_for_each_run),
		KERNEL(everything_there_might_be_is_listed_once),
		KERNEL(every_figure_is_measured),
		KERNEL(missing_is_told_from_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
