/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Receive one second of I/Q samples and print their mean power.
 *
 *     example-receive [DEVICE [URI]]        (cf-ad9361-lpc on local: when left out)
 */
#include <stdio.h>
#include <stdlib.h>

#include <iiodma.h>

#define BLOCK_SAMPLES 65536
#define TIMEOUT_NS INT64_C(2000000000)

static _Noreturn void give_up(const char *step)
{
	fprintf(stderr, "%s: %s\n", step, iiodma_error_text());
	exit(1);
}

static struct iiodma_stream *open_stream(struct iiodma_buffer *buffer, struct iiodma_channel *channels[2])
{
	struct iiodma_stream_config config = IIODMA_STREAM_CONFIG_INIT;
	struct iiodma_stream *stream;

	if (iiodma_buffer_find_channel(buffer, "voltage0", &channels[0]) < 0 ||
	    iiodma_buffer_find_channel(buffer, "voltage1", &channels[1]) < 0)
		give_up("channels");
	config.channels = channels;
	config.channel_count = 2;
	config.block_samples = BLOCK_SAMPLES;
	config.depth = 8;
	if (iiodma_stream_open(buffer, &stream) < 0 || iiodma_stream_configure(stream, &config) < 0)
		give_up("configure");
	return stream;
}

static double power_sum(const int16_t *iq, size_t samples)
{
	double sum = 0;

	for (size_t n = 0; n < samples; n++)
		sum += (double)iq[2 * n] * iq[2 * n] + (double)iq[2 * n + 1] * iq[2 * n + 1];
	return sum;
}

int main(int argc, char **argv)
{
	struct iiodma_context *context;
	struct iiodma_device *device;
	struct iiodma_channel *channels[2];
	double rate = 1e6;
	double sum = 0;
	uint64_t samples = 0;

	if (iiodma_context_open(argc > 2 ? argv[2] : "local:", &context) < 0 ||
	    iiodma_context_find_device(context, argc > 1 ? argv[1] : "cf-ad9361-lpc", &device) < 0)
		give_up("open");
	if (iiodma_device_buffer_count(device) == 0) {
		fprintf(stderr, "%s has no buffer\n", iiodma_device_name(device));
		return 1;
	}
	/* Without a rate (or a rate of 0, not paced) a million samples stand for the second. */
	if (iiodma_device_sample_rate(device, IIODMA_INPUT, &rate) < 0 || rate <= 0)
		rate = 1e6;

	struct iiodma_stream *stream = open_stream(iiodma_device_buffer(device, 0), channels);

	if (iiodma_stream_start(stream) < 0)
		give_up("start");
	while ((double)samples < rate) {
		struct iiodma_block *block;
		void *data;

		if (iiodma_stream_acquire(stream, TIMEOUT_NS, &block) < 0 || iiodma_block_access(block, &data) < 0)
			give_up("receive");

		size_t count = iiodma_block_bytes(block) / (2 * sizeof(int16_t));

		sum += power_sum(data, count);
		samples += count;
		if (iiodma_stream_release(stream, block, 0) < 0)
			give_up("release");
	}
	iiodma_stream_close(stream);
	iiodma_context_close(context);
	printf("%llu samples, mean power %.1f\n", (unsigned long long)samples, sum / (double)samples);
	return 0;
}
