/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sysinfo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define CPUS_MAX 4096

/* First line of a file without its newline; "" when there is none. Device tree texts end in a NUL, which is fine. */
static void read_line(const char *path, char text[SYSTEM_INFO_TEXT])
{
	FILE *file = fopen(path, "re");

	text[0] = '\0';
	if (!file)
		return;
	if (!fgets(text, SYSTEM_INFO_TEXT, file))
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	fclose(file);
}

/* The text after "KEY" and a colon in a file of such lines, "" when absent. */
static void read_field(const char *path, const char *key, char text[SYSTEM_INFO_TEXT])
{
	FILE *file = fopen(path, "re");
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
		snprintf(text, SYSTEM_INFO_TEXT, "%.*s", (int)strcspn(colon, "\n"), colon);
	}
	fclose(file);
}

static int64_t read_kilobytes(const char *path, const char *key)
{
	char text[SYSTEM_INFO_TEXT];

	read_field(path, key, text);
	return *text ? strtoll(text, NULL, 10) * 1024 : -1;
}

static void read_cpu_model(char text[SYSTEM_INFO_TEXT])
{
	static const char *const keys[] = {"model name", "cpu model", "uarch", "Model", "Hardware"};

	text[0] = '\0';
	for (size_t i = 0; !*text && i < sizeof(keys) / sizeof(*keys); i++)
		read_field("/proc/cpuinfo", keys[i], text);
}

static void read_board(char text[SYSTEM_INFO_TEXT])
{
	read_line("/sys/firmware/devicetree/base/model", text);
	if (!*text)
		read_line("/sys/class/dmi/id/product_name", text);
}

static void read_governor(char text[SYSTEM_INFO_TEXT])
{
	text[0] = '\0';
	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		char path[96], one[SYSTEM_INFO_TEXT];

		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d", cpu);
		if (access(path, F_OK) < 0)
			break;
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
		read_line(path, one);
		if (!*one)
			continue;
		if (*text && strcmp(text, one) != 0)
			snprintf(text, SYSTEM_INFO_TEXT, "mixed");
		else if (!*text)
			memcpy(text, one, SYSTEM_INFO_TEXT);
	}
}

static int64_t read_frequency(void)
{
	char text[SYSTEM_INFO_TEXT];

	read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", text);
	return *text ? strtoll(text, NULL, 10) * 1000 : -1;
}

static const char *coherency(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return "coherent";
#else
	return "unknown";
#endif
}

void system_info_read(struct system_info *ret_info)
{
	struct utsname name;

	memset(ret_info, 0, sizeof(*ret_info));
	if (uname(&name) == 0) {
		snprintf(ret_info->kernel_release, SYSTEM_INFO_TEXT, "%s", name.release);
		snprintf(ret_info->kernel_version, SYSTEM_INFO_TEXT, "%s", name.version);
		snprintf(ret_info->machine, SYSTEM_INFO_TEXT, "%s", name.machine);
		snprintf(ret_info->host_name, SYSTEM_INFO_TEXT, "%s", name.nodename);
	}
	read_cpu_model(ret_info->cpu_model);
	read_board(ret_info->board);
	read_governor(ret_info->governor);
	read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", ret_info->clock_source);
	snprintf(ret_info->dma_coherency, SYSTEM_INFO_TEXT, "%s", coherency());
	ret_info->cpu_count = sysconf(_SC_NPROCESSORS_ONLN);
	ret_info->cpu_frequency_hz = read_frequency();
	ret_info->page_bytes = sysconf(_SC_PAGESIZE);
	ret_info->memory_total_bytes = read_kilobytes("/proc/meminfo", "MemTotal");
}

int64_t system_info_memory_available_bytes(void)
{
	return read_kilobytes("/proc/meminfo", "MemAvailable");
}

int64_t system_info_resident_bytes(void)
{
	return read_kilobytes("/proc/self/status", "VmRSS");
}
