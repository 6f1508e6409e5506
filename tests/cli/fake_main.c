/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Linked into the tools that the CLI tests run, never into those that are shipped: before main() it puts the fake kernel behind the
 * library, as the environment variable IIODMA_FAKE says. That is a list of KEY=VALUE separated by ';':
 *
 *   machine=NAME         ad9361 (default) and those of machines.c
 *   clock=real           wall clock; otherwise waiting takes no time. The tool's own clock follows.
 *   rate=S/s             sample rate, 0 = as fast as blocks are taken (default 61.44e6); the phy says the same
 *   link=BYTES/s:SECONDS     a source that is not paced (rate=0) moves so much, and each block takes so long on top
 *   drop=N stale=N corrupt=N stop=N abort=N unplug=N      what happens to block N, from 0; stale=all
 *   hole=N:BYTES zeros=1     the last BYTES of block N are not written; every sample is 0
 *   short=N:BYTES delay=N:SECONDS first=SAMPLE status_every=N reads=BYTES,BYTES,…
 *   stuck=1              the status register does not clear
 *   enable_error=ERRNO hold=PID:COMMAND:SECONDS (SECONDS may be "ever") trigger=
 *   heaps=NAME:MAX_BYTES,… (or none) udmabuf=no dmabuf=no
 *   file=PATH:TEXT       a file of this content; may be given several times
 *   fail=PATTERN:NTH:ERRNO   may be given several times
 *   length=N:WATERMARK   a driver that holds length and watermark to each other
 *   log=FILE played=FILE     what was called; what was played
 *
 * Behaviour applies to every buffer.
 */
#include "fake_kernel.h"
#include "machines.h"

#include "common/clock.h"

#include <iiodma/error.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RATE_DEFAULT 61.44e6
#define PRIVATE_FD 200 /* out of the way of what the tool opens */

/* The tools' clock, so that their figures are about the fake kernel's time. */
int64_t clock_ns(void)
{
	return fake_clock_now();
}

static _Noreturn void refuse(const char *key, const char *value)
{
	fprintf(stderr, "IIODMA_FAKE: %s=%s is not understood\n", key, value);
	_exit(99);
}

static int errno_of(const char *name)
{
	for (int error = 1; error < 134; error++)
		if (strcmp(iiodma_errno_name(error), name) == 0)
			return error;
	refuse("errno", name);
}

static int private_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666), moved;

	if (fd < 0)
		refuse("file", path);
	moved = fcntl(fd, F_DUPFD_CLOEXEC, PRIVATE_FD);
	close(fd);
	return moved;
}

static uint64_t number(const char *text)
{
	return strtoull(text, NULL, 10);
}

/* What stands behind the first ':' of "A:B". */
static const char *second(const char *text)
{
	const char *colon = strchr(text, ':');

	return colon ? colon + 1 : "";
}

static void set_reads(struct fake_behaviour *how, const char *value)
{
	how->read_count = 0;
	while (*value && how->read_count < FAKE_READS_MAX) {
		char *rest;

		how->reads[how->read_count++] = strtoul(value, &rest, 10);
		value = *rest ? rest + 1 : rest;
	}
}

static void set_link(struct fake_behaviour *how, const char *value)
{
	how->link_bytes_per_second = strtod(value, NULL);
	how->link_block_ns = (int64_t)(strtod(second(value), NULL) * 1e9);
}

static bool set_behaviour(struct fake_behaviour *how, const char *key, const char *value)
{
	const struct {
		const char *key;
		uint64_t *field;
	} numbers[] = {
		{"drop", &how->drop_block},           {"stale", &how->stale_block}, {"corrupt", &how->corrupt_block},
		{"stop", &how->stop_block},           {"abort", &how->abort_block}, {"unplug", &how->unplug_block},
		{"first", &how->first_sample},        {"short", &how->short_block}, {"delay", &how->delay_block},
		{"status_every", &how->status_every}, {"hole", &how->hole_block},
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		if (strcmp(key, numbers[i].key) == 0) {
			*numbers[i].field = strcmp(value, "all") == 0 ? FAKE_NEVER : number(value);
			how->stale_always |= strcmp(value, "all") == 0;
			if (strcmp(key, "hole") == 0)
				how->hole_bytes = number(second(value));
			if (strcmp(key, "short") == 0)
				how->short_bytes = number(second(value));
			if (strcmp(key, "delay") == 0)
				how->delay_ns = (int64_t)(strtod(second(value), NULL) * 1e9);
			return true;
		}
	}
	if (strcmp(key, "reads") == 0)
		set_reads(how, value);
	else if (strcmp(key, "zeros") == 0)
		how->pattern = FAKE_ZEROS;
	else if (strcmp(key, "rate") == 0)
		how->rate = strtod(value, NULL);
	else if (strcmp(key, "link") == 0)
		set_link(how, value);
	else
		return false;
	return true;
}

static void behave(struct fake_buffer *buffer, void *context)
{
	const char *const *setting = context;
	struct fake_behaviour how = fake_behaviour_of(buffer);

	set_behaviour(&how, setting[0], setting[1]);
	fake_behave(buffer, &how);
}

