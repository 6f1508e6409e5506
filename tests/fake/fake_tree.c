/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file tree: /sys, /dev, /proc as a flat list of paths. */
#include "fake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ATTRIBUTE_MAX 4096

static struct fake_entry **entries;
static size_t entry_count, entry_room;

/* An open attribute: what it showed when it was last read from its beginning. */
struct open_text {
	char *path;
	char text[ATTRIBUTE_MAX];
	size_t length;
};

struct fake_entry *fake_entry_find(const char *path)
{
	for (size_t i = 0; i < entry_count; i++)
		if (strcmp(entries[i]->path, path) == 0)
			return entries[i];
	return NULL;
}

static void empty_entry(struct fake_entry *entry)
{
	free(entry->path);
	free(entry->text);
	if (entry->owned)
		free(entry->object);
}

static void free_entry(struct fake_entry *entry)
{
	empty_entry(entry);
	free(entry);
}

struct fake_entry *fake_entry_add(char *path, unsigned int mode)
{
	struct fake_entry *entry = fake_entry_find(path);

	if (entry) {
		empty_entry(entry);
	} else {
		if (entry_count == entry_room) {
			entry_room = entry_room ? 2 * entry_room : 256;
			entries = fake_grow(entries, entry_room * sizeof(*entries));
		}
		entry = fake_new(sizeof(*entry));
		entries[entry_count++] = entry;
	}
	*entry = (struct fake_entry){.path = path, .mode = mode};
	return entry;
}

static bool is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && path[length] == '/';
}

void fake_tree_remove(const char *path)
{
	size_t kept = 0;

	for (size_t i = 0; i < entry_count; i++) {
		struct fake_entry *entry = entries[i];

		if (strcmp(entry->path, path) == 0 || is_below(entry->path, path))
			free_entry(entry);
		else
			entries[kept++] = entry;
	}
	entry_count = kept;
}

void fake_tree_reset(void)
{
	for (size_t i = 0; i < entry_count; i++)
		free_entry(entries[i]);
	free(entries);
	entries = NULL;
	entry_count = entry_room = 0;
}

static bool is_folder(const char *path)
{
	struct fake_entry *entry = fake_entry_find(path);

	if (entry)
		return S_ISDIR(entry->mode);
	for (size_t i = 0; i < entry_count; i++)
		if (is_below(entries[i]->path, path))
			return true;
	return false;
}

static int show(struct fake_entry *entry, char *text, size_t size)
{
	if (entry->show)
		return entry->show(entry->object, text, size);
	snprintf(text, size, "%s", entry->text ? entry->text : "");
	return 0;
}

static int load(struct open_text *open_text)
{
	struct fake_entry *entry = fake_entry_find(open_text->path);
	int error = entry ? show(entry, open_text->text, sizeof(open_text->text) - 1) : -ENODEV;

	if (error)
		return error;
	open_text->length = strlen(open_text->text);
	if (open_text->length)
		open_text->text[open_text->length++] = '\n';
	return 0;
}

/* As sysfs does: the attribute is shown afresh whenever it is read from its start. */
static ssize_t text_read(struct fake_file *file, void *data, size_t bytes)
{
	struct open_text *open_text = file->object;
	int error = 0;

	if (!fake_entry_find(open_text->path))
		return -ENODEV;
	if (file->position == 0)
		error = load(open_text);
	if (error)
		return error;
	if (file->position >= open_text->length)
		return 0;
	if (bytes > open_text->length - file->position)
		bytes = open_text->length - file->position;
	memcpy(data, open_text->text + file->position, bytes);
	file->position += bytes;
	return (ssize_t)bytes;
}

static ssize_t text_write(struct fake_file *file, const void *data, size_t bytes)
{
	struct open_text *open_text = file->object;
	struct fake_entry *entry = fake_entry_find(open_text->path);
	char *text;
	int error = 0;

	if (!entry)
		return -ENODEV;
	if (entry->written_at_start) {
		if (file->position != 0)
			return -EINVAL;
		file->position += bytes;
	}
	text = fake_text("%.*s", (int)bytes, (const char *)data);
	text[strcspn(text, "\n")] = '\0';
	if (entry->store) {
		error = entry->store(entry->object, text);
		free(text);
	} else {
		free(entry->text);
		entry->text = text;
	}
	return error ? error : (ssize_t)bytes;
}

