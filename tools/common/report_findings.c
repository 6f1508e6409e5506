/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_findings.h"

#include <errno.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <string.h>

#include "report_words.h"
#include "units.h"

#define WORDS 256

static void way_words(const struct result_setup *setup, char *text, size_t size)
{
	char mapping[WORDS];

	report_mapping_words(setup, mapping, sizeof(mapping));
	snprintf(text, size, "%s %s, %s, %u channel%s", iiodma_api_name(setup->api),
		 result_direction_name(setup->direction), mapping, report_channel_count(setup),
		 report_channel_count(setup) == 1 ? "" : "s");
}

static void block_words(const struct result_setup *setup, char *text, size_t size)
{
	char bytes[UNITS_TEXT];

	snprintf(text, size, "%" PRIu64 " samples, %s", setup->block_samples, units_bytes(bytes, setup->block_bytes));
}

/* ---- costs ---- */

static const char *const cost_titles[] = {
	"COST OF", "DEPTH",         "TIME PER BLOCK", "TIME PER MIB", "RESIDUAL",
	"BLOCKS",  "CPU PER BLOCK", "CPU PER MIB",    "RESIDUAL",     "BLOCKS",
};

#define COST_COLUMNS (sizeof(cost_titles) / sizeof(cost_titles[0]))

/* Four columns, from @column on. */
static int set_fit(struct libscols_line *line, size_t column, const struct line_fit *fit)
{
	char words[WORDS];
	int ret;

	report_duration_words(fit->base, words, sizeof(words));
	ret = scols_line_set_data(line, column, words);
	report_duration_words(fit->slope * 1048576, words, sizeof(words));
	ret |= scols_line_set_data(line, column + 1, words);
	report_percent_words(fit->residual_ratio, words, sizeof(words));
	ret |= scols_line_set_data(line, column + 2, words);
	snprintf(words, sizeof(words), "%zu of %zu", fit->used, fit->count);
	return (ret | scols_line_set_data(line, column + 3, words)) ? -ENOMEM : 0;
}

static int add_cost(struct libscols_table *table, const struct result *result, const struct finding_cost *cost)
{
	const struct result_setup *setup = &result->cells[cost->cell].setup;
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char words[WORDS];

	if (!line)
		return -ENOMEM;
	way_words(setup, words, sizeof(words));
	if (scols_line_set_data(line, 0, words) < 0)
		return -ENOMEM;
	snprintf(words, sizeof(words), "%u", setup->depth);
	if (scols_line_set_data(line, 1, words) < 0)
		return -ENOMEM;
	return set_fit(line, 2, &cost->time) | set_fit(line, 6, &cost->cpu);
}

static int print_costs(FILE *out, const struct result *result)
{
	struct libscols_table *table = scols_new_table();
	int ret = table ? 0 : -ENOMEM;

	for (size_t i = 0; ret == 0 && i < COST_COLUMNS; i++)
		if (!scols_table_new_column(table, cost_titles[i], 0, i > 0 ? SCOLS_FL_RIGHT : 0))
			ret = -ENOMEM;
	for (size_t i = 0; ret == 0 && i < result->findings->cost_count; i++)
		ret = add_cost(table, result, &result->findings->costs[i]);
	if (ret == 0) {
		fprintf(out, "\ntime of a block = time per block + bytes x time per byte, least squares of relative "
			     "deviations, outliers left out\n");
		scols_table_set_termforce(table, SCOLS_TERMFORCE_NEVER);
		scols_table_set_stream(table, out);
		ret = scols_print_table(table);
	}
	scols_unref_table(table);
	return ret;
}

/* ---- the rest, a line each ---- */

