/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CSV: the fields of the JSON document as columns, under the same names. */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "plain_numbers.h"
#include "report.h"
#include "result_fields.h"

/* Quoted as RFC 4180 has it, only where it must be. */
static void put_text(FILE *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

/* What is undefined is an empty field. */
static void put_value(FILE *out, const json_t *value)
{
	if (json_is_string(value))
		put_text(out, json_string_value(value));
	else if (json_is_integer(value))
		fprintf(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		fprintf(out, "%.15g", json_real_value(value));
	else if (json_is_boolean(value))
		fputs(json_is_true(value) ? "true" : "false", out);
	fputc(',', out);
}

/* What is done with each column; @object is NULL where there is nothing to show. */
typedef void (*visit_column)(FILE *out, const char *key, const struct result_field *field, const void *object);

/* "block_interval_seconds" with "max" in it: "block_interval_max_seconds" */
static void visit_inner(FILE *out, const struct result_field *outer, const void *object, visit_column visit)
{
	const char *unit = strrchr(outer->key, '_');

	for (size_t i = 0; i < outer->table->count; i++) {
		char key[128];

		snprintf(key, sizeof(key), "%.*s_%s%s", (int)(unit - outer->key), outer->key,
			 outer->table->fields[i].key, unit);
		visit(out, key, &outer->table->fields[i], object);
	}
}

static void visit_all(FILE *out, const struct result_field_table *table, const void *object, visit_column visit)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct result_field *field = &table->fields[i];

		if (field->kind == RESULT_FIELD_OBJECT)
			visit_inner(out, field, object, visit);
		else
			visit(out, field->key, field, object);
	}
}

static void put_key(FILE *out, const char *key, const struct result_field *field, const void *object)
{
	fprintf(out, "%s,", key);
}

/* Runs have keys of these names as well. */
static void put_cell_key(FILE *out, const char *key, const struct result_field *field, const void *object)
{
	fprintf(out, "cell_%s,", key);
}

static void put_field(FILE *out, const char *key, const struct result_field *field, const void *object)
{
	json_t *value = object ? result_field_write(field, object) : NULL;

	put_value(out, value);
	json_decref(value);
}

static void put_heading(FILE *out)
{
	visit_all(out, &result_setup_fields, NULL, put_key);
	visit_all(out, &result_cell_fields, NULL, put_cell_key);
	visit_all(out, &result_run_fields, NULL, put_key);
	fputs("run_index\r\n", out);
}

static void put_line(FILE *out, const struct result_cell *cell, size_t index)
{
	const struct result_run *run = index < cell->run_count ? &cell->runs[index] : NULL;

	visit_all(out, &result_setup_fields, &cell->setup, put_field);
	visit_all(out, &result_cell_fields, cell, put_field);
	visit_all(out, &result_run_fields, run, put_field);
	if (run)
		fprintf(out, "%zu", index);
	fputs("\r\n", out);
}

int report_csv(FILE *out, const struct result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();

	errno = 0;
	put_heading(out);
	for (size_t i = 0; i < result->cell_count; i++)
		for (size_t run = 0; run == 0 || run < result->cells[i].run_count; run++)
			put_line(out, &result->cells[i], run);
	plain_numbers_end(&numbers);
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
