/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds the tree of devices, buffers and channels from sysfs.
 *
 * Every node is hung into the tree before it is filled, so whoever frees the tree frees a half-built node as well. Only
 * lack of memory and an unreadable root fail as a whole: one odd device must not hide the others.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/format.h>

#include "device.h"
#include "error.h"
#include "folder.h"
#include "sys.h"

#define ATTRIBUTE_MAX 4097 /* sysfs gives at most a page, here of the usual size */

/* Read the attribute file whose path is formatted. */
__attribute__((format(printf, 2, 3))) static ssize_t read_attribute(char text[ATTRIBUTE_MAX], const char *format, ...)
{
	char path[PATH_MAX];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(path, sizeof(path), format, arguments);
	va_end(arguments);
	if (length < 0 || (size_t)length >= sizeof(path))
		return -ENAMETOOLONG;
	return sys_read_text(path, text, ATTRIBUTE_MAX);
}

/* A string of its own, NULL when memory is out. */
__attribute__((format(printf, 1, 2))) static char *new_text(const char *format, ...)
{
	char *text;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vasprintf(&text, format, arguments);
	va_end(arguments);
	return length < 0 ? NULL : text;
}

/* A name or label, NULL when there is none or an empty one. */
static int read_name(const char *folder, const char *base, const char *file, char **ret_name)
{
	char text[ATTRIBUTE_MAX];

	if (read_attribute(text, "%s/%s%s", folder, base, file) <= 0)
		return 0;
	*ret_name = strdup(text);
	return *ret_name ? 0 : -ENOMEM;
}

/* @text must be @prefix and a decimal number, nothing else. */
static bool parse_number(const char *text, const char *prefix, unsigned int *ret_number)
{
	size_t skip = strlen(prefix);
	unsigned long number;
	char *end;

	if (strncmp(text, prefix, skip) != 0 || text[skip] < '0' || text[skip] > '9')
		return false;
	errno = 0;
	number = strtoul(text + skip, &end, 10);
	if (*end != '\0' || errno != 0 || number > UINT_MAX)
		return false;
	*ret_number = (unsigned int)number;
	return true;
}

/* Keep the reason why a channel cannot be used, for channel_check(). Takes @problem over. */
static int set_problem(struct iiodma_channel *channel, int error, char *problem)
{
	channel->error = error;
	channel->problem = problem;
	return problem ? 0 : -ENOMEM;
}

static int read_scan(struct iiodma_channel *channel, const char *folder, const char *base)
{
	char text[ATTRIBUTE_MAX];
	ssize_t r;

	r = read_attribute(text, "%s/%s_index", folder, base);
	if (r >= 0 && !parse_number(text, "", &channel->scan_index))
		r = -EINVAL;
	if (r < 0) {
		channel->scan_index = UINT_MAX; /* behind the channels whose place is known */
		return set_problem(channel, (int)r, new_text("read scan index %s/%s_index", folder, base));
	}

	r = read_attribute(text, "%s/%s_type", folder, base);
	if (r < 0)
		return set_problem(channel, (int)r, new_text("read scan format %s/%s_type", folder, base));

	r = iiodma_format_parse(text, &channel->format);
	if (r == -EINVAL)
		return set_problem(channel, -EINVAL,
				   new_text("understand scan format \"%s\" of %s/%s_type", text, folder, base));
	return (int)r;
}

/* @base is "in_voltage0". */
static int add_channel(struct iiodma_buffer *buffer, const char *folder, const char *base)
{
	struct iiodma_channel *channel = calloc(1, sizeof(*channel));
	int r;

	if (!channel)
		return -ENOMEM;
	buffer->channels[buffer->channel_count++] = channel;

	channel->buffer = buffer;
	channel->id = strdup(strchr(base, '_') + 1);
	channel->enable_path = new_text("%s/%s_en", folder, base);
	if (!channel->id || !channel->enable_path)
		return -ENOMEM;

	r = read_name(buffer->device->path, base, "_label", &channel->label);
	return r < 0 ? r : read_scan(channel, folder, base);
}

/* Whether @file switches a channel: "in_voltage0_en". */
static bool is_enable(const char *file)
{
	size_t length = strlen(file);

	if (strncmp(file, "in_", 3) != 0 && strncmp(file, "out_", 4) != 0)
		return false;
	return length >= strlen("in_?_en") && strcmp(file + length - 3, "_en") == 0;
}

static int compare_channels(const void *a, const void *b)
{
	const struct iiodma_channel *left = *(struct iiodma_channel *const *)a;
	const struct iiodma_channel *right = *(struct iiodma_channel *const *)b;

	if (left->scan_index != right->scan_index)
		return left->scan_index < right->scan_index ? -1 : 1;
	return strcmp(left->id, right->id);
}

static int add_channels(struct iiodma_buffer *buffer, const char *folder)
{
	char **names;
	int count = folder_names(folder, &names);
	int r = 0;

	if (count < 0)
		return count == -ENOMEM ? -ENOMEM : 0;

	buffer->channels = calloc((size_t)count + 1, sizeof(struct iiodma_channel *));
	if (!buffer->channels)
		r = -ENOMEM;
	for (int i = 0; i < count && r == 0; i++) {
		if (!is_enable(names[i]))
			continue;
		if (buffer->channel_count == 0)
			buffer->direction = names[i][0] == 'o' ? IIODMA_OUTPUT : IIODMA_INPUT;
		names[i][strlen(names[i]) - strlen("_en")] = '\0';
		r = add_channel(buffer, folder, names[i]);
	}
	if (r == 0)
		qsort(buffer->channels, buffer->channel_count, sizeof(struct iiodma_channel *), compare_channels);
	free(names);
	return r;
}

