/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a heap says of itself in sysfs; lib/kmod/README.md lists the attributes. */
#ifndef IIODMA_LIB_HEAP_STATEMENT_H
#define IIODMA_LIB_HEAP_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

#define HEAP_STATEMENTS "/sys/class/iiodma_heap"
#define HEAP_REFUSED_SIZE 192 /* room for any reason */

/* Attribute @name of @heap. False, and an empty @text, when nothing is stated; sets no error text. */
bool heap_statement(const char *heap, const char *name, char *text, size_t size);

/* The reason why the platform cannot give @heap; false, and an empty @text, when it was not refused. */
bool heap_refused(const char *heap, char *text, size_t size);

#endif
