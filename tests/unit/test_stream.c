/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stream asks of the kernel, call by call. What it promises to its caller is checked by tests/conformance. */
#include "unit.h"

#include "fake_kernel.h"
#include "sys.h"

#include <iiodma.h>

#include <stdio.h>
#include <unistd.h>

#define BLOCK 1024
#define SECOND INT64_C(1000000000)

struct setting {
	struct iiodma_context *context;
	struct iiodma_stream *stream;
	struct iiodma_channel *channels[4];
};

static int set_up(void **state)
{
	struct setting *setting = calloc(1, sizeof(*setting));

	fake_boot_ad9361();
	*state = setting;
	return iiodma_context_open("local:", &setting->context);
}

static int tear_down(void **state)
{
	struct setting *setting = *state;
	unsigned int left;

	iiodma_stream_close(setting->stream);
	iiodma_context_close(setting->context);
	free(setting);
	left = fake_open_files() + fake_open_dmabufs() + fake_mappings() + fake_accidents();
	fake_shutdown();
	return left ? -1 : 0;
}

static const char *name_of(enum iiodma_direction direction)
{
	return direction == IIODMA_INPUT ? "cf-ad9361-lpc" : "cf-ad9361-dds-core-lpc";
}

static void rate(enum iiodma_direction direction, double samples_per_second)
{
	struct fake_behaviour how = fake_behaviour_of(fake_buffer(name_of(direction), 0));

	how.rate = samples_per_second;
	fake_behave(fake_buffer(name_of(direction), 0), &how);
}

/* Opened, not yet configured; *ret_config asks for DMABUF, two channels, BLOCK samples. */
static struct iiodma_stream *open_stream(struct setting *setting, enum iiodma_direction direction,
					 struct iiodma_stream_config *ret_config)
{
	struct iiodma_device *device;
	struct iiodma_buffer *buffer;

	rate(direction, 61.44e6);
	assert_int_equal(iiodma_context_find_device(setting->context, name_of(direction), &device), 0);
	buffer = iiodma_device_buffer(device, 0);
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage0", &setting->channels[0]), 0);
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage1", &setting->channels[1]), 0);
	assert_int_equal(iiodma_stream_open(buffer, &setting->stream), 0);
	*ret_config = (struct iiodma_stream_config)IIODMA_STREAM_CONFIG_INIT;
	ret_config->api = IIODMA_API_DMABUF;
	ret_config->channels = setting->channels;
	ret_config->channel_count = 2;
	ret_config->block_samples = BLOCK;
	return setting->stream;
}

static struct iiodma_stream *start_stream(struct setting *setting, enum iiodma_direction direction)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(setting, direction, &config);

	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	assert_int_equal(iiodma_stream_start(stream), 0);
	return stream;
}

static struct iiodma_block *take(struct iiodma_stream *stream)
{
	struct iiodma_block *block;

	assert_int_equal(iiodma_stream_acquire(stream, 5 * SECOND, &block), 0);
	return block;
}

static void pass(struct iiodma_stream *stream, size_t bytes)
{
	struct iiodma_block *block = take(stream);
	void *data;

	assert_int_equal(iiodma_block_access(block, &data), 0);
	assert_int_equal(iiodma_stream_release(stream, block, bytes), 0);
}

/* C27: two clock reads and three system calls per block at most, besides the two SYNC. */
static void calls_per_block_are_few(void **state)
{
	const unsigned int blocks = 10000;

	for (unsigned int direction = 0; direction < 2; direction++) {
		struct setting *setting = *state;
		struct iiodma_stream *stream = start_stream(setting, direction);
		uint64_t calls, clocks;

		fake_log_keep(false);
		for (unsigned int i = 0; i < 8; i++)
			pass(stream, BLOCK * 4);
		calls = fake_system_calls();
		clocks = fake_clock_reads();
		for (unsigned int i = 0; i < blocks; i++)
			pass(stream, BLOCK * 4);
		assert_true(fake_clock_reads() - clocks <= 2 * blocks);
		assert_true(fake_system_calls() - calls <= (3 + 2) * blocks);
		iiodma_stream_close(stream);
		setting->stream = NULL;
	}
}

