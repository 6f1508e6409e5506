/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of a device, its attributes, and its registers through debugfs. The sample rate has its own file. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/device.h>

#include "device.h"
#include "error.h"
#include "sys.h"

void device_free(struct iiodma_device *device)
{
	if (!device)
		return;
	for (size_t i = 0; i < device->buffer_count; i++)
		buffer_free(device->buffers[i]);
	free(device->buffers);
	free(device->node);
	free(device->path);
	free(device->label);
	free(device->name);
	free(device->id);
	free(device);
}

const char *iiodma_device_id(const struct iiodma_device *device)
{
	return device->id;
}

const char *iiodma_device_name(const struct iiodma_device *device)
{
	return device->name;
}

const char *iiodma_device_label(const struct iiodma_device *device)
{
	return device->label;
}

struct iiodma_context *iiodma_device_context(const struct iiodma_device *device)
{
	return device->context;
}

size_t iiodma_device_buffer_count(const struct iiodma_device *device)
{
	return device->buffer_count;
}

struct iiodma_buffer *iiodma_device_buffer(const struct iiodma_device *device, size_t position)
{
	return position < device->buffer_count ? device->buffers[position] : NULL;
}

int iiodma_device_find_buffer(const struct iiodma_device *device, unsigned int index, struct iiodma_buffer **ret_buffer)
{
	char indexes[ERROR_LIST_MAX] = "";

	if (device->buffer_count == 0)
		return error_say(-ENOTSUP, "%s has no buffer: none of its channels can be streamed", device->name);

	for (size_t i = 0; i < device->buffer_count; i++) {
		char number[16];

		if (device->buffers[i]->index == index) {
			*ret_buffer = device->buffers[i];
			return 0;
		}
		snprintf(number, sizeof(number), "%u", device->buffers[i]->index);
		error_list_add(indexes, sizeof(indexes), number);
	}
	return error_say(-ENODEV, "%s has no buffer %u; valid: %s", device->name, index, indexes);
}

