/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of a channel, and whether the kernel has it switched on. */
#include <errno.h>
#include <stdlib.h>

#include <iiodma/channel.h>
#include <iiodma/format.h>

#include "device.h"
#include "error.h"
#include "sys.h"

void channel_free(struct iiodma_channel *channel)
{
	if (!channel)
		return;
	iiodma_format_free(channel->format);
	free(channel->problem);
	free(channel->enable_path);
	free(channel->label);
	free(channel->id);
	free(channel);
}

int channel_check(const struct iiodma_channel *channel)
{
	return channel->format ? 0 : error_set(channel->error, "%s", channel->problem);
}

const char *iiodma_channel_id(const struct iiodma_channel *channel)
{
	return channel->id;
}

const char *iiodma_channel_label(const struct iiodma_channel *channel)
{
	return channel->label;
}

unsigned int iiodma_channel_scan_index(const struct iiodma_channel *channel)
{
	return channel->scan_index;
}

enum iiodma_direction iiodma_channel_direction(const struct iiodma_channel *channel)
{
	return channel->buffer->direction;
}

struct iiodma_buffer *iiodma_channel_buffer(const struct iiodma_channel *channel)
{
	return channel->buffer;
}

const struct iiodma_format *iiodma_channel_format(const struct iiodma_channel *channel)
{
	return channel->format;
}

/* The null device has nothing to switch: its channels are always there. */
int iiodma_channel_enabled(const struct iiodma_channel *channel)
{
	char text[16];
	ssize_t r;

	if (channel->remote)
		return error_say(-ENOTSUP, "a server does not tell whether %s is enabled", channel->id);
	if (!channel->enable_path)
		return 1;
	r = sys_read_text(channel->enable_path, text, sizeof(text));
	if (r < 0)
		return error_set((int)r, "read %s", channel->enable_path);
	if (r != 1 || (text[0] != '0' && text[0] != '1'))
		return error_say(-EINVAL, "%s holds \"%s\" instead of 0 or 1", channel->enable_path, text);
	return text[0] == '1';
}