static long resident_pages(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	long total, resident = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld %ld", &total, &resident), 2);
	fclose(file);
	return resident;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#else
#define SANITIZED false
#endif

/* C12: a million enqueues, and the process has not grown. */
static void a_long_run_does_not_grow(void **state)
{
	struct iiodma_stream *stream = start_stream(*state, IIODMA_INPUT);
	const unsigned int blocks = SANITIZED ? 20000 : 1000000;
	long before;

	fake_log_keep(false);
	for (unsigned int i = 0; i < 1000; i++)
		assert_int_equal(iiodma_stream_release(stream, take(stream), 0), 0);
	before = resident_pages();
	for (unsigned int i = 0; i < blocks; i++)
		assert_int_equal(iiodma_stream_release(stream, take(stream), 0), 0);
	/* a sanitizer keeps freed memory for a while */
	if (!SANITIZED)
		assert_true((resident_pages() - before) * sysconf(_SC_PAGESIZE) < 1 << 20);
}

/* C38: no block is queued while none was given back. */
static void waiting_in_vain_queues_nothing(void **state)
{
	struct iiodma_stream *stream = start_stream(*state, IIODMA_INPUT);
	struct iiodma_block *block;

	iiodma_stream_stop(stream);
	rate(IIODMA_INPUT, 1000);
	assert_int_equal(iiodma_stream_start(stream), 0);
	fake_log_clear();
	assert_int_equal(iiodma_stream_acquire(stream, 0, &block), -EAGAIN);
	assert_int_equal(iiodma_stream_acquire(stream, 0, &block), -EAGAIN);
	assert_int_equal(fake_count("ioctl ENQUEUE*"), 0);
	block = take(stream);
	assert_int_equal(iiodma_stream_release(stream, block, 0), 0);
	assert_int_equal(iiodma_stream_release(stream, block, 0), -EPERM);
	assert_int_equal(fake_count("ioctl ENQUEUE*"), 1);
}

/* C55: wrong sizes never reach the kernel; a partial block is sent as it is. */
static void output_sizes_reach_the_kernel_as_given(void **state)
{
	struct iiodma_stream *stream = start_stream(*state, IIODMA_OUTPUT);
	struct iiodma_block *block = take(stream);

	fake_log_clear();
	assert_int_equal(iiodma_stream_release(stream, block, 0), -EINVAL);
	assert_int_equal(iiodma_stream_release(stream, block, BLOCK * 4 + 4), -EINVAL);
	assert_int_equal(fake_count("ioctl*"), 0);
	assert_int_equal(iiodma_stream_release(stream, block, 1024), 0);
	pass(stream, BLOCK * 4);
	assert_int_equal(iiodma_stream_drain(stream, SECOND), 0);
	assert_int_equal(fake_log_index("ioctl ENQUEUE*", 0),
			 fake_log_index("ioctl ENQUEUE iio:device2/buffer0 * 1024", 0));
	assert_int_equal(fake_count("ioctl ENQUEUE*"), 2);
	assert_int_equal(fake_played_bytes(fake_buffer(name_of(IIODMA_OUTPUT), 0)), 1024 + BLOCK * 4);
}

/* C102: START, the caller's look, END, and only then the block goes back. */
static void sync_surrounds_the_access(void **state)
{
	struct iiodma_stream *stream = start_stream(*state, IIODMA_INPUT);
	long start, end, enqueue;

	fake_log_clear();
	pass(stream, 0);
	start = fake_log_index("ioctl SYNC dmabuf* START READ", 0);
	end = fake_log_index("ioctl SYNC dmabuf* END READ", 0);
	enqueue = fake_log_index("ioctl ENQUEUE*", 0);
	assert_true(start >= 0 && start < end && end < enqueue);
	assert_int_equal(fake_count("ioctl SYNC *"), 2);
}

static void fill_block(void *context, uint64_t sequence, void *data, size_t bytes)
{
	memset(data, 0xa5, bytes);
	++*(unsigned int *)context;
}

/* C102 C114: what the caller leaves in a block is written before the block goes to the kernel, synced as writing, never as both. */
static void preparing_is_synced_as_writing(void **state)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(*state, IIODMA_INPUT, &config);
	unsigned int prepared = 0;
	long read_end, start, end, enqueue;

	config.prepare = fill_block;
	config.prepare_context = &prepared;
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	fake_log_clear();
	assert_int_equal(iiodma_stream_start(stream), 0);
	assert_int_equal(prepared, IIODMA_DEPTH_DEFAULT);
	assert_int_equal(fake_count("ioctl SYNC dmabuf* START WRITE"), IIODMA_DEPTH_DEFAULT);
	assert_true(fake_log_index("ioctl SYNC dmabuf* END WRITE", 0) < fake_log_index("ioctl ENQUEUE*", 0));
	fake_log_clear();
	pass(stream, 0);
	read_end = fake_log_index("ioctl SYNC dmabuf* END READ", 0);
	start = fake_log_index("ioctl SYNC dmabuf* START WRITE", 0);
	end = fake_log_index("ioctl SYNC dmabuf* END WRITE", 0);
	enqueue = fake_log_index("ioctl ENQUEUE*", 0);
	assert_true(read_end >= 0 && read_end < start && start < end && end < enqueue);
	assert_int_equal(fake_count("ioctl SYNC *"), 4);
	assert_int_equal(fake_count("ioctl SYNC * RW"), 0);
	assert_int_equal(prepared, IIODMA_DEPTH_DEFAULT + 1);
}

