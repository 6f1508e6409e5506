/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks built into the kernel that make every figure worse. */
#include <stdio.h>
#include <string.h>

#include "sysinfo.h"
#include "sysinfo_files.h"

/* Files that only a kernel with the check has. */
static const struct {
	const char *path;
	const char *name;
} marks[] = {
	{"/proc/lockdep", "lockdep"},
	{"/sys/kernel/debug/kmemleak", "kmemleak"},
	{"/sys/kernel/debug/dma-api", "DMA API debugging"},
	{"/sys/kernel/debug/kcsan", "KCSAN"},
};

/* Configuration, where a distribution leaves it. What a mark has shown already is not said twice. */
static const struct {
	const char *line;
	const char *name;
} settings[] = {
	{"CONFIG_KASAN=y", "KASAN"},
	{"CONFIG_KCSAN=y", "KCSAN"},
	{"CONFIG_UBSAN_TRAP=y", "UBSAN"},
	{"CONFIG_PROVE_LOCKING=y", "lockdep"},
	{"CONFIG_LOCK_STAT=y", "lock statistics"},
	{"CONFIG_DEBUG_KMEMLEAK=y", "kmemleak"},
	{"CONFIG_DMA_API_DEBUG=y", "DMA API debugging"},
	{"CONFIG_DEBUG_PAGEALLOC_ENABLE_DEFAULT=y", "page allocator debugging"},
	{"CONFIG_SLUB_DEBUG_ON=y", "slab debugging"},
};

static void add(struct system_info *info, const char *name)
{
	if (!strstr(info->debug_kernel, name))
		list_add(info->debug_kernel, SYSTEM_INFO_TEXT, ", ", name);
}

static FILE *open_config(const char *root, const char *release)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/boot/config-%s", root, release);
	file = fopen(path, "re");
	if (file)
		return file;
	snprintf(path, sizeof(path), "%s/lib/modules/%s/config", root, release);
	return fopen(path, "re");
}

static void look_at_line(struct system_info *info, const char *line)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		if (strcmp(line, settings[i].line) == 0)
			add(info, settings[i].name);
}

void system_info_read_kernel(const char *root, struct system_info *info)
{
	FILE *file = open_config(root, info->kernel_release);
	char line[256];

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (file_exists(root, marks[i].path))
			add(info, marks[i].name);
	while (file && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		look_at_line(info, line);
	}
	if (file)
		fclose(file);
}
