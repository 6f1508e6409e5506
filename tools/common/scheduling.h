/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --rt, --cpu, --mlock: how the program itself runs. */
#ifndef TOOLS_SCHEDULING_H
#define TOOLS_SCHEDULING_H

#include <stdbool.h>

#include "exit_status.h"
#include "options.h"

/* What the user said; all zero = leave everything as it is. */
struct scheduling {
	int rt_priority;      /* 0 = not asked for */
	const char *cpu_list; /* as written; NULL = not asked for */
	bool lock_memory;
};

/* Take the options of this file. Returns whether @key was one of them; a bad value ends the program with status 2. */
bool scheduling_take_option(struct scheduling *scheduling, enum option_key key, const char *spelling,
			    const char *argument);

/*
 * Put it into force. Prints a sentence and returns EXIT_STATUS_FAILED where the system refuses, e.g. for want of
 * rights.
 */
enum exit_status scheduling_apply(const struct scheduling *scheduling);

#endif
