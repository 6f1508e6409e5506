/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A setting: how the kernel maps what is received and what is sent. Written "RX" when both are mapped alike, else
 * "RX+TX": "coherent+writecombine".
 */
#ifndef TOOLS_SETTING_H
#define TOOLS_SETTING_H

#include <stddef.h>

#include <iiodma/types.h>

#include "mapping.h"

struct setting {
	const struct mapping *mapping[2]; /* by direction */
};

/* The rows of the reference table, in its order, ended by NULL. */
extern const char *const setting_reference[];

/* Returns 0, or -EINVAL when @text is no setting. */
int setting_parse(const char *text, struct setting *ret_setting);

/* The name of a setting as people say it: "coherent reads + write-combine writes"; @text itself when it is no setting. */
void setting_title(const char *text, char *title, size_t size);

#endif
