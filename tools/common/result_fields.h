/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The members of a result as data: each has one line in result_fields.c, and from that line it is written to JSON and
 * CSV, read back from JSON, and compared between two results. Whoever adds a member to the struct adds its line there.
 */
#ifndef IIODMA_TOOLS_RESULT_FIELDS_H
#define IIODMA_TOOLS_RESULT_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum result_field_kind {
	RESULT_FIELD_TEXT,     /* char array, "" = unknown */
	RESULT_FIELD_COUNT,    /* int64_t, -1 = unknown */
	RESULT_FIELD_WHOLE,    /* uint64_t */
	RESULT_FIELD_NONZERO,  /* uint64_t, 0 = unknown */
	RESULT_FIELD_SIZE,     /* size_t, 0 = unknown */
	RESULT_FIELD_UNSIGNED, /* unsigned int */
	RESULT_FIELD_SECONDS,  /* int64_t nanoseconds, -1 = unknown */
	RESULT_FIELD_REAL,     /* double, NaN = unknown */
	RESULT_FIELD_FLAG,     /* bool */
	RESULT_FIELD_NAME,     /* an enum, by the names in .names */
	RESULT_FIELD_OBJECT,   /* what .table says, at the same object */
	RESULT_FIELD_MADE,     /* by .write and .read */
};

struct result_field_table;

struct result_field {
	const char *key; /* in JSON; the unit is part of it */
	enum result_field_kind kind;
	size_t offset;                           /* in the struct of the table */
	size_t size;                             /* of the member */
	const char *(*name)(unsigned int value); /* RESULT_FIELD_NAME: NULL ends the list */
	const struct result_field_table *table;
	/* RESULT_FIELD_MADE. @read returns false when @value cannot be; NULL: the value follows from others */
	json_t *(*write)(const void *object);
	bool (*read)(void *object, const json_t *value);
	bool needed;   /* a file without it is no result */
	bool measured; /* known only once something was measured; before, and without a rate, it may be anything */
	/*
	 * What belongs together in a comparison of set-ups: fields of a group differ with each other (the mapping decides the
	 * heap). NULL: the field does not matter for it.
	 */
	const char *group;
};

/* The member @member of struct @type under @key_text. What else there is to say of it may follow. */
#define RESULT_FIELD(type, key_text, kind_word, member)                                               \
	.key = (key_text), .kind = RESULT_FIELD_##kind_word, .offset = offsetof(struct type, member), \
	.size = sizeof(((struct type *)NULL)->member)

struct result_field_table {
	const struct result_field *fields;
	size_t count;
};

extern const struct result_field_table result_system_fields;      /* struct system_info */
extern const struct result_field_table result_method_fields;      /* struct result_method */
extern const struct result_field_table result_setup_fields;       /* struct result_setup */
extern const struct result_field_table result_run_fields;         /* struct result_run, without its intervals */
extern const struct result_field_table result_interval_fields;    /* struct result_interval */
extern const struct result_field_table result_requirement_fields; /* struct result_requirement */
extern const struct result_field_table result_cell_fields;        /* struct result_cell, without its set-up and runs */
extern const struct result_field_table result_document_fields;    /* struct result, what stands at the top */
extern const struct result_field_table result_origin_fields;      /* struct result_origin, without what it points to */

/* The value of one field; a new reference, NULL when memory ran out. */
json_t *result_field_write(const struct result_field *field, const void *object);

/* Seconds as nanoseconds; false: @value is no time. */
bool result_field_seconds(const json_t *value, int64_t *ret_ns);

/* Make every field unknown, or 0 where there is no word for that. */
void result_fields_forget(const struct result_field_table *table, void *object);

/* Put every field of @object into @json. */
void result_fields_write(const struct result_field_table *table, const void *object, json_t *json);

/*
 * Read what @json has of the fields into @object; what it lacks stays as it is, what the table does not know is left alone.
 * Returns NULL, or the field that is missing or has a value that cannot be.
 */
const struct result_field *result_fields_read(const struct result_field_table *table, void *object, const json_t *json);

#endif
