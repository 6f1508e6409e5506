/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processors: what they are, how fast they may run, what slows them down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sysinfo.h"
#include "sysinfo_files.h"

#define CPUS_MAX 4096
#define CPUINFO "/proc/cpuinfo"
#define IMPLEMENTER_ARM 0x41

/* Main ID Register, part number; by ARM. */
static const struct {
	unsigned int part;
	const char *name;
} arm_parts[] = {
	{0xc05, "Cortex-A5"},    {0xc07, "Cortex-A7"},   {0xc08, "Cortex-A8"},   {0xc09, "Cortex-A9"},
	{0xc0d, "Cortex-A17"},   {0xc0e, "Cortex-A17"},  {0xc0f, "Cortex-A15"},  {0xd01, "Cortex-A32"},
	{0xd02, "Cortex-A34"},   {0xd03, "Cortex-A53"},  {0xd04, "Cortex-A35"},  {0xd05, "Cortex-A55"},
	{0xd06, "Cortex-A65"},   {0xd07, "Cortex-A57"},  {0xd08, "Cortex-A72"},  {0xd09, "Cortex-A73"},
	{0xd0a, "Cortex-A75"},   {0xd0b, "Cortex-A76"},  {0xd0c, "Neoverse-N1"}, {0xd0d, "Cortex-A77"},
	{0xd0e, "Cortex-A76AE"}, {0xd40, "Neoverse-V1"}, {0xd41, "Cortex-A78"},  {0xd42, "Cortex-A78AE"},
	{0xd46, "Cortex-A510"},  {0xd47, "Cortex-A710"}, {0xd49, "Neoverse-N2"}, {0xd4a, "Neoverse-E1"},
	{0xd4f, "Neoverse-V2"},  {0xd80, "Cortex-A520"}, {0xd81, "Cortex-A720"},
};

static const struct {
	unsigned int number;
	const char *name;
} implementers[] = {
	{0x41, "ARM"},       {0x42, "Broadcom"}, {0x43, "Cavium"},   {0x46, "Fujitsu"},
	{0x48, "HiSilicon"}, {0x4e, "NVIDIA"},   {0x51, "Qualcomm"}, {0x53, "Samsung"},
	{0x56, "Marvell"},   {0x61, "Apple"},    {0x69, "Intel"},    {0xc0, "Ampere"},
};

static const char *part_name(unsigned int implementer, unsigned int part)
{
	for (size_t i = 0; implementer == IMPLEMENTER_ARM && i < sizeof(arm_parts) / sizeof(*arm_parts); i++)
		if (arm_parts[i].part == part)
			return arm_parts[i].name;
	return NULL;
}

/* "ARM Cortex-A9"; numbers for what is not in the tables, so that nothing is lost. */
static void core_name(unsigned int implementer, unsigned int part, char text[SYSTEM_INFO_TEXT])
{
	const char *name = part_name(implementer, part);

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(implementers) / sizeof(*implementers); i++)
		if (implementers[i].number == implementer)
			snprintf(text, SYSTEM_INFO_TEXT, "%s", implementers[i].name);
	if (!*text)
		snprintf(text, SYSTEM_INFO_TEXT, "implementer 0x%02x", implementer);
	if (name)
		snprintf(text + strlen(text), SYSTEM_INFO_TEXT - strlen(text), " %s", name);
	else
		snprintf(text + strlen(text), SYSTEM_INFO_TEXT - strlen(text), " part 0x%03x", part);
}

/* The number behind the colon of "CPU part\t: 0xd03"; false when the line is another. */
static bool take_number(const char *line, const char *key, unsigned int *ret_number)
{
	const char *colon = strchr(line, ':');

	if (!colon || strncmp(line, key, strlen(key)) != 0)
		return false;
	*ret_number = (unsigned int)strtoul(colon + 1, NULL, 0);
	return true;
}

/* Each kind of core once: "ARM Cortex-A53 + ARM Cortex-A72". */
static void read_cores(const char *root, char text[SYSTEM_INFO_TEXT])
{
	char path[512], line[512], name[SYSTEM_INFO_TEXT];
	unsigned int implementer = 0, part = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s%s", root, CPUINFO);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		take_number(line, "CPU implementer", &implementer);
		if (!take_number(line, "CPU part", &part))
			continue;
		core_name(implementer, part, name);
		if (!strstr(text, name))
			list_add(text, SYSTEM_INFO_TEXT, " + ", name);
	}
	if (file)
		fclose(file);
}

static void read_model(const char *root, char text[SYSTEM_INFO_TEXT])
{
	static const char *const keys[] = {"model name", "cpu model", "uarch", "Model", "Hardware"};

	text[0] = '\0';
	read_cores(root, text); /* first: "model name" of 32-bit ARM says only "ARMv7 Processor rev 0 (v7l)" */
	for (size_t i = 0; !*text && i < sizeof(keys) / sizeof(*keys); i++)
		file_field(root, CPUINFO, keys[i], text, SYSTEM_INFO_TEXT);
}

static void read_governor(const char *root, char text[SYSTEM_INFO_TEXT])
{
	text[0] = '\0';
	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		char path[96], one[SYSTEM_INFO_TEXT];

		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d", cpu);
		if (!file_exists(root, path))
			break;
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
		file_line(root, path, one, sizeof(one));
		if (!*one)
			continue;
		if (*text && strcmp(text, one) != 0)
			snprintf(text, SYSTEM_INFO_TEXT, "mixed");
		else if (!*text)
			memcpy(text, one, SYSTEM_INFO_TEXT);
	}
}

static int64_t read_frequency(const char *root, const char *name)
{
	char path[96];
	int64_t kilohertz;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cpufreq/scaling_%s_freq", name);
	kilohertz = file_number(root, path);
	return kilohertz < 0 ? -1 : kilohertz * 1000;
}

void system_info_read_cpu(const char *root, struct system_info *info)
{
	read_model(root, info->cpu_model);
	read_governor(root, info->governor);
	info->cpu_frequency_hz = read_frequency(root, "cur");
	info->cpu_frequency_min_hz = read_frequency(root, "min");
	info->cpu_frequency_max_hz = read_frequency(root, "max");
}

/* ---- heat ---- */

int64_t system_info_throttles(const char *root)
{
	int64_t sum = -1;

	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		char path[96];
		int64_t count;

		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d", cpu);
		if (!file_exists(root, path))
			break;
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count", cpu);
		count = file_number(root, path);
		if (count >= 0)
			sum = (sum < 0 ? 0 : sum) + count;
	}
	return sum;
}

struct cooling {
	const char *root;
	char *text;
};

/* A cooling device that is a processor and is at work. */
static void look_at_cooling(void *context, const char *name)
{
	const struct cooling *cooling = context;
	char path[128], type[SYSTEM_INFO_TEXT];

	snprintf(path, sizeof(path), "/sys/class/thermal/%.64s/type", name);
	file_line(cooling->root, path, type, sizeof(type));
	if (strncmp(name, "cooling_device", strlen("cooling_device")) != 0 ||
	    (!strstr(type, "cpu") && strcmp(type, "Processor") != 0))
		return;
	snprintf(path, sizeof(path), "/sys/class/thermal/%.64s/cur_state", name);
	if (file_number(cooling->root, path) > 0)
		list_add(cooling->text, SYSTEM_INFO_TEXT, " ", type);
}

void system_info_cooling(const char *root, char text[SYSTEM_INFO_TEXT])
{
	struct cooling cooling = {.root = root, .text = text};

	text[0] = '\0';
	file_names(root, "/sys/class/thermal", look_at_cooling, &cooling);
}
