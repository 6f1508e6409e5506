/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_devices.h"

#include <stdio.h>
#include <string.h>

#include "common/message.h"

static const char *const usual_device[] = {
	[IIODMA_INPUT] = "cf-ad9361-lpc",
	[IIODMA_OUTPUT] = "cf-ad9361-dds-core-lpc",
};

/* One I/Q pair. */
static char usual_channel[][sizeof("voltageN")] = {"voltage0", "voltage1"};
static char *const usual_channels[] = {usual_channel[0], usual_channel[1]};

static const char *const no_buffer[] = {
	[IIODMA_INPUT] = "the device has no input buffer",
	[IIODMA_OUTPUT] = "the device has no output buffer",
};

bool bench_devices_usual(const struct target_request *request)
{
	return !request->device && !request->no_device && (!request->uri || strncmp(request->uri, "null:", 5) != 0);
}

bool bench_devices_remote(const struct target_request *request)
{
	return request->uri && strncmp(request->uri, "null:", 5) != 0 && strncmp(request->uri, "local:", 6) != 0;
}

static struct target_request request_for(const struct target_request *asked, enum iiodma_direction direction)
{
	struct target_request request = *asked;

	request.direction = direction;
	if (bench_devices_usual(asked)) {
		request.device = usual_device[direction];
		request.channels = asked->every_channel ? NULL : usual_channels;
		request.channel_count = asked->every_channel ? 0 : sizeof(usual_channels) / sizeof(usual_channels[0]);
	}
	return request;
}

/* Whether @device serves the direction, by the buffer that the options choose. */
static bool serves(const struct iiodma_device *device, const struct target_request *request,
		   enum iiodma_direction direction)
{
	for (size_t i = 0; i < iiodma_device_buffer_count(device); i++) {
		const struct iiodma_buffer *buffer = iiodma_device_buffer(device, i);

		if (iiodma_buffer_direction(buffer) == direction &&
		    (!request->buffer_index_given || iiodma_buffer_index(buffer) == request->buffer_index))
			return true;
	}
	return false;
}

/* Which directions there are. What cannot be found out here is left to target_open(), which says it. */
static enum exit_status look_around(const struct target_request *asked, bool ret_there[2])
{
	struct iiodma_context *context;
	enum exit_status status = target_open_context(asked, &context);

	if (status != EXIT_STATUS_DONE)
		return status;
	for (int direction = IIODMA_INPUT; direction <= IIODMA_OUTPUT; direction++) {
		struct target_request request = request_for(asked, (enum iiodma_direction)direction);
		struct iiodma_device *device = NULL;

		if (request.device && iiodma_context_find_device(context, request.device, &device) < 0)
			device = NULL;
		else if (!request.device && iiodma_context_device_count(context) == 1)
			device = iiodma_context_device(context, 0);
		ret_there[direction] = device && serves(device, &request, (enum iiodma_direction)direction);
	}
	iiodma_context_close(context);
	return EXIT_STATUS_DONE;
}

static void settle_directions(struct bench_options *options, const bool there[2])
{
	struct bench_axes *axes = &options->axes;
	bool any = there[IIODMA_INPUT] || there[IIODMA_OUTPUT];

	if (axes->direction_count == 0) {
		/* With neither there, target_open() is to say why. */
		if (there[IIODMA_INPUT] || !any)
			axes->direction[axes->direction_count++] = IIODMA_INPUT;
		if (there[IIODMA_OUTPUT])
			axes->direction[axes->direction_count++] = IIODMA_OUTPUT;
	}
	for (int direction = IIODMA_INPUT; direction <= IIODMA_OUTPUT; direction++)
		axes->missing[direction] = there[direction] || !any ? NULL : no_buffer[direction];
}

static bool wanted(const struct bench_axes *axes, enum iiodma_direction direction)
{
	for (size_t i = 0; i < axes->direction_count; i++)
		if (axes->direction[i] == direction)
			return true;
	return false;
}

/* A direction that is missing is n/a in the table, unless it is the only one: then there is nothing to measure. */
static bool must_open(const struct bench_axes *axes, enum iiodma_direction direction)
{
	enum iiodma_direction other = direction == IIODMA_INPUT ? IIODMA_OUTPUT : IIODMA_INPUT;

	return wanted(axes, direction) && (!axes->missing[direction] || !wanted(axes, other) || axes->missing[other]);
}

enum exit_status bench_devices_open(struct bench_devices *devices, struct bench_options *options)
{
	bool there[2] = {false, false};
	enum exit_status status;

	*devices = (struct bench_devices){0};
	status = look_around(&options->target, there);
	if (status != EXIT_STATUS_DONE)
		return status;
	settle_directions(options, there);
	for (int i = IIODMA_INPUT; i <= IIODMA_OUTPUT && status == EXIT_STATUS_DONE; i++) {
		enum iiodma_direction direction = (enum iiodma_direction)i;
		struct target_request request = request_for(&options->target, direction);

		if (!must_open(&options->axes, direction))
			continue;
		status = target_open(&request, &devices->target[direction]);
		if (status == EXIT_STATUS_DONE)
			bench_rate_remember(&devices->rate[direction], devices->target[direction].device, direction);
	}
	if (status != EXIT_STATUS_DONE)
		bench_devices_close(devices);
	return status;
}

size_t bench_devices_channel_count(const struct target *target, const struct result_setup *setup)
{
	return setup->channel_count > 0 ? setup->channel_count : target->channel_count;
}

void bench_devices_name(const struct bench_devices *devices, struct result_setup *setup)
{
	const struct target *target = &devices->target[setup->direction];
	size_t count = bench_devices_channel_count(target, setup), used = 0;

	if (!target->device)
		return;
	result_name_set(setup->device, iiodma_device_name(target->device));
	setup->channels[0] = '\0';
	for (size_t i = 0; i < count && i < target->channel_count && used < sizeof(setup->channels); i++)
		used += (size_t)snprintf(setup->channels + used, sizeof(setup->channels) - used, "%s%s", i ? "," : "",
					 iiodma_channel_id(target->channels[i]));
}

enum exit_status bench_devices_close(struct bench_devices *devices)
{
	enum exit_status status = EXIT_STATUS_DONE;

	for (int direction = IIODMA_INPUT; direction <= IIODMA_OUTPUT; direction++) {
		if (bench_rate_restore(&devices->rate[direction]) < 0) {
			message_error("put the sample rate back: %s", iiodma_error_text());
			status = EXIT_STATUS_FAILED;
		}
		target_close(&devices->target[direction]);
	}
	return status;
}
