/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lies between a remote context and this machine: found from its address before, and from the system after connecting. */
#ifndef IIODMA_LIB_LINK_H
#define IIODMA_LIB_LINK_H

#include <stdbool.h>

#include <iiodma/link.h>

struct iio_context;

#define LINK_UNKNOWN                                                                             \
	(struct iiodma_link)                                                                     \
	{                                                                                        \
		.size = sizeof(struct iiodma_link), .bytes_per_second = -1, .round_trip_ns = -1, \
		.usb_memory_bytes = -1                                                           \
	}

/* Kind and way from @uri; network: resolves the host. 0, or -ENOENT (unknown host) or -errno with error text. */
int link_resolve(const char *uri, struct iiodma_link *link);

/* Complete it with what the open context tells (which USB device was taken). */
void link_look(struct iio_context *context, struct iiodma_link *link);

/* USB: whether the system does not know the device any more. */
bool link_is_unplugged(const struct iiodma_link *link);

#endif
