/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/buffer.h>
#include <iiodma/channel.h>
#include <iiodma/format.h>

#include "device.h"
#include "error.h"

static int by_scan_index(const void *a, const void *b)
{
	const struct iiodma_channel *const *left = a;
	const struct iiodma_channel *const *right = b;

	return ((*left)->scan_index > (*right)->scan_index) - ((*left)->scan_index < (*right)->scan_index);
}

static bool is_wanted(const struct scan *scan, const struct iiodma_channel *channel)
{
	for (size_t i = 0; i < scan->channel_count; i++)
		if (scan->channels[i] == channel)
			return true;
	return false;
}

static int take_channels(struct scan *scan, struct iiodma_buffer *buffer, struct iiodma_channel *const *channels,
			 size_t count)
{
	ssize_t bytes = iiodma_buffer_sample_bytes(buffer, channels, count);

	if (bytes < 0)
		return (int)bytes;
	scan->channels = calloc(count, sizeof(*scan->channels));
	scan->offsets = calloc(count, sizeof(*scan->offsets));
	if (scan->channels == NULL || scan->offsets == NULL)
		return error_set(-ENOMEM, "%zu channels", count);
	memcpy(scan->channels, channels, count * sizeof(*channels));
	qsort(scan->channels, count, sizeof(*scan->channels), by_scan_index);
	scan->channel_count = count;
	scan->sample_bytes = (size_t)bytes;
	scan->kernel_bytes = (size_t)bytes;
	layout_offsets(scan->channels, count, scan->channels, count, scan->offsets);
	return 0;
}

/* Unwanted ones go first: a driver with a limit on channels must not see more than wanted at any time. */
static int write_enables(struct settings *settings, const struct iiodma_buffer *buffer, const struct scan *scan)
{
	for (size_t i = 0; i < buffer->channel_count; i++)
		if (!is_wanted(scan, buffer->channels[i]))
			/* Refused means held by somebody else; what is left on is looked at afterwards. */
			(void)settings_write(settings, buffer->channels[i]->enable_path, "0");
	for (size_t i = 0; i < scan->channel_count; i++) {
		int ret = settings_write(settings, scan->channels[i]->enable_path, "1");

		if (ret < 0)
			return ret;
	}
	return 0;
}

static int plan_pieces(struct scan *scan, struct iiodma_channel *const *enabled, size_t enabled_count)
{
	size_t *from = calloc(scan->channel_count, sizeof(*from));
	ssize_t bytes = -ENOMEM;

	scan->pieces = calloc(scan->channel_count, sizeof(*scan->pieces));
	if (from != NULL && scan->pieces != NULL)
		bytes = layout_offsets(enabled, enabled_count, scan->channels, scan->channel_count, from);
	if (bytes < 0) {
		free(from);
		return error_set((int)bytes, "lay out %zu channels", enabled_count);
	}
	for (size_t i = 0; i < scan->channel_count; i++)
		scan->pieces[i] = (struct scan_piece){
			.from = from[i],
			.to = scan->offsets[i],
			.bytes = iiodma_format_bytes(scan->channels[i]->format),
		};
	free(from);
	scan->kernel_bytes = (size_t)bytes;
	scan->wider = true;
	return 0;
}

/* What the kernel has enabled after all. */
static int look_back(const struct iiodma_buffer *buffer, const struct scan *scan, struct iiodma_channel **enabled,
		     size_t *ret_count)
{
	size_t count = 0;
	size_t wanted = 0;

	for (size_t i = 0; i < buffer->channel_count; i++) {
		struct iiodma_channel *channel = buffer->channels[i];
		int on = iiodma_channel_enabled(channel);

		if (on < 0)
			return on;
		if (on > 0)
			enabled[count++] = channel;
		if (on > 0 && is_wanted(scan, channel))
			wanted++;
	}
	if (wanted < scan->channel_count)
		return error_say(-ENOTSUP, "%s cannot have these %zu channels enabled together", buffer->device->name,
				 scan->channel_count);
	*ret_count = count;
	return 0;
}

static int match_kernel(struct scan *scan, const struct iiodma_buffer *buffer)
{
	struct iiodma_channel **enabled = calloc(buffer->channel_count, sizeof(struct iiodma_channel *));
	size_t count = 0;
	int ret;

	if (enabled == NULL)
		return error_set(-ENOMEM, "%zu channels", buffer->channel_count);
	ret = look_back(buffer, scan, enabled, &count);
	if (ret == 0 && count > scan->channel_count) {
		if (buffer->direction == IIODMA_OUTPUT)
			ret = error_say(-EBUSY,
					"%s keeps %zu channels enabled that were not asked for; ask for all of them",
					buffer->device->name, count - scan->channel_count);
		else
			ret = plan_pieces(scan, enabled, count);
	}
	free(enabled);
	return ret;
}

int scan_apply(struct settings *settings, struct iiodma_buffer *buffer, struct iiodma_channel *const *channels,
	       size_t count, struct scan *ret_scan)
{
	struct scan scan = {0};
	int ret = take_channels(&scan, buffer, channels, count);

	if (ret == 0 && settings != NULL) {
		ret = write_enables(settings, buffer, &scan);
		if (ret == 0)
			ret = match_kernel(&scan, buffer);
	}
	if (ret < 0) {
		scan_free(&scan);
		return ret;
	}
	*ret_scan = scan;
	return 0;
}

void scan_free(struct scan *scan)
{
	free(scan->channels);
	free(scan->offsets);
	free(scan->pieces);
	*scan = (struct scan){0};
}

void scan_narrow(const struct scan *scan, void *to, const void *from, size_t samples)
{
	const unsigned char *source = from;
	unsigned char *target = to;

	for (size_t n = 0; n < samples; n++) {
		for (size_t i = 0; i < scan->channel_count; i++)
			memcpy(target + scan->pieces[i].to, source + scan->pieces[i].from, scan->pieces[i].bytes);
		source += scan->kernel_bytes;
		target += scan->sample_bytes;
	}
}