/* A block that could not be prepared is not queued as if it had been. */
static void a_failing_preparation_is_told(void **state)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(*state, IIODMA_INPUT, &config);
	unsigned int prepared = 0;

	config.prepare = fill_block;
	config.prepare_context = &prepared;
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	fake_fail("ioctl SYNC dmabuf* START WRITE", 2, EIO);
	assert_int_equal(iiodma_stream_start(stream), -EIO);
	assert_int_equal(prepared, 1);
	assert_int_equal(iiodma_stream_start(stream), 0);
	fake_fail("ioctl SYNC dmabuf* START WRITE", 1, EIO);
	fake_log_clear();
	assert_int_equal(iiodma_stream_release(stream, take(stream), 0), -EIO);
	assert_int_equal(fake_count("ioctl ENQUEUE*"), 0);
}

static uint32_t first_word(struct iiodma_stream *stream)
{
	struct iiodma_block *block = take(stream);
	uint32_t word;
	void *data;

	assert_int_equal(iiodma_block_access(block, &data), 0);
	word = *(uint32_t *)data;
	assert_int_equal(iiodma_stream_release(stream, block, 0), 0);
	return word;
}

/* C102: on memory that is not coherent the right sync is what makes data arrive, and leaving it out is what makes it stale. */
static void sync_makes_noncoherent_input_arrive(void **state)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(*state, IIODMA_INPUT, &config);

	fake_heap_add("cached", UINT64_MAX, false);
	config.heap = "cached";
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	assert_int_equal(iiodma_stream_start(stream), 0);
	assert_int_equal(first_word(stream), 0);
	assert_int_equal(first_word(stream), BLOCK);

	config.sync = IIODMA_SYNC_NONE;
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	assert_int_equal(iiodma_stream_start(stream), 0);
	first_word(stream);
	assert_int_equal(first_word(stream), 0);
}

static void sync_makes_noncoherent_output_play(void **state)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(*state, IIODMA_OUTPUT, &config);
	const uint8_t *played;
	struct iiodma_block *block;
	size_t bytes;
	void *data;

	fake_heap_add("cached", UINT64_MAX, false);
	config.heap = "cached";
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	assert_int_equal(iiodma_stream_start(stream), 0);
	block = take(stream);
	assert_int_equal(iiodma_block_access(block, &data), 0);
	memset(data, 0x5a, BLOCK * 4);
	assert_int_equal(iiodma_stream_release(stream, block, BLOCK * 4), 0);
	assert_int_equal(iiodma_stream_drain(stream, SECOND), 0);
	played = fake_played(fake_buffer(name_of(IIODMA_OUTPUT), 0), &bytes);
	assert_int_equal(bytes, BLOCK * 4);
	assert_int_equal(played[0], 0x5a);
	assert_int_equal(played[bytes - 1], 0x5a);
}