static void set_heaps(const char *value)
{
	char *list = strdup(value), *rest = NULL;

	fake_file_remove("/dev/dma_heap");
	for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
		uint64_t max = *second(name) ? number(second(name)) : UINT64_C(1) << 32;

		name[strcspn(name, ":")] = '\0';
		if (strcmp(name, "none") != 0)
			fake_heap_add(name, max, true);
	}
	free(list);
}

static void set_file(const char *value)
{
	/* the path may hold a ':', as "iio:device1" does */
	const char *colon = strrchr(value, ':');
	char path[256];

	if (!colon)
		refuse("file", value);
	snprintf(path, sizeof(path), "%.*s", (int)(colon - value), value);
	fake_file_set(path, colon + 1);
}

static void set_fail(const char *value)
{
	char pattern[128];
	unsigned int nth;
	char error[32];

	/* the pattern itself may hold a ':', as "iio:device1" does */
	const char *last = strrchr(value, ':'), *middle = last;

	while (middle && middle > value && *--middle != ':')
		;
	if (!last || middle == value)
		refuse("fail", value);
	snprintf(pattern, sizeof(pattern), "%.*s", (int)(middle - value), value);
	nth = (unsigned int)number(middle + 1);
	snprintf(error, sizeof(error), "%s", last + 1);
	fake_fail(pattern, nth, errno_of(error));
}

static void hold(struct fake_buffer *buffer, void *context)
{
	char command[32] = "";
	double seconds;
	int pid;

	if (sscanf(context, "%d:%31[^:]:%lf", &pid, command, &seconds) == 3)
		fake_hold(buffer, pid, command, (uint64_t)(seconds * 1e9));
	else
		fake_hold(buffer, pid, command, FAKE_NEVER);
}

static void enable_error(struct fake_buffer *buffer, void *context)
{
	fake_enable_error(buffer, errno_of(context));
}

static void length_rule(struct fake_buffer *buffer, void *context)
{
	fake_length_rule(buffer, number(context), number(second(context)));
}

static void played_to(struct fake_buffer *buffer, void *context)
{
	fake_played_to(buffer, *(int *)context);
}

static void stick(struct fake_device *device, void *context)
{
	fake_status_raise(device, 5);
	fake_status_stick(device, true);
}

static void trigger(struct fake_device *device, void *context)
{
	fake_attr_set(device, "trigger/current_trigger", context);
}

static void apply_files(const char *key, char *value)
{
	int fd = private_file(value);

	if (strcmp(key, "log") == 0)
		fake_log_to(fd);
	else
		machine_each_buffer(played_to, &fd);
}

static void apply(const char *key, char *value)
{
	const char *setting[] = {key, value};
	struct fake_behaviour trial = {0};

	if (set_behaviour(&trial, key, value))
		machine_each_buffer(behave, setting);
	else if (strcmp(key, "clock") == 0)
		fake_clock_real(strcmp(value, "real") == 0);
	else if (strcmp(key, "log") == 0 || strcmp(key, "played") == 0)
		apply_files(key, value);
	else if (strcmp(key, "heaps") == 0)
		set_heaps(value);
	else if (strcmp(key, "file") == 0)
		set_file(value);
	else if (strcmp(key, "fail") == 0)
		set_fail(value);
	else if (strcmp(key, "dmabuf") == 0)
		fake_fail("ioctl ATTACH*", 0, EPERM);
	else if (strcmp(key, "udmabuf") == 0)
		fake_file_remove("/dev/udmabuf");
	else if (strcmp(key, "hold") == 0)
		machine_each_buffer(hold, value);
	else if (strcmp(key, "enable_error") == 0)
		machine_each_buffer(enable_error, value);
	else if (strcmp(key, "length") == 0)
		machine_each_buffer(length_rule, value);
	else if (strcmp(key, "stuck") == 0)
		machine_each_device(stick, NULL);
	else if (strcmp(key, "trigger") == 0)
		machine_each_device(trigger, value);
	else if (strcmp(key, "machine") != 0)
		refuse(key, value);
}

/* Call @act for each KEY=VALUE of the list. */
static void each_setting(const char *list, void (*act)(const char *key, char *value))
{
	char *copy = strdup(list), *rest = NULL;

	for (char *item = strtok_r(copy, ";", &rest); item; item = strtok_r(NULL, ";", &rest)) {
		char *equals;

		item += strspn(item, " \n\t");
		if (!*item)
			continue;
		equals = strchr(item, '=');
		if (!equals)
			refuse(item, "");
		*equals = '\0';
		act(item, equals + 1);
	}
	free(copy);
}

static void choose_machine(const char *key, char *value)
{
	if (strcmp(key, "machine") == 0 && !machine_boot(value))
		refuse(key, value);
}

static void say_rate(const char *key, char *value)
{
	if (strcmp(key, "rate") == 0)
		machine_rate(strtod(value, NULL));
}

static void __attribute__((constructor)) install(void)
{
	const char *list = getenv("IIODMA_FAKE");
	char rate[] = "61.44e6";

	if (!list)
		list = "";
	fake_log_keep(false);
	machine_boot("ad9361");
	each_setting(list, choose_machine);
	apply("rate", rate);
	machine_rate(RATE_DEFAULT);
	each_setting(list, say_rate);
	fake_log_keep(false);
	each_setting(list, apply);
}
