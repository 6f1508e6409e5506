/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log of calls, and calls told to fail. */
#include "fake.h"

#include <iiodma/error.h>

#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RULES_MAX 16

struct rule {
	char *pattern;
	unsigned int nth, seen;
	int error;
};

static char **lines;
static size_t line_count, line_room;
static bool keep = true;
static int copy_fd = -1;
static struct rule rules[RULES_MAX];
static unsigned int rule_count;

atomic_uint_fast64_t fake_clock_read_count, fake_call_count;

/* The line of this thread's call, until its result is known. */
static _Thread_local char current[512];

static bool matches(const char *pattern, const char *line)
{
	return fnmatch(pattern, line, 0) == 0;
}

static int told_to_fail(void)
{
	for (unsigned int i = 0; i < rule_count; i++) {
		if (!matches(rules[i].pattern, current))
			continue;
		rules[i].seen++;
		if (!rules[i].nth || rules[i].seen == rules[i].nth)
			return -rules[i].error;
	}
	return 0;
}

int fake_log(const char *format, ...)
{
	va_list arguments;

	atomic_fetch_add(&fake_call_count, 1);
	va_start(arguments, format);
	vsnprintf(current, sizeof(current), format, arguments);
	va_end(arguments);
	return told_to_fail();
}

static void append(char *line)
{
	if (line_count == line_room) {
		line_room = line_room ? 2 * line_room : 1024;
		lines = fake_grow(lines, line_room * sizeof(*lines));
	}
	lines[line_count++] = line;
}

void fake_log_result(long result)
{
	char *line;

	if (!keep && copy_fd < 0)
		return;
	if (result < 0)
		line = fake_text("%s = -%s", current, iiodma_errno_name((int)result));
	else
		line = fake_text("%s", current);
	if (copy_fd >= 0)
		dprintf(copy_fd, "%s\n", line);
	if (keep)
		append(line);
	else
		free(line);
}

static void clear_lines(void)
{
	for (size_t i = 0; i < line_count; i++)
		free(lines[i]);
	free(lines);
	lines = NULL;
	line_count = line_room = 0;
	atomic_store(&fake_call_count, 0);
	atomic_store(&fake_clock_read_count, 0);
}

static void clear_rules(void)
{
	for (unsigned int i = 0; i < rule_count; i++)
		free(rules[i].pattern);
	rule_count = 0;
}

void fake_log_reset(void)
{
	clear_lines();
	clear_rules();
	keep = true;
	copy_fd = -1;
}

void fake_log_clear(void)
{
	fake_lock();
	clear_lines();
	fake_unlock();
}

void fake_log_keep(bool wanted)
{
	fake_lock();
	keep = wanted;
	fake_unlock();
}

void fake_log_to(int fd)
{
	fake_lock();
	copy_fd = fd;
	fake_unlock();
}

uint64_t fake_count(const char *pattern)
{
	uint64_t count = 0;

	fake_lock();
	for (size_t i = 0; i < line_count; i++)
		count += matches(pattern, lines[i]);
	fake_unlock();
	return count;
}

long fake_log_index(const char *pattern, unsigned int nth)
{
	long place = -1;

	fake_lock();
	for (size_t i = 0; i < line_count; i++) {
		if (matches(pattern, lines[i]) && nth-- == 0) {
			place = (long)i;
			break;
		}
	}
	fake_unlock();
	return place;
}

const char *fake_log_line(const char *pattern, unsigned int nth)
{
	long place = fake_log_index(pattern, nth);

	return place < 0 ? NULL : lines[place];
}

const char *fake_log_last(void)
{
	const char *line;

	fake_lock();
	line = line_count ? lines[line_count - 1] : "";
	fake_unlock();
	return line;
}

uint64_t fake_system_calls(void)
{
	return atomic_load(&fake_call_count);
}

uint64_t fake_clock_reads(void)
{
	return atomic_load(&fake_clock_read_count);
}

void fake_fail(const char *pattern, unsigned int nth, int error)
{
	fake_lock();
	if (rule_count == RULES_MAX)
		abort();
	rules[rule_count++] = (struct rule){.pattern = fake_text("%s", pattern), .nth = nth, .error = error};
	fake_unlock();
}

void fake_fail_clear(void)
{
	fake_lock();
	clear_rules();
	fake_unlock();
}
