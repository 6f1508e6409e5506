/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fixture.h"

#include "device.h"
#include "fake_iiod.h"
#include "fake_kernel.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Slow enough for a loaded emulator to keep up with blocks of some thousand samples. */
#define REAL_RATE 2e6

#define BLOCKS_OF_CALLER 16

static int caller_fds[BLOCKS_OF_CALLER];

static void get_channels(struct fixture *fixture, enum iiodma_direction direction)
{
	struct iiodma_buffer *buffer = fixture->buffers[direction];

	check_equal(iiodma_buffer_find_channel(buffer, "voltage0", &fixture->channels[direction][0]), 0);
	check_equal(iiodma_buffer_find_channel(buffer, "voltage1", &fixture->channels[direction][1]), 0);
}

static void get_buffer(struct fixture *fixture, const char *name, enum iiodma_direction direction)
{
	struct iiodma_device *device;

	check_equal(iiodma_context_find_device(fixture->context, name, &device), 0);
	for (size_t i = 0; i < iiodma_device_buffer_count(device); i++)
		if (iiodma_buffer_direction(iiodma_device_buffer(device, i)) == direction)
			fixture->buffers[direction] = iiodma_device_buffer(device, i);
	check(fixture->buffers[direction]);
	get_channels(fixture, direction);
}

static unsigned int abilities_of(const struct fixture *fixture)
{
	unsigned int abilities = 0;

	if (fixture->api != IIODMA_API_NULL) {
		abilities |= NEED_DEVICE | NEED_COUNTER | NEED_WAIT;
		if (fixture->fake)
			abilities |= NEED_PLAYED | NEED_UNPLUG | NEED_FAULTS;
	}
	if (fixture->server)
		abilities |= NEED_PLAYED;
	if (fixture->api == IIODMA_API_DMABUF)
		abilities |= NEED_BLOCK_FD;
	if (fixture->api == IIODMA_API_LIBIIO)
		return abilities | NEED_NO_CYCLIC;
	abilities |= NEED_ATTRIBUTES | NEED_PREPARE;
	return abilities | (fixture->api == IIODMA_API_FILEIO ? NEED_NO_CYCLIC : NEED_CYCLIC);
}

static void bring_blocks(struct fixture *fixture)
{
	for (unsigned int i = 0; i < BLOCKS_OF_CALLER; i++)
		caller_fds[i] = -1;
	if (fixture->memory != IIODMA_MEMORY_FD)
		return;
	for (unsigned int i = 0; i < BLOCKS_OF_CALLER; i++) {
		caller_fds[i] = iiodma_heap_alloc(fixture->heap, 4 << 20);
		check(caller_fds[i] >= 0);
	}
}

static void put_blocks(void)
{
	for (unsigned int i = 0; i < BLOCKS_OF_CALLER; i++)
		if (caller_fds[i] >= 0)
			sys->close(caller_fds[i]);
}

/* A server as it is on a mainline kernel: it cannot repeat a block. */
static void start_server(struct fixture *fixture)
{
	const struct fake_iiod_behaviour how = {.cyclic_error = -EPERM};

	sys = &sys_linux;
	fixture->server = fake_iiod_start(0, &how);
	check(fixture->server);
}

static const char *choose_uri(const struct fixture *fixture, const struct machine *machine)
{
	static char uri[32];

	if (fixture->api == IIODMA_API_NULL)
		return "null:";
	if (fixture->server) {
		snprintf(uri, sizeof(uri), "ip:127.0.0.1:%u", fake_iiod_port(fixture->server));
		return uri;
	}
	return fixture->fake ? "local:" : machine->uri;
}

