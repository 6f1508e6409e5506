/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "message.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 4096

/* How the process talks: set once while options are read, except for the status line on show. */
static struct {
	const char *program;
	enum message_level level;
	bool progress_shown;
	FILE *stream; /* NULL = stderr */
} voice = {.program = "iiodma", .level = MESSAGE_NORMAL};

static FILE *stream(void)
{
	return voice.stream ? voice.stream : stderr;
}

void message_alone(void)
{
	FILE *nowhere, *ours;

	if (voice.stream)
		return;
	ours = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");
	nowhere = fopen("/dev/null", "we");
	if (!ours || !nowhere)
		return;
	setvbuf(ours, NULL, _IONBF, 0);
	voice.stream = ours;
	stderr = nowhere;
}

void message_init(const char *program)
{
	const char *slash = program ? strrchr(program, '/') : NULL;

	if (program)
		voice.program = slash ? slash + 1 : program;
}

void message_set_level(enum message_level level)
{
	voice.level = level;
}

const char *message_program(void)
{
	return voice.program;
}

/* One write for the whole line, so that lines of several processes on one terminal stay whole. */
static void say(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
static void say(const char *format, va_list arguments)
{
	char text[LINE_BYTES];

	message_progress_end();
	vsnprintf(text, sizeof(text), format, arguments);
	fprintf(stream(), "%s: %s\n", voice.program, text);
}

void message_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
}

void message_notice(const char *format, ...)
{
	va_list arguments;

	if (voice.level < MESSAGE_NORMAL)
		return;
	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
}

void message_detail(const char *format, ...)
{
	va_list arguments;

	if (voice.level < MESSAGE_VERBOSE)
		return;
	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
}

void message_die(enum exit_status status, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
	exit((int)status);
}

bool message_progress_wanted(void)
{
	return voice.level >= MESSAGE_NORMAL && isatty(STDERR_FILENO);
}

void message_progress(const char *format, ...)
{
	char text[LINE_BYTES];
	va_list arguments;

	if (!message_progress_wanted())
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	fprintf(stream(), "\r\033[K%s", text);
	fflush(stream());
	voice.progress_shown = true;
}

void message_progress_end(void)
{
	if (!voice.progress_shown)
		return;
	fputs("\r\033[K", stream());
	voice.progress_shown = false;
}
