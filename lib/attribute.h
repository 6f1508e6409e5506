/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef IIODMA_LIB_ATTRIBUTE_H
#define IIODMA_LIB_ATTRIBUTE_H

/* What an attribute belongs to. */
enum attribute_owner {
	ATTRIBUTE_DEVICE, /* a channel's too, by its name in sysfs: "in_voltage0_hardwaregain" */
	ATTRIBUTE_BUFFER,
	ATTRIBUTE_DEBUG,
};

#endif