void fixture_set_up(struct fixture *fixture, const struct machine *machine)
{
	bool null = fixture->api == IIODMA_API_NULL;

	fixture->fake = !machine->uri && fixture->api != IIODMA_API_LIBIIO;
	if (!machine->uri && !fixture->fake)
		start_server(fixture);
	fixture->rate_before = -1;
	fixture->input_name = null ? "null" : machine->input;
	fixture->output_name = null ? "null" : machine->output;
	fixture->heap = machine->heap;
	fixture->abilities = abilities_of(fixture);
	if (fixture->fake)
		fake_boot_ad9361();
	check_equal(iiodma_context_open(choose_uri(fixture, machine), &fixture->context), 0);
	get_buffer(fixture, fixture->input_name, IIODMA_INPUT);
	get_buffer(fixture, fixture->output_name, IIODMA_OUTPUT);
	bring_blocks(fixture);
	if (!null)
		fixture_rate(fixture, fixture->fake ? 61.44e6 : REAL_RATE);
}

void fixture_real_time(struct fixture *fixture)
{
	if (fixture->fake)
		fake_clock_real(true);
}

static void fake_rate(const char *device, double rate)
{
	struct fake_behaviour how = fake_behaviour_of(fake_buffer(device, 0));

	how.rate = rate;
	fake_behave(fake_buffer(device, 0), &how);
}

void fixture_rate(struct fixture *fixture, double samples_per_second)
{
	const struct iiodma_device *device = iiodma_buffer_device(fixture->buffers[IIODMA_INPUT]);

	if (fixture->fake) {
		fake_rate(fixture->input_name, samples_per_second);
		fake_rate(fixture->output_name, samples_per_second);
		return;
	}
	if (fixture->rate_before < 0)
		check_equal(iiodma_device_sample_rate(device, IIODMA_INPUT, &fixture->rate_before), 0);
	check_equal(iiodma_device_set_sample_rate(device, IIODMA_INPUT, samples_per_second), 0);
}

/* Rate 0 is the simulated converter's word for it. The fake kernel loses nothing while its clock stands still. */
void fixture_lossless(struct fixture *fixture)
{
	const struct iiodma_device *device = iiodma_buffer_device(fixture->buffers[IIODMA_INPUT]);

	if (fixture->fake || (fixture->abilities & NEED_DEVICE) == 0)
		return;
	if (iiodma_device_set_sample_rate(device, IIODMA_INPUT, 0) < 0)
		fixture_rate(fixture, REAL_RATE);
}

static void put_rate_back(struct fixture *fixture)
{
	const struct iiodma_device *device = iiodma_buffer_device(fixture->buffers[IIODMA_INPUT]);

	if (fixture->rate_before >= 0)
		check_equal(iiodma_device_set_sample_rate(device, IIODMA_INPUT, fixture->rate_before), 0);
}

static void check_fake(bool went_well)
{
	unsigned int files = fake_open_files(), dmabufs = fake_open_dmabufs(), mappings = fake_mappings(),
		     accidents = fake_accidents();
	bool input = fake_enabled(fake_buffer("cf-ad9361-lpc", 0));
	bool output = fake_enabled(fake_buffer("cf-ad9361-dds-core-lpc", 0));

	fake_shutdown();
	if (!went_well)
		return;
	check_equal(files, 0);
	check_equal(dmabufs, 0);
	check_equal(mappings, 0);
	check_equal(accidents, 0);
	check(!input && !output);
}

/* It may still be about to notice that a client has hung up. */
static unsigned int wait_for_server(struct fake_iiod *server)
{
	const struct timespec pause = {.tv_nsec = 1000000};

	for (int i = 0; i < 2000 && fake_iiod_open_buffers(server) > 0; i++)
		nanosleep(&pause, NULL);
	return fake_iiod_open_buffers(server);
}

void fixture_tear_down(struct fixture *fixture, bool went_well)
{
	while (fixture->stream_count)
		iiodma_stream_close(fixture->streams[--fixture->stream_count]);
	put_blocks();
	if (fixture->context)
		put_rate_back(fixture);
	iiodma_context_close(fixture->context);
	fixture->context = NULL;
	if (fixture->server) {
		unsigned int open_buffers = wait_for_server(fixture->server);

		fake_iiod_stop(fixture->server);
		free(fixture->played);
		if (went_well)
			check_equal(open_buffers, 0);
	}
	if (fixture->fake)
		check_fake(went_well);
}

struct iiodma_stream *fixture_open(struct fixture *fixture, enum iiodma_direction direction)
{
	struct iiodma_stream *stream;

