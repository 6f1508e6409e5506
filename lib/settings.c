/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "settings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "sys.h"

#define VALUE_MAX 256

struct setting {
	struct setting *earlier;
	char *path;
	char value[VALUE_MAX]; /* before the change */
};

static int remember(struct settings *settings, const char *path, const char *value)
{
	struct setting *setting = calloc(1, sizeof(*setting));

	if (setting != NULL)
		setting->path = strdup(path);
	if (setting == NULL || setting->path == NULL) {
		free(setting);
		return error_set(-ENOMEM, "remember %s", path);
	}
	snprintf(setting->value, sizeof(setting->value), "%s", value);
	setting->earlier = settings->changed;
	settings->changed = setting;
	return 0;
}

int settings_write(struct settings *settings, const char *path, const char *value)
{
	char before[VALUE_MAX];
	ssize_t length = sys_read_text(path, before, sizeof(before));

	if (length < 0)
		return error_set((int)length, "read %s", path);
	if (strcmp(before, value) == 0)
		return 0;

	/* Remembered first: a write that fails half way must be undone as well. */
	int ret = remember(settings, path, before);

	if (ret == 0) {
		ret = sys_write_text(path, value);
		if (ret < 0)
			return error_set(ret, "write %s to %s", value, path);
	}
	return ret;
}

int attribute_number(const char *path, uint64_t *ret_value)
{
	char text[VALUE_MAX];
	ssize_t length = sys_read_text(path, text, sizeof(text));
	char *end;

	if (length < 0)
		return (int)length;
	errno = 0;

	uint64_t value = strtoull(text, &end, 10);

	if (errno != 0 || end == text || *end != '\0')
		return -EINVAL;
	*ret_value = value;
	return 0;
}

static int write_number(struct settings *settings, const char *path, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	return settings_write(settings, path, text);
}

/* A watermark that cannot be written is fine as long as it does not exceed what is wanted: DMA buffers fix it at one
 * block. */
static int write_watermark(struct settings *settings, const char *path, uint64_t watermark)
{
	uint64_t present = 0;

	if (attribute_number(path, &present) == -ENOENT)
		return 0;

	int ret = write_number(settings, path, watermark);

	if (ret < 0 && attribute_number(path, &present) == 0 && present <= watermark)
		return 0;
	return ret;
}

int settings_write_lengths(struct settings *settings, const char *buffer_path, uint64_t length, uint64_t watermark)
{
	char length_path[VALUE_MAX + 32];
	char watermark_path[VALUE_MAX + 32];
	uint64_t present = 0;
	int ret;

	snprintf(length_path, sizeof(length_path), "%s/length", buffer_path);
	snprintf(watermark_path, sizeof(watermark_path), "%s/watermark", buffer_path);

	/* Some drivers refuse a length below the watermark, so a shrinking one lets the watermark go first. */
	if (attribute_number(watermark_path, &present) == 0 && present > length) {
		ret = write_watermark(settings, watermark_path, watermark);
		if (ret < 0 && ret != -EACCES)
			return ret;
	}
	ret = write_number(settings, length_path, length);
	if (ret < 0)
		return ret;
	return write_watermark(settings, watermark_path, watermark);
}

void settings_restore(struct settings *settings)
{
	while (settings->changed != NULL) {
		struct setting *setting = settings->changed;

		sys_write_text(setting->path, setting->value);
		settings->changed = setting->earlier;
		free(setting->path);
		free(setting);
	}
}
