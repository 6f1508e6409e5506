// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, formats, attributes and registers. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "raw_iio.h"
#include "selftest.h"

#define REG_VERSION 0x80000000u
#define REG_SCRATCH 0x80000008u
#define REG_OUTSIDE 0x80000100u
#define REG_CHIP 0x00000037u

static void check_format(const char *name, const char *direction, const char *expected)
{
	unsigned int device, i;
	char attribute[64], text[64];

	if (!check_done(device_find(name, &device), name))
		return;
	for (i = 0; i < 4; i++) {
		snprintf(attribute, sizeof(attribute), "buffer0/%s_voltage%u_type", direction, i);
		if (device_get(device, attribute, text, sizeof(text)) < 0)
			text[0] = '\0';
		check(strcmp(text, expected) == 0, "%s %s: %s", name, attribute, text);
	}
	if (device_get(device, "buffer0/length_align_bytes", text, sizeof(text)) < 0)
		text[0] = '\0';
	check(strcmp(text, "8") == 0, "%s length_align_bytes: %s", name, text);
}

static void check_reads_back(unsigned int device, const char *attribute, const char *value,
			     const char *expected)
{
	char text[64] = "";
	int error = device_set(device, attribute, value);

	if (!error)
		error = device_get(device, attribute, text, sizeof(text));
	check(!error && strcmp(text, expected) == 0, "%s = %s reads back: %s", attribute, value,
	      error ? strerror(-error) : text);
}

static void check_refuses(unsigned int device, const char *attribute, const char *value)
{
	char before[64] = "", after[64] = "", what[128];

	device_get(device, attribute, before, sizeof(before));
	snprintf(what, sizeof(what), "%s = %s is refused", attribute, value);
	check_error(device_set(device, attribute, value), -EINVAL, what);
	device_get(device, attribute, after, sizeof(after));
	check(strcmp(before, after) == 0, "%s is still %s", attribute, after);
}

static void check_phy(void)
{
	unsigned int phy, rx, tx;
	char text[64];

	if (!check_done(device_find(PHY_DEVICE, &phy), PHY_DEVICE))
		return;
	check_error(device_get(phy, "buffer0/length", text, sizeof(text)), -ENOENT,
		    PHY_DEVICE " has no buffer");

	check_reads_back(phy, "out_altvoltage0_RX_LO_frequency", "5800000000", "5800000000");
	check_reads_back(phy, "out_altvoltage1_TX_LO_frequency", "868000000", "868000000");
	check_reads_back(phy, "in_voltage0_hardwaregain", "33", "33.000000 dB");
	check_reads_back(phy, "in_voltage1_hardwaregain", "-3", "-3.000000 dB");
	check_reads_back(phy, "out_voltage0_hardwaregain", "-0.25", "-0.250000 dB");
	check_reads_back(phy, "out_voltage1_hardwaregain", "-89.75", "-89.750000 dB");
	check_reads_back(phy, "in_voltage_rf_bandwidth", "20000000", "20000000");
	check_reads_back(phy, "in_voltage_sampling_frequency", "30720000", "30720000");
	check_reads_back(phy, "out_voltage_sampling_frequency", "0", "0");
	check_reads_back(phy, "out_voltage_sampling_frequency", "61440000", "61440000");

	check_refuses(phy, "in_voltage_sampling_frequency", "61440001");
	check_refuses(phy, "in_voltage_sampling_frequency", "1000");
	check_refuses(phy, "in_voltage_sampling_frequency", "fast");
	check_refuses(phy, "out_altvoltage0_RX_LO_frequency", "69999999");
	check_refuses(phy, "in_voltage0_hardwaregain", "72");
	check_refuses(phy, "out_voltage0_hardwaregain", "0.25");
	check_refuses(phy, "in_voltage_rf_bandwidth", "199999");

	/* One clock for all. */
	check_reads_back(phy, "in_voltage_sampling_frequency", "40000000", "40000000");
	if (!device_find(RX_DEVICE, &rx) &&
	    !device_get(rx, "in_voltage_sampling_frequency", text, sizeof(text)))
		check(strcmp(text, "40000000") == 0, RX_DEVICE " follows: %s", text);
	if (!device_find(TX_DEVICE, &tx) &&
	    !device_get(tx, "out_voltage_sampling_frequency", text, sizeof(text)))
		check(strcmp(text, "40000000") == 0, TX_DEVICE " follows: %s", text);
}

static uint32_t reg_value(unsigned int device, uint32_t reg)
{
	uint32_t value;

	return device_reg_read(device, reg, &value) ? 0xffffffff : value;
}

static void check_registers(const char *name, uint32_t version)
{
	unsigned int device;
	uint32_t value;

	if (device_find(name, &device))
		return;

	value = reg_value(device, REG_VERSION);
	check(value == version, "%s version register: 0x%08x", name, value);

	device_reg_write(device, REG_SCRATCH, 0xcafe);
	value = reg_value(device, REG_SCRATCH);
	check(value == 0xcafe, "%s scratch register: 0x%x", name, value);

	value = reg_value(device, REG_STATUS);
	check(value == 0, "%s status register: 0x%x", name, value);

	check(device_reg_write(device, REG_OUTSIDE, 0) == -EINVAL &&
		      device_reg_write(device, REG_CHIP, 0) == -EINVAL,
	      "%s has no other registers", name);
}

void check_devices(void)
{
	check_format(RX_DEVICE, "in", "le:S12/16>>0");
	check_format(TX_DEVICE, "out", "le:S16/16>>0");
	check_phy();
	check_registers(RX_DEVICE, 0x000a0062);
	check_registers(TX_DEVICE, 0x00090162);
}
