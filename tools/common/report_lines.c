/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "json_values.h"
#include "report.h"
#include "report_findings.h"
#include "report_json.h"

static int write_event(FILE *out, const char *event, json_t *body)
{
	json_t *line = json_pack("{s:s}", "event", event);

	if (!line || !body || json_object_update(line, body) < 0) {
		json_decref(line);
		line = NULL;
	}
	json_decref(body);
	return json_value_write(out, line, JSON_COMPACT);
}

static json_t *summaries(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->cell_count; i++)
		json_array_append_new(array, report_json_cell(&result->cells[i], false));
	return array;
}

static void say_which(json_t *body, size_t cell, size_t run)
{
	json_object_set_new(body, "cell_index", json_integer((json_int_t)cell));
	json_object_set_new(body, "run_index", json_integer((json_int_t)run));
}

int report_line_start(FILE *out, const struct result *result)
{
	json_t *body = report_json_head(result);

	if (body)
		json_object_set_new(body, "cells", summaries(result));
	return write_event(out, "start", body);
}

int report_line_interval(FILE *out, size_t cell, size_t run, const struct result_interval *interval)
{
	json_t *body = report_json_interval(interval);

	if (body)
		say_which(body, cell, run);
	return write_event(out, "interval", body);
}

int report_line_run(FILE *out, size_t cell, size_t run, const struct result_run *finished)
{
	json_t *body = report_json_run(finished);

	if (body) {
		json_object_del(body, "intervals"); /* have been told */
		say_which(body, cell, run);
	}
	return write_event(out, "run", body);
}

int report_line_end(FILE *out, const struct result *result)
{
	json_t *body = json_pack("{s:s, s:i, s:o}", "status", result_status_name(result->status), "exit_status",
				 result->exit_status, "cells", summaries(result));

	if (body && result->findings)
		json_object_set_new(body, "findings", report_json_findings(result));
	return write_event(out, "end", body);
}

static int tell_cell(FILE *out, const struct result *result, size_t cell)
{
	int ret = 0;

	for (size_t run = 0; ret == 0 && run < result->cells[cell].run_count; run++) {
		const struct result_run *one = &result->cells[cell].runs[run];

		for (size_t i = 0; ret == 0 && i < one->interval_count; i++)
			ret = report_line_interval(out, cell, run, &one->intervals[i]);
		if (ret == 0)
			ret = report_line_run(out, cell, run, one);
	}
	return ret;
}

int report_lines_before_end(FILE *out, const struct result *result)
{
	int ret = report_line_start(out, result);

	for (size_t cell = 0; ret == 0 && cell < result->cell_count; cell++)
		ret = tell_cell(out, result, cell);
	return ret;
}
