/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "html.h"
#include "report_html_parts.h"
#include "report_label.h"
#include "report_words.h"

#define MIB 1048576.0

/* A source this much faster than anything measured would only make the bars short. */
#define CEILING_SHOWN 2.0

static double ceiling_of(const struct result_cell *cell)
{
	return cell->setup.source_rate > 0 ? cell->setup.source_rate * (double)cell->setup.sample_bytes : (double)NAN;
}

/* What the whole width stands for; NaN when there is no rate. */
static double scale_of(const struct result *result)
{
	double most = (double)NAN, scale;

	for (size_t i = 0; i < result->cell_count; i++)
		if (report_shows_rate(&result->cells[i]))
			most = fmax(most, result_cell_rates(&result->cells[i]).max);
	scale = most;
	for (size_t i = 0; i < result->cell_count; i++)
		if (ceiling_of(&result->cells[i]) <= CEILING_SHOWN * most)
			scale = fmax(scale, ceiling_of(&result->cells[i]));
	return scale;
}

static double percent(double value, double scale)
{
	return fmin(100, fmax(0, 100 * value / scale));
}

static void put_bar(FILE *out, const struct result_cell *cell, const struct statistics *rates, double scale)
{
	const double low = rates->mean - rates->standard_deviation, high = rates->mean + rates->standard_deviation;

	fprintf(out, "<div class=\"track\" aria-hidden=\"true\"><i style=\"width:%.2f%%\"></i>",
		percent(rates->mean, scale));
	if (isfinite(rates->standard_deviation))
		fprintf(out,
			"<b style=\"left:%.2f%%;width:%.2f%%\"></b><u style=\"left:%.2f%%\"></u><u "
			"style=\"left:%.2f%%\"></u>",
			percent(low, scale), percent(high, scale) - percent(low, scale), percent(rates->min, scale),
			percent(rates->max, scale));
	if (ceiling_of(cell) <= scale)
		fprintf(out, "<s style=\"left:%.2f%%\"></s>", percent(ceiling_of(cell), scale));
	fputs("</div>", out);
}

static void put_cell(FILE *out, const struct result_cell *cell, const char *label, double scale)
{
	const struct statistics rates = result_cell_rates(cell);
	char words[REPORT_LABEL_TEXT];

	fputs("<div class=\"l\">", out);
	html_text(out, label);
	fputs("</div>", out);
	put_bar(out, cell, &rates, scale);
	report_mib_words(rates.mean, words, sizeof(words));
	fprintf(out, "<div class=\"v\">%s", words);
	if (isfinite(rates.standard_deviation))
		fprintf(out, " <span class=\"quiet\">± %.2f, %.2f to %.2f</span>", rates.standard_deviation / MIB,
			rates.min / MIB, rates.max / MIB);
	fputs("</div>\n", out);
}

void report_html_bars(FILE *out, const struct result *result)
{
	const struct report_label label = report_label_choose(result);
	const double scale = scale_of(result);
	char text[REPORT_LABEL_TEXT];

	if (!isfinite(scale))
		return;
	fputs("<h2>Rates</h2>\n<p class=\"quiet\">Bar: mean of the runs. Line: one standard deviation either way. "
	      "Ticks: "
	      "slowest and fastest run. Dashed: what the source gives.</p>\n<div class=\"bars\">\n",
	      out);
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];

		report_label_words(&label, cell, text);
		if (report_shows_rate(cell) && result_cell_rates(cell).count > 0)
			put_cell(out, cell, text, scale);
	}
	fputs("</div>\n", out);
}