/* C46 C47: what was attached is detached, what was mapped is unmapped, and the buffer is closed last. */
static void close_gives_everything_back(void **state)
{
	struct setting *setting = *state;
	struct iiodma_stream *stream = start_stream(setting, IIODMA_INPUT);

	for (unsigned int i = 0; i < 6; i++)
		pass(stream, 0);
	iiodma_stream_close(stream);
	setting->stream = NULL;
	assert_int_equal(fake_count("ioctl ATTACH*dmabuf*"), 4);
	assert_int_equal(fake_count("ioctl DETACH*"), 4);
	assert_int_equal(fake_count("mmap *"), fake_count("munmap *"));
	assert_true(fake_log_index("write */enable 0", 0) < fake_log_index("ioctl DETACH*", 0));
	assert_true(fake_log_index("ioctl DETACH*", 3) < fake_log_index("close iio:device1/buffer0", 0));
	assert_true(fake_log_index("write */length 4096", 0) < fake_log_index("close iio:device1/buffer0", 0));
}

/* C47: a buffer that is let go within half a second is waited for. */
static void a_busy_buffer_is_waited_for(void **state)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(*state, IIODMA_INPUT, &config);

	fake_hold(fake_buffer("cf-ad9361-lpc", 0), 4711, "iiod", 150000000);
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	assert_true(fake_count("ioctl GET_FD* = -EBUSY") > 1);
}

/* C88: one block with the cyclic flag, once, on a running buffer. */
static void cyclic_is_queued_once(void **state)
{
	struct iiodma_stream_config config;
	struct iiodma_stream *stream = open_stream(*state, IIODMA_OUTPUT, &config);

	config.cyclic = true;
	assert_int_equal(iiodma_stream_configure(stream, &config), 0);
	assert_int_equal(iiodma_stream_start(stream), 0);
	pass(stream, BLOCK * 4);
	assert_int_equal(fake_count("ioctl ENQUEUE*"), 1);
	assert_int_equal(fake_count("ioctl ENQUEUE* 4096 cyclic"), 1);
	assert_true(fake_enabled(fake_buffer(name_of(IIODMA_OUTPUT), 0)));
}

/* C34: an endless wait looks after the device now and then, so poll() never sleeps for ever; a short one no longer than asked. */
static void poll_sleeps_as_long_as_it_may(void **state)
{
	struct iiodma_stream *stream = start_stream(*state, IIODMA_INPUT);
	struct iiodma_block *block;
	int milliseconds;

	iiodma_stream_stop(stream);
	rate(IIODMA_INPUT, 500);
	assert_int_equal(iiodma_stream_start(stream), 0);
	fake_log_clear();
	assert_int_equal(iiodma_stream_acquire(stream, 30000000, &block), -ETIMEDOUT);
	assert_string_equal(fake_log_line("poll*", 0), "poll 30");
	fake_log_clear();
	assert_int_equal(iiodma_stream_acquire(stream, IIODMA_FOREVER, &block), 0);
	assert_int_equal(sscanf(fake_log_line("poll*", 0), "poll %d", &milliseconds), 1);
	assert_true(milliseconds > 0 && milliseconds <= 1000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(calls_per_block_are_few),
		TEST(a_long_run_does_not_grow),
		TEST(waiting_in_vain_queues_nothing),
		TEST(output_sizes_reach_the_kernel_as_given),
		TEST(sync_surrounds_the_access),
		TEST(preparing_is_synced_as_writing),
		TEST(a_failing_preparation_is_told),
		TEST(sync_makes_noncoherent_input_arrive),
		TEST(sync_makes_noncoherent_output_play),
		TEST(close_gives_everything_back),
		TEST(a_busy_buffer_is_waited_for),
		TEST(cyclic_is_queued_once),
		TEST(poll_sleeps_as_long_as_it_may),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
