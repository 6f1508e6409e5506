/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Markdown with pipe tables, to be pasted into mails, issues and wikis. */
#include <errno.h>
#include <string.h>

#include "plain_numbers.h"
#include "report.h"
#include "report_columns.h"
#include "report_findings.h"
#include "report_setup.h"
#include "settings_table.h"

/* Nothing in a text may act as markup, end a table's cell or a line. */
static void put_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '&')
			fputs("&amp;", out);
		else if ((unsigned char)*text < ' ')
			fputc(' ', out);
		else if (strchr("\\`*_[]|~", *text))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
	}
}

static void put_cell(FILE *out, const char *text)
{
	fputs(" ", out);
	put_text(out, text);
	fputs(" |", out);
}

static void put_table(FILE *out, const struct result *result)
{
	const struct report_column *columns[REPORT_COLUMNS_MAX];
	const size_t count = report_columns_choose(result, columns);
	char text[REPORT_COLUMN_TEXT];

	fputc('|', out);
	for (size_t i = 0; i < count; i++)
		put_cell(out, columns[i]->title);
	fputs("\n|", out);
	for (size_t i = 0; i < count; i++)
		fputs(columns[i]->right ? "--:|" : "---|", out);
	fputc('\n', out);
	for (size_t cell = 0; cell < result->cell_count; cell++) {
		fputc('|', out);
		for (size_t i = 0; i < count; i++) {
			columns[i]->text(&result->cells[cell], text);
			put_cell(out, text);
		}
		fputc('\n', out);
	}
	fputc('\n', out);
}

static void put_settings_row(FILE *out, const struct settings_table *table, size_t row)
{
	char text[REPORT_COLUMN_TEXT];

	settings_row_words(table, row, text, sizeof(text));
	fputc('|', out);
	put_cell(out, text);
	for (size_t i = 0; i < table->column_count; i++) {
		settings_cell_words(table->cell[row][i], "±", text, sizeof(text));
		put_cell(out, text);
	}
	fputc('\n', out);
}

static void put_settings(FILE *out, const struct settings_table *table)
{
	char text[REPORT_COLUMN_TEXT];

	settings_caption_words(table, "±", text, sizeof(text));
	put_text(out, text);
	fputs("\n\n| kernel mapping |", out);
	for (size_t i = 0; i < table->column_count; i++) {
		settings_column_words(&table->column[i], text, sizeof(text));
		put_cell(out, text);
	}
	fputs("\n|---|", out);
	for (size_t i = 0; i < table->column_count; i++)
		fputs("--:|", out);
	fputc('\n', out);
	for (size_t row = 0; row < table->row_count; row++)
		put_settings_row(out, table, row);
	fputc('\n', out);
}

static void put_requirements(FILE *out, const struct result *result)
{
	for (size_t i = 0; i < result->requirement_count; i++) {
		const struct result_requirement *one = &result->requirements[i];

		fputs("- require ", out);
		put_text(out, one->text);
		fputs(one->met ? ": met" : ": **not met**", out);
		if (one->finding[0])
			fputs(", ", out);
		put_text(out, one->finding);
		fputc('\n', out);
	}
	if (result->requirement_count > 0)
		fputc('\n', out);
}

/* Lines made for the eye stay as they are. */
static int put_findings(FILE *out, const struct result *result)
{
	int ret;

	if (!result->findings)
		return 0;
	fputs("```", out);
	ret = report_findings(out, result);
	fputs("```\n\n", out);
	return ret;
}

static void put_warnings(FILE *out, const struct result *result)
{
	for (size_t i = 0; i < result->warning_count; i++) {
		fputs("- note: ", out);
		put_text(out, result->warnings[i]);
		fputc('\n', out);
	}
	if (result->warning_count > 0)
		fputc('\n', out);
}

static void put_fact(void *context, const char *name, const char *value)
{
	FILE *out = context;

	fputs("- ", out);
	put_text(out, name);
	fputs(": ", out);
	put_text(out, value);
	fputc('\n', out);
}

int report_markdown(FILE *out, const struct result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();
	char agreed[2 * REPORT_COLUMN_TEXT];
	struct settings_table table;
	size_t position = 0;
	int ret;

	errno = 0;
	while (settings_table_next(result, &position, &table))
		put_settings(out, &table);
	report_columns_agreed(result, agreed, sizeof(agreed));
	put_text(out, agreed);
	fputs("\n\n", out);
	put_table(out, result);
	ret = put_findings(out, result);
	put_requirements(out, result);
	put_warnings(out, result);
	report_setup(result, put_fact, out);
	plain_numbers_end(&numbers);
	if (ret < 0)
		return ret;
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
