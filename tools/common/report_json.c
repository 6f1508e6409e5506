/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_json.h"

#include <errno.h>

#include "json_values.h"
#include "report.h"
#include "report_findings.h"
#include "result_fields.h"
#include "sysinfo.h"

static json_t *object_of(const struct result_field_table *table, const void *from)
{
	json_t *object = json_object();

	if (object)
		result_fields_write(table, from, object);
	return object;
}

/* Where and how: for a result, and for each of those merged into one. */
static void add_circumstances(json_t *object, char *const *command_line, const struct system_info *system,
			      const struct result_method *method)
{
	json_object_set_new(object, "command_line", json_value_texts(command_line));
	json_object_set_new(object, "system", system ? object_of(&result_system_fields, system) : json_null());
	json_object_set_new(object, "method", object_of(&result_method_fields, method));
}

json_t *report_json_head(const struct result *result)
{
	json_t *object = json_pack("{s:i, s:s, s:s, s:o}", "schema_version", REPORT_SCHEMA_VERSION, "tool",
				   result->tool, "tool_version", result_tool_version(result), "start_time",
				   json_value_text(result->start_time));

	if (object)
		add_circumstances(object, result->command_line, result->system, &result->method);
	return object;
}

json_t *report_json_interval(const struct result_interval *interval)
{
	return object_of(&result_interval_fields, interval);
}

static json_t *json_intervals(const struct result_run *run)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < run->interval_count; i++)
		json_array_append_new(array, report_json_interval(&run->intervals[i]));
	return array;
}

json_t *report_json_run(const struct result_run *run)
{
	json_t *object = object_of(&result_run_fields, run);

	if (object)
		json_object_set_new(object, "intervals", json_intervals(run));
	return object;
}

/* What follows from the runs: for readers that compute nothing themselves. */
static void add_statistics(json_t *object, const struct result_cell *cell)
{
	struct statistics rates = result_cell_rates(cell);

	json_object_set_new(object, "run_count", json_value_whole(cell->run_count));
	json_object_set_new(object, "bytes_per_second", json_value_real(rates.mean));
	json_object_set_new(object, "standard_deviation_bytes_per_second", json_value_real(rates.standard_deviation));
	json_object_set_new(object, "min_bytes_per_second", json_value_real(rates.min));
	json_object_set_new(object, "median_bytes_per_second", json_value_real(rates.median));
	json_object_set_new(object, "max_bytes_per_second", json_value_real(rates.max));
	json_object_set_new(object, "cpu_ratio", json_value_real(result_cell_cpu_ratios(cell).mean));
	json_object_set_new(object, "meter_cost_ratio", json_value_real(result_cell_meter_cost_ratios(cell).mean));
	json_object_set_new(object, "lost_samples", json_value_count(result_cell_lost_samples(cell)));
	json_object_set_new(object, "capped", json_boolean(result_cell_capped(cell)));
	json_object_set_new(object, "over_source_rate", json_boolean(result_cell_over_source_rate(cell)));
}

static json_t *json_runs(const struct result_cell *cell)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < cell->run_count; i++)
		json_array_append_new(array, report_json_run(&cell->runs[i]));
	return array;
}

json_t *report_json_cell(const struct result_cell *cell, bool with_runs)
{
	json_t *object = object_of(&result_setup_fields, &cell->setup);

	if (!object)
		return NULL;
	result_fields_write(&result_cell_fields, cell, object);
	add_statistics(object, cell);
	if (with_runs)
		json_object_set_new(object, "runs", json_runs(cell));
	return object;
}

/* ---- the document ---- */

static json_t *json_cells(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->cell_count; i++)
		json_array_append_new(array, report_json_cell(&result->cells[i], true));
	return array;
}

static json_t *json_requirements(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->requirement_count; i++)
		json_array_append_new(array, object_of(&result_requirement_fields, &result->requirements[i]));
	return array;
}

static json_t *json_warnings(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->warning_count; i++)
		json_array_append_new(array, json_value_text(result->warnings[i]));
	return array;
}

static json_t *json_origins(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->origin_count; i++) {
		const struct result_origin *one = &result->origins[i];
		json_t *object = object_of(&result_origin_fields, one);

		if (object)
			add_circumstances(object, one->command_line, one->system, &one->method);
		json_array_append_new(array, object);
	}
	return array;
}

int report_json(FILE *out, const struct result *result)
{
	json_t *document = report_json_head(result);

	if (document) {
		json_object_set_new(document, "origins", json_origins(result));
		result_fields_write(&result_document_fields, result, document);
		json_object_set_new(document, "warnings", json_warnings(result));
		json_object_set_new(document, "requirements", json_requirements(result));
		json_object_set_new(document, "cells", json_cells(result));
		if (result->findings)
			json_object_set_new(document, "findings", report_json_findings(result));
	}
	return json_value_write(out, document, JSON_INDENT(2));
}
