/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sysinfo_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_TEXT 512

static FILE *open_file(const char *root, const char *path)
{
	char whole[PATH_TEXT];

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	return fopen(whole, "re");
}

bool file_exists(const char *root, const char *path)
{
	char whole[PATH_TEXT];

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	return access(whole, F_OK) == 0;
}

void file_line(const char *root, const char *path, char *text, size_t size)
{
	FILE *file = open_file(root, path);

	text[0] = '\0';
	if (!file)
		return;
	if (!fgets(text, (int)size, file))
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	fclose(file);
}

int64_t file_number(const char *root, const char *path)
{
	char text[64];

	file_line(root, path, text, sizeof(text));
	return *text >= '0' && *text <= '9' ? strtoll(text, NULL, 10) : -1;
}

void file_field(const char *root, const char *path, const char *key, char *text, size_t size)
{
	FILE *file = open_file(root, path);
	char line[512];

	text[0] = '\0';
	if (!file)
		return;
	while (!text[0] && fgets(line, sizeof(line), file)) {
		const char *colon = strchr(line, ':');
		size_t length = strlen(key);

		if (!colon || strncmp(line, key, length) != 0 ||
		    strspn(line + length, " \t") != (size_t)(colon - line) - length)
			continue;
		colon += 1 + strspn(colon + 1, " \t");
		snprintf(text, size, "%.*s", (int)strcspn(colon, "\n"), colon);
	}
	fclose(file);
}

int64_t file_kilobytes(const char *root, const char *path, const char *key)
{
	char text[64];

	file_field(root, path, key, text, sizeof(text));
	return *text ? strtoll(text, NULL, 10) * 1024 : -1;
}

static int no_dots(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int file_names(const char *root, const char *path, void (*each)(void *context, const char *name), void *context)
{
	char whole[PATH_TEXT];
	struct dirent **entries;
	int count;

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	count = scandir(whole, &entries, no_dots, versionsort);
	for (int i = 0; i < count; i++) {
		if (each)
			each(context, entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return count;
}

void list_add(char *list, size_t size, const char *separator, const char *word)
{
	const size_t used = strlen(list);
	const size_t gap = used ? strlen(separator) : 0;

	if (used + gap + strlen(word) < size)
		snprintf(list + used, size - used, "%s%s", used ? separator : "", word);
}
