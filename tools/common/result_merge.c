/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "result_merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result_fields.h"

/* ---- names ---- */

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool base_is_unique(const struct result_file *files, size_t count, size_t index)
{
	for (size_t i = 0; i < count; i++)
		if (i != index && strcmp(base_name(files[i].path), base_name(files[index].path)) == 0)
			return false;
	return true;
}

/* "board-a.json" is "board-a". */
static void name_of(const struct result_file *files, size_t count, size_t index, char name[RESULT_NAME_SIZE])
{
	const char *path = files[index].path;
	const char *shown = base_is_unique(files, count, index) ? base_name(path) : path;
	size_t length = strlen(shown);

	if (length > 5 && strcmp(shown + length - 5, ".json") == 0)
		length -= 5;
	/* The end of a long name tells more than its start. */
	if (length >= RESULT_NAME_SIZE) {
		shown += length - (RESULT_NAME_SIZE - 1);
		length = RESULT_NAME_SIZE - 1;
	}
	snprintf(name, RESULT_NAME_SIZE, "%.*s", (int)length, shown);
}

/* ---- what all agree in ---- */

/* Fields in which @other differs become unknown in @kept. */
static void keep_agreed(const struct result_field_table *table, void *kept, const void *other)
{
	for (size_t i = 0; i < table->count; i++) {
		json_t *one = result_field_write(&table->fields[i], kept);
		json_t *two = result_field_write(&table->fields[i], other);
		const struct result_field_table only = {&table->fields[i], 1};

		if (!json_equal(one, two))
			result_fields_forget(&only, kept);
		json_decref(one);
		json_decref(two);
	}
}

static void agree(struct result_merged *merged, const struct result_file *files, size_t count)
{
	struct result *result = &merged->result;

	result->tool = files[0].tool;
	result->tool_version = files[0].tool_version;
	result->method = files[0].result.method;
	merged->system = files[0].system;
	result->system = files[0].result.system ? &merged->system : NULL;
	for (size_t i = 1; i < count; i++) {
		keep_agreed(&result_method_fields, &result->method, &files[i].result.method);
		if (!files[i].result.system)
			result->system = NULL;
		if (result->system)
			keep_agreed(&result_system_fields, &merged->system, files[i].result.system);
		if (strcmp(files[i].tool_version, files[0].tool_version) != 0)
			result->tool_version = "mixed";
	}
}

/* ---- what is moved ---- */

static void move_cells(struct result *result, struct result *from, const char *name)
{
	for (size_t i = 0; i < from->cell_count; i++) {
		struct result_cell *cell = &result->cells[result->cell_count++];

		*cell = from->cells[i];
		if (!cell->setup.from[0])
			result_name_set(cell->setup.from, name);
	}
	free(from->cells);
	from->cells = NULL;
	from->cell_count = 0;
}

static void copy_requirements(struct result *result, const struct result *from)
{
	for (size_t i = 0; i < from->requirement_count; i++)
		result->requirements[result->requirement_count++] = from->requirements[i];
}

static int copy_warnings(struct result *result, const struct result *from, const char *name)
{
	for (size_t i = 0; i < from->warning_count; i++)
		if (result_warn(result, "%s: %s", name, from->warnings[i]) < 0)
			return -ENOMEM;
	return 0;
}

/* The file's own origins where it has been merged before. */
static int move_origins(struct result *result, struct result_file *file, const char *name)
{
	struct result *from = &file->result;
	struct result_origin *origin;

	if (from->origin_count > 0) {
		memcpy(&result->origins[result->origin_count], from->origins, from->origin_count * sizeof(*origin));
		result->origin_count += from->origin_count;
		from->origin_count = 0;
		return 0;
	}
	origin = &result->origins[result->origin_count++];
	result_name_set(origin->from, name);
	result_name_set(origin->tool_version, file->tool_version);
	result_name_set(origin->start_time, from->start_time);
	origin->method = from->method;
	origin->command_line = file->command_line;
	file->command_line = NULL;
	if (!from->system)
		return 0;
	origin->system = malloc(sizeof(*origin->system));
	if (!origin->system)
		return -ENOMEM;
	*origin->system = *from->system;
	return 0;
}

static int make_room(struct result *result, const struct result_file *files, size_t count)
{
	size_t cells = 0, requirements = 0, origins = 0;

	for (size_t i = 0; i < count; i++) {
		cells += files[i].result.cell_count;
		requirements += files[i].result.requirement_count;
		origins += files[i].result.origin_count + 1;
	}
	result->cells = calloc(cells, sizeof(*result->cells));
	result->requirements = calloc(requirements + 1, sizeof(*result->requirements));
	result->origins = calloc(origins, sizeof(*result->origins));
	return result->cells && result->requirements && result->origins ? 0 : -ENOMEM;
}

static void take_worse(struct result *result, const struct result *from)
{
	if (result->status == RESULT_OK)
		result->status = from->status;
	if (result->exit_status == 0)
		result->exit_status = from->exit_status;
}

static int merge(struct result_merged *merged, struct result_file *files, size_t count)
{
	struct result *result = &merged->result;
	char name[RESULT_NAME_SIZE];
	int ret = make_room(result, files, count);

	agree(merged, files, count);
	for (size_t i = 0; ret == 0 && i < count; i++) {
		struct result *from = &files[i].result;

		name_of(files, count, i, name);
		ret = move_origins(result, &files[i], name);
		if (ret == 0)
			ret = copy_warnings(result, from, name);
		copy_requirements(result, from);
		take_worse(result, from);
		move_cells(result, from, name);
	}
	return ret;
}

int result_merge(struct result_file *files, size_t count, struct result_merged *merged)
{
	memset(merged, 0, sizeof(*merged));
	if (count > 1)
		return merge(merged, files, count);
	merged->result = files[0].result;
	files[0].result = (struct result){0};
	return 0;
}
