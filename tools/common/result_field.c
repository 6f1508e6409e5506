/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One field of a result: its value as JSON, and back. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "json_values.h"
#include "result_fields.h"

/* Beyond this a double cannot be told in whole nanoseconds; nothing measured is that long. */
#define SECONDS_MAX 9e9

static const void *member(const struct result_field *field, const void *object)
{
	return (const char *)object + field->offset;
}

json_t *result_field_write(const struct result_field *field, const void *object)
{
	const void *value = member(field, object);
	json_t *inner;

	switch (field->kind) {
	case RESULT_FIELD_TEXT:
		return json_value_text(value);
	case RESULT_FIELD_COUNT:
		return json_value_count(*(const int64_t *)value);
	case RESULT_FIELD_WHOLE:
		return json_value_whole(*(const uint64_t *)value);
	case RESULT_FIELD_NONZERO:
		return *(const uint64_t *)value ? json_value_whole(*(const uint64_t *)value) : json_null();
	case RESULT_FIELD_SIZE:
		return *(const size_t *)value ? json_value_whole(*(const size_t *)value) : json_null();
	case RESULT_FIELD_UNSIGNED:
		return json_value_count(*(const unsigned int *)value);
	case RESULT_FIELD_SECONDS:
		return json_value_seconds(*(const int64_t *)value);
	case RESULT_FIELD_REAL:
		return json_value_real(*(const double *)value);
	case RESULT_FIELD_FLAG:
		return json_boolean(*(const bool *)value);
	case RESULT_FIELD_NAME:
		return json_string(field->name(*(const unsigned int *)value));
	case RESULT_FIELD_OBJECT:
		inner = json_object();
		if (inner)
			result_fields_write(field->table, object, inner);
		return inner;
	case RESULT_FIELD_MADE:
		break;
	}
	return field->write(object);
}

void result_fields_write(const struct result_field_table *table, const void *object, json_t *json)
{
	for (size_t i = 0; i < table->count; i++)
		json_object_set_new(json, table->fields[i].key, result_field_write(&table->fields[i], object));
}

/* ---- and back ---- */

static void forget(const struct result_field *field, void *object)
{
	void *place = (char *)object + field->offset;

	if (field->kind == RESULT_FIELD_OBJECT)
		result_fields_forget(field->table, object);
	else if (field->kind == RESULT_FIELD_COUNT || field->kind == RESULT_FIELD_SECONDS)
		*(int64_t *)place = -1;
	else if (field->kind == RESULT_FIELD_REAL)
		*(double *)place = (double)NAN;
	else if (field->kind != RESULT_FIELD_MADE)
		memset(place, 0, field->size);
}

void result_fields_forget(const struct result_field_table *table, void *object)
{
	for (size_t i = 0; i < table->count; i++)
		forget(&table->fields[i], object);
}

/* What another program wrote may hold anything, and ends up on terminals. */
static void tame(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

static bool read_text(const struct result_field *field, char *text, const json_t *value)
{
	if (!json_is_string(value) || json_string_length(value) >= field->size)
		return false;
	memcpy(text, json_string_value(value), json_string_length(value) + 1);
	tame(text);
	return true;
}

static bool read_whole(const json_t *value, uint64_t most, uint64_t *ret_number)
{
	if (!json_is_integer(value) || json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > most)
		return false;
	*ret_number = (uint64_t)json_integer_value(value);
	return true;
}

bool result_field_seconds(const json_t *value, int64_t *ret_ns)
{
	const double seconds = json_number_value(value);

	if (!json_is_number(value) || seconds < 0 || seconds > SECONDS_MAX)
		return false;
	*ret_ns = llround(seconds * 1e9);
	return true;
}

static bool read_name(const struct result_field *field, const json_t *value, unsigned int *ret_number)
{
	const char *name;

	if (!json_is_string(value))
		return false;
	for (unsigned int i = 0; (name = field->name(i)); i++) {
		if (strcmp(name, json_string_value(value)) == 0) {
			*ret_number = i;
			return true;
		}
	}
	return false;
}

static bool read_number(const struct result_field *field, void *place, const json_t *value)
{
	uint64_t number;

	switch (field->kind) {
	case RESULT_FIELD_COUNT:
		if (!read_whole(value, INT64_MAX, &number))
			return false;
		*(int64_t *)place = (int64_t)number;
		return true;
	case RESULT_FIELD_WHOLE:
	case RESULT_FIELD_NONZERO:
		return read_whole(value, UINT64_MAX, place);
	case RESULT_FIELD_SIZE:
		if (!read_whole(value, SIZE_MAX, &number))
			return false;
		*(size_t *)place = (size_t)number;
		return true;
	default: /* RESULT_FIELD_UNSIGNED */
		if (!read_whole(value, UINT32_MAX, &number))
			return false;
		*(unsigned int *)place = (unsigned int)number;
		return true;
	}
}

static bool may_be_unknown(enum result_field_kind kind)
{
	return kind != RESULT_FIELD_WHOLE && kind != RESULT_FIELD_UNSIGNED && kind != RESULT_FIELD_FLAG &&
	       kind != RESULT_FIELD_NAME && kind != RESULT_FIELD_OBJECT;
}

static bool field_read(const struct result_field *field, void *object, const json_t *value)
{
	void *place = (char *)object + field->offset;

	if (field->kind == RESULT_FIELD_MADE)
		return !field->read || field->read(object, value);
	if (json_is_null(value)) /* the object was made with all of it unknown */
		return may_be_unknown(field->kind);
	switch (field->kind) {
	case RESULT_FIELD_TEXT:
		return read_text(field, place, value);
	case RESULT_FIELD_SECONDS:
		return result_field_seconds(value, place);
	case RESULT_FIELD_REAL:
		*(double *)place = json_number_value(value);
		return json_is_number(value);
	case RESULT_FIELD_FLAG:
		*(bool *)place = json_is_true(value);
		return json_is_boolean(value);
	case RESULT_FIELD_NAME:
		return read_name(field, value, place);
	case RESULT_FIELD_OBJECT:
		return json_is_object(value) && !result_fields_read(field->table, object, value);
	default:
		return read_number(field, place, value);
	}
}

const struct result_field *result_fields_read(const struct result_field_table *table, void *object, const json_t *json)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct result_field *field = &table->fields[i];
		const json_t *value = json_object_get(json, field->key);

		if (value ? !field_read(field, object, value) : field->needed)
			return field;
	}
	return NULL;
}
