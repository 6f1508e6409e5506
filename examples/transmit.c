/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Play a tone of a 64th of the sample rate for one second.
 *
 *     example-transmit [DEVICE [URI]]       (cf-ad9361-dds-core-lpc on local: when left out)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <iiodma.h>

#define BLOCK_SAMPLES 65536
#define PERIOD_SAMPLES 64
#define AMPLITUDE 16000
#define TIMEOUT_NS INT64_C(2000000000)

static _Noreturn void give_up(const char *step)
{
	fprintf(stderr, "%s: %s\n", step, iiodma_error_text());
	exit(1);
}

static void fill_tone(int16_t *iq, size_t samples)
{
	const double turn = 6.283185307179586 / PERIOD_SAMPLES;

	for (size_t n = 0; n < samples; n++) {
		iq[2 * n] = (int16_t)(AMPLITUDE * cos(turn * (double)n));
		iq[2 * n + 1] = (int16_t)(AMPLITUDE * sin(turn * (double)n));
	}
}

int main(int argc, char **argv)
{
	struct iiodma_stream_config config = IIODMA_STREAM_CONFIG_INIT;
	struct iiodma_context *context;
	struct iiodma_device *device;
	struct iiodma_stream *stream;
	struct iiodma_channel *channels[2];
	double rate = 1e6;

	if (iiodma_context_open(argc > 2 ? argv[2] : "local:", &context) < 0 ||
	    iiodma_context_find_device(context, argc > 1 ? argv[1] : "cf-ad9361-dds-core-lpc", &device) < 0)
		give_up("open");

	struct iiodma_buffer *buffer = NULL;

	for (size_t i = 0; i < iiodma_device_buffer_count(device); i++)
		if (iiodma_buffer_direction(iiodma_device_buffer(device, i)) == IIODMA_OUTPUT)
			buffer = iiodma_device_buffer(device, i);
	if (buffer == NULL) {
		fprintf(stderr, "%s has no output buffer\n", iiodma_device_name(device));
		return 1;
	}
	if (iiodma_buffer_find_channel(buffer, "voltage0", &channels[0]) < 0 ||
	    iiodma_buffer_find_channel(buffer, "voltage1", &channels[1]) < 0)
		give_up("channels");
	config.channels = channels;
	config.channel_count = 2;
	config.block_samples = BLOCK_SAMPLES;
	if (iiodma_stream_open(buffer, &stream) < 0 || iiodma_stream_configure(stream, &config) < 0 ||
	    iiodma_stream_start(stream) < 0)
		give_up("start");
	if (iiodma_device_sample_rate(device, IIODMA_OUTPUT, &rate) < 0 || rate <= 0)
		rate = 1e6;
	for (double samples = 0; samples < rate; samples += BLOCK_SAMPLES) {
		struct iiodma_block *block;
		void *data;

		if (iiodma_stream_acquire(stream, TIMEOUT_NS, &block) < 0 || iiodma_block_access(block, &data) < 0)
			give_up("transmit");
		fill_tone(data, iiodma_block_bytes(block) / (2 * sizeof(int16_t)));
		if (iiodma_stream_release(stream, block, iiodma_block_bytes(block)) < 0)
			give_up("release");
	}
	/* What was released is queued, not played yet. */
	if (iiodma_stream_drain(stream, TIMEOUT_NS) < 0)
		give_up("drain");
	iiodma_stream_close(stream);
	iiodma_context_close(context);
	return 0;
}
