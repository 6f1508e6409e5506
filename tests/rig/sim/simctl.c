// SPDX-License-Identifier: GPL-2.0-or-later
#include "simctl.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define DEBUGFS "/sys/kernel/debug"
#define PANEL DEBUGFS "/iiodma_sim"
#define DRIVER "/sys/bus/platform/drivers/iiodma-sim"

static const char *const side_names[] = {
	[SIM_RX] = "rx",
	[SIM_TX] = "tx",
};

static int write_file(const char *path, const char *text)
{
	size_t length = strlen(text);
	ssize_t written;
	int error = 0;
	int fd;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;

	written = write(fd, text, length);
	if (written < 0)
		error = -errno;
	else if ((size_t)written != length)
		error = -EIO;
	close(fd);

	return error;
}

static int read_file(const char *path, char *ret_text, size_t size)
{
	ssize_t length;
	int error = 0;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;

	length = read(fd, ret_text, size - 1);
	if (length < 0)
		error = -errno;
	else
		ret_text[length] = '\0';
	close(fd);

	return error;
}

static int panel_path(char *ret_path, size_t size, const char *name)
{
	int length = snprintf(ret_path, size, PANEL "/%s", name);

	return length < 0 || (size_t)length >= size ? -ENAMETOOLONG : 0;
}

bool sim_is_loaded(void)
{
	if (access(PANEL, F_OK) == 0)
		return true;

	/* A minimal system may not have mounted debugfs yet. */
	if (mount("debugfs", DEBUGFS, "debugfs", 0, NULL) < 0)
		return false;

	return access(PANEL, F_OK) == 0;
}

int sim_get(const char *name, char *ret_text, size_t size)
{
	char path[256];
	int error;

	error = panel_path(path, sizeof(path), name);
	if (error)
		return error;

	error = read_file(path, ret_text, size);
	if (error)
		return error;

	ret_text[strcspn(ret_text, "\n")] = '\0';

	return 0;
}

int sim_set(const char *name, const char *text)
{
	char path[256];
	int error;

	error = panel_path(path, sizeof(path), name);

	return error ? error : write_file(path, text);
}

int sim_get_number(const char *name, int64_t *ret_value)
{
	char text[32];
	char *end;
	int64_t value;
	int error;

	error = sim_get(name, text, sizeof(text));
	if (error)
		return error;

	/* Switches read as Y and N. */
	if (strcmp(text, "Y") == 0 || strcmp(text, "N") == 0) {
		*ret_value = text[0] == 'Y';
		return 0;
	}

	errno = 0;
	value = strtoll(text, &end, 0);
	if (errno || end == text || *end != '\0')
		return -EINVAL;
	*ret_value = value;

	return 0;
}

int sim_set_number(const char *name, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);

	return sim_set(name, text);
}

int sim_set_rate(uint32_t hz)
{
	return sim_set_number("rate", hz);
}

static bool counter_find(const char *text, const char *key, int64_t *ret_value)
{
	size_t length = strlen(key);
	const char *line;

	for (line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, key, length) == 0 && line[length] == ' ') {
			*ret_value = strtoll(line + length, NULL, 10);
			return true;
		}
	}

	return false;
}

int sim_read_counters(enum sim_side side, struct sim_counters *ret_counters)
{
	struct sim_counters counters;
	const struct {
		const char *key;
		uint64_t *value;
	} fields[] = {
		{"blocks_completed", &counters.blocks_completed},
		{"bytes_transferred", &counters.bytes_transferred},
		{"samples_produced", &counters.samples_produced},
		{"samples_lost", &counters.samples_lost},
		{"overflow_events", &counters.overflow_events},
		{"underflow_events", &counters.underflow_events},
		{"underflow_samples", &counters.underflow_samples},
		{"prepared", &counters.prepared},
		{"enqueued", &counters.enqueued},
		{"refused", &counters.refused},
		{"starts", &counters.starts},
		{"terminates", &counters.terminates},
		{"tx_samples", &counters.tx_samples},
		{"tx_errors", &counters.tx_errors},
		{"cyclic_repeats", &counters.cyclic_repeats},
		{"sg_entries_max", &counters.sg_entries_max},
		{"fileio_for_device", &counters.fileio_for_device},
		{"fileio_for_device_bytes", &counters.fileio_for_device_bytes},
		{"fileio_for_cpu", &counters.fileio_for_cpu},
		{"fileio_for_cpu_bytes", &counters.fileio_for_cpu_bytes},
		{"blocks_outstanding", &counters.blocks_outstanding},
	};
	char text[2048];
	char path[64];
	int64_t value;
	size_t i;
	int error;

	snprintf(path, sizeof(path), PANEL "/%s/counters", side_names[side]);
	error = read_file(path, text, sizeof(text));
	if (error)
		return error;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (!counter_find(text, fields[i].key, &value))
			return -ENOMSG;
		*fields[i].value = (uint64_t)value;
	}
	if (!counter_find(text, "tx_first_error_sample", &counters.tx_first_error_sample))
		return -ENOMSG;
	*ret_counters = counters;

	return 0;
}

static int set_on_side(enum sim_side side, const char *name, int64_t value)
{
	char path[64];
	int length = snprintf(path, sizeof(path), "%s/%s", side_names[side], name);

	if (length < 0 || (size_t)length >= sizeof(path))
		return -ENAMETOOLONG;

	return sim_set_number(path, value);
}

int sim_reset_counters(enum sim_side side)
{
	return set_on_side(side, "reset", 1);
}

int sim_inject(enum sim_side side, const char *fault, int64_t value)
{
	char name[48];
	int length = snprintf(name, sizeof(name), "faults/%s", fault);

	if (length < 0 || (size_t)length >= sizeof(name))
		return -ENAMETOOLONG;

	return set_on_side(side, name, value);
}

int sim_reset(void)
{
	return sim_set_number("reset", 1);
}

static int drive(enum sim_side side, const char *action)
{
	char path[64];
	char device[32];

	snprintf(path, sizeof(path), DRIVER "/%s", action);
	snprintf(device, sizeof(device), "iiodma-sim-%s", side_names[side]);

	return write_file(path, device);
}

int sim_unbind(enum sim_side side)
{
	return drive(side, "unbind");
}

int sim_bind(enum sim_side side)
{
	return drive(side, "bind");
}
