/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sysinfo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sysinfo_files.h"

#define MEMINFO "/proc/meminfo"

struct system_info system_info_unknown(void)
{
	return (struct system_info){
		.cpu_count = -1,
		.cpu_frequency_hz = -1,
		.cpu_frequency_min_hz = -1,
		.cpu_frequency_max_hz = -1,
		.iommu_group_count = -1,
		.page_bytes = -1,
		.memory_total_bytes = -1,
		.memory_available_start_bytes = -1,
		.memory_available_end_bytes = -1,
		.locked_memory_bytes = -1,
		.load_average = (double)NAN,
		.other_cpu_ratio = (double)NAN,
		.stolen_cpu_ratio = (double)NAN,
		.throttle_count = -1,
	};
}

static void read_names(struct system_info *info)
{
	struct utsname name;

	if (uname(&name) < 0)
		return;
	snprintf(info->kernel_release, SYSTEM_INFO_TEXT, "%s", name.release);
	snprintf(info->kernel_version, SYSTEM_INFO_TEXT, "%s", name.version);
	snprintf(info->machine, SYSTEM_INFO_TEXT, "%s", name.machine);
	snprintf(info->host_name, SYSTEM_INFO_TEXT, "%s", name.nodename);
}

static void read_board(const char *root, struct system_info *info)
{
	file_line(root, "/sys/firmware/devicetree/base/model", info->board, SYSTEM_INFO_TEXT);
	if (!*info->board)
		file_line(root, "/sys/class/dmi/id/product_name", info->board, SYSTEM_INFO_TEXT);
}

static void add_short(void *context, const char *name)
{
	list_add(context, SYSTEM_INFO_TEXT, " ", name);
}

static void add_long(void *context, const char *name)
{
	list_add(context, SYSTEM_INFO_LIST, " ", name);
}

/* The folder of groups is there wherever the kernel can drive an IOMMU, and empty where none is in use. */
static void read_iommu(const char *root, struct system_info *info)
{
	const int groups = file_names(root, "/sys/kernel/iommu_groups", NULL, NULL);

	info->iommu_group_count = groups;
	file_names(root, "/sys/class/iommu", add_short, info->iommu);
	if (!*info->iommu && groups == 0)
		snprintf(info->iommu, SYSTEM_INFO_TEXT, "none");
}

static void read_heaps(const char *root, struct system_info *info)
{
	file_names(root, "/dev/dma_heap", add_long, info->heaps);
	if (!*info->heaps)
		snprintf(info->heaps, SYSTEM_INFO_LIST, "none");
}

static const char *coherency(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return "coherent";
#else
	return "unknown";
#endif
}

static double read_load_average(const char *root)
{
	char text[64];
	char *rest;
	double load;

	file_line(root, "/proc/loadavg", text, sizeof(text));
	load = strtod(text, &rest);
	return rest == text ? (double)NAN : load;
}

void system_info_read_below(const char *root, struct system_info *ret_info)
{
	struct system_info *info = ret_info;

	*info = system_info_unknown();
	read_names(info);
	read_board(root, info);
	read_iommu(root, info);
	read_heaps(root, info);
	file_line(root, "/sys/devices/system/clocksource/clocksource0/current_clocksource", info->clock_source,
		  SYSTEM_INFO_TEXT);
	snprintf(info->dma_coherency, SYSTEM_INFO_TEXT, "%s", coherency());
	info->cpu_count = sysconf(_SC_NPROCESSORS_ONLN);
	info->page_bytes = sysconf(_SC_PAGESIZE);
	info->memory_total_bytes = file_kilobytes(root, MEMINFO, "MemTotal");
	info->memory_available_start_bytes = file_kilobytes(root, MEMINFO, "MemAvailable");
	info->load_average = read_load_average(root);
	system_info_cooling(root, info->cooling);
	system_info_read_cpu(root, info);
	system_info_read_kernel(root, info);
	system_info_read_virtual(root, info);
	system_info_read_process(root, info);
}

void system_info_read(struct system_info *ret_info)
{
	system_info_read_below("", ret_info);
	system_info_read_libiio(ret_info);
}

int64_t system_info_memory_available_bytes(void)
{
	return file_kilobytes("", MEMINFO, "MemAvailable");
}

int64_t system_info_resident_bytes(void)
{
	return file_kilobytes("", "/proc/self/status", "VmRSS");
}

bool system_info_is_emulated(const struct system_info *info)
{
	return info->emulated;
}
