/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machines made of a few files. C24 C31 */
#include "unit.h"

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/result_fields.h"
#include "common/sysinfo.h"
#include "common/sysinfo_files.h"

static char root[64];

static int make_root(void **state)
{
	strcpy(root, "/tmp/iiodma-sysinfo-XXXXXX");
	return mkdtemp(root) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	return remove(path);
}

static int remove_root(void **state)
{
	return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* A file of the machine with all folders above it. */
static void file(const char *path, const char *text)
{
	char whole[512];
	FILE *out;

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(whole, 0755);
	}
	out = fopen(whole, "w");
	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

static struct system_info look(void)
{
	struct system_info info;

	system_info_read_below(root, &info);
	return info;
}

static void what_is_not_told_is_unknown(void **state)
{
	const struct system_info info = look();

	assert_string_equal(info.cpu_model, "");
	assert_string_equal(info.governor, "");
	assert_string_equal(info.hypervisor, "");
	assert_string_equal(info.debug_kernel, "");
	assert_string_equal(info.iommu, "");
	assert_string_equal(info.heaps, "none");
	assert_int_equal(info.iommu_group_count, -1);
	assert_int_equal(info.cpu_frequency_hz, -1);
	assert_int_equal(info.memory_total_bytes, -1);
	assert_int_equal(info.locked_memory_bytes, -1);
	assert_int_equal(system_info_throttles(root), -1);
	assert_true(isnan(info.load_average));
	assert_true(isnan(info.other_cpu_ratio));
	assert_false(info.emulated);
}

static void board_is_described(void **state)
{
	struct system_info info;

	file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: ARMv7 Processor rev 0 (v7l)\nCPU implementer\t: 0x41\n"
			      "CPU part\t: 0xc09\n\nprocessor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xc09\n");
	file("/proc/meminfo", "MemTotal:         512 kB\nMemAvailable:     256 kB\n");
	file("/proc/loadavg", "0.50 0.40 0.30 1/90 1234\n");
	file("/proc/self/status", "VmLck:\t      64 kB\nCpus_allowed_list:\t0-1\n");
	file("/sys/firmware/devicetree/base/model", "Avnet ZedBoard");
	file("/sys/firmware/devicetree/base/compatible", "avnet,zynq-zed");
	for (int cpu = 0; cpu < 2; cpu++) {
		char path[128];

		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
		file(path, "powersave\n");
	}
	file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "333333\n");
	file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_min_freq", "222222\n");
	file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "666666\n");
	file("/sys/class/iommu/smmu3.0x1/x", "");
	file("/sys/kernel/iommu_groups/0/x", "");
	file("/sys/kernel/iommu_groups/1/x", "");
	file("/dev/dma_heap/system", "");
	file("/dev/dma_heap/reserved", "");
	info = look();
	assert_string_equal(info.cpu_model, "ARM Cortex-A9");
	assert_string_equal(info.board, "Avnet ZedBoard");
	assert_string_equal(info.governor, "powersave");
	assert_int_equal(info.cpu_frequency_hz, 333333000);
	assert_int_equal(info.cpu_frequency_min_hz, 222222000);
	assert_int_equal(info.cpu_frequency_max_hz, 666666000);
	assert_int_equal(info.memory_total_bytes, 512 * 1024);
	assert_int_equal(info.memory_available_start_bytes, 256 * 1024);
	assert_int_equal(info.locked_memory_bytes, 64 * 1024);
	assert_string_equal(info.cpu_affinity, "0-1");
	assert_string_equal(info.iommu, "smmu3.0x1");
	assert_int_equal(info.iommu_group_count, 2);
	assert_string_equal(info.heaps, "reserved system");
	assert_true(fabs(info.load_average - 0.5) < 1e-9);
	assert_string_equal(info.hypervisor, "");
	file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
	info = look();
	assert_string_equal(info.governor, "mixed");
}

