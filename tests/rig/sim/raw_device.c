// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "raw_iio.h"

#define IIO_DEVICES "/sys/bus/iio/devices/iio:device%u"
#define IIO_DEBUG "/sys/kernel/debug/iio/iio:device%u/direct_reg_access"
#define MAX_DEVICES 16

static int write_path(const char *path, const char *text)
{
	ssize_t written;
	int error = 0;
	int fd;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	written = write(fd, text, strlen(text));
	if (written < 0)
		error = -errno;
	close(fd);

	return error;
}

static int read_path(const char *path, char *ret_text, size_t size)
{
	ssize_t length;
	int error = 0;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	length = read(fd, ret_text, size - 1);
	if (length < 0) {
		error = -errno;
	} else {
		ret_text[length] = '\0';
		ret_text[strcspn(ret_text, "\n")] = '\0';
	}
	close(fd);

	return error;
}

int device_get(unsigned int device, const char *attribute, char *ret_text, size_t size)
{
	char path[256];

	snprintf(path, sizeof(path), IIO_DEVICES "/%s", device, attribute);

	return read_path(path, ret_text, size);
}

int device_set(unsigned int device, const char *attribute, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), IIO_DEVICES "/%s", device, attribute);

	return write_path(path, text);
}

int device_find(const char *name, unsigned int *ret_device)
{
	char text[64];
	unsigned int i;

	for (i = 0; i < MAX_DEVICES; i++) {
		if (device_get(i, "name", text, sizeof(text)) == 0 && strcmp(text, name) == 0) {
			*ret_device = i;
			return 0;
		}
	}

	return -ENODEV;
}

int device_reg_read(unsigned int device, uint32_t reg, uint32_t *ret_value)
{
	char path[128], text[32];
	int error;

	snprintf(path, sizeof(path), IIO_DEBUG, device);
	snprintf(text, sizeof(text), "0x%x", reg);
	error = write_path(path, text);
	if (error)
		return error;
	error = read_path(path, text, sizeof(text));
	if (error)
		return error;
	*ret_value = (uint32_t)strtoul(text, NULL, 0);

	return 0;
}

int device_reg_write(unsigned int device, uint32_t reg, uint32_t value)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), IIO_DEBUG, device);
	snprintf(text, sizeof(text), "0x%x 0x%x", reg, value);

	return write_path(path, text);
}
