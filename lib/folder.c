/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads a folder through sys->list() into one allocation: first the pointers, behind them the names. */
#include "folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sys.h"

/* Names end to end, each with its NUL, while their number is not known yet. */
struct collection {
	char *text;
	size_t bytes;
	size_t room;
	size_t count;
};

static int collect(const char *name, void *context)
{
	struct collection *all = context;
	size_t bytes = strlen(name) + 1;

	if (all->room - all->bytes < bytes) {
		size_t room = 2 * all->room + bytes;
		char *text = realloc(all->text, room);

		if (!text)
			return -ENOMEM;
		all->text = text;
		all->room = room;
	}
	memcpy(all->text + all->bytes, name, bytes);
	all->bytes += bytes;
	all->count++;
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int folder_names(const char *folder, char ***ret_names)
{
	struct collection all = {0};
	size_t table_bytes;
	char **names, *text;
	int r;

	r = sys->list(folder, collect, &all);
	if (r < 0)
		goto out;

	r = -ENOMEM;
	table_bytes = (all.count + 1) * sizeof(*names);
	names = malloc(table_bytes + all.bytes);
	if (!names)
		goto out;

	text = (char *)names + table_bytes;
	if (all.bytes > 0)
		memcpy(text, all.text, all.bytes);
	for (size_t i = 0; i < all.count; i++) {
		names[i] = text;
		text += strlen(text) + 1;
	}
	names[all.count] = NULL;
	qsort(names, all.count, sizeof(*names), compare_names);

	*ret_names = names;
	r = (int)all.count;
out:
	free(all.text);
	return r;
}
