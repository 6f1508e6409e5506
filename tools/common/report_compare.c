/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_compare.h"

#include <errno.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <string.h>

#include "plain_numbers.h"
#include "report_columns.h"
#include "report_words.h"

#define WORDS 512

/* ---- words for one cell ---- */

static void change_words(double change, char text[WORDS])
{
	if (isfinite(change))
		snprintf(text, WORDS, "%+.2f %%", 100 * change);
	else
		snprintf(text, WORDS, "-");
}

static void before_words(const struct comparison *one, char text[WORDS])
{
	report_mib_words(one->before_rates.mean, text, WORDS);
}

static void after_words(const struct comparison *one, char text[WORDS])
{
	report_mib_words(one->after_rates.mean, text, WORDS);
}

static void mean_change_words(const struct comparison *one, char text[WORDS])
{
	change_words(one->change, text);
}

static void low_words(const struct comparison *one, char text[WORDS])
{
	change_words(one->change_low, text);
}

static void high_words(const struct comparison *one, char text[WORDS])
{
	change_words(one->change_high, text);
}

static void runs_words(const struct comparison *one, char text[WORDS])
{
	snprintf(text, WORDS, "%zu and %zu runs", one->before_rates.count, one->after_rates.count);
}

static void verdict_words(const struct comparison *one, char text[WORDS])
{
	snprintf(text, WORDS, "%s", comparison_verdict_name(one->verdict));
}

/* That it is no chance; rounded down, for nothing is certain. */
static void confidence_words(const struct comparison *one, char text[WORDS])
{
	if (one->verdict != COMPARISON_FASTER && one->verdict != COMPARISON_SLOWER)
		snprintf(text, WORDS, "-");
	else
		snprintf(text, WORDS, "%.2f %%", floor(fmin(9999, 10000 * (1 - one->adjusted_probability))) / 100);
}

static void add_note(char text[WORDS], const char *note)
{
	size_t used = strlen(text);

	snprintf(text + used, WORDS - used, "%s%s", used ? ", " : "", note);
}

static void note_words(const struct comparison *one, char text[WORDS])
{
	const int64_t lost[2] = {result_cell_lost_samples(one->before), result_cell_lost_samples(one->after)};
	char note[WORDS];

	text[0] = '\0';
	if (one->verdict == COMPARISON_TOO_FEW_RUNS)
		snprintf(text, WORDS, "%u runs on either side is the least", COMPARISON_RUNS_MIN);
	if (one->verdict == COMPARISON_NO_DIFFERENCE) {
		snprintf(note, WORDS, "%.2f %% would have been seen", 100 * one->visible_change);
		add_note(text, note);
	}
	if (result_cell_capped(one->before) && result_cell_capped(one->after))
		add_note(text, "both at the source's rate");
	if (one->verdict == COMPARISON_NOT_MEASURED && one->before_rates.count == 0)
		add_note(text, one->before->reason);
	else if (one->verdict == COMPARISON_NOT_MEASURED)
		add_note(text, one->after->reason);
	if (lost[0] != lost[1] && lost[0] >= 0 && lost[1] >= 0) {
		snprintf(note, WORDS, "lost %" PRId64 " samples before and %" PRId64 " after", lost[0], lost[1]);
		add_note(text, note);
	}
}

static const struct {
	const char *title;
	void (*words)(const struct comparison *one, char text[WORDS]);
	bool right;
} columns[] = {
	{"BEFORE", before_words, true},      {"AFTER", after_words, true},
	{"CHANGE", mean_change_words, true}, {"LOW", low_words, true},
	{"HIGH", high_words, true},          {"RUNS", runs_words, true},
	{"VERDICT", verdict_words, false},   {"CONFIDENCE", confidence_words, true},
	{"NOTE", note_words, false},
};

#define COLUMN_COUNT (sizeof(columns) / sizeof(*columns))

/* ---- the table ---- */

/* What names a cell: the columns that were known before anything was measured. */
struct naming {
	const struct report_column *columns[REPORT_COLUMNS_MAX];
	size_t count;
};

