/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_columns.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_words.h"

static void from_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%s", cell->setup.from);
}

static void api_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%s", iiodma_api_name(cell->setup.api));
}

static void direction_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%s", result_direction_name(cell->setup.direction));
}

static void memory_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	if (cell->status == RESULT_IMPOSSIBLE && cell->setup.memory == IIODMA_MEMORY_AUTO)
		snprintf(text, REPORT_COLUMN_TEXT, "-");
	else
		result_memory_text(&cell->setup, text, REPORT_COLUMN_TEXT);
}

static void setting_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%s", cell->setup.setting);
}

static void mapping_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_mapping_words(&cell->setup, text, REPORT_COLUMN_TEXT);
}

static void channels_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	unsigned int count = report_channel_count(&cell->setup);

	text[0] = '\0';
	if (count > 0)
		snprintf(text, REPORT_COLUMN_TEXT, "%u", count);
}

static void touch_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%s", result_touch_name(cell->setup.touch));
}

static void block_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%" PRIu64 " samples", cell->setup.block_samples);
}

static void depth_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	snprintf(text, REPORT_COLUMN_TEXT, "%u blocks", cell->setup.depth);
}

static void source_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_source_words(&cell->setup, text, REPORT_COLUMN_TEXT);
}

static void mib_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_mib_words(report_shows_rate(cell) ? result_cell_rates(cell).mean : NAN, text, REPORT_COLUMN_TEXT);
}

static void deviation_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_mib_words(report_shows_rate(cell) ? result_cell_rates(cell).standard_deviation : NAN, text,
			 REPORT_COLUMN_TEXT);
}

static void mb_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_mb_words(report_shows_rate(cell) ? result_cell_rates(cell).mean : NAN, text, REPORT_COLUMN_TEXT);
}

static void cpu_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_percent_words(result_cell_cpu_ratios(cell).mean, text, REPORT_COLUMN_TEXT);
}

static void lost_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_lost_words(cell, text, REPORT_COLUMN_TEXT);
}

static void note_text(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT])
{
	report_note_words(cell, text, REPORT_COLUMN_TEXT);
}

static const struct report_column columns[] = {
	{.title = "FROM", .text = from_text, .constant = true, .planned = true},
	{.title = "SETTING", .text = setting_text, .constant = true, .planned = true},
	{.title = "API", .text = api_text, .planned = true},
	{.title = "DIRECTION", .text = direction_text, .planned = true},
	{.title = "MEMORY", .text = memory_text, .constant = true, .planned = true},
	{.title = "MAPPING", .text = mapping_text, .constant = true, .planned = true},
	{.title = "CHANNELS",
	 .text = channels_text,
	 .right = true,
	 .constant = true,
	 .elsewhere = true,
	 .planned = true},
	{.title = "TOUCH", .text = touch_text, .constant = true, .planned = true},
	{.title = "BLOCK", .text = block_text, .right = true, .constant = true, .planned = true},
	{.title = "DEPTH", .text = depth_text, .right = true, .constant = true, .planned = true},
	{.title = "SOURCE", .text = source_text, .right = true, .planned = true},
	{.title = "MEAN", .text = mib_text, .right = true},
	{.title = "DEVIATION", .text = deviation_text, .right = true},
	{.title = "MEAN", .text = mb_text, .right = true},
	{.title = "CPU", .text = cpu_text, .right = true},
	{.title = "LOST", .text = lost_text, .right = true},
	{.title = "NOTE", .text = note_text, .planned = true},
};

#define COLUMN_COUNT (sizeof(columns) / sizeof(columns[0]))

_Static_assert(COLUMN_COUNT <= REPORT_COLUMNS_MAX, "more columns than callers have room for");

/* All cells say the same in this column; one that has nothing to say yet does not contradict what is said elsewhere. */
static bool agreed(const struct result *result, const struct report_column *column, char text[REPORT_COLUMN_TEXT])
{
	char other[REPORT_COLUMN_TEXT];
	bool none = true;

	if (!column->constant || result->cell_count == 0)
		return false;
	for (size_t i = 0; i < result->cell_count; i++) {
		column->text(&result->cells[i], other);
		if (column->elsewhere && !other[0])
			continue;
		if (!none && strcmp(text, other) != 0)
			return false;
		strcpy(text, other);
		none = false;
	}
	return true;
}

size_t report_columns_choose(const struct result *result, const struct report_column *chosen[REPORT_COLUMNS_MAX])
{
	char text[REPORT_COLUMN_TEXT];
	size_t count = 0;

	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (!agreed(result, &columns[i], text))
			chosen[count++] = &columns[i];
	return count;
}

static void append_agreed(char *line, size_t size, const char *title, const char *text)
{
	size_t used = strlen(line);

	used += (size_t)snprintf(line + used, size - used, ", ");
	for (; *title && used + 1 < size; title++)
		line[used++] = (char)tolower((unsigned char)*title);
	if (used < size)
		snprintf(line + used, size - used, " %s", text);
}

void report_columns_agreed(const struct result *result, char *line, size_t size)
{
	char text[REPORT_COLUMN_TEXT];

	report_method_words(&result->method, line, size);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (!columns[i].elsewhere && agreed(result, &columns[i], text) && text[0] && strlen(line) + 1 < size)
			append_agreed(line, size, columns[i].title, text);
}
