/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page that stands alone, and lets no text out of its place. */
#include "unit.h"

#include <math.h>
#include <stdio.h>

#include "common/html.h"
#include "common/report.h"

#define MIB 1048576.0

struct sample {
	struct result_run runs[8][2];
	struct result_cell cells[8];
	struct result result;
};

/* Two settings in both directions at one block size, and dmabuf over four block sizes */
static void fill(struct sample *sample)
{
	static const char *const settings[] = {"coherent", "noncoherent+writecombine"};

	memset(sample, 0, sizeof(*sample));
	for (size_t i = 0; i < COUNT(sample->cells); i++) {
		struct result_cell *cell = &sample->cells[i];

		*cell = (struct result_cell){.setup = {.api = IIODMA_API_DMABUF,
						       .direction = i % 2 ? IIODMA_OUTPUT : IIODMA_INPUT,
						       .block_samples = 4096,
						       .sample_bytes = 4,
						       .source_rate = 61.44e6,
						       .rate_asked = (double)NAN},
					     .runs = sample->runs[i],
					     .run_count = 2};
		if (i < 4)
			result_name_set(cell->setup.setting, settings[i / 2]);
		else
			cell->setup.block_samples = UINT64_C(1024) << i;
		for (size_t run = 0; run < 2; run++) {
			sample->runs[i][run] = result_run_new();
			sample->runs[i][run].bytes_per_second = (100 + 10 * (double)i + 2 * (double)run) * MIB;
			sample->runs[i][run].split = (struct result_split){6, 1, 2, 1, 0};
		}
	}
	sample->result = (struct result){.tool = "iiodma-bench",
					 .cells = sample->cells,
					 .cell_count = COUNT(sample->cells),
					 .method = {.repeats = 2}};
}

static char *rendered(const struct result *result)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(report_html(out, result), 0);
	fclose(out);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("the page lacks \"%s\"", part);
}

static size_t count_of(const char *text, const char *part)
{
	size_t count = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		count++;
	}
	return count;
}

/* C103: the table that started it all, and every chart */
static void every_part_is_there(void **state)
{
	struct sample sample;
	char *text;

	fill(&sample);
	text = rendered(&sample.result);
	assert_has(text, "<th scope=\"row\">non-coherent reads + write-combine writes</th>");
	assert_has(text, "<td class=\"n\">101.00 ± 1.41</td>");
	assert_int_equal(count_of(text, "<div class=\"track\""), 8);
	assert_int_equal(count_of(text, "<i class=\"sync\" style=\"width:10.00%\">"), 8);
	assert_has(text, "wait 60.0 %, sync 10.0 %");
	assert_int_equal(count_of(text, "<polyline"), 2);
	assert_has(text, "<h2>Set-up</h2>");
	assert_has(text, "name=\"viewport\"");
	assert_has(text, "prefers-color-scheme:dark");
	free(text);
}

static void nothing_comes_from_elsewhere(void **state)
{
	static const char *const outside[] = {"http", "src=", "href=", "url(", "@import", "<script", "<link"};
	struct sample sample;
	char *text;

	fill(&sample);
	text = rendered(&sample.result);
	for (size_t i = 0; i < COUNT(outside); i++)
		if (strstr(text, outside[i]))
			fail_msg("the page has \"%s\"", outside[i]);
	free(text);
}

static bool is_void(const char *name, size_t length)
{
	static const char *const names[] = {"meta", "!DOCTYPE"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
			return true;
	return false;
}

/* What is opened is closed, in order. */
static void assert_nested(const char *text)
{
	const char *open[64];
	size_t depth = 0;

	while ((text = strchr(text, '<'))) {
		const bool closing = text[1] == '/';
		const char *name = text + 1 + closing;
		const size_t length = strcspn(name, " />");
		const char *end = strchr(text, '>');

		assert_non_null(end);
		if (closing) {
			if (depth == 0 || strncmp(open[depth - 1], name, length) != 0)
				fail_msg("</%.*s> closes nothing", (int)length, name);
			depth--;
		} else if (!is_void(name, length) && end[-1] != '/') {
			assert_true(depth < COUNT(open));
			open[depth++] = name;
		}
		text = end;
	}
	assert_int_equal(depth, 0);
}

static void every_text_stays_text(void **state)
{
	static const char evil[] = "<script>\"'&\x1b[2J\xff<b";
	char *words[] = {"iiodma-bench", (char *)(uintptr_t)evil, NULL};
	char *warnings[] = {(char *)(uintptr_t)evil};
	struct result_requirement requirement = {.met = false};
	struct sample sample;
	char *text;

	fill(&sample);
	assert_nested(text = rendered(&sample.result));
	free(text);
	result_text_set(requirement.text, evil);
	result_text_set(requirement.finding, evil);
	for (size_t i = 0; i < COUNT(sample.cells); i++) {
		struct result_setup *setup = &sample.cells[i].setup;

		sample.cells[i].status = RESULT_PARTIAL;
		result_text_set(sample.cells[i].reason, evil);
		result_name_set(setup->device, evil);
		result_text_set(setup->channels, evil);
		result_name_set(setup->from, i % 3 ? evil : "other");
		result_name_set(setup->mapping_note, evil);
		result_name_set(setup->setting, i % 2 ? evil : "coherent");
	}
	sample.result.command_line = words;
	sample.result.warnings = warnings;
	sample.result.warning_count = 1;
	sample.result.requirements = &requirement;
	sample.result.requirement_count = 1;
	result_name_set(sample.result.start_time, evil);
	text = rendered(&sample.result);
	assert_nested(text);
	assert_null(strstr(text, "<script"));
	assert_null(strchr(text, '\x1b'));
	assert_null(strchr(text, '\xff'));
	assert_has(text, "&lt;script&gt;&quot;&#39;&amp; [2J?&lt;b");
	free(text);
}

static void utf_8_passes_and_nothing_else(void **state)
{
	static const struct {
		const char *text, *shown;
	} cases[] = {{"µ € 𝄞", "µ € 𝄞"},
		     {"\xc0\xaf", "??"},
		     {"a\xe2\x82", "a??"},
		     {"\xf5\x80\x80\x80", "????"},
		     {"\x7f", " "}};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char shown[64] = "";
		FILE *out = fmemopen(shown, sizeof(shown), "w");

		assert_non_null(out);
		html_text(out, cases[i].text);
		fclose(out);
		assert_string_equal(shown, cases[i].shown);
	}
}

/* C108: no chart where there is nothing to show */
static void without_a_rate_there_is_no_chart(void **state)
{
	struct sample sample;
	char *text;

	fill(&sample);
	for (size_t i = 0; i < COUNT(sample.cells); i++)
		sample.cells[i].run_count = 0;
	text = rendered(&sample.result);
	assert_nested(text);
	assert_int_equal(count_of(text, "<svg"), 0);
	assert_int_equal(count_of(text, "<div class=\"bars"), 0);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf%"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_part_is_there),
		cmocka_unit_test(nothing_comes_from_elsewhere),
		cmocka_unit_test(every_text_stays_text),
		cmocka_unit_test(utf_8_passes_and_nothing_else),
		cmocka_unit_test(without_a_rate_there_is_no_chart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
