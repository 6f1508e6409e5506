/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "html.h"
#include "report_html_parts.h"
#include "report_label.h"

#define PARTS 5u

static const struct {
	const char *class;
	const char *words;
} parts[PARTS] = {
	{"wait", "waiting for a block"}, {"sync", "syncing caches"}, {"touch", "touching the data"},
	{"enqueue", "enqueueing"},       {"other", "elsewhere"},
};

/* Shares of the time of all runs; false when one of them is not known. */
static bool shares_of(const struct result_cell *cell, double share[PARTS])
{
	double elapsed = 0;

	for (size_t part = 0; part < PARTS; part++)
		share[part] = 0;
	for (size_t i = 0; i < cell->run_count; i++) {
		const struct result_split *split = &cell->runs[i].split;
		const int64_t times[PARTS] = {split->wait_ns, split->sync_ns, split->touch_ns, split->enqueue_ns,
					      split->other_ns};

		for (size_t part = 0; part < PARTS; part++) {
			if (times[part] < 0)
				return false;
			share[part] += (double)times[part];
			elapsed += (double)times[part];
		}
	}
	for (size_t part = 0; part < PARTS; part++)
		share[part] /= elapsed;
	return elapsed > 0;
}

static bool any_split(const struct result *result)
{
	double share[PARTS];

	for (size_t i = 0; i < result->cell_count; i++)
		if (shares_of(&result->cells[i], share))
			return true;
	return false;
}

static void put_legend(FILE *out)
{
	fputs("<ul class=\"legend\">", out);
	for (size_t part = 0; part < PARTS; part++)
		fprintf(out, "<li><i class=\"%s\"></i>%s</li>", parts[part].class, parts[part].words);
	fputs("</ul>\n", out);
}

static void put_cell(FILE *out, const char *label, const double share[PARTS])
{
	const char *separator = "";

	fputs("<div class=\"l\">", out);
	html_text(out, label);
	fputs("</div><div><div class=\"stack\" aria-hidden=\"true\">", out);
	for (size_t part = 0; part < PARTS; part++)
		if (share[part] > 0)
			fprintf(out, "<i class=\"%s\" style=\"width:%.2f%%\"></i>", parts[part].class,
				100 * share[part]);
	fputs("</div><div class=\"quiet small\">", out);
	for (size_t part = 0; part < PARTS; part++) {
		fprintf(out, "%s%s %.1f %%", separator, parts[part].class, 100 * share[part]);
		separator = ", ";
	}
	fputs("</div></div>\n", out);
}

void report_html_split(FILE *out, const struct result *result)
{
	const struct report_label label = report_label_choose(result);
	char text[REPORT_LABEL_TEXT];
	double share[PARTS];

	if (!any_split(result))
		return;
	fputs("<h2>Where the time went</h2>\n", out);
	put_legend(out);
	fputs("<div class=\"bars two\">\n", out);
	for (size_t i = 0; i < result->cell_count; i++) {
		if (!shares_of(&result->cells[i], share))
			continue;
		report_label_words(&label, &result->cells[i], text);
		put_cell(out, text, share);
	}
	fputs("</div>\n", out);
}