static void text_release(struct fake_file *file)
{
	struct open_text *open_text = file->object;

	free(open_text->path);
	free(open_text);
}

static const struct fake_file_ops text_ops = {
	.read = text_read,
	.write = text_write,
	.release = text_release,
};

static bool may_open(const struct fake_entry *entry, int flags)
{
	int access = flags & O_ACCMODE;

	return (access == O_WRONLY || (entry->mode & 0444)) && (access == O_RDONLY || (entry->mode & 0222));
}

int fake_tree_open(const char *path, int flags)
{
	struct fake_entry *entry = fake_entry_find(path);
	struct open_text *open_text;

	if (!entry)
		return is_folder(path) ? -EISDIR : -ENOENT;
	if (S_ISDIR(entry->mode))
		return -EISDIR;
	if (!may_open(entry, flags))
		return -EACCES;
	if (entry->open)
		return entry->open(entry, entry->object, flags);
	open_text = fake_new(sizeof(*open_text));
	open_text->path = fake_text("%s", path);
	return fake_file_open(&text_ops, open_text, fake_text("%s", path), -1)->fd;
}

ssize_t fake_tree_readlink(const char *path, char *text, size_t size)
{
	struct fake_entry *entry = fake_entry_find(path);

	if (!entry)
		return -ENOENT;
	if (!entry->link)
		return -EINVAL;
	return snprintf(text, size, "%s", entry->text);
}

static void add_name(const char *name, size_t length, char ***names, size_t *count)
{
	for (size_t i = 0; i < *count; i++)
		if (strlen((*names)[i]) == length && memcmp((*names)[i], name, length) == 0)
			return;
	*names = fake_grow(*names, (*count + 1) * sizeof(**names));
	(*names)[(*count)++] = fake_text("%.*s", (int)length, name);
}

int fake_tree_list(const char *folder, char ***ret_names, size_t *ret_count)
{
	*ret_names = NULL;
	*ret_count = 0;
	if (!is_folder(folder))
		return fake_entry_find(folder) ? -ENOTDIR : -ENOENT;
	for (size_t i = 0; i < entry_count; i++) {
		if (is_below(entries[i]->path, folder)) {
			const char *name = entries[i]->path + strlen(folder) + 1;

			add_name(name, strcspn(name, "/"), ret_names, ret_count);
		}
	}
	return 0;
}

void fake_file_set(const char *path, const char *text)
{
	fake_lock();
	fake_entry_add(fake_text("%s", path), 0644)->text = fake_text("%s", text);
	fake_unlock();
}

void fake_link_set(const char *path, const char *target)
{
	struct fake_entry *entry;

	fake_lock();
	entry = fake_entry_add(fake_text("%s", path), 0777);
	entry->text = fake_text("%s", target);
	entry->link = true;
	fake_unlock();
}

void fake_file_chmod(const char *path, unsigned int mode)
{
	struct fake_entry *entry;

	fake_lock();
	entry = fake_entry_find(path);
	if (!entry)
		abort();
	entry->mode = mode;
	fake_unlock();
}

void fake_file_remove(const char *path)
{
	fake_lock();
	fake_tree_remove(path);
	fake_unlock();
}

const char *fake_file_text(const char *path)
{
	static _Thread_local char text[ATTRIBUTE_MAX];
	struct fake_entry *entry;
	int error = -ENOENT;

	fake_lock();
	entry = fake_entry_find(path);
	if (entry)
		error = show(entry, text, sizeof(text));
	fake_unlock();
	return error ? NULL : text;
}

void fake_attr_set(struct fake_device *device, const char *name, const char *text)
{
	char *path = fake_text("%s/%s", device->path, name);

	fake_file_set(path, text);
	free(path);
}

const char *fake_attr_text(struct fake_device *device, const char *name)
{
	char *path = fake_text("%s/%s", device->path, name);
	const char *text = fake_file_text(path);

	free(path);
	return text;
}