/* Folder names below the device: @folder of the buffer, @elements of its channels (in newer kernels the same). */
static int add_buffer(struct iiodma_device *device, unsigned int index, const char *folder, const char *elements)
{
	struct iiodma_buffer *buffer = calloc(1, sizeof(*buffer));
	char text[ATTRIBUTE_MAX];
	char *path;
	int r;

	if (!buffer)
		return -ENOMEM;
	device->buffers[device->buffer_count++] = buffer;

	buffer->device = device;
	buffer->index = index;
	buffer->legacy = strcmp(folder, elements) != 0;
	buffer->path = new_text("%s/%s", device->path, folder);
	path = new_text("%s/%s", device->path, elements);
	r = buffer->path && path ? add_channels(buffer, path) : -ENOMEM;
	free(path);
	if (r < 0)
		return r;

	if (buffer->channel_count == 0) { /* the folder alone is no buffer: there is nothing to put into a sample */
		device->buffer_count--;
		buffer_free(buffer);
		return 0;
	}

	/* Older kernels have no such attribute; there the names of the channels told. */
	if (read_attribute(text, "%s/direction", buffer->path) >= 0)
		buffer->direction = strcmp(text, "out") == 0 ? IIODMA_OUTPUT : IIODMA_INPUT;
	if (read_attribute(text, "%s/length_align_bytes", buffer->path) >= 0)
		parse_number(text, "", &buffer->alignment_bytes);
	return 0;
}

static int compare_buffers(const void *a, const void *b)
{
	const struct iiodma_buffer *left = *(struct iiodma_buffer *const *)a;
	const struct iiodma_buffer *right = *(struct iiodma_buffer *const *)b;

	return (left->index > right->index) - (left->index < right->index);
}

static int add_buffers(struct iiodma_device *device, char **names, size_t count)
{
	bool numbered = false, legacy = false;
	unsigned int index;
	int r = 0;

	device->buffers = calloc(count + 1, sizeof(struct iiodma_buffer *));
	if (!device->buffers)
		return -ENOMEM;

	for (size_t i = 0; i < count && r == 0; i++) {
		if (parse_number(names[i], "buffer", &index)) {
			numbered = true;
			r = add_buffer(device, index, names[i], names[i]);
		} else if (strcmp(names[i], "scan_elements") == 0) {
			legacy = true;
		}
	}
	if (r == 0 && legacy && !numbered) /* Linux before 5.13; newer ones keep both for old programs */
		r = add_buffer(device, 0, "buffer", "scan_elements");
	if (r == 0)
		qsort(device->buffers, device->buffer_count, sizeof(struct iiodma_buffer *), compare_buffers);
	return r;
}

static int fill_device(struct iiodma_device *device, char **names, size_t count)
{
	int r;

	r = read_name(device->path, "", "name", &device->name);
	if (r == 0 && !device->name)
		device->name = strdup(device->id);
	if (r < 0 || !device->name)
		return -ENOMEM;

	r = read_name(device->path, "", "label", &device->label);
	return r < 0 ? r : add_buffers(device, names, count);
}

static int add_device(struct iiodma_context *context, const char *id)
{
	struct iiodma_device *device = calloc(1, sizeof(*device));
	char **names = NULL;
	int count, r;

	if (!device)
		return -ENOMEM;
	context->devices[context->device_count++] = device;

	device->context = context;
	device->id = strdup(id);
	device->path = new_text("%s/%s", SYSFS_DEVICES, id);
	device->node = new_text("/dev/%s", id);
	if (!device->id || !device->path || !device->node)
		return -ENOMEM;

	count = folder_names(device->path, &names);
	if (count == -ENOMEM)
		return -ENOMEM;
	if (count == -ENOENT || count == -ENODEV) { /* went away since it was listed */
		context->device_count--;
		device_free(device);
		return 0;
	}

	r = fill_device(device, names, count < 0 ? 0 : (size_t)count);
	free(names);
	return r;
}

static int compare_devices(const void *a, const void *b)
{
	unsigned int left = 0, right = 0;

	parse_number((*(struct iiodma_device *const *)a)->id, "iio:device", &left);
	parse_number((*(struct iiodma_device *const *)b)->id, "iio:device", &right);
	return (left > right) - (left < right);
}

int discover_local(struct iiodma_context *context)
{
	char **names;
	unsigned int number;
	int count, r = 0;

	count = folder_names(SYSFS_DEVICES, &names);
	if (count == -ENOENT)
		return error_say(
			-ENODEV,
			"this machine has no IIO: %s does not exist; is the kernel module industrialio loaded?",
			SYSFS_DEVICES);
	if (count < 0)
		return error_set(count, "list %s", SYSFS_DEVICES);

	context->devices = calloc((size_t)count + 1, sizeof(struct iiodma_device *));
	if (!context->devices)
		r = -ENOMEM;
	for (int i = 0; i < count && r == 0; i++) {
		if (parse_number(names[i], "iio:device", &number)) /* triggers live in the same folder */
			r = add_device(context, names[i]);
	}
	free(names);
	if (r < 0)
		return error_set(r, "list the devices of this machine");
	qsort(context->devices, context->device_count, sizeof(struct iiodma_device *), compare_devices);
	return 0;
}
