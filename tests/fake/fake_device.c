/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Devices and buffers as objects: making, finding, setting, pulling out. */
#include "fake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_SIZE_HERE 4096

struct fake_device *fake_device(const char *name)
{
	struct fake_device *device;

	fake_lock();
	for (device = fake_devices; device; device = device->next)
		if (strcmp(device->name, name) == 0)
			break;
	fake_unlock();
	if (!device)
		abort();
	return device;
}

struct fake_buffer *fake_buffer(const char *device, unsigned int index)
{
	struct fake_device *found = fake_device(device);

	if (index >= found->buffer_count)
		abort();
	return found->buffers[index];
}

static unsigned int next_number(void)
{
	unsigned int number = 0;

	for (struct fake_device *device = fake_devices; device; device = device->next)
		if (device->number >= number)
			number = device->number + 1;
	return number;
}

struct fake_device *fake_device_add(const char *name)
{
	struct fake_device *device = fake_new(sizeof(*device));

	fake_lock();
	device->number = next_number();
	device->name = fake_text("%s", name);
	device->id = fake_text("iio:device%u", device->number);
	device->path = fake_text("/sys/bus/iio/devices/%s", device->id);
	device->next = fake_devices;
	fake_devices = device;
	fake_entry_add(fake_text("%s/name", device->path), 0444)->text = fake_text("%s", name);
	fake_device_node(device);
	fake_debugfs(device);
	fake_unlock();
	return device;
}

void fake_legacy(struct fake_device *device)
{
	device->legacy = true;
}

struct fake_buffer *fake_buffer_add(struct fake_device *device, enum iiodma_direction direction, enum fake_kind kind)
{
	struct fake_buffer *buffer = fake_new(sizeof(*buffer));

	fake_lock();
	if (device->buffer_count == sizeof(device->buffers) / sizeof(*device->buffers))
		abort();
	*buffer = (struct fake_buffer){
		.device = device,
		.index = (unsigned int)device->buffer_count,
		.direction = direction,
		.kind = kind,
		.length = kind == FAKE_DMA ? PAGE_SIZE_HERE : 2,
		.watermark = kind == FAKE_DMA ? PAGE_SIZE_HERE / 2 : 1,
		.how = {.rate = 0,
			.drop_block = FAKE_NEVER,
			.short_block = FAKE_NEVER,
			.stale_block = FAKE_NEVER,
			.hole_block = FAKE_NEVER,
			.corrupt_block = FAKE_NEVER,
			.delay_block = FAKE_NEVER,
			.abort_block = FAKE_NEVER,
			.stop_block = FAKE_NEVER,
			.unplug_block = FAKE_NEVER},
		.end = &buffer->first,
		.played_fd = -1,
		.name = fake_text("%s/buffer%zu", device->id, device->buffer_count),
	};
	device->buffers[device->buffer_count++] = buffer;
	fake_buffer_sysfs(buffer);
	fake_unlock();
	return buffer;
}

void fake_channel_add(struct fake_buffer *buffer, const char *id, unsigned int scan_index, const char *format)
{
	struct fake_channel channel = {
		.id = fake_text("%s", id), .scan_index = scan_index, .format = fake_text("%s", format)};
	size_t place = buffer->channel_count;

	if (!fake_channel_parse(&channel, format))
		abort();
	fake_lock();
	buffer->channels = fake_grow(buffer->channels, (place + 1) * sizeof(channel));
	/* the scan, and so everything that walks it, goes by scan index */
	while (place && buffer->channels[place - 1].scan_index > scan_index) {
		buffer->channels[place] = buffer->channels[place - 1];
		place--;
	}
	buffer->channels[place] = channel;
	buffer->channel_count++;
	fake_buffer_sysfs_channel(buffer, scan_index);
	fake_unlock();
}

void fake_channel_force(struct fake_buffer *buffer, const char *id)
{
	fake_lock();
	for (size_t i = 0; i < buffer->channel_count; i++)
		if (strcmp(buffer->channels[i].id, id) == 0)
			buffer->channels[i].forced = buffer->channels[i].enabled = true;
	fake_unlock();
}

void fake_length_rule(struct fake_buffer *buffer, uint64_t length, uint64_t watermark)
{
	fake_lock();
	buffer->length_rule = true;
	buffer->length = length;
	buffer->watermark = watermark;
	fake_buffer_sysfs(buffer);
	fake_unlock();
}

struct fake_behaviour fake_behaviour_of(struct fake_buffer *buffer)
{
	struct fake_behaviour how;

	fake_lock();
	how = buffer->how;
	fake_unlock();
	return how;
}

void fake_behave(struct fake_buffer *buffer, const struct fake_behaviour *behaviour)
{
	fake_lock();
	buffer->how = *behaviour;
	buffer->reads_done = 0;
	fake_run_until_now();
	fake_unlock();
}

void fake_enable_error(struct fake_buffer *buffer, int error)
{
	fake_lock();
	buffer->enable_error = error;
	fake_unlock();
}

bool fake_enabled(struct fake_buffer *buffer)
{
	bool enabled;

	fake_lock();
	enabled = buffer->enabled;
	fake_unlock();
	return enabled;
}

uint64_t fake_blocks_done(struct fake_buffer *buffer)
{
	uint64_t done;

	fake_lock();
	fake_run_until_now();
	done = buffer->done;
	fake_unlock();
	return done;
}

uint64_t fake_samples_lost(struct fake_buffer *buffer)
{
	uint64_t lost;

	fake_lock();
	lost = buffer->lost;
	fake_unlock();
	return lost;
}

void fake_hold(struct fake_buffer *buffer, int pid, const char *command, uint64_t for_ns)
{
	char *path = fake_text("/proc/%d/fd/%u", pid, 3 + buffer->device->number),
	     *target = fake_text("/dev/%s", buffer->device->id);

	fake_lock();
	buffer->held_until_ns = for_ns == FAKE_NEVER ? FAKE_FOREVER : fake_now() + (int64_t)for_ns;
	fake_entry_add(fake_text("/proc/%d/comm", pid), 0444)->text = fake_text("%s", command);
	fake_unlock();
	fake_link_set(path, target);
	free(path);
	free(target);
}

/* iio_disable_all_buffers() and the removal of files, as device_unregister() does them. */
void fake_device_remove(struct fake_device *device)
{
	char *node = fake_text("/dev/%s", device->id), *debug = fake_text("/sys/kernel/debug/iio/%s", device->id);

	for (size_t i = 0; i < device->buffer_count; i++)
		if (device->buffers[i]->enabled)
			fake_buffer_enable(device->buffers[i], false);
	device->gone = true;
	fake_tree_remove(device->path);
	fake_tree_remove(node);
	fake_tree_remove(debug);
	free(node);
	free(debug);
}

void fake_unplug(struct fake_device *device)
{
	fake_lock();
	fake_device_remove(device);
	fake_unlock();
}