static struct naming choose_naming(const struct result *result)
{
	struct naming naming;
	size_t chosen = report_columns_choose(result, naming.columns);

	naming.count = 0;
	while (naming.count < chosen && naming.columns[naming.count]->planned)
		naming.count++;
	return naming;
}

static int add_columns(struct libscols_table *table, const struct naming *naming)
{
	for (size_t i = 0; i < naming->count; i++)
		if (!scols_table_new_column(table, naming->columns[i]->title, 0,
					    naming->columns[i]->right ? SCOLS_FL_RIGHT : 0))
			return -ENOMEM;
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (!scols_table_new_column(table, columns[i].title, 0, columns[i].right ? SCOLS_FL_RIGHT : 0))
			return -ENOMEM;
	return 0;
}

static int add_line(struct libscols_table *table, const struct naming *naming, const struct comparison *one)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char name[REPORT_COLUMN_TEXT], text[WORDS];
	int ret = line ? 0 : -ENOMEM;

	for (size_t i = 0; ret == 0 && i < naming->count; i++) {
		naming->columns[i]->text(one->before, name);
		ret = scols_line_set_data(line, i, name);
	}
	for (size_t i = 0; ret == 0 && i < COLUMN_COUNT; i++) {
		columns[i].words(one, text);
		ret = scols_line_set_data(line, naming->count + i, text);
	}
	return ret;
}

static int print_table(FILE *out, const struct comparison_report *report)
{
	const struct naming naming = choose_naming(&report->before->result);
	struct libscols_table *table = scols_new_table();
	int ret = table ? add_columns(table, &naming) : -ENOMEM;

	for (size_t i = 0; ret == 0 && i < report->match->pair_count; i++)
		ret = add_line(table, &naming, &report->match->pairs[i]);
	if (ret == 0) {
		scols_table_set_termforce(table, SCOLS_TERMFORCE_NEVER);
		scols_table_set_stream(table, out);
		ret = scols_print_table(table);
	}
	scols_unref_table(table);
	return ret;
}

size_t report_compare_count(const struct comparison_report *report, enum comparison_verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < report->match->pair_count; i++)
		count += report->match->pairs[i].verdict == verdict;
	return count;
}

static void print_head(FILE *out, const struct comparison_report *report)
{
	const struct result_file *const files[] = {report->before, report->after};
	static const char *const names[] = {"before", "after "};

	for (size_t i = 0; i < 2; i++)
		fprintf(out, "%s %s%s%s\n", names[i], files[i]->path, files[i]->result.start_time[0] ? ", of " : "",
			files[i]->result.start_time);
	for (size_t i = 0; i < report->match->difference_count; i++)
		fprintf(out, "different %s: %s and %s\n", report->match->differences[i].key,
			report->match->differences[i].before, report->match->differences[i].after);
	fputc('\n', out);
}

static void print_sum(FILE *out, const struct comparison_report *report)
{
	static const enum comparison_verdict order[] = {COMPARISON_FASTER, COMPARISON_SLOWER, COMPARISON_NO_DIFFERENCE,
							COMPARISON_TOO_FEW_RUNS, COMPARISON_NOT_MEASURED};

	fputc('\n', out);
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		const size_t count = report_compare_count(report, order[i]);

		if (count > 0)
			fprintf(out, "%s: %zu cell%s\n", comparison_verdict_name(order[i]), count,
				count == 1 ? "" : "s");
	}
	fprintf(out, "confidence %.10g %%, changes below %.10g %% do not count\n", 100 * report->rule->confidence,
		100 * report->rule->min_change);
}

int report_compare_text(FILE *out, const struct comparison_report *report)
{
	struct plain_numbers numbers = plain_numbers_begin();
	int ret;

	errno = 0;
	print_head(out, report);
	ret = print_table(out, report);
	print_sum(out, report);
	plain_numbers_end(&numbers);
	if (ret < 0)
		return ret;
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
