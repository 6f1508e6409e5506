/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Remote contexts: streams against the fake iiod, and USB with a fake in the place of libiio. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <iiodma.h>

#include "common/link_text.h"
#include "fake_iiod.h"
#include "libiio.h"
#include "sys.h"

#define MS INT64_C(1000000)
#define SECOND (1000 * MS)
#define BLOCK 1024

struct remote_test {
	struct fake_iiod *server;
	struct iiodma_context *context;
	struct iiodma_stream *stream;
};

static void open_device(struct remote_test *test, const char *uri, const char *name,
			struct iiodma_stream_config *config)
{
	static struct iiodma_channel *channels[2];
	struct iiodma_device *device;
	struct iiodma_buffer *buffer;

	assert_int_equal(iiodma_context_open_within(uri, 2 * SECOND, &test->context), 0);
	assert_int_equal(iiodma_context_find_device(test->context, name, &device), 0);
	buffer = iiodma_device_buffer(device, 0);
	assert_non_null(buffer);
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage0", &channels[0]), 0);
	assert_int_equal(iiodma_buffer_find_channel(buffer, "voltage1", &channels[1]), 0);
	assert_int_equal(iiodma_stream_open(buffer, &test->stream), 0);
	*config = (struct iiodma_stream_config)IIODMA_STREAM_CONFIG_INIT;
	config->channels = channels;
	config->channel_count = 2;
	config->block_samples = BLOCK;
}

static void serve(struct remote_test *test, const struct fake_iiod_behaviour *how, const char *name,
		  struct iiodma_stream_config *config)
{
	char uri[32];

	test->server = fake_iiod_start(0, how);
	assert_non_null(test->server);
	snprintf(uri, sizeof(uri), "ip:127.0.0.1:%u", fake_iiod_port(test->server));
	open_device(test, uri, name, config);
}

static void end(struct remote_test *test)
{
	iiodma_stream_close(test->stream);
	iiodma_context_close(test->context);
	if (test->server)
		fake_iiod_stop(test->server);
	*test = (struct remote_test){0};
}

/* C35: a time limit that passes leaves the stream usable, and no sample is missing afterwards. */
static void a_late_server_harms_nothing(void **state)
{
	const struct fake_iiod_behaviour how = {.pause_bytes = 64 * BLOCK, .pause_ns = 600 * MS, .pauses = 2};
	struct iiodma_stream_config config;
	struct remote_test test = {0};
	unsigned int timeouts = 0;
	uint32_t counter = 0;

	serve(&test, &how, "cf-ad9361-lpc", &config);
	assert_int_equal(iiodma_stream_configure(test.stream, &config), 0);
	assert_int_equal(iiodma_stream_start(test.stream), 0);
	while (counter < 100 * BLOCK) {
		struct iiodma_block *block;
		int ret = iiodma_stream_acquire(test.stream, 400 * MS, &block);
		void *data;

		if (ret == -ETIMEDOUT) {
			timeouts++;
			continue;
		}
		assert_int_equal(ret, 0);
		assert_int_equal(iiodma_block_access(block, &data), 0);
		for (size_t i = 0; i < BLOCK; i++)
			assert_int_equal(((const uint32_t *)data)[i], counter + i);
		counter += BLOCK;
		assert_int_equal(iiodma_stream_release(test.stream, block, 0), 0);
	}
	assert_true(timeouts >= 2);
	end(&test);
}

/* C49: the default action of SIGPIPE would end this program. */
static void no_signal_is_raised(void **state)
{
	const struct fake_iiod_behaviour how = {.close_bytes = 16 * BLOCK};
	struct iiodma_stream_config config;
	struct remote_test test = {0};
	int ret = 0;

	serve(&test, &how, "cf-ad9361-dds-core-lpc", &config);
	assert_int_equal(iiodma_stream_configure(test.stream, &config), 0);
	assert_int_equal(iiodma_stream_start(test.stream), 0);
	for (unsigned int i = 0; i < 1000 && ret == 0; i++) {
		struct iiodma_block *block;

		ret = iiodma_stream_acquire(test.stream, 5 * SECOND, &block);
		if (ret == 0)
			ret = iiodma_stream_release(test.stream, block, BLOCK * 4);
	}
	assert_int_equal(ret, -ENODEV);
	assert_non_null(strstr(iiodma_error_text(), "device disconnected"));
	end(&test);
}

