/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Attributes a stream changes, and their way back. */
#ifndef IIODMA_LIB_SETTINGS_H
#define IIODMA_LIB_SETTINGS_H

#include <iiodma/types.h>

struct setting;

struct settings {
	struct setting *changed; /* latest first */
};

/* Write @value to @path unless it is there already, remembering what was. 0 or -errno with error text. */
int settings_write(struct settings *settings, const char *path, const char *value);

/*
 * Set `length` and, where the driver lets, `watermark` of a buffer, both in samples, in the order the kernel accepts:
 * length must never fall below watermark. The watermark in force afterwards is at most @watermark.
 */
int settings_write_lengths(struct settings *settings, const char *buffer_path, uint64_t length, uint64_t watermark);

/* Put everything back, latest change first. A device that is gone has nothing to put back. */
void settings_restore(struct settings *settings);

/* Read an attribute that holds one unsigned number. 0 or -errno. */
int attribute_number(const char *path, uint64_t *ret_value);

#endif
