/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a link can carry, from what the system says of the network interface or the USB device behind it. */
#include "link.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "error.h"
#include "libiio.h"
#include "sys.h"

#define IIOD_PORT "30431"
#define USB_DEVICES "/sys/bus/usb/devices"
#define USB_MEMORY "/sys/module/usbcore/parameters/usbfs_memory_mb"
#define BITS_PER_BYTE 8

static const char *const kind_names[] = {
	[IIODMA_LINK_NONE] = "none",
	[IIODMA_LINK_NETWORK] = "network",
	[IIODMA_LINK_USB] = "usb",
	[IIODMA_LINK_SERIAL] = "serial",
};

const char *iiodma_link_kind_name(enum iiodma_link_kind kind)
{
	return (size_t)kind < sizeof(kind_names) / sizeof(kind_names[0]) ? kind_names[kind] : "?";
}

int iiodma_context_link(const struct iiodma_context *context, struct iiodma_link *ret_link)
{
	const size_t size = ret_link->size;
	struct iiodma_link link = LINK_UNKNOWN;

	if (size == 0)
		return error_say(-EINVAL, "struct iiodma_link needs its size");
	if (context->ops != NULL)
		link = *context->ops->link(context);
	link.size = size;
	memcpy(ret_link, &link, size < sizeof(link) ? size : sizeof(link));
	return 0;
}

/* A number in the attribute at @folder/@name; negative when there is none. The unit is 1/10: USB has "1.5". */
static int64_t read_tenths(const char *folder, const char *name)
{
	char path[PATH_MAX], text[32], *end;
	long long whole;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (sys_read_text(path, text, sizeof(text)) <= 0)
		return -1;
	whole = strtoll(text, &end, 10);
	if (end == text || whole < 0 || whole > INT64_MAX / 10 - 1)
		return -1;
	return whole * 10 + (end[0] == '.' && end[1] >= '0' && end[1] <= '9' ? end[1] - '0' : 0);
}

static int64_t megabits_to_bytes(int64_t tenths)
{
	return tenths > 0 ? tenths * (1000000 / 10) / BITS_PER_BYTE : -1;
}

/* --- network --- */

/* "HOST[:PORT]", HOST in brackets where it holds colons itself. */
static void split_host(const char *address, char *host, size_t size, char *port, size_t port_size)
{
	const char *first = strchr(address, ':'), *last = strrchr(address, ':');

	snprintf(host, size, "%s", address);
	snprintf(port, port_size, "%s", IIOD_PORT);
	if (address[0] == '[' && strchr(address, ']') != NULL) {
		snprintf(host, size, "%.*s", (int)(strchr(address, ']') - address - 1), address + 1);
		if (last > strchr(address, ']'))
			snprintf(port, port_size, "%s", last + 1);
	} else if (first != NULL && first == last) {
		snprintf(host, size, "%.*s", (int)(first - address), address);
		snprintf(port, port_size, "%s", first + 1);
	}
}

static int resolve_network(const char *address, struct iiodma_link *link)
{
	char host[256], port[16], folder[PATH_MAX];
	int ret;

	link->kind = IIODMA_LINK_NETWORK;
	if (address[0] == '\0') /* to be discovered */
		return 0;
	split_host(address, host, sizeof(host), port, sizeof(port));
	ret = sys->route(host, port, link->name, sizeof(link->name));
	if (ret == -ENOENT)
		return error_say(ret, "ip:%s: unknown host", address);
	/* Without a way there is nothing to say about it; connecting will tell why. */
	if (ret < 0 || link->name[0] == '\0')
		return 0;
	snprintf(folder, sizeof(folder), "/sys/class/net/%s", link->name);
	link->bytes_per_second = megabits_to_bytes(read_tenths(folder, "speed"));
	return 0;
}

/* --- USB --- */

static const char *speed_name(int64_t tenths)
{
	switch (tenths) {
	case 15:
		return "USB low speed";
	case 120:
		return "USB full speed";
	case 4800:
		return "USB high speed";
	case 50000:
		return "USB SuperSpeed";
	default:
		return tenths > 50000 ? "USB SuperSpeed Plus" : "USB";
	}
}

struct usb_search {
	struct iiodma_link *link;
	bool found;
};

static int look_at_usb(const char *name, void *context)
{
	struct usb_search *search = context;
	char folder[PATH_MAX];
	int64_t tenths;

	snprintf(folder, sizeof(folder), USB_DEVICES "/%s", name);
	if (read_tenths(folder, "busnum") != (int64_t)search->link->usb_bus * 10 ||
	    read_tenths(folder, "devnum") != (int64_t)search->link->usb_device * 10)
		return 0;
	search->found = true;
	tenths = read_tenths(folder, "speed");
	search->link->bytes_per_second = megabits_to_bytes(tenths);
	snprintf(search->link->name, sizeof(search->link->name), "%s", speed_name(tenths));
	return 1;
}

static void look_usb(const char *uri, struct iiodma_link *link)
{
	struct usb_search search = {.link = link};
	char text[32];

	if (sys_read_text(USB_MEMORY, text, sizeof(text)) > 0)
		link->usb_memory_bytes = strtoll(text, NULL, 10) * 1024 * 1024;
	if (uri != NULL && sscanf(uri, "usb:%u.%u", &link->usb_bus, &link->usb_device) == 2)
		sys->list(USB_DEVICES, look_at_usb, &search);
}

bool link_is_unplugged(const struct iiodma_link *link)
{
	struct iiodma_link copy = *link;
	struct usb_search search = {.link = &copy};

	return link->kind == IIODMA_LINK_USB && link->usb_device != 0 &&
	       sys->list(USB_DEVICES, look_at_usb, &search) >= 0 && !search.found;
}

/* --- both --- */

int link_resolve(const char *uri, struct iiodma_link *link)
{
	if (strncmp(uri, "ip:", 3) == 0)
		return resolve_network(uri + 3, link);
	link->kind = strncmp(uri, "usb:", 4) == 0 ? IIODMA_LINK_USB : IIODMA_LINK_SERIAL;
	return 0;
}

void link_look(struct iio_context *context, struct iiodma_link *link)
{
#ifdef IIODMA_LIBIIO
	if (link->kind == IIODMA_LINK_USB)
		look_usb(libiio->context_attr(context, "uri"), link);
	if (link->kind == IIODMA_LINK_NETWORK && link->name[0] == '\0') {
		const char *address = libiio->context_attr(context, "ip,ip-addr");

		if (address != NULL)
			(void)resolve_network(address, link);
	}
#endif
}
