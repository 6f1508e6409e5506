/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** The link to a remote context: what lies between its devices and this machine. */
#ifndef IIODMA_LINK_H
#define IIODMA_LINK_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

struct iiodma_context;

enum iiodma_link_kind {
	IIODMA_LINK_NONE, /**< the devices are in this machine */
	IIODMA_LINK_NETWORK,
	IIODMA_LINK_USB,
	IIODMA_LINK_SERIAL,
};

#define IIODMA_LINK_TEXT 64

/** What is known of a link. Unknown is -1 or an empty text. */
struct iiodma_link {
	size_t size; /**< sizeof(struct iiodma_link), set by the caller */

	enum iiodma_link_kind kind;
	char name[IIODMA_LINK_TEXT];           /**< "USB high speed", "eth0" */
	char client_version[IIODMA_LINK_TEXT]; /**< of libiio here */
	char server_version[IIODMA_LINK_TEXT]; /**< of the server's libiio */
	int64_t bytes_per_second; /**< what the link carries at most: its signalling rate, before any protocol */
	int64_t round_trip_ns;    /**< shortest of a few requests when the context was opened */
	unsigned int usb_bus;     /**< USB: which device was taken, as usb:BUS.DEVICE; 0 = unknown */
	unsigned int usb_device;
	int64_t usb_memory_bytes; /**< USB: what the kernel lends for transfers; 0 = as much as wanted */
};

/** The word used for @kind in reports ("none", "network", "usb", "serial"). Static. */
const char *iiodma_link_kind_name(enum iiodma_link_kind kind);

/** Fill @ret_link up to the size it states. Returns 0 or -EINVAL (size 0). Since 0.1. */
int iiodma_context_link(const struct iiodma_context *context, struct iiodma_link *ret_link) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