/* C80: what a remote buffer cannot do is said, and refused before anything streams. */
static void what_is_missing_is_refused_at_once(void **state)
{
	const struct fake_iiod_behaviour how = {.cyclic_error = -EPERM};
	struct iiodma_stream_info info = {.size = sizeof(info)};
	struct iiodma_stream_config config;
	struct remote_test test = {0};

	serve(&test, &how, "cf-ad9361-dds-core-lpc", &config);
	config.api = IIODMA_API_DMABUF;
	assert_int_equal(iiodma_stream_configure(test.stream, &config), -ENOTSUP);
	config.api = IIODMA_API_FILEIO;
	assert_int_equal(iiodma_stream_configure(test.stream, &config), -ENOTSUP);
	config.api = IIODMA_API_AUTO;
	config.memory = IIODMA_MEMORY_HEAP;
	assert_int_equal(iiodma_stream_configure(test.stream, &config), -ENOTSUP);
	config.memory = IIODMA_MEMORY_AUTO;
	config.cyclic = true;
	assert_int_equal(iiodma_stream_configure(test.stream, &config), -ENOTSUP);
	config.cyclic = false;
	assert_int_equal(iiodma_stream_configure(test.stream, &config), 0);
	assert_int_equal(iiodma_stream_info(test.stream, &info), 0);
	assert_int_equal(info.api, IIODMA_API_LIBIIO);
	assert_true(info.can_pollfd && !info.can_block_fd);
	end(&test);
}

/* --- USB: libiio replaced --- */

struct iio_context {
	int opened;
};

struct iio_channel {
	const char *id;
	long index;
};

struct iio_device {
	const char *id;
	bool is_waiting; /* a transfer is submitted */
	bool is_cancelled;
};

struct iio_buffer {
	size_t samples;
	uint32_t *data;
};

static struct iio_context usb_context;
static struct iio_channel usb_channels[] = {{"voltage0", 0}, {"voltage1", 1}};
static struct iio_device usb_device = {.id = "iio:device0"};

static struct {
	atomic_uint open_pipes;
	atomic_int blocks;      /* refills until NO_DEVICE; negative = endless */
	atomic_bool never;      /* transfers do not complete */
	atomic_bool deaf_early; /* a cancel before the transfer is submitted is lost, as in libiio's races */
	atomic_bool waiting, cancelled;
} usb;

static int usb_open(const char *uri, struct iio_context **ret_context)
{
	*ret_context = &usb_context;
	return 0;
}

static void usb_close(struct iio_context *context)
{
}

static int usb_set_timeout(struct iio_context *context, unsigned int ms)
{
	return 0;
}

static int usb_server_version(struct iio_context *context, unsigned int *ret_major, char *text)
{
	*ret_major = 0;
	snprintf(text, LIBIIO_VERSION_TEXT, "0.25");
	return 0;
}

static void usb_client_version(char *text)
{
	snprintf(text, LIBIIO_VERSION_TEXT, "0.24");
}

static const char *usb_context_attr(struct iio_context *context, const char *name)
{
	return strcmp(name, "uri") == 0 ? "usb:3.7.5" : NULL;
}

static unsigned int usb_one(struct iio_context *context)
{
	return 1;
}

static struct iio_device *usb_get_device(struct iio_context *context, unsigned int index)
{
	return &usb_device;
}

static const char *usb_id(struct iio_device *device)
{
	return device->id;
}

static const char *usb_name(struct iio_device *device)
{
	return "adc";
}

static const char *usb_label(struct iio_device *device)
{
	return NULL;
}

static bool usb_false(struct iio_device *device)
{
	return false;
}

static bool usb_has_attr(struct iio_device *device, enum attribute_owner owner, const char *name)
{
	return false;
}

static unsigned int usb_channel_count(struct iio_device *device)
{
	return 2;
}

static struct iio_channel *usb_channel(struct iio_device *device, unsigned int index)
{
	return &usb_channels[index];
}

static const char *usb_channel_id(struct iio_channel *channel)
{
	return channel->id;
}

static bool usb_is_output(struct iio_channel *channel)
{
	return false;
}

static long usb_scan_index(struct iio_channel *channel)
{
	return channel->index;
}

static void usb_format(struct iio_channel *channel, char *text, size_t size)
{
	snprintf(text, size, "le:s16/16>>0");
}

static void usb_enable(struct iio_channel *channel, bool on)
{
}

static int usb_kernel_buffers(struct iio_device *device, unsigned int count)
{
	return 0;
}

static int usb_buffer_open(struct iio_device *device, size_t samples, bool cyclic, struct iio_buffer **ret_buffer)
{
	struct iio_buffer *buffer = calloc(1, sizeof(*buffer));

	buffer->samples = samples;
	buffer->data = calloc(samples, sizeof(uint32_t));
	usb.cancelled = false;
	usb.open_pipes++;
	*ret_buffer = buffer;
	return 0;
}

static void usb_buffer_close(struct iio_buffer *buffer)
{
	free(buffer->data);
	free(buffer);
	usb.open_pipes--;
}

