/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is the machine a machine? */
#include <stdio.h>
#include <string.h>

#include "sysinfo.h"
#include "sysinfo_files.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

#define LEAF_FEATURES 1u
#define LEAF_HYPERVISOR 0x40000000u
#define BIT_HYPERVISOR (1u << 31)

/* The processor itself says whose it is. */
static void ask_processor(struct system_info *info)
{
	static const struct {
		const char *signature;
		const char *name;
	} known[] = {
		{"TCGTCGTCGTCG", "QEMU TCG"}, {"KVMKVMKVM", "KVM"},    {"Microsoft Hv", "Hyper-V"},
		{"VMwareVMware", "VMware"},   {"XenVMMXenVMM", "Xen"}, {"bhyve bhyve ", "bhyve"},
	};
	unsigned int signature[4] = {0}, eax, ebx, ecx, edx;
	char text[13] = "";

	if (!__get_cpuid(LEAF_FEATURES, &eax, &ebx, &ecx, &edx) || !(ecx & BIT_HYPERVISOR))
		return;
	__cpuid(LEAF_HYPERVISOR, signature[0], signature[1], signature[2], signature[3]);
	memcpy(text, &signature[1], 12);
	snprintf(info->hypervisor, SYSTEM_INFO_TEXT, "%s", *text ? text : "unknown");
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(text, known[i].signature) == 0)
			snprintf(info->hypervisor, SYSTEM_INFO_TEXT, "%s", known[i].name);
	info->emulated = strcmp(info->hypervisor, "QEMU TCG") == 0;
}
#else
static void ask_processor(struct system_info *info)
{
}
#endif

/* Where no processor tells: a device tree or firmware made by a hypervisor. Whether it emulates nobody says; most of these do. */
static void ask_firmware(const char *root, struct system_info *info)
{
	char text[SYSTEM_INFO_TEXT], vendor[SYSTEM_INFO_TEXT];

	file_line(root, "/sys/firmware/devicetree/base/hypervisor/compatible", text, sizeof(text));
	if (!*text)
		file_line(root, "/sys/hypervisor/type", text, sizeof(text));
	snprintf(info->hypervisor, SYSTEM_INFO_TEXT, "%s", text);
	file_line(root, "/sys/class/dmi/id/sys_vendor", vendor, sizeof(vendor));
	file_line(root, "/sys/firmware/devicetree/base/compatible", text, sizeof(text));
	if (!*info->hypervisor && (strcmp(vendor, "QEMU") == 0 || strcmp(text, "linux,dummy-virt") == 0)) {
		snprintf(info->hypervisor, SYSTEM_INFO_TEXT, "QEMU");
		info->emulated = true;
	}
}

void system_info_read_virtual(const char *root, struct system_info *info)
{
	if (!*root)
		ask_processor(info);
	if (!*info->hypervisor)
		ask_firmware(root, info);
}
