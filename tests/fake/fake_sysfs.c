/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sysfs folder of a buffer: length, watermark, enable, data_available, direction, scan elements. */
#include "fake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse_uint(const char *text, uint64_t *ret_value)
{
	char *rest;
	unsigned long long value = strtoull(text, &rest, 10);

	if (rest == text || *rest || value > UINT32_MAX)
		return *rest ? -EINVAL : -ERANGE;
	*ret_value = value;
	return 0;
}

static int parse_bool(const char *text, bool *ret_value)
{
	if (strcmp(text, "0") && strcmp(text, "1"))
		return -EINVAL;
	*ret_value = text[0] == '1';
	return 0;
}

static int show_length(void *object, char *text, size_t size)
{
	struct fake_buffer *buffer = object;

	snprintf(text, size, "%llu", (unsigned long long)buffer->length);
	return 0;
}

static void set_length(struct fake_buffer *buffer, uint64_t length)
{
	if (buffer->kind == FAKE_DMA) {
		buffer->length = length < 2 ? 2 : length;
		if (!buffer->length_rule)
			buffer->watermark = buffer->length / 2;
		return;
	}
	buffer->length = length < 2 ? 2 : length;
	if (buffer->length < buffer->watermark)
		buffer->watermark = buffer->length;
}

static int store_length(void *object, const char *text)
{
	struct fake_buffer *buffer = object;
	uint64_t length;
	int error = parse_uint(text, &length);

	if (error || length == buffer->length)
		return error;
	if (buffer->enabled)
		return -EBUSY;
	if (buffer->length_rule && length < buffer->watermark)
		return -EINVAL;
	set_length(buffer, length);
	return 0;
}

static int show_watermark(void *object, char *text, size_t size)
{
	struct fake_buffer *buffer = object;

	snprintf(text, size, "%llu", (unsigned long long)buffer->watermark);
	return 0;
}

static int store_watermark(void *object, const char *text)
{
	struct fake_buffer *buffer = object;
	uint64_t watermark;
	int error = parse_uint(text, &watermark);

	if (error)
		return error;
	if (!watermark || watermark > buffer->length)
		return -EINVAL;
	if (buffer->enabled)
		return -EBUSY;
	buffer->watermark = watermark;
	return 0;
}

static int show_enable(void *object, char *text, size_t size)
{
	struct fake_buffer *buffer = object;

	snprintf(text, size, "%d", buffer->enabled);
	return 0;
}

static int store_enable(void *object, const char *text)
{
	bool enable;
	int error = parse_bool(text, &enable);

	return error ? error : fake_buffer_enable(object, enable);
}

static int show_available(void *object, char *text, size_t size)
{
	struct fake_buffer *buffer = object;

	snprintf(text, size, "%llu",
		 buffer->kind == FAKE_DMA ? (unsigned long long)fake_fileio_usage(buffer)
					  : (unsigned long long)buffer->queue_count);
	return 0;
}

static struct fake_entry *add_entry(const struct fake_buffer *buffer, const char *folder, const char *name,
				    unsigned int mode)
{
	return fake_entry_add(fake_text("%s/%s/%s", buffer->device->path, folder, name), mode);
}

static void add_attribute(struct fake_buffer *buffer, const char *folder, const char *name,
			  int (*show)(void *, char *, size_t), int (*store)(void *, const char *))
{
	struct fake_entry *entry = add_entry(buffer, folder, name, store ? 0644 : 0444);

	entry->show = show;
	entry->store = store;
	entry->object = buffer;
}

static void add_folder(struct fake_buffer *buffer, const char *folder)
{
	bool fixed = buffer->kind == FAKE_DMA && !buffer->length_rule;

	add_attribute(buffer, folder, "length", show_length, store_length);
	add_attribute(buffer, folder, "watermark", show_watermark, fixed ? NULL : store_watermark);
	add_attribute(buffer, folder, "enable", show_enable, store_enable);
	add_attribute(buffer, folder, "data_available", show_available, NULL);
	add_entry(buffer, folder, "direction", 0444)->text =
		fake_text("%s", buffer->direction == IIODMA_INPUT ? "in" : "out");
	if (buffer->kind == FAKE_DMA)
		add_entry(buffer, folder, "length_align_bytes", 0444)->text = fake_text("8");
}

static char *folder_name(const struct fake_buffer *buffer)
{
	return fake_text("buffer%u", buffer->index);
}

/* Buffer 0 also has the folders of old kernels, "buffer" and "scan_elements"; legacy kernels have only those. */
void fake_buffer_sysfs(struct fake_buffer *buffer)
{
	char *folder = folder_name(buffer);

	if (!buffer->device->legacy)
		add_folder(buffer, folder);
	if (buffer->index == 0)
		add_folder(buffer, "buffer");
	free(folder);
}

/* --- scan elements; the object is buffer and scan index --- */

struct element {
	struct fake_buffer *buffer;
	unsigned int scan_index;
};

static struct fake_channel *element_channel(const struct element *element)
{
	for (size_t i = 0; i < element->buffer->channel_count; i++)
		if (element->buffer->channels[i].scan_index == element->scan_index)
			return &element->buffer->channels[i];
	abort();
}

static int show_element(void *object, char *text, size_t size)
{
	snprintf(text, size, "%d", element_channel(object)->enabled);
	return 0;
}

static int store_element(void *object, const char *text)
{
	struct fake_channel *channel = element_channel(object);
	struct element *element = object;
	bool enable;
	int error = parse_bool(text, &enable);

	if (error)
		return error;
	if (element->buffer->enabled)
		return -EBUSY;
	channel->enabled = enable || channel->forced;
	return 0;
}

static void add_element(struct fake_buffer *buffer, const char *folder, const struct fake_channel *channel)
{
	char *prefix = fake_text("%s/%s/%s_%s", buffer->device->path, folder,
				 buffer->direction == IIODMA_INPUT ? "in" : "out", channel->id);
	struct element *element = fake_new(sizeof(*element));
	struct fake_entry *entry;

	*element = (struct element){.buffer = buffer, .scan_index = channel->scan_index};
	fake_entry_add(fake_text("%s_index", prefix), 0444)->text = fake_text("%u", channel->scan_index);
	fake_entry_add(fake_text("%s_type", prefix), 0444)->text = fake_text("%s", channel->format);
	entry = fake_entry_add(fake_text("%s_en", prefix), 0644);
	entry->show = show_element;
	entry->store = store_element;
	entry->object = element;
	entry->owned = true;
	free(prefix);
}

void fake_buffer_sysfs_channel(struct fake_buffer *buffer, unsigned int scan_index)
{
	struct element element = {.buffer = buffer, .scan_index = scan_index};
	const struct fake_channel *channel = element_channel(&element);
	char *folder = folder_name(buffer);

	if (!buffer->device->legacy)
		add_element(buffer, folder, channel);
	if (buffer->index == 0)
		add_element(buffer, "scan_elements", channel);
	free(folder);
}
