/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same as one JSON document (tools/schema/iiodma-bench-memory.schema.json) and as CSV, under the same keys. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "bench_memory.h"
#include "common/json_values.h"
#include "common/plain_numbers.h"
#include "common/result_fields.h"
#include "common/sysinfo.h"

#define SCHEMA_VERSION 1

static const char read_per_mebibyte_key[] = "sync_read_per_mebibyte_seconds";
static const char write_per_mebibyte_key[] = "sync_write_per_mebibyte_seconds";

static json_t *memory_value(const struct memory_source *source)
{
	char name[2 * RESULT_NAME_SIZE];

	memory_source_words(source, name, sizeof(name));
	return json_value_text(name);
}

static json_t *source_value(const struct memory_result *result, size_t index)
{
	const struct memory_source *source = &result->sources[index];
	const struct memory_verdict verdict = memory_judge(result, index);

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:b, s:o}", "memory", memory_value(source),
			 "heap", json_value_text(source->heap), "mapping", json_value_text(source->mapping),
			 "mapping_known_by", json_value_text(source->origin), "mapping_attribute",
			 json_value_text(source->attribute), "measured_mapping",
			 json_value_text(memory_mapping_name(verdict.mapping)), "contradicts_stated",
			 verdict.contradicts, "read_ratio", json_value_real(verdict.read_ratio), "write_ratio",
			 json_value_real(verdict.write_ratio), "sync_grows_with_block", verdict.maintained, "meaning",
			 json_value_text(verdict.words));
}

static json_t *runs_of(const struct memory_cell *cell, unsigned int figure)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < cell->run_count; i++)
		json_array_append_new(array, json_value_real(cell->values[i * MEMORY_FIGURES + figure]));
	return array;
}

static json_t *figure_value(const struct memory_cell *cell, unsigned int figure)
{
	const struct statistics found = memory_statistics(cell, figure);

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "mean", json_value_real(found.mean), "standard_deviation",
			 json_value_real(found.standard_deviation), "min", json_value_real(found.min), "median",
			 json_value_real(found.median), "max", json_value_real(found.max), "runs",
			 runs_of(cell, figure));
}

static json_t *cell_value(const struct memory_result *result, const struct memory_cell *cell)
{
	json_t *object =
		json_pack("{s:o, s:I, s:s, s:o, s:o, s:I}", "memory", memory_value(&result->sources[cell->source]),
			  "block_bytes", (json_int_t)cell->bytes, "status", result_status_name(cell->status), "reason",
			  json_value_text(cell->reason), "sync_unknown_reason", json_value_text(cell->sync_reason),
			  "run_count", (json_int_t)cell->run_count);

	for (unsigned int figure = 0; object && figure < MEMORY_FIGURES; figure++)
		json_object_set_new(object, memory_figure_key(figure), figure_value(cell, figure));
	json_object_set_new(object, read_per_mebibyte_key,
			    json_value_real(memory_sync_seconds_per_mebibyte(cell, MEMORY_BEGIN_READ)));
	json_object_set_new(object, write_per_mebibyte_key,
			    json_value_real(memory_sync_seconds_per_mebibyte(cell, MEMORY_BEGIN_WRITE)));
	return object;
}

static json_t *system_value(const struct system_info *system)
{
	json_t *object = system ? json_object() : json_null();

	if (system && object)
		result_fields_write(&result_system_fields, system, object);
	return object;
}

static json_t *warnings_value(const struct memory_result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->warning_count; i++)
		json_array_append_new(array, json_value_text(result->warnings[i]));
	return array;
}

static json_t *document_of(const struct memory_result *result)
{
	json_t *sources = json_array(), *cells = json_array();

	for (size_t i = 0; sources && i < result->source_count; i++)
		json_array_append_new(sources, source_value(result, i));
	for (size_t i = 0; cells && i < result->cell_count; i++)
		json_array_append_new(cells, cell_value(result, &result->cells[i]));
	return json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:{s:I, s:o}, s:s, s:i, s:o, s:o, s:o}", "schema_version",
			 SCHEMA_VERSION, "tool", result->tool, "tool_version", iiodma_version(), "start_time",
			 json_value_text(result->start_time), "command_line", json_value_texts(result->command_line),
			 "system", system_value(result->system), "method", "repeat_count", (json_int_t)result->repeats,
			 "figure_seconds", json_value_seconds(result->least_ns), "status",
			 result_status_name(result->status), "exit_status", result->exit_status, "warnings",
			 warnings_value(result), "sources", sources, "cells", cells);
}

int memory_report_json(FILE *out, const struct memory_result *result)
{
	return json_value_write(out, document_of(result), JSON_INDENT(2));
}

/* ---- CSV: a line for each run; one for a cell without runs ---- */

/* Quoted as RFC 4180 has it. */
static void put_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputs("\",", out);
}

static void put_line(FILE *out, const struct memory_result *result, const struct memory_cell *cell, size_t run)
{
	char name[2 * RESULT_NAME_SIZE];

	memory_source_words(&result->sources[cell->source], name, sizeof(name));
	fprintf(out, "%s,%llu,%s,", name, (unsigned long long)cell->bytes, result_status_name(cell->status));
	put_text(out, cell->reason);
	put_text(out, cell->sync_reason);
	for (unsigned int figure = 0; figure < MEMORY_FIGURES; figure++) {
		if (run < cell->run_count && isfinite(cell->values[run * MEMORY_FIGURES + figure]))
			fprintf(out, "%.15g", cell->values[run * MEMORY_FIGURES + figure]);
		fputc(',', out);
	}
	if (run < cell->run_count)
		fprintf(out, "%zu", run);
	fputs("\r\n", out);
}

int memory_report_csv(FILE *out, const struct memory_result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();

	errno = 0;
	fputs("memory,block_bytes,status,reason,sync_unknown_reason,", out);
	for (unsigned int figure = 0; figure < MEMORY_FIGURES; figure++)
		fprintf(out, "%s,", memory_figure_key(figure));
	fputs("run_index\r\n", out);
	for (size_t i = 0; i < result->cell_count; i++)
		for (size_t run = 0; run == 0 || run < result->cells[i].run_count; run++)
			put_line(out, result, &result->cells[i], run);
	plain_numbers_end(&numbers);
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
