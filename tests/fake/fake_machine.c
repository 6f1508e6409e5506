/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine as a whole: boot, the default converters, shutdown. */
#include "fake.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake_device *fake_devices;
unsigned int fake_accident_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void fake_lock(void)
{
	pthread_mutex_lock(&lock);
}

void fake_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

void *fake_new(size_t bytes)
{
	void *memory = calloc(1, bytes ? bytes : 1);

	if (!memory)
		abort();
	return memory;
}

void *fake_grow(void *memory, size_t bytes)
{
	memory = realloc(memory, bytes ? bytes : 1);
	if (!memory)
		abort();
	return memory;
}

char *fake_text(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		abort();
	va_end(arguments);
	return text;
}

/* What a real kernel would not have survived, or would have passed on as wrong data; tests end with none of them. */
void fake_accident(const char *what)
{
	fake_accident_count++;
	fprintf(stderr, "fake kernel: %s\n", what);
}

unsigned int fake_accidents(void)
{
	unsigned int count;

	fake_lock();
	count = fake_accident_count;
	fake_unlock();
	return count;
}

static void free_buffer(struct fake_buffer *buffer)
{
	buffer->enabled = false;
	fake_dma_forget(buffer);
	fake_fileio_free(buffer);
	for (size_t i = 0; i < buffer->channel_count; i++) {
		free(buffer->channels[i].id);
		free(buffer->channels[i].format);
	}
	free(buffer->channels);
	free(buffer->queue);
	free(buffer->played);
	free(buffer->name);
	free(buffer);
}

static void forget_machine(void)
{
	fake_files_reset();
	fake_tree_reset();
	while (fake_devices) {
		struct fake_device *device = fake_devices;

		fake_devices = device->next;
		for (size_t i = 0; i < device->buffer_count; i++)
			free_buffer(device->buffers[i]);
		free(device->name);
		free(device->path);
		free(device->id);
		free(device);
	}
	fake_log_reset();
	fake_clock_reset();
	fake_accident_count = 0;
}

void fake_boot(void)
{
	fake_lock();
	forget_machine();
	fake_entry_add(fake_text("/sys/bus/iio/devices"), 040755);
	fake_entry_add(fake_text("/sys/kernel/debug/iio"), 040755);
	fake_entry_add(fake_text("/proc"), 040755);
	sys = &fake_sys;
	fake_unlock();
}

void fake_shutdown(void)
{
	fake_lock();
	forget_machine();
	sys = &sys_linux;
	fake_unlock();
}

static void add_channels(struct fake_buffer *buffer, const char *format)
{
	char id[16];

	for (unsigned int i = 0; i < 4; i++) {
		snprintf(id, sizeof(id), "voltage%u", i);
		fake_channel_add(buffer, id, i, format);
	}
}

void fake_boot_ad9361(void)
{
	struct fake_device *phy, *adc, *dac;

	fake_boot();
	phy = fake_device_add("ad9361-phy");
	fake_attr_set(phy, "in_voltage_sampling_frequency", "61440000");
	fake_attr_set(phy, "out_voltage_sampling_frequency", "61440000");
	adc = fake_device_add("cf-ad9361-lpc");
	add_channels(fake_buffer_add(adc, IIODMA_INPUT, FAKE_DMA), "le:s12/16>>0");
	dac = fake_device_add("cf-ad9361-dds-core-lpc");
	add_channels(fake_buffer_add(dac, IIODMA_OUTPUT, FAKE_DMA), "le:s16/16>>0");
	fake_heap_add("system", UINT64_C(1) << 32, true);
	fake_file_set("/proc/meminfo", "HugePages_Total: 64\nHugePages_Free: 64\nHugepagesize: 2048 kB");
	fake_lock();
	fake_udmabuf_add();
	fake_unlock();
}
