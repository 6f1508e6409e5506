/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "json_values.h"
#include "report_compare.h"
#include "result_fields.h"

static json_t *json_file(const struct result_file *file)
{
	return json_pack("{s:o, s:o, s:o}", "file", json_value_text(file->path), "start_time",
			 json_value_text(file->result.start_time), "tool_version", json_value_text(file->tool_version));
}

/* The values are JSON already: they are kept as text, since they may be of any kind. */
static json_t *json_differences(const struct result_match *match)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < match->difference_count; i++)
		json_array_append_new(array, json_pack("{s:s, s:o, s:o}", "key", match->differences[i].key, "before",
						       json_value_text(match->differences[i].before), "after",
						       json_value_text(match->differences[i].after)));
	return array;
}

static void add_side(json_t *object, const char *key, const struct statistics *rates, const struct result_cell *cell)
{
	json_object_set_new(object, key,
			    json_pack("{s:o, s:o, s:o, s:o, s:b, s:o}", "run_count", json_value_whole(rates->count),
				      "bytes_per_second", json_value_real(rates->mean),
				      "standard_deviation_bytes_per_second", json_value_real(rates->standard_deviation),
				      "lost_samples", json_value_count(result_cell_lost_samples(cell)), "capped",
				      result_cell_capped(cell), "status",
				      json_string(result_status_name(cell->status))));
}

/* Six digits: what chance decides has no more, and the last ones would differ between machines. */
static json_t *json_estimate(double value)
{
	double scale;

	if (!isfinite(value) || value == 0)
		return json_value_real(value);
	scale = pow(10, 5 - floor(log10(fabs(value))));
	return json_value_real(isfinite(scale) ? round(value * scale) / scale : 0);
}

static json_t *json_pair(const struct comparison *one)
{
	json_t *setup = json_object();
	json_t *object =
		json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "setup", setup, "verdict",
			  comparison_verdict_name(one->verdict), "change_ratio", json_estimate(one->change),
			  "change_low_ratio", json_estimate(one->change_low), "change_high_ratio",
			  json_estimate(one->change_high), "visible_change_ratio", json_estimate(one->visible_change),
			  "probability_ratio", json_estimate(one->probability), "adjusted_probability_ratio",
			  json_estimate(one->adjusted_probability));

	if (!object)
		return NULL;
	result_fields_write(&result_setup_fields, &one->before->setup, setup);
	add_side(object, "before", &one->before_rates, one->before);
	add_side(object, "after", &one->after_rates, one->after);
	return object;
}

static json_t *json_pairs(const struct result_match *match)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < match->pair_count; i++)
		json_array_append_new(array, json_pair(&match->pairs[i]));
	return array;
}

int report_compare_json(FILE *out, const struct comparison_report *report)
{
	json_t *document =
		json_pack("{s:i, s:s, s:s, s:o, s:o, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o}",
			  "schema_version", REPORT_COMPARE_SCHEMA_VERSION, "tool", "iiodma-bench compare",
			  "tool_version", iiodma_version(), "before", json_file(report->before), "after",
			  json_file(report->after), "confidence_ratio", report->rule->confidence, "min_change_ratio",
			  report->rule->min_change, "differences", json_differences(report->match), "faster_count",
			  json_value_whole(report_compare_count(report, COMPARISON_FASTER)), "slower_count",
			  json_value_whole(report_compare_count(report, COMPARISON_SLOWER)), "no_difference_count",
			  json_value_whole(report_compare_count(report, COMPARISON_NO_DIFFERENCE)),
			  "too_few_runs_count", json_value_whole(report_compare_count(report, COMPARISON_TOO_FEW_RUNS)),
			  "not_measured_count", json_value_whole(report_compare_count(report, COMPARISON_NOT_MEASURED)),
			  "exit_status", report->exit_status, "cells", json_pairs(report->match));

	return json_value_write(out, document, JSON_INDENT(2));
}
