/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "result_read.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "result_fields.h"

#define PLACE_TEXT 128
#define CHUNK_BYTES 65536u

/* A rate is written with 15 digits, and times in whole nanoseconds. */
#define RATE_TOLERANCE 1e-6

static int refuse(struct result_file *file, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int refuse(struct result_file *file, int error, const char *format, ...)
{
	int used = snprintf(file->reason, sizeof(file->reason), "%s: ", file->path);
	va_list arguments;

	if (used < 0 || (size_t)used >= sizeof(file->reason))
		return error;
	va_start(arguments, format);
	vsnprintf(file->reason + used, sizeof(file->reason) - (size_t)used, format, arguments);
	va_end(arguments);
	return error;
}

/* ---- the bytes ---- */

static int read_all(struct result_file *file, int fd, char **ret_text, size_t *ret_length)
{
	char *text = NULL;
	size_t length = 0, room = 0;
	ssize_t got = 1;

	while (got > 0) {
		char *longer = length == room ? realloc(text, 2 * room + CHUNK_BYTES) : text;

		if (!longer) {
			free(text);
			return refuse(file, -ENOMEM, "out of memory");
		}
		room = length == room ? 2 * room + CHUNK_BYTES : room;
		text = longer;
		got = read(fd, text + length, room - length);
		if (got < 0 && errno == EINTR)
			got = 1;
		else if (got > 0)
			length += (size_t)got;
		if (length > RESULT_FILE_BYTES_MAX) {
			free(text);
			return refuse(file, -EFBIG, "larger than any result: more than %u MiB",
				      RESULT_FILE_BYTES_MAX >> 20);
		}
	}
	if (got < 0) {
		free(text);
		return refuse(file, -errno, "read: %s (%s)", strerror(errno), iiodma_errno_name(errno));
	}
	*ret_text = text;
	*ret_length = length;
	return 0;
}

static int load(struct result_file *file, json_t **ret_document)
{
	int fd = strcmp(file->path, "-") == 0 ? dup(STDIN_FILENO) : open(file->path, O_RDONLY | O_CLOEXEC);
	json_error_t error;
	size_t length = 0;
	char *text = NULL;
	int ret;

	if (fd < 0)
		return refuse(file, -errno, "%s (%s)", strerror(errno), iiodma_errno_name(errno));
	ret = read_all(file, fd, &text, &length);
	close(fd);
	if (ret < 0)
		return ret;
	*ret_document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
	free(text);
	if (*ret_document)
		return 0;
	return refuse(file, -EBADMSG, "no whole JSON document: line %d: %s", error.line, error.text);
}

/* ---- what stands in them ---- */

/* @place: of @json in the document, for the sentence when a field is wrong */
static int take(struct result_file *file, const struct result_field_table *table, void *object, const json_t *json,
		const char *place)
{
	const struct result_field *wrong;

	if (!json_is_object(json))
		return refuse(file, -EBADMSG, "no result of iiodma-bench: %s is no object", place);
	result_fields_forget(table, object);
	wrong = result_fields_read(table, object, json);
	if (!wrong)
		return 0;
	return refuse(file, -EBADMSG, "no sound result: %s.%s %s", place, wrong->key,
		      json_object_get(json, wrong->key) ? "has a value that cannot be" : "is missing");
}

static int take_words(struct result_file *file, const json_t *array, char ***ret_words)
{
	const json_t *word;
	char **words = calloc(json_array_size(array) + 1, sizeof(*words));
	size_t i;

	if (!words)
		return refuse(file, -ENOMEM, "out of memory");
	*ret_words = words;
	json_array_foreach(array, i, word)
	{
		words[i] = strdup(json_is_string(word) ? json_string_value(word) : "?");
		if (!words[i])
			return refuse(file, -ENOMEM, "out of memory");
	}
	return 0;
}

static int take_system(struct result_file *file, const json_t *json, struct system_info *system,
		       const struct system_info **ret_known)
{
	*system = system_info_unknown();
	*ret_known = json_is_null(json) ? NULL : system;
	return json_is_null(json) ? 0 : take(file, &result_system_fields, system, json, "system");
}

static bool rate_follows(const struct result_run *run)
{
	const double bytes = run->bytes_per_second * (double)run->elapsed_ns / 1e9;

	return isnan(run->bytes_per_second) || fabs(bytes - (double)run->total_bytes) <= RATE_TOLERANCE * bytes;
}

static int take_intervals(struct result_file *file, struct result_run *run, const json_t *array, const char *place)
{
	const json_t *json;
	size_t i;
	int ret = 0;

	if (json_array_size(array) == 0)
		return 0;
	run->intervals = calloc(json_array_size(array), sizeof(*run->intervals));
	if (!run->intervals)
		return refuse(file, -ENOMEM, "out of memory");
	json_array_foreach(array, i, json)
	{
		if (ret == 0)
			ret = take(file, &result_interval_fields, &run->intervals[i], json, place);
		run->interval_count++;
	}
	return ret;
}

static int take_run(struct result_file *file, struct result_run *run, const json_t *json, const char *place)
{
	int ret = take(file, &result_run_fields, run, json, place);

	if (ret == 0 && !rate_follows(run))
		ret = refuse(file, -EBADMSG,
			     "no sound result: %s.bytes_per_second is not total_bytes / elapsed_seconds", place);
	return ret < 0 ? ret : take_intervals(file, run, json_object_get(json, "intervals"), place);
}

static int take_runs(struct result_file *file, struct result_cell *cell, const json_t *array, const char *place)
{
	char run_place[PLACE_TEXT + 32];
	const json_t *json;
	size_t i;
	int ret = 0;

	if (!json_is_array(array) || json_array_size(array) > RESULT_FILE_RUNS_MAX)
		return refuse(file, -EBADMSG, "no sound result: %s.runs is no list of at most %u", place,
			      RESULT_FILE_RUNS_MAX);
	cell->runs = calloc(json_array_size(array) + 1, sizeof(*cell->runs));
	if (!cell->runs)
		return refuse(file, -ENOMEM, "out of memory");
	json_array_foreach(array, i, json)
	{
		snprintf(run_place, sizeof(run_place), "%s.runs[%zu]", place, i);
		cell->run_count++;
		ret = take_run(file, &cell->runs[i], json, run_place);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int take_cell(struct result_file *file, struct result_cell *cell, const json_t *json, const char *place)
{
	int ret;

	cell->setup.source_rate = (double)NAN;
	ret = take(file, &result_setup_fields, &cell->setup, json, place);
	if (ret == 0)
		ret = take(file, &result_cell_fields, cell, json, place);
	return ret < 0 ? ret : take_runs(file, cell, json_object_get(json, "runs"), place);
}

static int take_cells(struct result_file *file, const json_t *array)
{
	struct result *result = &file->result;
	char place[PLACE_TEXT];
	const json_t *json;
	size_t i;
	int ret;

	if (!json_is_array(array) || json_array_size(array) == 0 || json_array_size(array) > RESULT_FILE_CELLS_MAX)
		return refuse(file, -EBADMSG, "no result of iiodma-bench: cells is no list of 1 to %u",
			      RESULT_FILE_CELLS_MAX);
	result->cells = calloc(json_array_size(array), sizeof(*result->cells));
	if (!result->cells)
		return refuse(file, -ENOMEM, "out of memory");
	json_array_foreach(array, i, json)
	{
		snprintf(place, sizeof(place), "cells[%zu]", i);
		result->cell_count++;
		ret = take_cell(file, &result->cells[i], json, place);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int take_requirements(struct result_file *file, const json_t *array)
{
	struct result *result = &file->result;
	const json_t *json;
	size_t i;
	int ret;

	result->requirements = calloc(json_array_size(array) + 1, sizeof(*result->requirements));
	if (!result->requirements)
		return refuse(file, -ENOMEM, "out of memory");
	json_array_foreach(array, i, json)
	{
		ret = take(file, &result_requirement_fields, &result->requirements[i], json, "requirements");
		if (ret < 0)
			return ret;
		result->requirement_count++;
	}
	return 0;
}

static int take_warnings(struct result_file *file, const json_t *array)
{
	const json_t *json;
	size_t i;

	json_array_foreach(array, i,
			   json) if (json_is_string(json) && result_warn(&file->result, "%s", json_string_value(json)) <
								     0) return refuse(file, -ENOMEM, "out of memory");
	return 0;
}

static int take_origin(struct result_file *file, struct result_origin *origin, const json_t *json)
{
	const struct system_info *known;
	int ret = take(file, &result_origin_fields, origin, json, "origins");

	origin->system = calloc(1, sizeof(*origin->system));
	if (ret == 0 && !origin->system)
		ret = refuse(file, -ENOMEM, "out of memory");
	if (ret == 0)
		ret = take_system(file, json_object_get(json, "system"), origin->system, &known);
	if (ret == 0)
		ret = take_words(file, json_object_get(json, "command_line"), &origin->command_line);
	return ret < 0 ? ret
		       : take(file, &result_method_fields, &origin->method, json_object_get(json, "method"), "method");
}

static int take_origins(struct result_file *file, const json_t *array)
{
	struct result *result = &file->result;
	const json_t *json;
	size_t i;
	int ret;

	result->origins = calloc(json_array_size(array) + 1, sizeof(*result->origins));
	if (!result->origins)
		return refuse(file, -ENOMEM, "out of memory");
	json_array_foreach(array, i, json)
	{
		result->origin_count++;
		ret = take_origin(file, &result->origins[i], json);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int take_head(struct result_file *file, const json_t *document)
{
	struct result *result = &file->result;
	int ret = take(file, &result_method_fields, &result->method, json_object_get(document, "method"), "method");

	if (ret == 0)
		ret = take_system(file, json_object_get(document, "system"), &file->system, &result->system);
	if (ret == 0)
		ret = take_words(file, json_object_get(document, "command_line"), &file->command_line);
	result->command_line = file->command_line;
	return ret < 0 ? ret : take(file, &result_document_fields, result, document, "document");
}

/* What tells this kind of document from any other, before anything is read from it. */
static int check_kind(struct result_file *file, const json_t *document)
{
	const json_t *version = json_object_get(document, "schema_version");
	const char *tool = json_string_value(json_object_get(document, "tool"));
	const char *tool_version = json_string_value(json_object_get(document, "tool_version"));

	if (!json_is_integer(version) || !tool)
		return refuse(file, -EBADMSG, "no result of iiodma-bench: schema_version or tool is missing");
	if (strcmp(tool, "iiodma-bench") != 0)
		return refuse(file, -EBADMSG, "no result of iiodma-bench: it was written by '%.64s'", tool);
	if (json_integer_value(version) != REPORT_SCHEMA_VERSION)
		return refuse(file, -EPROTONOSUPPORT, "its schema version is %lld, and this program knows only %d",
			      (long long)json_integer_value(version), REPORT_SCHEMA_VERSION);
	result_name_set(file->tool, tool);
	result_name_set(file->tool_version, tool_version ? tool_version : "unknown");
	file->result.tool = file->tool;
	file->result.tool_version = file->tool_version;
	return 0;
}

int result_file_read(struct result_file *file, const char *path)
{
	json_t *document;
	int ret;

	*file = (struct result_file){.path = path};
	ret = load(file, &document);
	if (ret < 0)
		return ret;
	ret = check_kind(file, document);
	if (ret == 0)
		ret = take_head(file, document);
	if (ret == 0)
		ret = take_cells(file, json_object_get(document, "cells"));
	if (ret == 0)
		ret = take_requirements(file, json_object_get(document, "requirements"));
	if (ret == 0)
		ret = take_warnings(file, json_object_get(document, "warnings"));
	if (ret == 0)
		ret = take_origins(file, json_object_get(document, "origins"));
	json_decref(document);
	return ret;
}

void result_file_clear(struct result_file *file)
{
	result_clear(&file->result);
	result_words_free(file->command_line);
	file->command_line = NULL;
}
