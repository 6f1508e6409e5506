/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "json_schema.h"

#include <stdio.h>
#include <string.h>

struct check {
	const json_t *root;
	char *fault;
	size_t fault_size;
};

static bool accepts(const struct check *check, const json_t *schema, const json_t *value, const char *where);

static bool refuse(const struct check *check, const char *where, const char *why)
{
	snprintf(check->fault, check->fault_size, "%s: %s", where, why);
	return false;
}

static bool is_type(const json_t *value, const char *type)
{
	if (!strcmp(type, "object"))
		return json_is_object(value);
	if (!strcmp(type, "array"))
		return json_is_array(value);
	if (!strcmp(type, "string"))
		return json_is_string(value);
	if (!strcmp(type, "integer"))
		return json_is_integer(value);
	if (!strcmp(type, "number"))
		return json_is_number(value);
	if (!strcmp(type, "boolean"))
		return json_is_boolean(value);
	return !strcmp(type, "null") && json_is_null(value);
}

static bool has_type(const json_t *types, const json_t *value)
{
	const json_t *type;
	size_t i;

	if (json_is_string(types))
		return is_type(value, json_string_value(types));
	json_array_foreach(types, i, type) if (is_type(value, json_string_value(type))) return true;
	return false;
}

static bool is_listed(const json_t *list, const json_t *value)
{
	const json_t *one;
	size_t i;

	json_array_foreach(list, i, one) if (json_equal(one, value)) return true;
	return false;
}

static bool members_fit(const struct check *check, const json_t *schema, const json_t *object, const char *where)
{
	const json_t *properties = json_object_get(schema, "properties");
	const json_t *required;
	json_t *member;
	const char *key;
	char place[256];
	size_t i;

	json_array_foreach(json_object_get(schema, "required"), i,
			   required) if (!json_object_get(object, json_string_value(required)))
	{
		snprintf(place, sizeof(place), "%s.%s", where, json_string_value(required));
		return refuse(check, place, "missing");
	}
	json_object_foreach((json_t *)object, key, member)
	{
		const json_t *rule = json_object_get(properties, key);

		snprintf(place, sizeof(place), "%s.%s", where, key);
		if (!rule && json_is_false(json_object_get(schema, "additionalProperties")))
			return refuse(check, place, "not in the schema");
		if (rule && !accepts(check, rule, member, place))
			return false;
	}
	return true;
}

static bool items_fit(const struct check *check, const json_t *rule, const json_t *array, const char *where)
{
	const json_t *item;
	char place[256];
	size_t i;

	json_array_foreach(array, i, item)
	{
		snprintf(place, sizeof(place), "%s[%zu]", where, i);
		if (!accepts(check, rule, item, place))
			return false;
	}
	return true;
}

static bool accepts(const struct check *check, const json_t *schema, const json_t *value, const char *where)
{
	static const char definitions[] = "#/$defs/";
	const char *reference = json_string_value(json_object_get(schema, "$ref"));
	const json_t *types, *list;

	if (reference) {
		if (strncmp(reference, definitions, strlen(definitions)) != 0)
			return refuse(check, reference, "unknown kind of reference");
		schema = json_object_get(json_object_get(check->root, "$defs"), reference + strlen(definitions));
		if (!schema)
			return refuse(check, reference, "is not defined");
	}
	types = json_object_get(schema, "type");
	if (types && !has_type(types, value))
		return refuse(check, where, "wrong type");
	list = json_object_get(schema, "enum");
	if (list && !is_listed(list, value))
		return refuse(check, where, "not one of the listed values");
	if (json_is_object(value) && json_object_get(schema, "properties"))
		return members_fit(check, schema, value, where);
	if (json_is_array(value) && json_object_get(schema, "items"))
		return items_fit(check, json_object_get(schema, "items"), value, where);
	return true;
}

bool json_schema_accepts(const json_t *schema, const json_t *value, char *fault, size_t fault_size)
{
	const struct check check = {.root = schema, .fault = fault, .fault_size = fault_size};

	return accepts(&check, schema, value, "document");
}

static bool names_a_unit(const char *key)
{
	static const char *const units[] = {"_bytes", "_seconds", "_per_second", "_samples", "_count", "_ratio", "_hz"};
	static const char *const plain[] = {"schema_version", "exit_status", "cell_index", "run_index"};
	const size_t length = strlen(key);

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (length > strlen(units[i]) && !strcmp(key + length - strlen(units[i]), units[i]))
			return true;
	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		if (!strcmp(key, plain[i]))
			return true;
	return false;
}

static bool units_complete(const json_t *value, const char *key, bool named, char *fault, size_t fault_size)
{
	const char *inner_key;
	json_t *inner;
	size_t i;

	if (json_is_number(value) && !named) {
		snprintf(fault, fault_size, "%s has no unit", key);
		return false;
	}
	json_array_foreach(value, i, inner) if (!units_complete(inner, key, named, fault, fault_size)) return false;
	json_object_foreach((json_t *)value, inner_key,
			    inner) if (!units_complete(inner, inner_key, named || names_a_unit(inner_key), fault,
						       fault_size)) return false;
	return true;
}

bool json_units_complete(const json_t *value, char *fault, size_t fault_size)
{
	return units_complete(value, "document", false, fault, fault_size);
}
