/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which contexts there are: the local one, and servers found on the network and on USB. */
#ifndef TOOLS_CONTEXTS_H
#define TOOLS_CONTEXTS_H

#include <stdbool.h>

#include "exit_status.h"

/* Whether @filter is kinds of contexts separated by ':' (local, ip, usb); NULL, which means all of them, is fine. Else
 * one sentence and status 2. */
void contexts_check_filter(const char *spelling, const char *filter);

/* Print them all on standard output. */
enum exit_status contexts_list(const char *filter);

/* The only one that has devices, into @ret_uri (freed by the caller); or one sentence and the status to end with. */
enum exit_status contexts_pick(const char *filter, char **ret_uri);

#endif
