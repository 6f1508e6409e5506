/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What else happened while measuring. Only user time is told apart: the kernel's own threads and interrupts work for the converter, too.
 */
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"
#include "sysinfo.h"
#include "sysinfo_files.h"

static bool read_times(const char *root, int64_t *ret_user_ns, int64_t *ret_stolen_ns)
{
	const long ticks = sysconf(_SC_CLK_TCK);
	long long user, nice, system, idle, wait, irq, softirq, stolen = 0;
	char text[256];

	file_line(root, "/proc/stat", text, sizeof(text));
	if (ticks <= 0 || sscanf(text, "cpu %lld %lld %lld %lld %lld %lld %lld %lld", &user, &nice, &system, &idle,
				 &wait, &irq, &softirq, &stolen) < 4)
		return false;
	*ret_user_ns = (user + nice) * (NS_PER_SECOND / ticks);
	*ret_stolen_ns = stolen * (NS_PER_SECOND / ticks);
	return true;
}

static int64_t own_user_ns(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return ((int64_t)usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec) * 1000;
}

void system_load_begin(const char *root, struct system_load *ret_load)
{
	*ret_load = (struct system_load){.throttles = system_info_throttles(root)};
	if (!read_times(root, &ret_load->user_ns, &ret_load->stolen_ns))
		return;
	ret_load->own_user_ns = own_user_ns();
	ret_load->time_ns = clock_ns();
}

static double positive(double ratio)
{
	return ratio > 0 ? ratio : 0; /* ticks are coarse */
}

void system_load_end(const char *root, const struct system_load *load, struct system_info *info)
{
	const int64_t throttles = system_info_throttles(root);
	const int64_t elapsed_ns = clock_ns() - load->time_ns;
	int64_t user_ns, stolen_ns;

	if (throttles >= 0 && load->throttles >= 0)
		info->throttle_count = throttles - load->throttles;
	info->memory_available_end_bytes = file_kilobytes(root, "/proc/meminfo", "MemAvailable");
	if (load->time_ns == 0 || elapsed_ns <= 0 || !read_times(root, &user_ns, &stolen_ns))
		return;
	user_ns -= load->user_ns + own_user_ns() - load->own_user_ns;
	info->other_cpu_ratio = positive((double)user_ns / (double)elapsed_ns);
	info->stolen_cpu_ratio = positive((double)(stolen_ns - load->stolen_ns) / (double)elapsed_ns);
}
