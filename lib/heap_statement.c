/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "heap_statement.h"

#include <stdio.h>

#include "sys.h"

bool heap_statement(const char *heap, const char *name, char *text, size_t size)
{
	char path[512];

	snprintf(path, sizeof(path), HEAP_STATEMENTS "/%s/%s", heap, name);
	if (sys_read_text(path, text, size) >= 0)
		return true;
	text[0] = '\0';
	return false;
}

bool heap_refused(const char *heap, char *text, size_t size)
{
	return heap_statement(heap, "refused", text, size) && text[0] != '\0';
}
