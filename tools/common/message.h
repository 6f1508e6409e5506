/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything a tool says besides its results: one line each on stderr, with the program's name in front. */
#ifndef TOOLS_MESSAGE_H
#define TOOLS_MESSAGE_H

#include <stdbool.h>
#include <stdnoreturn.h>

#include "exit_status.h"

enum message_level {
	MESSAGE_QUIET,   /* errors only */
	MESSAGE_NORMAL,  /* and notices */
	MESSAGE_VERBOSE, /* and details */
};

/* @program is argv[0]; must live as long as messages are printed. */
void message_init(const char *program);

/*
 * From here on standard error is ours alone: libiio 0.x writes lines of its own there, which cannot be switched off and
 * say less than the errors it returns.
 */
void message_alone(void);
void message_set_level(enum message_level level);
const char *message_program(void);

/* Something failed. Never silenced. */
void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Something the user should know: silenced by -q. */
void message_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How a choice was made: printed with -v only. */
void message_detail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* message_error() and exit. Only for use before a device is touched. */
noreturn void message_die(enum exit_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * The status line that overwrites itself: nothing unless stderr is a terminal and notices are shown. The next message
 * clears it; message_progress_end() does so too.
 */
bool message_progress_wanted(void);
void message_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void message_progress_end(void);

#endif
