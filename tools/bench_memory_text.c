/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two tables, rates and times, and in words what they mean. */
#include <errno.h>
#include <libsmartcols.h>
#include <math.h>
#include <string.h>

#include "bench_memory.h"
#include "common/plain_numbers.h"
#include "common/report_words.h"
#include "common/sysinfo.h"
#include "common/units.h"

#define CELL_TEXT 640

struct column {
	const char *title;
	void (*text)(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
		     char text[CELL_TEXT]);
	unsigned int figure;
	bool left;
};

static void source_text(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
			char text[CELL_TEXT])
{
	memory_source_words(&result->sources[cell->source], text, CELL_TEXT);
}

static void size_text(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
		      char text[CELL_TEXT])
{
	if (cell->bytes % (1 << 20) == 0)
		snprintf(text, CELL_TEXT, "%llu MiB", (unsigned long long)cell->bytes >> 20);
	else
		snprintf(text, CELL_TEXT, "%llu KiB", (unsigned long long)cell->bytes >> 10);
}

/* "-" for what there is not; the note has the reason. */
static void rate_text(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
		      char text[CELL_TEXT])
{
	struct statistics rates = memory_statistics(cell, figure);
	char mean[UNITS_TEXT];

	snprintf(text, CELL_TEXT, "%s", units_mib_per_second(mean, rates.mean));
	if (isfinite(rates.standard_deviation))
		snprintf(text + strlen(text), CELL_TEXT - strlen(text), " +- %.1f %%",
			 100 * rates.standard_deviation / rates.mean);
}

static void time_text(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
		      char text[CELL_TEXT])
{
	struct statistics times = memory_statistics(cell, figure);

	report_duration_words(times.mean, text, CELL_TEXT);
	if (isfinite(times.standard_deviation) && times.mean > 0)
		snprintf(text + strlen(text), CELL_TEXT - strlen(text), " +- %.1f %%",
			 100 * times.standard_deviation / times.mean);
}

static void per_mebibyte_text(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
			      char text[CELL_TEXT])
{
	report_duration_words(memory_sync_seconds_per_mebibyte(cell, figure), text, CELL_TEXT);
}

/* The words below the tables have the reason of a memory that is n/a; a size that differs from the others has its own here. */
static void note_text(const struct memory_result *result, const struct memory_cell *cell, unsigned int figure,
		      char text[CELL_TEXT])
{
	const struct memory_cell *first = &result->cells[cell->source * result->size_count];
	const char *status = result_status_name(cell->status);

	if (cell->status == RESULT_OK)
		text[0] = '\0';
	else if (cell != first && cell->status == first->status && strcmp(cell->reason, first->reason) == 0)
		snprintf(text, CELL_TEXT, "%s", status);
	else
		snprintf(text, CELL_TEXT, "%s (%s)", status, cell->reason);
}

static const struct column rate_columns[] = {
	{"MEMORY", source_text, 0, true},
	{"SIZE", size_text, 0, false},
	{"READ", rate_text, MEMORY_READ, false},
	{"WRITE", rate_text, MEMORY_WRITE, false},
	{"COPY FROM", rate_text, MEMORY_COPY_FROM, false},
	{"COPY TO", rate_text, MEMORY_COPY_TO, false},
	{"NOTE", note_text, 0, true},
};

static const struct column time_columns[] = {
	{"MEMORY", source_text, 0, true},
	{"SIZE", size_text, 0, false},
	{"BEGIN READ", time_text, MEMORY_BEGIN_READ, false},
	{"END READ", time_text, MEMORY_END_READ, false},
	{"PER MIB READ", per_mebibyte_text, MEMORY_BEGIN_READ, false},
	{"BEGIN WRITE", time_text, MEMORY_BEGIN_WRITE, false},
	{"END WRITE", time_text, MEMORY_END_WRITE, false},
	{"PER MIB WRITTEN", per_mebibyte_text, MEMORY_BEGIN_WRITE, false},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int add_line(struct libscols_table *table, const struct memory_result *result, const struct memory_cell *cell,
		    const struct column *columns, size_t count)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char text[CELL_TEXT];

	for (size_t i = 0; line && i < count; i++) {
		columns[i].text(result, cell, columns[i].figure, text);
		if (scols_line_set_data(line, i, text) < 0)
			return -ENOMEM;
	}
	return line ? 0 : -ENOMEM;
}

static int print_table(FILE *out, const struct memory_result *result, const struct column *columns, size_t count,
		       bool (*shown)(const struct memory_cell *cell))
{
	struct libscols_table *table = scols_new_table();
	int ret = table ? 0 : -ENOMEM;

	for (size_t i = 0; ret == 0 && i < count; i++)
		if (!scols_table_new_column(table, columns[i].title, 0, columns[i].left ? 0 : SCOLS_FL_RIGHT))
			ret = -ENOMEM;
	for (size_t i = 0; ret == 0 && i < result->cell_count; i++)
		if (shown(&result->cells[i]))
			ret = add_line(table, result, &result->cells[i], columns, count);
	if (ret == 0) {
		/* Neither cut to a terminal's width nor coloured: what a pipe gets is what the eye sees. */
		scols_table_set_termforce(table, SCOLS_TERMFORCE_NEVER);
		scols_table_set_stream(table, out);
		ret = scols_print_table(table);
	}
	scols_unref_table(table);
	return ret;
}

static bool always(const struct memory_cell *cell)
{
	return true;
}

/* Ordinary memory has no sync, and what could not be had is in the first table with the reason. */
static bool has_sync(const struct memory_cell *cell)
{
	return cell->run_count > 0 && !cell->sync_reason[0];
}

static bool any_sync(const struct memory_result *result)
{
	for (size_t i = 0; i < result->cell_count; i++)
		if (has_sync(&result->cells[i]))
			return true;
	return false;
}

static void print_meaning(FILE *out, const struct memory_result *result)
{
	char name[2 * RESULT_NAME_SIZE];

	fputs("\nWhat the figures mean:\n", out);
	for (size_t i = 0; i < result->source_count; i++) {
		memory_source_words(&result->sources[i], name, sizeof(name));
		fprintf(out, "  %s: %s\n", name, memory_judge(result, i).words);
	}
}

static void print_head(FILE *out, const struct memory_result *result)
{
	char least[64];

	fprintf(out, "%s version=%s", result->tool, iiodma_version());
	if (result->system)
		fprintf(out, " kernel=%s machine=%s", result->system->kernel_release, result->system->machine);
	report_duration_words((double)result->least_ns / 1e9, least, sizeof(least));
	fprintf(out, "\n%u run%s, each figure over %s or more, words of 8 bytes\n\n", result->repeats,
		result->repeats == 1 ? "" : "s", least);
}

int memory_report_text(FILE *out, const struct memory_result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();
	int ret;

	errno = 0;
	print_head(out, result);
	ret = print_table(out, result, rate_columns, COUNT(rate_columns), always);
	if (ret == 0 && any_sync(result)) {
		fputs("\nDMA_BUF_IOCTL_SYNC around access to the whole block, per block and per MiB:\n\n", out);
		ret = print_table(out, result, time_columns, COUNT(time_columns), has_sync);
	}
	if (ret == 0)
		print_meaning(out, result);
	plain_numbers_end(&numbers);
	if (ret < 0)
		return ret;
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