static void print_overtake(FILE *out, const struct result *result, const struct finding_overtake *overtake)
{
	const struct result_setup *setup = &result->cells[overtake->dmabuf_cell].setup;
	char way[2 * WORDS], fileio[2 * WORDS], block[WORDS];

	way_words(setup, way, sizeof(way));
	report_mapping_words(&result->cells[overtake->fileio_cell].setup, fileio, sizeof(fileio));
	block_words(setup, block, sizeof(block));
	fprintf(out, "%s against fileio %s: ", way, fileio);
	switch (overtake->order) {
	case FINDING_ALWAYS:
		fprintf(out, "faster at every block size from %s on\n", block);
		break;
	case FINDING_FROM:
		fprintf(out, "faster from blocks of %s on\n", block);
		break;
	case FINDING_NEVER:
		fprintf(out, "not faster at the biggest blocks\n");
		break;
	case FINDING_EQUAL:
		fprintf(out, "no faster and no slower\n");
		break;
	}
}

static void print_hold(FILE *out, const struct result *result, const struct finding_hold *hold)
{
	const struct result_setup *setup = &result->cells[hold->cell].setup;
	char way[2 * WORDS], rate[WORDS], block[WORDS];

	way_words(setup, way, sizeof(way));
	report_source_words(setup, rate, sizeof(rate));
	if (!hold->known) {
		fprintf(out, "%s: nobody can tell what holds: the source is %s\n", way,
			setup->source_rate > 0 ? "paced, but nothing counts what is lost" : rate);
		return;
	}
	if (hold->smallest_block == FINDINGS_NO_CELL) {
		fprintf(out, "%s: nothing holds %s without loss\n", way, rate);
		return;
	}
	setup = &result->cells[hold->smallest_block].setup;
	block_words(setup, block, sizeof(block));
	fprintf(out, "%s: smallest block that holds %s: %s, depth %u", way, rate, block, setup->depth);
	setup = &result->cells[hold->smallest_depth].setup;
	block_words(setup, block, sizeof(block));
	fprintf(out, "; smallest depth: %u with %s\n", setup->depth, block);
}

static void print_limit(FILE *out, const struct result *result, const struct finding_limit *limit)
{
	char way[2 * WORDS], carried[UNITS_TEXT], above[UNITS_TEXT], block[WORDS];
	const struct result_setup *setup;

	if (limit->cell == FINDINGS_NO_CELL)
		return;
	setup = &result->cells[limit->cell].setup;
	way_words(setup, way, sizeof(way));
	block_words(setup, block, sizeof(block));
	units_sample_rate(carried, limit->carried);
	units_sample_rate(above, limit->not_carried);
	fprintf(out, "%s, blocks of %s, depth %u: ", way, block, setup->depth);
	switch (limit->bound) {
	case FINDING_BOUND_LOSS:
		fprintf(out, "%s are carried, %s lose samples\n", carried, above);
		break;
	case FINDING_BOUND_DEVICE:
		fprintf(out, "%s are carried; device limit: it rejects %s\n", carried, above);
		break;
	case FINDING_BOUND_RANGE:
		fprintf(out, "%s are carried, the highest rate asked for\n", carried);
		break;
	case FINDING_BOUND_NOTHING:
		fprintf(out, "even the lowest rate loses samples: %s\n", above);
		break;
	case FINDING_BOUND_NO_RATE:
		fprintf(out, "the device rejects every rate that was tried\n");
		break;
	case FINDING_BOUND_UNKNOWN:
		fprintf(out, "stopped; carried up to then: %s\n", carried);
		break;
	}
}

int report_findings(FILE *out, const struct result *result)
{
	const struct findings *findings = result->findings;
	int ret = 0;

	if (!findings)
		return 0;
	if (findings->cost_count > 0)
		ret = print_costs(out, result);
	if (findings->overtake_count > 0 || findings->hold_count > 0 || findings->limit_count > 0)
		fputc('\n', out);
	for (size_t i = 0; i < findings->overtake_count; i++)
		print_overtake(out, result, &findings->overtakes[i]);
	for (size_t i = 0; i < findings->hold_count; i++)
		print_hold(out, result, &findings->holds[i]);
	for (size_t i = 0; i < findings->limit_count; i++)
		print_limit(out, result, &findings->limits[i]);
	return ret;
}
