/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "machines.h"

#include <stdio.h>
#include <string.h>

#define DEVICES_MAX 16
#define BUFFERS_MAX 24

static struct fake_device *devices[DEVICES_MAX];
static struct fake_buffer *buffers[BUFFERS_MAX];
static size_t device_count, buffer_count;

static struct fake_device *device(const char *name)
{
	return devices[device_count++] = fake_device_add(name);
}

static struct fake_buffer *buffer(struct fake_device *of, enum iiodma_direction direction, enum fake_kind kind)
{
	return buffers[buffer_count++] = fake_buffer_add(of, direction, kind);
}

static void values(struct fake_buffer *of)
{
	struct fake_behaviour how = fake_behaviour_of(of);

	how.pattern = FAKE_VALUES;
	fake_behave(of, &how);
}

static void channels(struct fake_buffer *of, unsigned int count, const char *format)
{
	char id[24];

	for (unsigned int i = 0; i < count; i++) {
		snprintf(id, sizeof(id), "voltage%u", i);
		fake_channel_add(of, id, i, format);
	}
}

static void boot_ad9361(void)
{
	fake_boot_ad9361();
	devices[device_count++] = fake_device("ad9361-phy");
	devices[device_count++] = fake_device("cf-ad9361-lpc");
	devices[device_count++] = fake_device("cf-ad9361-dds-core-lpc");
	buffers[buffer_count++] = fake_buffer("cf-ad9361-lpc", 0);
	buffers[buffer_count++] = fake_buffer("cf-ad9361-dds-core-lpc", 0);
}

static void with_heap(void)
{
	fake_boot();
	fake_heap_add("system", UINT64_C(1) << 32, true);
}

static void add_sparse(void)
{
	static const unsigned int indexes[] = {4, 5, 6, 9};
	struct fake_buffer *sparse = buffer(device("sparse"), IIODMA_INPUT, FAKE_DMA);
	char id[24];

	for (size_t i = 0; i < sizeof(indexes) / sizeof(*indexes); i++) {
		snprintf(id, sizeof(id), "voltage%u", indexes[i]);
		fake_channel_add(sparse, id, indexes[i], "le:u16/16>>0");
	}
	values(sparse);
}

static void add_forced(void)
{
	struct fake_buffer *forced = buffer(device("forced"), IIODMA_INPUT, FAKE_DMA);
	char id[24];

	channels(forced, 4, "le:u16/16>>0");
	for (unsigned int i = 0; i < 4; i++) {
		snprintf(id, sizeof(id), "voltage%u", i);
		fake_channel_force(forced, id);
	}
	values(forced);
}

/* 9 values of 4 bytes: samples of 36 bytes */
static void add_mixed(void)
{
	struct fake_buffer *mixed = buffer(device("mixed"), IIODMA_INPUT, FAKE_DMA);

	channels(mixed, 9, "le:s32/32>>0");
	values(mixed);
}

static void boot_shapes(void)
{
	struct fake_buffer *plain, *wide;

	with_heap();
	add_sparse();
	wide = buffer(device("wide"), IIODMA_INPUT, FAKE_DMA);
	channels(wide, 70, "le:u16/16>>0");
	values(wide);
	add_forced();
	add_mixed();
	device("bare");
	channels(buffer(device("odd"), IIODMA_INPUT, FAKE_DMA), 1, "le:s16/16>>0");
	plain = buffer(device("plain"), IIODMA_INPUT, FAKE_KFIFO);
	channels(plain, 2, "le:s16/16>>0");
	fake_attr_set(devices[device_count - 1], "sampling_frequency", "1");
	channels(buffer(device("broken"), IIODMA_INPUT, FAKE_DMA), 2, "le:s16/16>>0");
	fake_attr_set(devices[device_count - 1], "buffer0/in_voltage0_type", "rubbish");
	fake_attr_set(devices[device_count - 1], "scan_elements/in_voltage0_type", "rubbish");
}

static void boot_buffers(void)
{
	struct fake_device *many;

	with_heap();
	many = device("many");
	channels(buffer(many, IIODMA_INPUT, FAKE_DMA), 2, "le:s16/16>>0");
	channels(buffer(many, IIODMA_OUTPUT, FAKE_DMA), 2, "le:s16/16>>0");
	channels(buffer(many, IIODMA_INPUT, FAKE_DMA), 4, "le:s16/16>>0");
}

static void boot_legacy(void)
{
	struct fake_device *legacy;

	with_heap();
	legacy = device("cf-ad9361-lpc");
	fake_legacy(legacy);
	channels(buffer(legacy, IIODMA_INPUT, FAKE_DMA), 4, "le:s12/16>>0");
}

static void boot_twins(void)
{
	with_heap();
	for (unsigned int i = 0; i < 2; i++)
		channels(buffer(device("twin"), IIODMA_INPUT, FAKE_DMA), 2, "le:s16/16>>0");
}

/* A slow converter whose samples say when they were taken. */
static void boot_stamped(void)
{
	struct fake_buffer *stamped;

	with_heap();
	stamped = buffer(device("stamped"), IIODMA_INPUT, FAKE_DMA);
	channels(stamped, 2, "le:s16/16>>0");
	fake_channel_add(stamped, "timestamp", 2, "le:s64/64>>0");
	fake_attr_set(devices[device_count - 1], "sampling_frequency", "1000");
}

bool machine_boot(const char *name)
{
	static const struct {
		const char *name;
		void (*boot)(void);
	} machines[] = {
		{"ad9361", boot_ad9361}, {"shapes", boot_shapes}, {"buffers", boot_buffers}, {"legacy", boot_legacy},
		{"twins", boot_twins},   {"none", fake_boot},     {"stamped", boot_stamped},
	};

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		if (strcmp(name, machines[i].name) == 0) {
			device_count = buffer_count = 0;
			machines[i].boot();
			return true;
		}
	}
	return false;
}

void machine_each_device(void (*act)(struct fake_device *device, void *context), void *context)
{
	for (size_t i = 0; i < device_count; i++)
		act(devices[i], context);
}

void machine_each_buffer(void (*act)(struct fake_buffer *buffer, void *context), void *context)
{
	for (size_t i = 0; i < buffer_count; i++)
		act(buffers[i], context);
}

void machine_rate(double samples_per_second)
{
	char text[32];

	snprintf(text, sizeof(text), "%.0f", samples_per_second);
	for (size_t i = 0; i < device_count; i++) {
		if (fake_attr_text(devices[i], "sampling_frequency"))
			fake_attr_set(devices[i], "sampling_frequency", text);
		if (fake_attr_text(devices[i], "in_voltage_sampling_frequency")) {
			fake_attr_set(devices[i], "in_voltage_sampling_frequency", text);
			fake_attr_set(devices[i], "out_voltage_sampling_frequency", text);
		}
	}
}
