/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opening a context by its URI, and finding devices in it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/context.h>

#include "device.h"
#include "error.h"

#define REMOTE_TIMEOUT_NS INT64_C(5000000000)

static int open_local(struct iiodma_context *context, const char *uri, int64_t timeout_ns)
{
	return discover_local(context);
}

static int open_null(struct iiodma_context *context, const char *uri, int64_t timeout_ns)
{
	return discover_null(context);
}

#ifndef IIODMA_LIBIIO
int discover_libiio(struct iiodma_context *context, const char *uri, int64_t timeout_ns)
{
	return error_say(-ENOTSUP, "%s: this build has no libiio and reaches local: and null: only", uri);
}

int iiodma_context_scan(const char *kind, int64_t timeout_ns,
			void (*each)(const char *uri, const char *description, void *context), void *context)
{
	return error_say(-ENOTSUP, "this build has no libiio and cannot search for %s contexts", kind);
}
#endif

static const struct {
	const char *start;
	bool whole; /* nothing may follow */
	int (*open)(struct iiodma_context *context, const char *uri, int64_t timeout_ns);
} kinds[] = {
	{"local:", true, open_local},     {"null:", true, open_null},          {"ip:", false, discover_libiio},
	{"usb:", false, discover_libiio}, {"serial:", false, discover_libiio},
};

#define KIND_COUNT (sizeof(kinds) / sizeof(kinds[0]))

static bool is_kind(const char *uri, size_t kind)
{
	const size_t length = strlen(kinds[kind].start);

	return strncmp(uri, kinds[kind].start, length) == 0 && (!kinds[kind].whole || uri[length] == '\0');
}

int iiodma_context_open(const char *uri, struct iiodma_context **ret_context)
{
	return iiodma_context_open_within(uri, REMOTE_TIMEOUT_NS, ret_context);
}

int iiodma_context_open_within(const char *uri, int64_t timeout_ns, struct iiodma_context **ret_context)
{
	const char *wanted = uri ? uri : "local:";
	struct iiodma_context *context;
	size_t kind = 0;
	int r;

	while (kind < KIND_COUNT && !is_kind(wanted, kind))
		kind++;
	if (kind == KIND_COUNT)
		return error_say(
			-EINVAL,
			"context \"%s\" is of no known kind; valid: local:, null:, ip:HOST[:PORT], usb:[…], serial:…",
			wanted);

	context = calloc(1, sizeof(*context));
	if (!context)
		return error_set(-ENOMEM, "open context %s", wanted);
	context->uri = kinds[kind].start;

	r = kinds[kind].open(context, wanted, timeout_ns);
	if (r < 0) {
		iiodma_context_close(context);
		return r;
	}
	*ret_context = context;
	return 0;
}

int iiodma_context_set_timeout(struct iiodma_context *context, int64_t timeout_ns)
{
	return context->ops ? context->ops->set_timeout(context, timeout_ns) : 0;
}

void iiodma_context_close(struct iiodma_context *context)
{
	if (!context)
		return;
	for (size_t i = 0; i < context->device_count; i++)
		device_free(context->devices[i]);
	free(context->devices);
	if (context->ops)
		context->ops->close(context);
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
