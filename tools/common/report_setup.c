/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_setup.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result_fields.h"
#include "sysinfo.h"

#define NAME_TEXT 128

/* What keys end in, and how that is written behind a number. */
static const struct {
	const char *ending;
	const char *unit;
} units[] = {
	{"_bytes_per_second", " B/s"}, {"_samples_per_second", " S/s"}, {"_seconds", " s"},
	{"_bytes", " bytes"},          {"_samples", " samples"},        {"_hz", " Hz"},
};

/* "page_bytes" becomes the name "page" and the unit " bytes". */
static const char *take_unit(char *name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		const size_t length = strlen(name), ending = strlen(units[i].ending);

		if (length > ending && strcmp(name + length - ending, units[i].ending) == 0) {
			name[length - ending] = '\0';
			return units[i].unit;
		}
	}
	return "";
}

static void put_blanks(char *name)
{
	for (; *name; name++)
		if (*name == '_')
			*name = ' ';
}

static bool value_of(const json_t *value, const char *unit, char text[RESULT_TEXT_SIZE])
{
	if (json_is_string(value))
		snprintf(text, RESULT_TEXT_SIZE, "%s", json_string_value(value));
	else if (json_is_integer(value))
		snprintf(text, RESULT_TEXT_SIZE, "%lld%s", (long long)json_integer_value(value), unit);
	else if (json_is_real(value))
		snprintf(text, RESULT_TEXT_SIZE, "%.9g%s", json_real_value(value), unit);
	else if (json_is_boolean(value))
		snprintf(text, RESULT_TEXT_SIZE, "%s", json_is_true(value) ? "yes" : "no");
	else
		return false;
	return true;
}

static void tell_fields(const struct result_field_table *table, const void *object, report_setup_fact fact,
			void *context)
{
	char name[NAME_TEXT], text[RESULT_TEXT_SIZE];

	for (size_t i = 0; i < table->count; i++) {
		json_t *value = result_field_write(&table->fields[i], object);

		const char *unit;

		snprintf(name, sizeof(name), "%s", table->fields[i].key);
		unit = take_unit(name);
		put_blanks(name);
		if (value_of(value, unit, text))
			fact(context, name, text);
		json_decref(value);
	}
}

static void tell_text(const char *name, const char *text, report_setup_fact fact, void *context)
{
	if (text[0])
		fact(context, name, text);
}

/* Each device and its channels once. */
static void tell_devices(const struct result *result, report_setup_fact fact, void *context)
{
	char text[RESULT_NAME_SIZE + RESULT_TEXT_SIZE + 4];

	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_setup *setup = &result->cells[i].setup;
		bool seen = setup->device[0] == '\0';

		for (size_t j = 0; j < i && !seen; j++)
			seen = strcmp(setup->device, result->cells[j].setup.device) == 0 &&
			       strcmp(setup->channels, result->cells[j].setup.channels) == 0;
		snprintf(text, sizeof(text), "%s: %s", setup->device, setup->channels);
		if (!seen)
			fact(context, "device", text);
	}
}

/* As it can be given to a shell again. */
static void tell_command_line(char *const *words, report_setup_fact fact, void *context)
{
	char *text = NULL;
	size_t size = 0;
	FILE *line = open_memstream(&text, &size);

	for (char *const *word = words; line && word && *word; word++) {
		const bool plain =
			**word && strspn(*word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
						"-_=./,:+@%") == strlen(*word);

		fputs(word == words ? "" : " ", line);
		if (plain) {
			fputs(*word, line);
			continue;
		}
		fputc('\'', line);
		for (const char *at = *word; *at; at++)
			fputs(*at == '\'' ? "'\\''" : (const char[]){*at, '\0'}, line);
		fputc('\'', line);
	}
	if (line && fclose(line) == 0 && text[0])
		fact(context, "command", text);
	free(text);
}

static void tell_origins(const struct result *result, report_setup_fact fact, void *context)
{
	char name[RESULT_NAME_SIZE + 8], text[2 * RESULT_TEXT_SIZE];

	for (size_t i = 0; i < result->origin_count; i++) {
		const struct result_origin *one = &result->origins[i];

		snprintf(name, sizeof(name), "from %s", one->from);
		snprintf(text, sizeof(text), "%s, %s", one->tool_version, one->start_time);
		if (one->system)
			snprintf(text, sizeof(text), "%s, %s on %s%s%s, Linux %s", one->tool_version, one->start_time,
				 one->system->board, one->system->board[0] ? ", " : "", one->system->machine,
				 one->system->kernel_release);
		fact(context, name, text);
	}
}

void report_setup(const struct result *result, report_setup_fact fact, void *context)
{
	char version[NAME_TEXT];

	snprintf(version, sizeof(version), "%s %s", result->tool, result_tool_version(result));
	fact(context, "tool", version);
	tell_text("start time", result->start_time, fact, context);
	tell_command_line(result->command_line, fact, context);
	tell_origins(result, fact, context);
	tell_devices(result, fact, context);
	if (result->system)
		tell_fields(&result_system_fields, result->system, fact, context);
	tell_fields(&result_method_fields, &result->method, fact, context);
}