static void usb_cancel(struct iio_buffer *buffer)
{
	if (!usb.deaf_early || usb.waiting)
		usb.cancelled = true;
}

static ssize_t usb_refill(struct iio_buffer *buffer)
{
	if (usb.blocks == 0)
		return -ENODEV;
	if (usb.blocks > 0)
		usb.blocks--;
	/* where the races are: before a transfer is submitted, and while it runs */
	usleep((useconds_t)(rand() % 20));
	usb.waiting = true;
	while (usb.never && !usb.cancelled)
		usleep(50);
	usb.waiting = false;
	return usb.cancelled ? -EBADF : (ssize_t)(buffer->samples * 4);
}

static void *usb_data(struct iio_buffer *buffer)
{
	return buffer->data;
}

static size_t usb_sample_bytes(struct iio_buffer *buffer)
{
	return 4;
}

static const struct libiio_ops fake_usb = {
	.open = usb_open,
	.close = usb_close,
	.set_timeout = usb_set_timeout,
	.server_version = usb_server_version,
	.client_version = usb_client_version,
	.context_attr = usb_context_attr,
	.device_count = usb_one,
	.device = usb_get_device,
	.device_id = usb_id,
	.device_name = usb_name,
	.device_label = usb_label,
	.device_is_trigger = usb_false,
	.has_attr = usb_has_attr,
	.channel_count = usb_channel_count,
	.channel = usb_channel,
	.channel_id = usb_channel_id,
	.channel_is_output = usb_is_output,
	.channel_scan_index = usb_scan_index,
	.channel_format = usb_format,
	.channel_enable = usb_enable,
	.set_kernel_buffers = usb_kernel_buffers,
	.buffer_open = usb_buffer_open,
	.buffer_close = usb_buffer_close,
	.buffer_cancel = usb_cancel,
	.buffer_refill = usb_refill,
	.buffer_data = usb_data,
	.buffer_sample_bytes = usb_sample_bytes,
};

