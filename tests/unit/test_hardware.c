/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The way from a device to its driver, its DMA controller and that one's coherency, in a sysfs of a few links. */
#include "unit.h"

#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/hardware.h"

#if defined(__x86_64__) || defined(__i386__)
#define USUAL "coherent"
#else
#define USUAL "noncoherent"
#endif

#define TREE "/sys/firmware/devicetree/base"

static char root[64];

static void folder(const char *path)
{
	char whole[512];

	snprintf(whole, sizeof(whole), "%s%s/", root, path);
	for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(whole, 0755);
	}
}

static void link_to(const char *path, const char *target)
{
	char whole[512], absolute[512];

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	snprintf(absolute, sizeof(absolute), "%s%s", root, target);
	assert_int_equal(symlink(absolute, whole), 0);
}

/* As on a Zynq: the converter's core and an axi-dmac, both on the bus amba_pl. */
static int make_machine(void **state)
{
	strcpy(root, "/tmp/iiodma-hardware-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	folder("/sys/bus/iio/devices");
	folder("/sys/bus/platform/drivers/cf_axi_adc");
	folder("/sys/bus/platform/drivers/dma-axi-dmac");
	folder("/sys/devices/adc/iio:device2");
	folder("/sys/devices/dmac/dma/dma1chan0");
	folder(TREE "/amba_pl/dmac");
	folder(TREE "/amba_pl/adc");
	link_to("/sys/bus/iio/devices/iio:device2", "/sys/devices/adc/iio:device2");
	link_to("/sys/devices/adc/driver", "/sys/bus/platform/drivers/cf_axi_adc");
	link_to("/sys/devices/adc/dma:rx", "/sys/devices/dmac/dma/dma1chan0");
	link_to("/sys/devices/dmac/dma/dma1chan0/device", "/sys/devices/dmac");
	link_to("/sys/devices/dmac/driver", "/sys/bus/platform/drivers/dma-axi-dmac");
	link_to("/sys/devices/dmac/of_node", TREE "/amba_pl/dmac");
	link_to("/sys/devices/adc/of_node", TREE "/amba_pl/adc");
	return 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	return remove(path);
}

static int remove_machine(void **state)
{
	return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void drivers_are_found(void **state)
{
	struct hardware hardware;

	hardware_read(root, "iio:device2", &hardware);
	assert_string_equal(hardware.driver, "cf_axi_adc");
	assert_string_equal(hardware.dma_controller, "dma-axi-dmac");
	assert_string_equal(hardware.dma_coherency, USUAL);
	assert_false(hardware_is_simulated(&hardware));
	hardware_read(root, "iio:device3", &hardware);
	assert_string_equal(hardware.driver, "");
	assert_string_equal(hardware.dma_coherency, "");
}

/* It is the controller that sees the caches or does not, and a bus may say so for all below it. */
static void coherency_is_the_controllers(void **state)
{
	struct hardware hardware;

	folder(TREE "/amba_pl/adc/dma-coherent");
	folder(TREE "/amba_pl/adc/dma-noncoherent");
	hardware_read(root, "iio:device2", &hardware);
	assert_string_equal(hardware.dma_coherency, USUAL);
	folder(TREE "/amba_pl/dma-noncoherent");
	hardware_read(root, "iio:device2", &hardware);
	assert_string_equal(hardware.dma_coherency, "noncoherent");
	folder(TREE "/amba_pl/dmac/dma-coherent");
	hardware_read(root, "iio:device2", &hardware);
	assert_string_equal(hardware.dma_coherency, "coherent");
}

static void simulated_converter_is_known(void **state)
{
	const struct hardware simulated = {.driver = "iiodma-sim"}, real = {.driver = "cf_axi_adc"},
			      unknown = {.driver = ""};

	assert_true(hardware_is_simulated(&simulated));
	assert_false(hardware_is_simulated(&real));
	assert_false(hardware_is_simulated(&unknown));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_machine, remove_machine)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(drivers_are_found),
		TEST(coherency_is_the_controllers),
		cmocka_unit_test(simulated_converter_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
