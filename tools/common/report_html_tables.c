/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "html.h"
#include "report_columns.h"
#include "report_html_parts.h"
#include "settings_table.h"

/* Wide tables scroll by themselves, also by the keyboard, and leave the page where it is. */
static void open_table(FILE *out, const char *name)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
	html_text(out, name);
	fputs("\"><table><caption>", out);
	html_text(out, name);
	fputs("</caption>\n<thead><tr>", out);
}

static void close_table(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

static void put_heading(FILE *out, const char *text, bool right)
{
	fprintf(out, "<th scope=\"col\"%s>", right ? " class=\"n\"" : "");
	html_text(out, text);
	fputs("</th>", out);
}

static void put_cell(FILE *out, const char *text, bool right)
{
	fputs(right ? "<td class=\"n\">" : "<td>", out);
	html_text(out, text);
	fputs("</td>", out);
}

static void put_settings(FILE *out, const struct settings_table *table)
{
	char text[REPORT_COLUMN_TEXT];

	settings_caption_words(table, "±", text, sizeof(text));
	open_table(out, text);
	put_heading(out, "kernel mapping", false);
	for (size_t i = 0; i < table->column_count; i++) {
		settings_column_words(&table->column[i], text, sizeof(text));
		put_heading(out, text, true);
	}
	fputs("</tr></thead>\n<tbody>", out);
	for (size_t row = 0; row < table->row_count; row++) {
		settings_row_words(table, row, text, sizeof(text));
		fputs("<tr><th scope=\"row\">", out);
		html_text(out, text);
		fputs("</th>", out);
		for (size_t i = 0; i < table->column_count; i++) {
			settings_cell_words(table->cell[row][i], "±", text, sizeof(text));
			put_cell(out, text, true);
		}
		fputs("</tr>\n", out);
	}
	close_table(out);
}

/* The last column, the note, gets a line of its own: it may be long, and must not hide beyond the edge. */
static void put_note(FILE *out, const char *text, size_t columns)
{
	fprintf(out, "<tr class=\"note\"><td colspan=\"%zu\"><span>", columns);
	html_text(out, text);
	fputs("</span></td></tr>\n", out);
}

static void put_row(FILE *out, const struct report_column *const *columns, size_t count, const struct result_cell *cell)
{
	char text[REPORT_COLUMN_TEXT], note[REPORT_COLUMN_TEXT];

	columns[count - 1]->text(cell, note);
	columns[0]->text(cell, text);
	fprintf(out, "<tr%s><th scope=\"row\">", note[0] ? " class=\"has\"" : "");
	html_text(out, text);
	fputs("</th>", out);
	for (size_t i = 1; i + 1 < count; i++) {
		columns[i]->text(cell, text);
		put_cell(out, text, columns[i]->right);
	}
	fputs("</tr>\n", out);
	if (note[0])
		put_note(out, note, count - 1);
}

static void put_cells(FILE *out, const struct result *result)
{
	const struct report_column *columns[REPORT_COLUMNS_MAX];
	const size_t count = report_columns_choose(result, columns);

	open_table(out, "Every cell: mean and standard deviation over its runs");
	for (size_t i = 0; i + 1 < count; i++)
		put_heading(out, columns[i]->title, columns[i]->right);
	fputs("</tr></thead>\n<tbody>", out);
	for (size_t i = 0; i < result->cell_count; i++)
		put_row(out, columns, count, &result->cells[i]);
	close_table(out);
}

void report_html_tables(FILE *out, const struct result *result)
{
	struct settings_table table;
	size_t position = 0;

	while (settings_table_next(result, &position, &table))
		put_settings(out, &table);
	fputs("<h2>Cells</h2>\n", out);
	put_cells(out, result);
}
