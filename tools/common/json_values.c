/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "json_values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 15 digits: what a double holds for certain, without the noise of the 17th. */
#define FLAGS (JSON_REAL_PRECISION(15) | JSON_ENSURE_ASCII)

json_t *json_value_real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_value_count(int64_t value)
{
	return value >= 0 ? json_integer((json_int_t)value) : json_null();
}

json_t *json_value_whole(uint64_t value)
{
	return value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

json_t *json_value_seconds(int64_t ns)
{
	return ns >= 0 ? json_real((double)ns / 1e9) : json_null();
}

/* File names and arguments may hold any bytes; a document is worth more than these. */
static json_t *ascii_of(const char *value)
{
	char *copy = strdup(value);
	json_t *text;

	if (!copy)
		return NULL;
	for (char *at = copy; *at; at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	text = json_string(copy);
	free(copy);
	return text;
}

static json_t *string_of(const char *value)
{
	json_t *text = json_string(value);

	return text ? text : ascii_of(value);
}

json_t *json_value_text(const char *value)
{
	return value && value[0] ? string_of(value) : json_null();
}

json_t *json_value_texts(char *const *texts)
{
	json_t *array = json_array();

	for (; array && texts && *texts; texts++)
		json_array_append_new(array, string_of(*texts));
	return array;
}

int json_value_write(FILE *out, json_t *value, size_t flags)
{
	int ret = value ? 0 : -ENOMEM;

	errno = 0;
	if (ret == 0 && (json_dumpf(value, out, FLAGS | flags) < 0 || fputc('\n', out) < 0 || fflush(out) < 0))
		ret = errno ? -errno : -ENOMEM;
	json_decref(value);
	return ret;
}