static int attribute_check(const char *name)
{
	if (!name || *name == '\0' || strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return error_say(-EINVAL, "\"%s\" is no attribute name; valid: a file name without \"/\"",
				 name ? name : "");
	return 0;
}

/* The path of attribute @name in @folder, or in @folder's part for @device when that is debugfs. */
static int attribute_path(const struct iiodma_device *device, const char *folder, const char *name, char path[PATH_MAX])
{
	int length;

	if (!device->path)
		return error_say(-ENOENT, "device %s is built in and has no attribute %s", device->name, name);

	length = snprintf(path, PATH_MAX, "%s/%s/%s", folder, device->id, name);
	return length < PATH_MAX ? 0 : error_set(-ENAMETOOLONG, "open attribute %.64s… of %s", name, device->name);
}

static const char *const folders[] = {
	[ATTRIBUTE_DEVICE] = SYSFS_DEVICES,
	[ATTRIBUTE_DEBUG] = DEBUGFS_IIO,
};

static int attribute_read(const struct iiodma_device *device, enum attribute_owner owner, const char *name, char *text,
			  size_t size)
{
	char path[PATH_MAX];
	ssize_t r = attribute_check(name);

	if (r == 0 && device->context->ops)
		return device->context->ops->attr_read(device, owner, name, text, size);
	if (r == 0)
		r = attribute_path(device, folders[owner], name, path);
	if (r < 0)
		return (int)r;
	r = sys_read_text(path, text, size);
	return r < 0 ? error_set((int)r, "read %s", path) : (int)r;
}

static int attribute_write(const struct iiodma_device *device, enum attribute_owner owner, const char *name,
			   const char *text)
{
	char path[PATH_MAX];
	int r = attribute_check(name);

	if (r == 0 && device->context->ops)
		return device->context->ops->attr_write(device, owner, name, text);
	if (r == 0)
		r = attribute_path(device, folders[owner], name, path);
	if (r < 0)
		return r;
	r = sys_write_text(path, text);
	return r < 0 ? error_set(r, "write \"%s\" to %s", text, path) : 0;
}

int iiodma_device_attr_read(const struct iiodma_device *device, const char *name, char *text, size_t size)
{
	return attribute_read(device, ATTRIBUTE_DEVICE, name, text, size);
}

int iiodma_device_attr_write(const struct iiodma_device *device, const char *name, const char *text)
{
	return attribute_write(device, ATTRIBUTE_DEVICE, name, text);
}

int iiodma_device_debug_attr_read(const struct iiodma_device *device, const char *name, char *text, size_t size)
{
	return attribute_read(device, ATTRIBUTE_DEBUG, name, text, size);
}

int iiodma_device_debug_attr_write(const struct iiodma_device *device, const char *name, const char *text)
{
	return attribute_write(device, ATTRIBUTE_DEBUG, name, text);
}

/* The kernel reads the register whose address was written last. */
int iiodma_device_reg_read(const struct iiodma_device *device, uint32_t address, uint32_t *ret_value)
{
	char text[32], *end;
	unsigned long value;
	int r;

	snprintf(text, sizeof(text), "0x%" PRIx32, address);
	r = iiodma_device_debug_attr_write(device, "direct_reg_access", text);
	if (r < 0)
		return r;
	r = iiodma_device_debug_attr_read(device, "direct_reg_access", text, sizeof(text));
	if (r < 0)
		return r;

	value = strtoul(text, &end, 16);
	if (end == text || *end != '\0' || value > UINT32_MAX)
		return error_say(-EINVAL, "register 0x%" PRIx32 " of %s reads \"%s\", which is no number", address,
				 device->name, text);
	*ret_value = (uint32_t)value;
	return 0;
}

int iiodma_device_reg_write(const struct iiodma_device *device, uint32_t address, uint32_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%" PRIx32 " 0x%" PRIx32, address, value);
	return iiodma_device_debug_attr_write(device, "direct_reg_access", text);
}

/* The file behind the trigger in force. */
static int trigger_path(const struct iiodma_device *device, char path[PATH_MAX])
{
	int length;

	if (!device->path)
		return error_say(-ENOENT, "device %s is built in and takes no trigger", device->name);
	length = snprintf(path, PATH_MAX, "%s/trigger/current_trigger", device->path);
	return length < PATH_MAX ? 0 : error_set(-ENAMETOOLONG, "open the trigger of %s", device->name);
}

int iiodma_device_trigger(const struct iiodma_device *device, char *text, size_t size)
{
	char path[PATH_MAX];
	ssize_t r;

	if (device->context->ops)
		return device->context->ops->trigger(device, text, size);
	r = trigger_path(device, path);
	if (r < 0)
		return (int)r;
	r = sys_read_text(path, text, size);
	return r < 0 ? error_set((int)r, "read %s", path) : (int)r;
}

static int write_trigger(const char *path, const char *name)
{
	/* An empty write does not reach the driver; a line end alone matches no trigger, which means none. */
	int r = sys_write_text(path, *name ? name : "\n");

	return r < 0 ? error_set(r, "write \"%s\" to %s", name, path) : 0;
}

int iiodma_device_set_trigger(const struct iiodma_device *device, const char *name)
{
	char path[PATH_MAX], before[256], after[256];
	int r;

	if (device->context->ops)
		return device->context->ops->set_trigger(device, name);
	r = trigger_path(device, path);
	if (r == 0)
		r = iiodma_device_trigger(device, before, sizeof(before));
	if (r >= 0)
		r = write_trigger(path, name);
	if (r >= 0)
		r = iiodma_device_trigger(device, after, sizeof(after));
	if (r < 0 || strcmp(after, name) == 0)
		return r < 0 ? r : 0;
	/* The kernel takes an unknown name for "none" and calls that success. */
	r = write_trigger(path, before);
	return r < 0 ? r : error_say(-EINVAL, "there is no trigger called \"%s\" for %s", name, device->name);
}