static void model_of(const char *cpuinfo, const char *model)
{
	file("/proc/cpuinfo", cpuinfo);
	assert_string_equal(look().cpu_model, model);
}

static void cores_have_names(void **state)
{
	model_of("CPU implementer\t: 0x41\nCPU part\t: 0xd03\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n\n"
		 "CPU implementer\t: 0x41\nCPU part\t: 0xd03\n",
		 "ARM Cortex-A53 + ARM Cortex-A72");
	model_of("CPU implementer\t: 0x41\nCPU part\t: 0xfff\n", "ARM part 0xfff");
	model_of("CPU implementer\t: 0x51\nCPU part\t: 0xd03\n", "Qualcomm part 0xd03");
	model_of("CPU implementer\t: 0x99\nCPU part\t: 0x001\n", "implementer 0x99 part 0x001");
	model_of("model name\t: Some CPU @ 2 GHz\nmodel name\t: Some CPU @ 2 GHz\n", "Some CPU @ 2 GHz");
	model_of("cpu model\t\t: MIPS 24Kc\n", "MIPS 24Kc");
}

static void machines_that_are_none_are_known(void **state)
{
	file("/sys/class/dmi/id/sys_vendor", "QEMU\n");
	assert_string_equal(look().hypervisor, "QEMU");
	assert_true(look().emulated);
	file("/sys/class/dmi/id/sys_vendor", "Avnet\n");
	assert_false(look().emulated);
	file("/sys/firmware/devicetree/base/compatible", "linux,dummy-virt");
	assert_true(look().emulated);
	file("/sys/hypervisor/type", "xen\n");
	assert_string_equal(look().hypervisor, "xen");
	assert_false(look().emulated);
}

static void debug_kernels_are_known(void **state)
{
	struct utsname name;
	char path[512];

	assert_int_equal(uname(&name), 0);
	snprintf(path, sizeof(path), "/boot/config-%s", name.release);
	file(path, "# CONFIG_KASAN is not set\nCONFIG_KASAN_GENERIC=y\nCONFIG_IIO=m\n");
	assert_string_equal(look().debug_kernel, "");
	file(path, "CONFIG_KASAN=y\nCONFIG_PROVE_LOCKING=y\n");
	assert_string_equal(look().debug_kernel, "KASAN, lockdep");
	file("/proc/lockdep", "");
	file("/sys/kernel/debug/kmemleak", "");
	assert_string_equal(look().debug_kernel, "lockdep, kmemleak, KASAN");
}

/* ---- meanwhile ---- */

static struct system_info during(const char *before, const char *after)
{
	struct system_info info = system_info_unknown();
	struct system_load load;

	file("/proc/stat", before);
	system_load_begin(root, &load);
	usleep(20000);
	file("/proc/stat", after);
	system_load_end(root, &load, &info);
	return info;
}

static void load_of_others_is_told_apart(void **state)
{
	struct system_info info = during("cpu 100 0 5000 0 0 10 10 0 0 0\n", "cpu 100 0 9000 100 0 90 90 0 0 0\n");

	assert_true(info.other_cpu_ratio == 0); /* the kernel works for us, too */
	assert_true(info.stolen_cpu_ratio == 0);
	info = during("cpu 100 10 0 0 0 0 0 0 0 0\n", "cpu 200 110 0 0 0 0 0 50 0 0\n");
	assert_true(info.other_cpu_ratio > 1 && info.stolen_cpu_ratio > 0.25);
	assert_true(fabs(info.other_cpu_ratio / info.stolen_cpu_ratio - 4) < 0.4); /* 2 s of others, 0.5 s stolen */
	info = during("", "");
	assert_true(isnan(info.other_cpu_ratio));
}

