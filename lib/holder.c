/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "holder.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sys.h"

/* A buffer taken out of its node shows as this; which device it belongs to cannot be seen. */
#define BUFFER_LINK "anon_inode:iio:buffer"
#define BUFFER_LINK_BRACKETS "anon_inode:[iio:buffer]"

enum evidence { NOTHING, SOME_BUFFER, THE_NODE };

struct search {
	const char *node;
	const char *pid; /* being looked at */
	enum evidence best;
	char best_pid[16];
};

static int look_at_fd(const char *name, void *context)
{
	struct search *search = context;
	char path[PATH_MAX];
	char target[PATH_MAX];
	enum evidence found = NOTHING;

	snprintf(path, sizeof(path), "/proc/%s/fd/%s", search->pid, name);
	if (sys->readlink(path, target, sizeof(target)) < 0)
		return 0;
	if (strcmp(target, search->node) == 0)
		found = THE_NODE;
	else if (strcmp(target, BUFFER_LINK) == 0 || strcmp(target, BUFFER_LINK_BRACKETS) == 0)
		found = SOME_BUFFER;
	if (found > search->best) {
		search->best = found;
		snprintf(search->best_pid, sizeof(search->best_pid), "%s", search->pid);
	}
	return search->best == THE_NODE;
}

static int look_at_process(const char *name, void *context)
{
	struct search *search = context;
	char folder[PATH_MAX];

	if (!isdigit((unsigned char)name[0]))
		return 0;
	snprintf(folder, sizeof(folder), "/proc/%s/fd", name);
	search->pid = name;
	/* Processes of other users cannot be looked into; that is no failure of the search. */
	return sys->list(folder, look_at_fd, search) > 0;
}

void holder_find(const char *node, char *text, size_t size)
{
	struct search search = {.node = node};
	char path[64];
	char command[32] = "?";

	text[0] = '\0';
	sys->list("/proc", look_at_process, &search);
	if (search.best == NOTHING)
		return;
	snprintf(path, sizeof(path), "/proc/%s/comm", search.best_pid);
	if (sys_read_text(path, command, sizeof(command)) < 0)
		snprintf(command, sizeof(command), "?");
	if (search.best == THE_NODE)
		snprintf(text, size, " by process %s (%s)", search.best_pid, command);
	else
		snprintf(text, size, ", perhaps by process %s (%s), which has an IIO buffer open", search.best_pid,
			 command);
}
