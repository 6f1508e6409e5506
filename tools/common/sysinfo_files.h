/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading the small files in which a kernel describes a machine. @root is put before every path. */
#ifndef TOOLS_SYSINFO_FILES_H
#define TOOLS_SYSINFO_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool file_exists(const char *root, const char *path);

/* First line without its newline; "" when there is none. Device tree texts end in a NUL, which is fine. */
void file_line(const char *root, const char *path, char *text, size_t size);

/* The number the file begins with, -1 when it has none. */
int64_t file_number(const char *root, const char *path);

/* The text after "KEY" and a colon in a file of such lines, "" when absent. */
void file_field(const char *root, const char *path, const char *key, char *text, size_t size);

/* "KEY: 12 kB" in bytes, -1 when absent. */
int64_t file_kilobytes(const char *root, const char *path, const char *key);

/* Call @each for the names in a folder, sorted; returns how many there are, -1 when there is no such folder. */
int file_names(const char *root, const char *path, void (*each)(void *context, const char *name), void *context);

/* Append a word to a list, with @separator between; what does not fit is left out. */
void list_add(char *list, size_t size, const char *separator, const char *word);

#endif
