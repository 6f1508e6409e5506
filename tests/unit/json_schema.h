/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * As much of JSON Schema as the project's schemas use: type, enum, required, properties, additionalProperties false,
 * items and references into $defs.
 */
#ifndef JSON_SCHEMA_H
#define JSON_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether @value is as @schema says; if not, where and why into @fault. */
bool json_schema_accepts(const json_t *schema, const json_t *value, char *fault, size_t fault_size);

/*
 * Whether every number has its unit in its key, or in the key of the object it is in, or is one of the few that have
 * none. If not, its key into @fault.
 */
bool json_units_complete(const json_t *value, char *fault, size_t fault_size);

#endif
