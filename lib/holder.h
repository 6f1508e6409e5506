/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who holds a device node open, as far as /proc tells. */
#ifndef IIODMA_LIB_HOLDER_H
#define IIODMA_LIB_HOLDER_H

#include <stddef.h>

/*
 * Write " by PID (COMMAND)" for a process that has @node open, " (perhaps by PID (COMMAND), which has an IIO buffer
 * open)" for one that holds any IIO buffer, or "" when nothing is known, into @text.
 */
void holder_find(const char *node, char *text, size_t size);

#endif
