/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "result_match.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result_fields.h"

/* The tables that make up a set-up. The result itself gives its tool's version beside them. */
static const struct result_field_table *const tables[] = {&result_setup_fields, &result_method_fields,
							  &result_system_fields};
static const char version_key[] = "tool_version";

#define TABLE_COUNT (sizeof(tables) / sizeof(*tables))

/* ---- keys ---- */

bool result_match_key_known(const char *key)
{
	for (size_t i = 0; i < TABLE_COUNT; i++)
		for (size_t j = 0; j < tables[i]->count; j++)
			if (tables[i]->fields[j].group && strcmp(tables[i]->fields[j].key, key) == 0)
				return true;
	return strcmp(key, version_key) == 0;
}

void result_match_keys(char *text, size_t size)
{
	size_t used = (size_t)snprintf(text, size, "%s", version_key);

	for (size_t i = 0; i < TABLE_COUNT; i++)
		for (size_t j = 0; j < tables[i]->count; j++)
			if (tables[i]->fields[j].group && used < size)
				used += (size_t)snprintf(text + used, size - used, ", %s", tables[i]->fields[j].key);
}

static bool named(const struct result_match_only *only, const char *key)
{
	for (size_t i = 0; i < only->count; i++)
		if (strcmp(only->key[i], key) == 0)
			return true;
	return false;
}

/* ---- one object against another ---- */

/* The values of all fields of an object, NULL where they do not matter. */
struct values {
	const struct result_field_table *table;
	json_t **value;
};

/* @measured: false where only what was asked for is known */
static int values_take(struct values *values, const struct result_field_table *table, const void *object, bool measured)
{
	*values = (struct values){.table = table, .value = calloc(table->count, sizeof(*values->value))};
	for (size_t i = 0; values->value && i < table->count; i++) {
		const struct result_field *field = &table->fields[i];

		if (!field->group || (field->measured && !measured && field->kind != RESULT_FIELD_TEXT))
			continue;
		values->value[i] = object ? result_field_write(field, object) : json_null();
		if (field->measured && !measured && json_is_null(values->value[i]))
			values->value[i] = NULL;
	}
	return values->value ? 0 : -ENOMEM;
}

static void values_drop(struct values *values)
{
	for (size_t i = 0; values->value && i < values->table->count; i++)
		json_decref(values->value[i]);
	free(values->value);
}

static bool differs(const struct values *one, const struct values *other, size_t index)
{
	return one->value[index] && other->value[index] && !json_equal(one->value[index], other->value[index]);
}

/* Named itself, or brought along by one of its group that is named and does differ. */
static bool may_differ(const struct values *one, const struct values *other, size_t index,
		       const struct result_match_only *only)
{
	const struct result_field *fields = one->table->fields;

	if (named(only, fields[index].key))
		return true;
	for (size_t i = 0; i < one->table->count; i++)
		if (fields[i].group && strcmp(fields[i].group, fields[index].group) == 0 &&
		    named(only, fields[i].key) && differs(one, other, i))
			return true;
	return false;
}

struct distance {
	unsigned int allowed;
	unsigned int forbidden;
};

static struct distance distance_of(const struct values *one, const struct values *other,
				   const struct result_match_only *only)
{
	struct distance distance = {0};

	for (size_t i = 0; i < one->table->count; i++) {
		if (!differs(one, other, i))
			continue;
		if (may_differ(one, other, i, only))
			distance.allowed++;
		else
			distance.forbidden++;
	}
	return distance;
}

/* ---- what is told of it ---- */

static int note(struct result_match *match, const char *key, const json_t *before, const json_t *after, bool allowed)
{
	struct result_difference *differences;
	struct result_difference *one;

	for (size_t i = 0; i < match->difference_count; i++)
		if (strcmp(match->differences[i].key, key) == 0 && match->differences[i].allowed == allowed)
			return 0;
	differences = realloc(match->differences, (match->difference_count + 1) * sizeof(*differences));
	if (!differences)
		return -ENOMEM;
	match->differences = differences;
	one = &differences[match->difference_count];
	*one = (struct result_difference){.key = key,
					  .before = json_dumps(before, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)),
					  .after = json_dumps(after, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)),
					  .allowed = allowed};
	match->difference_count++;
	return one->before && one->after ? 0 : -ENOMEM;
}

static int note_all(struct result_match *match, const struct values *before, const struct values *after,
		    const struct result_match_only *only)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < before->table->count; i++)
		if (differs(before, after, i))
			ret = note(match, before->table->fields[i].key, before->value[i], after->value[i],
				   may_differ(before, after, i, only));
	return ret;
}

static int note_objects(struct result_match *match, const struct result_field_table *table, const void *before,
			const void *after, const struct result_match_only *only)
{
	struct values one, other = {0};
	int ret = values_take(&one, table, before, true);

	if (ret == 0)
		ret = values_take(&other, table, after, true);
	if (ret == 0)
		ret = note_all(match, &one, &other, only);
	values_drop(&one);
	values_drop(&other);
	return ret;
}

