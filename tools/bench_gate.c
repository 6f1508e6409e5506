/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_gate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/units.h"

#define WORD_BYTES 32u

static const struct {
	const char *text;
	enum bench_relation relation;
} relations[] = {
	/* The longer ones first: ">=" begins with ">". */
	{">=", BENCH_AT_LEAST},
	{"<=", BENCH_AT_MOST},
	{">", BENCH_ABOVE},
	{"<", BENCH_BELOW},
};

static const struct {
	const char *name;
	double factor;
} units[] = {
	{"B/s", 1},      {"kB/s", 1e3},      {"MB/s", 1e6},         {"GB/s", 1e9},
	{"KiB/s", 1024}, {"MiB/s", 1048576}, {"GiB/s", 1073741824},
};

/* The word up to one of @ends; returns what follows, NULL when the word is empty or too long. */
static const char *cut_word(const char *text, const char *ends, char word[WORD_BYTES])
{
	size_t length = strcspn(text, ends);

	if (length == 0 || length >= WORD_BYTES)
		return NULL;
	memcpy(word, text, length);
	word[length] = '\0';
	return text + length;
}

static bool parse_api(const char *word, struct bench_requirement *requirement)
{
	requirement->any_api = strcmp(word, "*") == 0;
	return requirement->any_api || iiodma_api_from_name(word, &requirement->api) == 0;
}

static bool parse_direction(const char *word, struct bench_requirement *requirement)
{
	requirement->any_direction = strcmp(word, "*") == 0;
	requirement->direction = strcmp(word, "write") == 0 ? IIODMA_OUTPUT : IIODMA_INPUT;
	return requirement->any_direction || strcmp(word, "read") == 0 || strcmp(word, "write") == 0;
}

/* Returns what follows, NULL when no relation is there. */
static const char *parse_relation(const char *text, struct bench_requirement *requirement)
{
	for (size_t i = 0; i < sizeof(relations) / sizeof(relations[0]); i++) {
		size_t length = strlen(relations[i].text);

		if (strncmp(text, relations[i].text, length) == 0) {
			requirement->relation = relations[i].relation;
			return text + length;
		}
	}
	return NULL;
}

static bool parse_rate(const char *text, double *ret_rate)
{
	char number[WORD_BYTES];
	const char *unit = cut_word(text, "BkKMG", number);
	double value;

	if (!unit || units_parse_real(number, &value) < 0 || !isfinite(value) || value < 0)
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(unit, units[i].name) == 0) {
			*ret_rate = value * units[i].factor;
			return true;
		}
	}
	return false;
}

int bench_requirement_parse(const char *text, struct bench_requirement *ret_requirement)
{
	struct bench_requirement requirement = {.text = text};
	char word[WORD_BYTES];
	const char *rest = cut_word(text, ".", word);

	if (!rest || *rest != '.' || !parse_api(word, &requirement))
		return -EINVAL;
	rest = cut_word(rest + 1, "<>", word);
	if (!rest || !parse_direction(word, &requirement))
		return -EINVAL;
	rest = parse_relation(rest, &requirement);
	if (!rest || !parse_rate(rest, &requirement.bytes_per_second))
		return -EINVAL;
	*ret_requirement = requirement;
	return 0;
}

static bool concerns(const struct bench_requirement *requirement, const struct result_cell *cell)
{
	return cell->status != RESULT_IMPOSSIBLE && (requirement->any_api || cell->setup.api == requirement->api) &&
	       (requirement->any_direction || cell->setup.direction == requirement->direction);
}

static bool holds(const struct bench_requirement *requirement, double rate)
{
	switch (requirement->relation) {
	case BENCH_AT_LEAST:
		return rate >= requirement->bytes_per_second;
	case BENCH_ABOVE:
		return rate > requirement->bytes_per_second;
	case BENCH_AT_MOST:
		return rate <= requirement->bytes_per_second;
	case BENCH_BELOW:
		return rate < requirement->bytes_per_second;
	}
	return false;
}

static void note_cell(struct result_requirement *note, const struct result_cell *cell, const char *value)
{
	snprintf(note->finding, sizeof(note->finding), "%s.%s is %s", iiodma_api_name(cell->setup.api),
		 result_direction_name(cell->setup.direction), value);
}

/* The first cell that does not meet it is named. */
static struct result_requirement check_rate(const struct result *result, const struct bench_requirement *requirement)
{
	struct result_requirement note = {.met = false};
	size_t concerned = 0;

	result_text_set(note.text, requirement->text);
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];
		char rate[UNITS_TEXT];
		double mean = result_cell_rates(cell).mean;

		if (!concerns(requirement, cell))
			continue;
		concerned++;
		note_cell(&note, cell, isfinite(mean) ? units_mib_per_second(rate, mean) : "unknown");
		if (!holds(requirement, mean) || cell->status != RESULT_OK)
			return note;
	}
	note.met = concerned > 0;
	if (concerned == 0)
		result_text_set(note.finding, "no such cell was measured");
	return note;
}

static struct result_requirement check_lost(const struct result *result, int64_t max_lost)
{
	struct result_requirement note = {.met = false};
	char value[UNITS_TEXT];

	snprintf(note.text, sizeof(note.text), "lost<=%" PRId64 " samples", max_lost);
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];

		for (size_t run = 0; run < cell->run_count; run++) {
			int64_t lost = cell->runs[run].lost_samples;

			if (cell->setup.api == IIODMA_API_NULL || (lost >= 0 && lost <= max_lost))
				continue;
			snprintf(value, sizeof(value), "%" PRId64 " lost samples", lost);
			note_cell(&note, cell, lost >= 0 ? value : "unknown: lost samples could not be counted");
			return note;
		}
	}
	note.met = true;
	return note;
}

int bench_gate(struct result *result, const struct bench_requirement *requirements, size_t count, int64_t max_lost)
{
	size_t total = count + (max_lost >= 0 ? 1 : 0);
	struct result_requirement *notes;

	if (total == 0)
		return 0;
	notes = calloc(total, sizeof(*notes));
	if (!notes)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		notes[i] = check_rate(result, &requirements[i]);
	if (max_lost >= 0)
		notes[count] = check_lost(result, max_lost);
	result->requirements = notes;
	result->requirement_count = total;
	return 0;
}

bool bench_gate_passed(const struct result *result)
{
	for (size_t i = 0; i < result->requirement_count; i++)
		if (!result->requirements[i].met)
			return false;
	return true;
}