	check(fixture->stream_count < STREAMS_MAX);
	check_equal(iiodma_stream_open(fixture->buffers[direction], &stream), 0);
	fixture->streams[fixture->stream_count++] = stream;
	return stream;
}

void fixture_close(struct fixture *fixture, struct iiodma_stream *stream)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < fixture->stream_count; i++)
		if (fixture->streams[i] != stream)
			fixture->streams[kept++] = fixture->streams[i];
	fixture->stream_count = kept;
	iiodma_stream_close(stream);
}

struct iiodma_stream_config fixture_config(struct fixture *fixture, enum iiodma_direction direction,
					   uint64_t block_samples, unsigned int depth)
{
	struct iiodma_stream_config config = IIODMA_STREAM_CONFIG_INIT;

	config.api = fixture->api;
	config.memory = fixture->memory;
	config.heap = fixture->heap;
	config.fds = caller_fds;
	config.channels = fixture->channels[direction];
	config.channel_count = 2;
	config.block_samples = block_samples;
	config.depth = depth;
	if (fixture->memory != IIODMA_MEMORY_FD)
		config.fds = NULL;
	return config;
}

struct iiodma_stream *fixture_start(struct fixture *fixture, enum iiodma_direction direction, uint64_t block_samples,
				    unsigned int depth)
{
	struct iiodma_stream *stream = fixture_open(fixture, direction);
	struct iiodma_stream_config config = fixture_config(fixture, direction, block_samples, depth);

	check_equal(iiodma_stream_configure(stream, &config), 0);
	check_equal(iiodma_stream_start(stream), 0);
	return stream;
}

struct iiodma_stream_info fixture_info(struct iiodma_stream *stream)
{
	struct iiodma_stream_info info = {.size = sizeof(info)};

	check_equal(iiodma_stream_info(stream, &info), 0);
	return info;
}

struct iiodma_stream_stats fixture_stats(struct iiodma_stream *stream)
{
	struct iiodma_stream_stats stats = {.size = sizeof(stats)};

	check_equal(iiodma_stream_stats(stream, &stats), 0);
	return stats;
}

const uint8_t *fixture_played(struct fixture *fixture, size_t *ret_bytes)
{
	if (!fixture->server)
		return fake_played(fake_buffer(fixture->output_name, 0), ret_bytes);
	*ret_bytes = fake_iiod_played(fixture->server, NULL, 0);
	fixture->played = realloc(fixture->played, *ret_bytes + 1);
	check(fixture->played);
	fake_iiod_played(fixture->server, fixture->played, *ret_bytes);
	return fixture->played;
}

const char *fixture_attribute(struct fixture *fixture, enum iiodma_direction direction, const char *name)
{
	static char text[256];
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", fixture->buffers[direction]->path, name);
	check(sys_read_text(path, text, sizeof(text)) >= 0);
	return text;
}

int64_t now_ns(void)
{
	return sys->clock_ns();
}

int64_t wall_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

struct iiodma_block *take(struct iiodma_stream *stream)
{
	struct iiodma_block *block;

	check_equal(iiodma_stream_acquire(stream, INT64_C(5000000000), &block), 0);
	return block;
}

void read_blocks(struct iiodma_stream *stream, unsigned int count, uint32_t *counter)
{
	for (unsigned int i = 0; i < count; i++) {
		struct iiodma_block *block = take(stream);
		size_t words = iiodma_block_bytes(block) / sizeof(uint32_t);
		const uint32_t *data;
		void *memory;

		check_equal(iiodma_block_access(block, &memory), 0);
		data = memory;
		for (size_t k = 0; k < words; k++)
			check_equal(data[k], *counter + (uint32_t)k);
		*counter += (uint32_t)words;
		check_equal(iiodma_stream_release(stream, block, 0), 0);
	}
}

void fill_block(struct iiodma_block *block, size_t bytes, uint32_t *counter)
{
	uint32_t *data;
	void *memory;

	check_equal(iiodma_block_access(block, &memory), 0);
	data = memory;
	for (size_t k = 0; k < bytes / sizeof(uint32_t); k++)
		data[k] = (*counter)++;
}
