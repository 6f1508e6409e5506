/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "golden.h"

#include <stdio.h>

#include "unit.h"

#define TEXT_SIZE (1u << 20)

static char *read_golden(const char *folder, const char *name)
{
	char *text = calloc(1, TEXT_SIZE);
	char path[512];
	FILE *file;

	assert_non_null(text);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s cannot be opened", path);
	assert_true(fread(text, 1, TEXT_SIZE - 1, file) < TEXT_SIZE - 1);
	fclose(file);
	return text;
}

static void keep_for_comparison(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

void assert_golden(const char *folder, const char *name, char *text)
{
	char *expected = read_golden(folder, name);

	if (strcmp(text, expected) != 0) {
		keep_for_comparison(name, text);
		fail_msg("the report differs from %s/%s; what it is now stands in ./%s", folder, name, name);
	}
	free(expected);
	free(text);
}
