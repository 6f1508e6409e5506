/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The members of struct system_info as fields of a result. */
#include "result_fields.h"
#include "sysinfo.h"

#define SYSTEM(key, kind, member) RESULT_FIELD(system_info, key, kind, member)

static const struct result_field fields[] = {
	{SYSTEM("kernel_release", TEXT, kernel_release), .group = "kernel_release"},
	{SYSTEM("kernel_version", TEXT, kernel_version), .group = "kernel_release"},
	{SYSTEM("debug_kernel", TEXT, debug_kernel), .group = "kernel_release"},
	{SYSTEM("machine", TEXT, machine), .group = "board"},
	{SYSTEM("host_name", TEXT, host_name), .group = "board"},
	{SYSTEM("board", TEXT, board), .group = "board"},
	{SYSTEM("hypervisor", TEXT, hypervisor), .group = "board"},
	{SYSTEM("emulated", FLAG, emulated), .group = "board"},
	{SYSTEM("cpu_model", TEXT, cpu_model), .group = "board"},
	{SYSTEM("cpu_count", COUNT, cpu_count), .group = "board"},
	{SYSTEM("cpu_frequency_hz", COUNT, cpu_frequency_hz)},
	{SYSTEM("cpu_frequency_min_hz", COUNT, cpu_frequency_min_hz), .group = "governor"},
	{SYSTEM("cpu_frequency_max_hz", COUNT, cpu_frequency_max_hz), .group = "governor"},
	{SYSTEM("governor", TEXT, governor), .group = "governor"},
	{SYSTEM("clock_source", TEXT, clock_source), .group = "clock_source"},
	{SYSTEM("dma_coherency", TEXT, dma_coherency), .group = "board"},
	{SYSTEM("iommu", TEXT, iommu), .group = "iommu"},
	{SYSTEM("iommu_group_count", COUNT, iommu_group_count), .group = "iommu"},
	{SYSTEM("heaps", TEXT, heaps)},
	{SYSTEM("page_bytes", COUNT, page_bytes), .group = "kernel_release"},
	{SYSTEM("memory_total_bytes", COUNT, memory_total_bytes)},
	{SYSTEM("mem_available_start_bytes", COUNT, memory_available_start_bytes)},
	{SYSTEM("mem_available_end_bytes", COUNT, memory_available_end_bytes)},
	{SYSTEM("scheduling", TEXT, scheduling), .group = "scheduling"},
	{SYSTEM("cpu_affinity", TEXT, cpu_affinity), .group = "scheduling"},
	{SYSTEM("locked_memory_bytes", COUNT, locked_memory_bytes)},
	{SYSTEM("libiio_version", TEXT, libiio_version)},
	{SYSTEM("load_average_count", REAL, load_average)},
	{SYSTEM("other_cpu_ratio", REAL, other_cpu_ratio)},
	{SYSTEM("stolen_cpu_ratio", REAL, stolen_cpu_ratio)},
	{SYSTEM("throttle_count", COUNT, throttle_count)},
	{SYSTEM("cooling", TEXT, cooling)},
};

const struct result_field_table result_system_fields = {fields, sizeof(fields) / sizeof(fields[0])};
