/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage: cycles API DEVICE COUNT
 *
 * Open, start, stream a few blocks and close a stream COUNT times in one process. The first tenth lets caches fill; after that neither
 * memory nor descriptors of the process may grow. Prints both; exit 1 when one grew or a call failed.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma.h>

#define TIMEOUT_NS INT64_C(5000000000)
#define BLOCKS 5 /* an odd number, so that the kernel's block order is left over differently each time */
#define GROWTH_LIMIT_KIB 256

static _Noreturn void give_up(const char *step)
{
	fprintf(stderr, "cycles: %s: %s\n", step, iiodma_error_text());
	exit(1);
}

static unsigned int count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	unsigned int count = 0;

	while (folder != NULL && readdir(folder) != NULL)
		count++;
	if (folder != NULL)
		closedir(folder);
	return count;
}

static long resident_kib(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	long kib = -1;

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "VmRSS: %ld", &kib) == 1)
			break;
	if (file != NULL)
		fclose(file);
	return kib;
}

static void cycle(struct iiodma_buffer *buffer, enum iiodma_api api)
{
	struct iiodma_stream_config config = IIODMA_STREAM_CONFIG_INIT;
	struct iiodma_channel *channels[2];
	struct iiodma_stream *stream;

	if (iiodma_buffer_find_channel(buffer, "voltage0", &channels[0]) < 0 ||
	    iiodma_buffer_find_channel(buffer, "voltage1", &channels[1]) < 0)
		give_up("channels");
	config.api = api;
	config.channels = channels;
	config.channel_count = 2;
	config.block_samples = 4096;
	if (iiodma_stream_open(buffer, &stream) < 0 || iiodma_stream_configure(stream, &config) < 0 ||
	    iiodma_stream_start(stream) < 0)
		give_up("start");
	for (int i = 0; i < BLOCKS; i++) {
		struct iiodma_block *block;
		void *data;

		if (iiodma_stream_acquire(stream, TIMEOUT_NS, &block) < 0 || iiodma_block_access(block, &data) < 0)
			give_up("stream");
		memset(data, iiodma_buffer_direction(buffer) == IIODMA_OUTPUT ? 0 : *(unsigned char *)data, 1);
		if (iiodma_stream_release(stream, block, iiodma_block_bytes(block)) < 0)
			give_up("release");
	}
	iiodma_stream_close(stream);
}

int main(int argc, char **argv)
{
	struct iiodma_context *context;
	struct iiodma_device *device;
	enum iiodma_api api;

	if (argc != 4 || iiodma_api_from_name(argv[1], &api) < 0) {
		fprintf(stderr, "usage: cycles API DEVICE COUNT\n");
		return 2;
	}
	if (iiodma_context_open(NULL, &context) < 0 || iiodma_context_find_device(context, argv[2], &device) < 0)
		give_up("open");

	struct iiodma_buffer *buffer = iiodma_device_buffer(device, 0);
	const long count = strtol(argv[3], NULL, 10);
	unsigned int descriptors = 0;
	long kib = 0;

	if (buffer == NULL)
		return 2;
	for (long i = 0; i < count; i++) {
		cycle(buffer, api);
		if (i == count / 10) {
			descriptors = count_descriptors();
			kib = resident_kib();
		}
	}

	const unsigned int descriptors_end = count_descriptors();
	const long kib_end = resident_kib();

	printf("%ld cycles: descriptors %u then %u, resident %ld KiB then %ld KiB\n", count, descriptors,
	       descriptors_end, kib, kib_end);
	iiodma_context_close(context);
	return descriptors_end > descriptors || kib_end > kib + GROWTH_LIMIT_KIB;
}
