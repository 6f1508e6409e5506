/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that has only what is installed: streams a block from the built-in null device. */
#include <stdio.h>
#include <string.h>

#include <iiodma.h>

int main(void)
{
	struct iiodma_stream_config config = IIODMA_STREAM_CONFIG_INIT;
	struct iiodma_context *context;
	struct iiodma_device *device;
	struct iiodma_stream *stream;
	struct iiodma_channel *channel;
	struct iiodma_block *block;

	if (iiodma_context_open("null:", &context) < 0 || iiodma_context_find_device(context, "null", &device) < 0)
		return 1;
	if (iiodma_buffer_find_channel(iiodma_device_buffer(device, 0), "voltage0", &channel) < 0)
		return 2;
	config.channels = &channel;
	config.channel_count = 1;
	config.block_samples = 16;
	if (iiodma_stream_open(iiodma_device_buffer(device, 0), &stream) < 0 ||
	    iiodma_stream_configure(stream, &config) < 0)
		return 3;
	if (iiodma_stream_start(stream) < 0 || iiodma_stream_acquire(stream, 0, &block) < 0)
		return 4;
	printf("%s %zu\n", iiodma_version(), iiodma_block_bytes(block));
	iiodma_stream_close(stream);
	iiodma_context_close(context);
	return 0;
}
