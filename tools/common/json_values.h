/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of JSON documents, where what is undefined or unknown is null. Each returns a new reference, NULL when memory ran out. */
#ifndef TOOLS_JSON_VALUES_H
#define TOOLS_JSON_VALUES_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

json_t *json_value_real(double value);        /* null: not finite */
json_t *json_value_count(int64_t value);      /* null: negative */
json_t *json_value_whole(uint64_t value);     /* null: beyond what JSON integers hold here */
json_t *json_value_seconds(int64_t ns);       /* null: negative */
json_t *json_value_text(const char *value);   /* null: NULL or "". Bytes that are no UTF-8 become '?'. */
json_t *json_value_texts(char *const *texts); /* an array of those before the NULL; NULL gives an empty one */

/*
 * Write @value (whose reference is taken over; NULL gives -ENOMEM) and a newline, and flush. Returns 0 or -errno.
 * @flags: of json_dumpf(), beside those that every document has
 */
int json_value_write(FILE *out, json_t *value, size_t flags);

#endif
