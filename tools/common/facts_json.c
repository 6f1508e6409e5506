/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts.h"

#include <jansson.h>
#include <math.h>

#include "json_values.h"
#include "link_text.h"
#include "message.h"
#include "sysinfo.h"

#define SCHEMA_VERSION 1

/* true, false, or null for what could not be found out */
static json_t *answer(enum facts_answer works)
{
	return works == FACTS_UNKNOWN ? json_null() : json_boolean(works == FACTS_YES);
}

static json_t *json_api(const struct facts_api *api)
{
	return json_pack("{s:o, s:o}", "works", answer(api->works), "reason", json_value_text(api->reason));
}

static json_t *json_channel(const struct iiodma_channel *channel)
{
	const int enabled = iiodma_channel_enabled(channel);
	char format[FACTS_TEXT];

	if (iiodma_format_text(iiodma_channel_format(channel), format, sizeof(format)) < 0)
		format[0] = '\0';
	return json_pack("{s:s, s:o, s:i, s:o, s:o}", "id", iiodma_channel_id(channel), "label",
			 json_value_text(iiodma_channel_label(channel)), "scan_index",
			 (int)iiodma_channel_scan_index(channel), "format", json_value_text(format), "enabled",
			 enabled < 0 ? json_null() : json_boolean(enabled));
}

static json_t *json_channels(const struct iiodma_buffer *buffer)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < iiodma_buffer_channel_count(buffer); i++)
		json_array_append_new(array, json_channel(iiodma_buffer_channel(buffer, i)));
	return array;
}

static json_t *json_buffer(const struct facts_buffer *facts)
{
	return json_pack("{s:i, s:s, s:o, s:o, s:o, s:I, s:b, s:o, s:I, s:o, s:o, s:o}", "buffer_index",
			 (int)iiodma_buffer_index(facts->buffer), "direction",
			 iiodma_buffer_direction(facts->buffer) == IIODMA_INPUT ? "read" : "write", "dmabuf",
			 json_api(&facts->dmabuf), "fileio", json_api(&facts->fileio), "libiio",
			 json_api(&facts->libiio), "alignment_bytes", (json_int_t)facts->alignment_bytes,
			 "alignment_assumed", facts->alignment_assumed, "source_samples_per_second",
			 json_value_real(facts->sample_rate > 0 ? facts->sample_rate : (double)NAN), "sample_bytes",
			 (json_int_t)facts->sample_bytes, "all_channels_bytes_per_second",
			 json_value_real(facts->all_channels_per_second), "one_pair_bytes_per_second",
			 json_value_real(facts->one_pair_per_second), "channels", json_channels(facts->buffer));
}

static json_t *json_device(const struct facts_device *facts)
{
	json_t *buffers = json_array();

	for (size_t i = 0; buffers && i < facts->buffer_count; i++)
		json_array_append_new(buffers, json_buffer(&facts->buffers[i]));
	return json_pack("{s:s, s:s, s:o, s:b, s:o, s:o}", "id", iiodma_device_id(facts->device), "name",
			 iiodma_device_name(facts->device), "label",
			 json_value_text(iiodma_device_label(facts->device)), "takes_trigger", facts->takes_trigger,
			 "trigger", json_value_text(facts->trigger), "buffers", buffers);
}

static json_t *json_devices(const struct facts *facts)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < facts->device_count; i++)
		json_array_append_new(array, json_device(&facts->devices[i]));
	return array;
}

static json_t *json_mappings(unsigned int set)
{
	json_t *array = json_array();

	for (enum iiodma_mapping i = IIODMA_MAPPING_COHERENT; array && i <= IIODMA_MAPPING_WRITECOMBINE; i++)
		if (set & IIODMA_MAPPING_BIT(i))
			json_array_append_new(array, json_string(iiodma_mapping_name(i)));
	return array;
}

static json_t *json_heap(const struct facts_heap *heap)
{
	const struct iiodma_mapping_info *mapping = &heap->mapping;
	const bool known = mapping->effective != IIODMA_MAPPING_UNKNOWN;

	return json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o}", "name", heap->name, "mapping",
			 known ? json_string(iiodma_mapping_name(mapping->effective)) : json_null(), "mapping_origin",
			 mapping->origin, "same_as", json_mappings(mapping->same_as), "attribute",
			 json_value_text(mapping->attribute), "dma_device", json_value_text(mapping->dma_device),
			 "refused", json_value_text(mapping->refused));
}

static json_t *json_heaps(const struct facts *facts)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < facts->heap_count; i++)
		json_array_append_new(array, json_heap(&facts->heaps[i]));
	return array;
}

int facts_print_json(const struct facts *facts, char *const *command_line, FILE *out)
{
	struct system_info system;
	json_t *document;

	system_info_read(&system);
	document = json_pack("{s:i, s:s, s:s, s:o, s:o, s:s, s:o, s:o, s:o}", "schema_version", SCHEMA_VERSION, "tool",
			     message_program(), "tool_version", iiodma_version(), "command_line",
			     json_value_texts(command_line), "kernel_release", json_value_text(system.kernel_release),
			     "context", iiodma_context_uri(facts->context), "link", link_json(&facts->link), "heaps",
			     json_heaps(facts), "devices", json_devices(facts));
	return json_value_write(out, document, JSON_INDENT(2));
}
