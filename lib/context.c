/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opening a context by its URI, and finding devices in it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/context.h>

#include "device.h"
#include "error.h"

static const struct {
	const char *uri;
	int (*discover)(struct iiodma_context *context);
} kinds[] = {
	{"local:", discover_local},
	{"null:", discover_null},
};

#define KIND_COUNT (sizeof(kinds) / sizeof(kinds[0]))

int iiodma_context_open(const char *uri, struct iiodma_context **ret_context)
{
	const char *wanted = uri ? uri : "local:";
	struct iiodma_context *context;
	size_t kind = 0;
	int r;

	while (kind < KIND_COUNT && strcmp(wanted, kinds[kind].uri) != 0)
		kind++;
	if (kind == KIND_COUNT)
		return error_say(-EINVAL, "context \"%s\" is of no known kind; valid: local:, null:", wanted);

	context = calloc(1, sizeof(*context));
	if (!context)
		return error_set(-ENOMEM, "open context %s", wanted);
	context->uri = kinds[kind].uri;

	r = kinds[kind].discover(context);
	if (r < 0) {
		iiodma_context_close(context);
		return r;
	}
	*ret_context = context;
	return 0;
}

void iiodma_context_close(struct iiodma_context *context)
{
	if (!context)
		return;
	for (size_t i = 0; i < context->device_count; i++)
		device_free(context->devices[i]);
	free(context->devices);
	free(context);
}

const char *iiodma_context_uri(const struct iiodma_context *context)
{
	return context->uri;
}

size_t iiodma_context_device_count(const struct iiodma_context *context)
{
	return context->device_count;
}

struct iiodma_device *iiodma_context_device(const struct iiodma_context *context, size_t index)
{
	return index < context->device_count ? context->devices[index] : NULL;
}

static bool is_called(const struct iiodma_device *device, const char *name)
{
	return strcmp(device->name, name) == 0 || (device->label && strcmp(device->label, name) == 0);
}

static int say_unknown(const struct iiodma_context *context, const char *name)
{
	char names[ERROR_LIST_MAX] = "";

	if (context->device_count == 0)
		return error_say(-ENODEV, "no device is called \"%s\"; there is no IIO device at all", name);
	for (size_t i = 0; i < context->device_count; i++)
		error_list_add(names, sizeof(names), context->devices[i]->name);
	return error_say(-ENODEV, "no device is called \"%s\"; there are: %s", name, names);
}

static int say_ambiguous(const struct iiodma_context *context, const char *name)
{
	char ids[ERROR_LIST_MAX] = "";

	for (size_t i = 0; i < context->device_count; i++) {
		if (is_called(context->devices[i], name))
			error_list_add(ids, sizeof(ids), context->devices[i]->id);
	}
	return error_say(-ENOTUNIQ, "several devices are called \"%s\"; say which by id: %s", name, ids);
}

/* Ids are unique, so they go first: a device named like another's id cannot hide it. */
int iiodma_context_find_device(const struct iiodma_context *context, const char *name,
			       struct iiodma_device **ret_device)
{
	struct iiodma_device *found = NULL;

	if (!name)
		name = "";
	for (size_t i = 0; i < context->device_count; i++) {
		if (strcmp(context->devices[i]->id, name) == 0) {
			*ret_device = context->devices[i];
			return 0;
		}
	}
	for (size_t i = 0; i < context->device_count; i++) {
		if (!is_called(context->devices[i], name))
			continue;
		if (found)
			return say_ambiguous(context, name);
		found = context->devices[i];
	}
	if (!found)
		return say_unknown(context, name);
	*ret_device = found;
	return 0;
}