static void heat_is_seen(void **state)
{
	struct system_info info;
	struct system_load load;

	file("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "5\n");
	file("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "2\n");
	file("/sys/class/thermal/cooling_device0/type", "Fan\n");
	file("/sys/class/thermal/cooling_device0/cur_state", "1\n");
	file("/sys/class/thermal/cooling_device1/type", "cpufreq-cpu0\n");
	file("/sys/class/thermal/cooling_device1/cur_state", "0\n");
	info = look();
	assert_string_equal(info.cooling, "");
	system_load_begin(root, &load);
	file("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "4\n");
	file("/sys/class/thermal/cooling_device1/cur_state", "3\n");
	system_load_end(root, &load, &info);
	assert_int_equal(info.throttle_count, 2);
	info = look();
	assert_string_equal(info.cooling, "cpufreq-cpu0");
}

/* ---- warnings ---- */

static char warned[2048];

static void keep(void *context, const char *text)
{
	list_add(warned, sizeof(warned), "; ", text);
}

static void warns(struct system_info info, bool simulated, const char *expected)
{
	warned[0] = '\0';
	system_info_warnings(&info, simulated, keep, NULL);
	assert_string_equal(warned, expected);
}

static void what_spoils_a_figure_is_said(void **state)
{
	struct system_info info = system_info_unknown();

	warns(info, false, "");
	warns(info, true, "simulated: relations, not absolute figures");
	strcpy(info.governor, "performance");
	info.other_cpu_ratio = 0.05;
	info.throttle_count = 0;
	warns(info, false, "");
	strcpy(info.governor, "powersave");
	warns(info, false, "governor powersave: the CPU may run below its highest frequency");
	info = system_info_unknown();
	info.other_cpu_ratio = 0.5;
	warns(info, false, "other programs took 50 % of a CPU meanwhile");
	info = system_info_unknown();
	info.stolen_cpu_ratio = 0.25;
	info.throttle_count = 1;
	warns(info, false, "the CPU was slowed down for heat, 1 time; the hypervisor took 25 % of a CPU meanwhile");
	info = system_info_unknown();
	strcpy(info.debug_kernel, "KASAN");
	strcpy(info.hypervisor, "KVM");
	warns(info, false,
	      "virtual machine (KVM): what else its host does is in the figures; debug kernel (KASAN): slower than the "
	      "one that will be "
	      "used");
	strcpy(info.hypervisor, "QEMU TCG");
	info.debug_kernel[0] = '\0';
	info.emulated = true;
	warns(info, false,
	      "emulated processor (QEMU TCG), on which all mappings are equally fast: relations, not absolute figures");
}

/* What is written can be read again, what is unknown stays so. */
static void fields_go_round(void **state)
{
	struct system_info info = look(), again = system_info_unknown();
	json_t *first = json_object(), *second = json_object();

	info.other_cpu_ratio = 0.25;
	info.throttle_count = 3;
	strcpy(info.scheduling, "SCHED_FIFO 50");
	result_fields_write(&result_system_fields, &info, first);
	assert_null(result_fields_read(&result_system_fields, &again, first));
	result_fields_write(&result_system_fields, &again, second);
	assert_true(json_equal(first, second));
	assert_true(json_is_null(json_object_get(second, "iommu_group_count")));
	json_decref(first);
	json_decref(second);
}

/* This machine, whatever it is: the parts that no file of a made-up one can show. */
static void this_process_is_described(void **state)
{
	struct system_info info;

	system_info_read(&info);
	assert_true(strncmp(info.scheduling, "SCHED_", 6) == 0);
	assert_true(info.cpu_affinity[0] != '\0');
	assert_true(info.locked_memory_bytes >= 0);
	assert_true(info.cpu_count > 0);
	assert_true(info.load_average >= 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_root, remove_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_not_told_is_unknown),
		TEST(board_is_described),
		TEST(cores_have_names),
		TEST(machines_that_are_none_are_known),
		TEST(debug_kernels_are_known),
		TEST(load_of_others_is_told_apart),
		TEST(heat_is_seen),
		TEST(what_spoils_a_figure_is_said),
		TEST(fields_go_round),
		TEST(this_process_is_described),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