/* One device on USB: number 7 of bus 3, high speed, and 16 MiB for its transfers. */
static const char *usb_file(const char *path)
{
	static const struct {
		const char *path, *text;
	} files[] = {
		{"/sys/bus/usb/devices/3-1/busnum", "3\n"},
		{"/sys/bus/usb/devices/3-1/devnum", "7\n"},
		{"/sys/bus/usb/devices/3-1/speed", "480\n"},
		{"/sys/module/usbcore/parameters/usbfs_memory_mb", "16\n"},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (strcmp(path, files[i].path) == 0)
			return files[i].text;
	return NULL;
}

static int open_usb_file(const char *path, int flags)
{
	const char *text = usb_file(path);
	int ends[2];

	if (!text)
		return -ENOENT;
	if (pipe(ends) < 0 || write(ends[1], text, strlen(text)) < 0)
		return -errno;
	close(ends[1]);
	return ends[0];
}

static int list_usb(const char *folder, int (*each)(const char *name, void *context), void *context)
{
	int ret = each("usb1", context);

	return ret == 0 ? each("3-1", context) : ret;
}

static struct sys_ops usb_sys;

static int replace_libiio(void **state)
{
	usb_sys = sys_linux;
	usb_sys.open = open_usb_file;
	usb_sys.list = list_usb;
	sys = &usb_sys;
	libiio = &fake_usb;
	usb.blocks = -1;
	usb.never = false;
	usb.deaf_early = false;
	return 0;
}

static int put_libiio_back(void **state)
{
	sys = &sys_linux;
	libiio = &libiio_real;
	return 0;
}

/* C03: the arithmetic is done before streaming, and only when it says something. */
static void too_much_for_the_link_is_said(void **state)
{
	struct iiodma_stream_config config;
	struct remote_test test = {0};
	struct iiodma_link link;
	char text[LINK_TEXT];

	open_device(&test, "usb:", "adc", &config);
	link = link_of(test.context);
	assert_int_equal(link.kind, IIODMA_LINK_USB);
	assert_string_equal(link.name, "USB high speed");
	assert_int_equal(link.bytes_per_second, 60000000);
	assert_int_equal(link.usb_memory_bytes, 16 << 20);
	assert_string_equal(link.server_version, "0.25");
	assert_true(link_is_too_slow(&link, 60e6, 4, text));
	assert_string_equal(text, "source 240.00 MB/s, link limit 60.00 MB/s (USB high speed): samples will be lost; "
				  "max 15.00 MSPS");
	assert_false(link_is_too_slow(&link, 5e6, 4, text));
	assert_false(link_lacks_memory(&link, 16 << 20, text));
	assert_true(link_lacks_memory(&link, (16 << 20) + 1, text));
	assert_non_null(strstr(text, "usbfs_memory_mb"));
	end(&test);
}

/* C84: no close waits for a transfer that nobody can cancel, whichever of the two was first. */
static void closing_never_hangs(void **state)
{
	struct iiodma_stream_config config;
	struct remote_test test = {0};

	usb.never = true;
	usb.deaf_early = true;
	open_device(&test, "usb:", "adc", &config);
	for (unsigned int i = 0; i < 2000; i++) {
		const int64_t start_ns = sys->clock_ns();

		assert_int_equal(iiodma_stream_configure(test.stream, &config), 0);
		assert_int_equal(iiodma_stream_start(test.stream), 0);
		iiodma_stream_cancel(test.stream);
		assert_int_equal(iiodma_stream_stop(test.stream), 0);
		assert_true(sys->clock_ns() - start_ns < SECOND);
	}
	assert_int_equal(usb.open_pipes, 0);
	end(&test);
}

/* C86 */
static void pulling_the_plug_ends_at_once(void **state)
{
	struct iiodma_stream_config config;
	struct remote_test test = {0};
	struct iiodma_block *block;
	unsigned int blocks = 0;
	int64_t start_ns;
	int ret;

	usb.blocks = 3;
	open_device(&test, "usb:", "adc", &config);
	assert_int_equal(iiodma_stream_configure(test.stream, &config), 0);
	assert_int_equal(iiodma_stream_start(test.stream), 0);
	start_ns = sys->clock_ns();
	while ((ret = iiodma_stream_acquire(test.stream, 5 * SECOND, &block)) == 0) {
		blocks++;
		assert_int_equal(iiodma_stream_release(test.stream, block, 0), 0);
	}
	assert_int_equal(ret, -ENODEV);
	assert_non_null(strstr(iiodma_error_text(), "device disconnected"));
	assert_int_equal(blocks, 12); /* three requests of four blocks */
	end(&test);
	assert_true(sys->clock_ns() - start_ns < SECOND);
	assert_int_equal(usb.open_pipes, 0);
}

/* Resident memory in KiB, without what the allocator keeps for later or a thread that is just ending still has. */
static long resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	long total = 0, resident = 0;

	malloc_trim(0);
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld %ld", &total, &resident), 2);
	fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

#if defined(__SANITIZE_ADDRESS__) || defined(EMULATED)
#define RESIDENT_IS_EXACT false /* they have memory of their own, and keep what was freed for a while */
#else
#define RESIDENT_IS_EXACT true
#endif

/* The same with a small ring that nothing has been read into: how far a big one was filled is chance. */
static long resident_at_rest(struct remote_test *test, struct iiodma_stream_config *config)
{
	config->block_samples = 64;
	config->depth = 1;
	assert_int_equal(iiodma_stream_configure(test->stream, config), 0);
	return resident_kib();
}

/* C87: other sizes again and again cost no memory. */
static void sizes_come_and_go(void **state)
{
	struct iiodma_stream_config config;
	struct remote_test test = {0};
	struct iiodma_block *block;
	long before = 0, after;

	/* Else each thread that happens to overlap with another leaves an arena and a huge page of stack behind. */
	mallopt(M_ARENA_MAX, 1);
	prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	open_device(&test, "usb:", "adc", &config);
	for (unsigned int i = 0; i < 1000; i++) {
		if (i > 0 && i <= 500 && i % 100 == 0) {
			after = resident_at_rest(&test, &config);
			before = after > before ? after : before;
		}
		config.block_samples = i & 1 ? 65536 : 4096;
		config.depth = i & 1 ? 8 : 4;
		assert_int_equal(iiodma_stream_configure(test.stream, &config), 0);
		assert_int_equal(iiodma_stream_start(test.stream), 0);
		assert_int_equal(iiodma_stream_acquire(test.stream, 5 * SECOND, &block), 0);
		assert_int_equal(iiodma_stream_stop(test.stream), 0);
	}
	after = resident_at_rest(&test, &config);
	assert_true(!RESIDENT_IS_EXACT || after - before < 1024);
	end(&test);
	assert_int_equal(usb.open_pipes, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_late_server_harms_nothing),
		cmocka_unit_test(no_signal_is_raised),
		cmocka_unit_test(what_is_missing_is_refused_at_once),
		cmocka_unit_test_setup_teardown(too_much_for_the_link_is_said, replace_libiio, put_libiio_back),
		cmocka_unit_test_setup_teardown(closing_never_hangs, replace_libiio, put_libiio_back),
		cmocka_unit_test_setup_teardown(pulling_the_plug_ends_at_once, replace_libiio, put_libiio_back),
		cmocka_unit_test_setup_teardown(sizes_come_and_go, replace_libiio, put_libiio_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
