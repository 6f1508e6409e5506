/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a reader of a figure must know of the machine before he believes it. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sysinfo.h"

#define OTHER_CPU_MOST 0.1 /* of one CPU */
#define WARNING_TEXT 512

struct listener {
	void (*warn)(void *context, const char *text);
	void *context;
};

static void say(const struct listener *listener, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(const struct listener *listener, const char *format, ...)
{
	char text[WARNING_TEXT];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	listener->warn(listener->context, text);
}

static void judge_machine(const struct system_info *info, bool simulated, const struct listener *listener)
{
	if (simulated)
		say(listener, "simulated: relations, not absolute figures");
	if (info->emulated)
		say(listener,
		    "emulated processor (%s), on which all mappings are equally fast: relations, not absolute figures",
		    info->hypervisor);
	else if (*info->hypervisor)
		say(listener, "virtual machine (%s): what else its host does is in the figures", info->hypervisor);
	if (*info->debug_kernel)
		say(listener, "debug kernel (%s): slower than the one that will be used", info->debug_kernel);
}

static void judge_clocks(const struct system_info *info, const struct listener *listener)
{
	if (strcmp(info->governor, "powersave") == 0 || strcmp(info->governor, "conservative") == 0)
		say(listener, "governor %s: the CPU may run below its highest frequency", info->governor);
	if (*info->cooling)
		say(listener, "the CPU is being slowed down for heat (%s)", info->cooling);
	if (info->throttle_count > 0)
		say(listener, "the CPU was slowed down for heat, %" PRId64 " time%s", info->throttle_count,
		    info->throttle_count == 1 ? "" : "s");
}

static void judge_load(const struct system_info *info, const struct listener *listener)
{
	if (info->other_cpu_ratio > OTHER_CPU_MOST)
		say(listener, "other programs took %.0f %% of a CPU meanwhile", 100 * info->other_cpu_ratio);
	if (info->stolen_cpu_ratio > OTHER_CPU_MOST)
		say(listener, "the hypervisor took %.0f %% of a CPU meanwhile", 100 * info->stolen_cpu_ratio);
}

void system_info_warnings(const struct system_info *info, bool simulated, void (*warn)(void *context, const char *text),
			  void *context)
{
	const struct listener listener = {.warn = warn, .context = context};

	judge_machine(info, simulated, &listener);
	judge_clocks(info, &listener);
	judge_load(info, &listener);
}