static int note_versions(struct result_match *match, const struct result *before, const struct result *after,
			 const struct result_match_only *only)
{
	json_t *one = json_string(result_tool_version(before)), *other = json_string(result_tool_version(after));
	int ret = json_equal(one, other) ? 0 : note(match, version_key, one, other, named(only, version_key));

	json_decref(one);
	json_decref(other);
	return ret;
}

/* ---- cells ---- */

struct side {
	const struct result *result;
	struct values *values; /* of each cell */
	size_t *partner;       /* of each cell; SIZE_MAX = none yet */
};

static int side_take(struct side *side, const struct result *result)
{
	int ret = 0;

	*side = (struct side){.result = result,
			      .values = calloc(result->cell_count + 1, sizeof(*side->values)),
			      .partner = calloc(result->cell_count + 1, sizeof(*side->partner))};
	if (!side->values || !side->partner)
		return -ENOMEM;
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];

		side->partner[i] = SIZE_MAX;
		if (ret == 0)
			ret = values_take(&side->values[i], &result_setup_fields, &cell->setup,
					  result_cell_rates(cell).count > 0);
	}
	return ret;
}

static void side_drop(struct side *side)
{
	for (size_t i = 0; side->values && i < side->result->cell_count; i++)
		if (side->values[i].table)
			values_drop(&side->values[i]);
	free(side->values);
	free(side->partner);
}

/* The free cell of @after that is nearest to cell @index of @before; SIZE_MAX when none is near enough. */
static size_t nearest(const struct side *before, size_t index, const struct side *after,
		      const struct result_match_only *only, struct distance limit)
{
	struct distance best = {UINT_MAX, UINT_MAX};
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < after->result->cell_count; i++) {
		struct distance distance;

		if (after->partner[i] != SIZE_MAX)
			continue;
		distance = distance_of(&before->values[index], &after->values[i], only);
		if (distance.allowed > limit.allowed || distance.forbidden > limit.forbidden)
			continue;
		if (distance.forbidden < best.forbidden ||
		    (distance.forbidden == best.forbidden && distance.allowed < best.allowed)) {
			best = distance;
			found = i;
		}
	}
	return found;
}

static void pair_up(struct side *before, struct side *after, const struct result_match_only *only,
		    struct distance limit)
{
	for (size_t i = 0; i < before->result->cell_count; i++) {
		if (before->partner[i] != SIZE_MAX)
			continue;
		before->partner[i] = nearest(before, i, after, only, limit);
		if (before->partner[i] != SIZE_MAX)
			after->partner[before->partner[i]] = i;
	}
}

static void find_alone(struct result_match *match, const struct side *side, bool is_before)
{
	for (size_t i = 0; i < side->result->cell_count && !match->alone; i++) {
		if (side->partner[i] == SIZE_MAX) {
			match->alone = &side->result->cells[i];
			match->alone_is_before = is_before;
		}
	}
}

static int take_pairs(struct result_match *match, const struct side *before, const struct side *after,
		      const struct result_match_only *only)
{
	int ret = 0;

	match->pairs = calloc(before->result->cell_count + 1, sizeof(*match->pairs));
	if (!match->pairs)
		return -ENOMEM;
	for (size_t i = 0; ret == 0 && i < before->result->cell_count; i++) {
		const size_t partner = before->partner[i];

		if (partner == SIZE_MAX)
			continue;
		match->pairs[match->pair_count++] = (struct comparison){.before = &before->result->cells[i],
									.after = &after->result->cells[partner]};
		ret = note_all(match, &before->values[i], &after->values[partner], only);
	}
	find_alone(match, before, true);
	find_alone(match, after, false);
	return ret;
}

static int match_cells(struct result_match *match, const struct result *before, const struct result *after,
		       const struct result_match_only *only)
{
	static const struct distance limits[] = {{0, 0}, {UINT_MAX, 0}, {UINT_MAX, UINT_MAX}};
	struct side one, other = {0};
	int ret = side_take(&one, before);

	if (ret == 0)
		ret = side_take(&other, after);
	for (size_t i = 0; ret == 0 && i < sizeof(limits) / sizeof(*limits); i++)
		pair_up(&one, &other, only, limits[i]);
	if (ret == 0)
		ret = take_pairs(match, &one, &other, only);
	side_drop(&one);
	side_drop(&other);
	return ret;
}

int result_match(const struct result *before, const struct result *after, const struct result_match_only *only,
		 struct result_match *match)
{
	int ret;

	*match = (struct result_match){0};
	ret = note_versions(match, before, after, only);
	if (ret == 0)
		ret = note_objects(match, &result_system_fields, before->system, after->system, only);
	if (ret == 0)
		ret = note_objects(match, &result_method_fields, &before->method, &after->method, only);
	return ret < 0 ? ret : match_cells(match, before, after, only);
}

bool result_match_alike(const struct result_match *match)
{
	for (size_t i = 0; i < match->difference_count; i++)
		if (!match->differences[i].allowed)
			return false;
	return !match->alone;
}

void result_match_clear(struct result_match *match)
{
	for (size_t i = 0; i < match->difference_count; i++) {
		free(match->differences[i].before);
		free(match->differences[i].after);
	}
	free(match->differences);
	free(match->pairs);
	*match = (struct result_match){0};
}
