/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An SVG in the page: block size on a logarithmic axis, rate on a linear one from 0. */
#include <inttypes.h>
#include <math.h>

#include "block_curves.h"
#include "html.h"
#include "report_html_parts.h"

#define MIB 1048576.0

#define WIDTH 720.0
#define HEIGHT 360.0
#define LEFT 64.0
#define RIGHT 16.0
#define TOP 12.0
#define BOTTOM 44.0
#define COLOURS 6u
#define TICKS_MAX 10u
#define MARK 4.0

struct chart {
	const struct block_curves *curves;
	double log_least; /* of the block, base 2 */
	double log_most;
	double step; /* between lines, MiB/s */
	double top;  /* of the axis, MiB/s */
};

static double x_of(const struct chart *chart, uint64_t block)
{
	const double share = (log2((double)block) - chart->log_least) / (chart->log_most - chart->log_least);

	return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct chart *chart, double bytes_per_second)
{
	const double share = bytes_per_second / MIB / chart->top;

	return TOP + (1 - fmin(1, fmax(0, share))) * (HEIGHT - TOP - BOTTOM);
}

/* 1, 2 or 5 times a power of ten, so that at most six lines are needed */
static double round_step(double most)
{
	const double power = pow(10, floor(log10(most / 6)));
	const double share = most / 6 / power;

	return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

static struct chart measure_chart(const struct block_curves *curves)
{
	struct chart chart = {.curves = curves, .log_least = INFINITY, .log_most = -INFINITY};
	double most = 0;

	for (size_t i = 0; i < curves->curve_count; i++) {
		for (size_t j = 0; j < curves->curves[i].cell_count; j++) {
			const struct result_cell *cell = curves->curves[i].cells[j];

			chart.log_least = fmin(chart.log_least, log2((double)cell->setup.block_samples));
			chart.log_most = fmax(chart.log_most, log2((double)cell->setup.block_samples));
			most = fmax(most, result_cell_rates(cell).max / MIB);
		}
	}
	chart.step = round_step(most);
	chart.top = chart.step * ceil(most / chart.step);
	return chart;
}

static void put_rate_axis(FILE *out, const struct chart *chart)
{
	for (double value = 0; value <= chart->top * 1.0001; value += chart->step) {
		const double y = y_of(chart, value * MIB);

		fprintf(out, "<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, WIDTH - RIGHT,
			y, y);
		fprintf(out, "<text class=\"q\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 8, y + 4,
			value);
	}
	fprintf(out,
		"<text class=\"q\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 14 "
		"%.1f)\">MiB/s</text>\n",
		14.0, HEIGHT / 2, HEIGHT / 2);
}

/* "4 Ki" where it is whole, else plain */
static void put_block_words(FILE *out, uint64_t block)
{
	static const char *const prefixes[] = {"", " Ki", " Mi", " Gi"};
	size_t prefix = 0;

	while (block >= 1024 && block % 1024 == 0 && prefix < 3) {
		block /= 1024;
		prefix++;
	}
	fprintf(out, "%" PRIu64 "%s", block, prefixes[prefix]);
}

static void put_block_axis(FILE *out, const struct chart *chart)
{
	const double doublings = chart->log_most - chart->log_least;
	const double step = fmax(1, ceil(doublings / TICKS_MAX));

	for (double at = ceil(chart->log_least); at <= chart->log_most; at += step) {
		const uint64_t block = (uint64_t)exp2(at);
		const double x = x_of(chart, block);

		fprintf(out, "<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x,
			HEIGHT - BOTTOM, HEIGHT - BOTTOM + 6);
		fprintf(out, "<text class=\"q\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", x,
			HEIGHT - BOTTOM + 20);
		put_block_words(out, block);
		fputs("</text>\n", out);
	}
	fprintf(out, "<text class=\"q\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">samples in a block</text>\n",
		LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 6);
}

/* Lines differ in colour and in dashes, so that colour alone decides nothing. */
static void put_dashes(FILE *out, size_t index)
{
	static const char *const dashes[] = {"", "8 4", "2 4", "10 4 2 4"};

	if (index % 4)
		fprintf(out, " stroke-dasharray=\"%s\"", dashes[index % 4]);
}

static void put_point(FILE *out, const struct chart *chart, const struct result_cell *cell)
{
	const struct statistics rates = result_cell_rates(cell);
	const double x = x_of(chart, cell->setup.block_samples);

	if (isfinite(rates.standard_deviation))
		fprintf(out, "<line class=\"s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x,
			y_of(chart, rates.mean - rates.standard_deviation),
			y_of(chart, rates.mean + rates.standard_deviation));
	fprintf(out,
		"<circle class=\"m\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%" PRIu64
		" samples: %.2f MiB/s</title></circle>\n",
		x, y_of(chart, rates.mean), MARK, cell->setup.block_samples, rates.mean / MIB);
}

static void put_curve(FILE *out, const struct chart *chart, size_t index)
{
	const struct block_curve *curve = &chart->curves->curves[index];

	fprintf(out, "<g class=\"c%zu\"><polyline class=\"s\"", index % COLOURS);
	put_dashes(out, index);
	fputs(" points=\"", out);
	for (size_t i = 0; i < curve->cell_count; i++)
		fprintf(out, "%s%.1f,%.1f", i ? " " : "", x_of(chart, curve->cells[i]->setup.block_samples),
			y_of(chart, result_cell_rates(curve->cells[i]).mean));
	fputs("\"/>\n", out);
	for (size_t i = 0; i < curve->cell_count; i++)
		put_point(out, chart, curve->cells[i]);
	fputs("</g>\n", out);
}

static void put_legend(FILE *out, const struct block_curves *curves)
{
	fputs("<ul class=\"legend\">", out);
	for (size_t i = 0; i < curves->curve_count; i++) {
		fprintf(out,
			"<li class=\"c%zu\"><svg class=\"k\" viewBox=\"0 0 32 8\" aria-hidden=\"true\"><path "
			"class=\"s\" d=\"M0 4H32\"",
			i % COLOURS);
		put_dashes(out, i);
		fputs("/></svg>", out);
		html_text(out, curves->curves[i].name);
		fputs("</li>", out);
	}
	fputs("</ul>\n", out);
}

static void put_chart(FILE *out, const struct block_curves *curves)
{
	const struct chart chart = measure_chart(curves);

	fputs("<h2>Block size</h2>\n", out);
	put_legend(out, curves);
	fprintf(out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Chart: rate over block size\">"
		"<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"MiB/s over samples in a block; the figures "
		"stand in the table of cells\">\n",
		WIDTH, HEIGHT);
	put_rate_axis(out, &chart);
	put_block_axis(out, &chart);
	for (size_t i = 0; i < curves->curve_count; i++)
		put_curve(out, &chart, i);
	fputs("</svg></div>\n", out);
}

void report_html_curves(FILE *out, const struct result *result)
{
	struct block_curves curves;

	if (block_curves_find(result, &curves) == 0 && curves.curve_count > 0)
		put_chart(out, &curves);
	block_curves_clear(&curves);
}
