/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* DMA heaps by name. A missing heap, a kernel without heaps and lack of memory are told apart. C66 C120 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/heap.h>

#include "error.h"
#include "folder.h"
#include "heap_statement.h"
#include "sys.h"
#include "uapi/dma_buf.h"

#define HEAPS "/dev/dma_heap"
#define NAME_LENGTH_MAX 127

/* A folder that does not exist holds nothing. */
static int list(const char *folder, char ***ret_names)
{
	int count = folder_names(folder, ret_names);
	char **none;

	if (count != -ENOENT)
		return count < 0 ? error_set(count, "list %s", folder) : count;

	none = calloc(1, sizeof(*none));
	if (!none)
		return error_set(-ENOMEM, "list %s", folder);
	*ret_names = none;
	return 0;
}

int iiodma_heap_list(char ***ret_names)
{
	return list(HEAPS, ret_names);
}

void iiodma_heap_list_free(char **names)
{
	free(names);
}

/* The name becomes part of a path: nothing in it may lead out of the folder. */
int iiodma_heap_name_check(const char *name)
{
	if (!name || *name == '\0')
		return error_say(-EINVAL, "a heap name is empty; valid: the name of a file in %s", HEAPS);
	if (strlen(name) > NAME_LENGTH_MAX)
		return error_say(-EINVAL, "heap name \"%.16s…\" is longer than %d characters", name, NAME_LENGTH_MAX);
	if (strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return error_say(-EINVAL, "heap name \"%s\" is a path; valid: the name of a file in %s", name, HEAPS);
	return 0;
}

/* Moves the refused ones to the front; returns how many they are. */
static int keep_refused(char **names)
{
	char reason[HEAP_REFUSED_SIZE];
	int count = 0;

	for (char **name = names; *name; name++)
		if (heap_refused(*name, reason, sizeof(reason)))
			names[count++] = *name;
	names[count] = NULL;
	return count;
}

int iiodma_heap_list_refused(char ***ret_names)
{
	int count = list(HEAP_STATEMENTS, ret_names);

	return count < 0 ? count : keep_refused(*ret_names);
}

static int say_missing(const char *name)
{
	char valid[ERROR_LIST_MAX] = "", reason[HEAP_REFUSED_SIZE];
	char **names;
	int count;

	if (heap_refused(name, reason, sizeof(reason)))
		return error_say(-ENOENT, "this platform cannot give heap %s/%s: %s", HEAPS, name, reason);

	count = folder_names(HEAPS, &names);
	if (count == -ENOENT)
		return error_say(-ENOENT, "no DMA heap at all: %s does not exist, so neither does %s/%s", HEAPS, HEAPS,
				 name);
	if (count < 0)
		return error_set(-ENOENT, "open %s/%s", HEAPS, name);

	for (int i = 0; i < count; i++)
		error_list_add(valid, sizeof(valid), names[i]);
	free(names);
	return error_say(-ENOENT, "heap %s/%s does not exist; there are: %s", HEAPS, name, count > 0 ? valid : "none");
}

int iiodma_heap_alloc(const char *name, size_t bytes)
{
	struct dma_heap_allocation_data request = {.len = bytes, .fd_flags = O_RDWR | O_CLOEXEC};
	char path[sizeof(HEAPS) + 1 + NAME_LENGTH_MAX];
	int fd, r;

	r = iiodma_heap_name_check(name);
	if (r < 0)
		return r;

	snprintf(path, sizeof(path), "%s/%s", HEAPS, name);
	fd = sys->open(path, O_RDONLY);
	if (fd == -ENOENT)
		return say_missing(name);
	if (fd < 0)
		return error_set(fd, "open %s", path);

	r = sys->ioctl(fd, DMA_HEAP_IOCTL_ALLOC, &request);
	sys->close(fd);
	if (r < 0)
		return error_set(r, "get %zu bytes from %s", bytes, path);
	return (int)request.fd;
}
