/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fake kernel itself: what it answers is what Linux answers, faults included. Other tests stand on it. */
#include "unit.h"

#include "fake_kernel.h"
#include "sys.h"
#include "uapi/dma_buf.h"
#include "uapi/iio_buffer.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/epoll.h>

#define LPC "/sys/bus/iio/devices/iio:device1/buffer0"
#define BYTES 4096

static int boot(void **state)
{
	fake_boot_ad9361();
	return 0;
}

static int shut_down(void **state)
{
	fake_shutdown();
	return 0;
}

static int get_buffer(unsigned int index)
{
	int node = sys->open("/dev/iio:device1", O_RDONLY), fd = (int)index, ret;

	assert_true(node >= 0);
	ret = sys->ioctl(node, IIO_BUFFER_GET_FD_IOCTL, &fd);
	sys->close(node);
	return ret < 0 ? ret : fd;
}

static int heap_block(void)
{
	struct dma_heap_allocation_data request = {.len = BYTES, .fd_flags = O_RDWR | O_CLOEXEC};
	int heap = sys->open("/dev/dma_heap/system", O_RDWR);

	assert_true(heap >= 0);
	assert_int_equal(sys->ioctl(heap, DMA_HEAP_IOCTL_ALLOC, &request), 0);
	sys->close(heap);
	return (int)request.fd;
}

static int enqueue(int buffer, int block, uint64_t bytes, uint32_t flags)
{
	struct iio_dmabuf request = {.fd = (uint32_t)block, .flags = flags, .bytes_used = bytes};

	return sys->ioctl(buffer, IIO_BUFFER_DMABUF_ENQUEUE_IOCTL, &request);
}

static void enable_channels(void)
{
	assert_int_equal(sys_write_text(LPC "/in_voltage0_en", "1"), 0);
	assert_int_equal(sys_write_text(LPC "/in_voltage1_en", "1"), 0);
}

static void behave(uint64_t stop_block, double rate)
{
	struct fake_behaviour how = fake_behaviour_of(fake_buffer("cf-ad9361-lpc", 0));

	how.stop_block = stop_block;
	how.rate = rate;
	fake_behave(fake_buffer("cf-ad9361-lpc", 0), &how);
}

static void node_and_buffer_are_exclusive(void **state)
{
	int node = sys->open("/dev/iio:device1", O_RDONLY), fd;

	assert_int_equal(sys->open("/dev/iio:device1", O_RDONLY), -EBUSY);
	sys->close(node);
	fd = get_buffer(0);
	assert_true(fd >= 0);
	assert_int_equal(get_buffer(0), -EBUSY);
	assert_int_equal(get_buffer(7), -ENODEV);
	sys->close(fd);
	fd = get_buffer(0);
	assert_true(fd >= 0);
	sys->close(fd);
}

/* C73 */
static void dmabuf_rules_are_the_kernels(void **state)
{
	int buffer = get_buffer(0), block = heap_block(), none = -1;

	behave(0, 0);
	enable_channels();
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &none), -EBADF);
	assert_int_equal(enqueue(buffer, block, BYTES, 0), -EPERM);
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &block), 0);
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &block), -EBUSY);
	assert_int_equal(enqueue(buffer, block, 0, 0), -EINVAL);
	assert_int_equal(enqueue(buffer, block, BYTES + 1, 0), -EINVAL);
	assert_int_equal(enqueue(buffer, block, BYTES, IIO_BUFFER_DMABUF_CYCLIC), -EINVAL);
	assert_int_equal(sys_write_text(LPC "/enable", "1"), 0);
	assert_int_equal(enqueue(buffer, block, BYTES, 0), 0);
	/* tried for five seconds */
	assert_int_equal(enqueue(buffer, block, BYTES, 0), -EBUSY);
	assert_int_equal(sys_write_text(LPC "/enable", "0"), 0);
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_DETACH_IOCTL, &block), 0);
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_DETACH_IOCTL, &block), -EPERM);
	sys->close(block);
	sys->close(buffer);
	assert_int_equal(fake_open_files(), 0);
	assert_int_equal(fake_open_dmabufs(), 0);
	assert_int_equal(fake_accidents(), 0);
}

static void attributes_refuse_while_enabled(void **state)
{
	enable_channels();
	assert_int_equal(sys_write_text(LPC "/length", "1000"), 0);
	assert_string_equal(fake_file_text(LPC "/watermark"), "500");
	assert_int_equal(sys_write_text(LPC "/watermark", "10"), -EACCES);
	assert_int_equal(sys_write_text(LPC "/length", "1"), 0);
	assert_string_equal(fake_file_text(LPC "/length"), "2");
	assert_int_equal(sys_write_text(LPC "/enable", "1"), 0);
	assert_int_equal(sys_write_text(LPC "/length", "1000"), -EBUSY);
	assert_int_equal(sys_write_text(LPC "/in_voltage2_en", "1"), -EBUSY);
	assert_int_equal(sys_write_text(LPC "/enable", "0"), 0);
	assert_int_equal(sys_write_text(LPC "/in_voltage0_en", "0"), 0);
	assert_int_equal(sys_write_text(LPC "/in_voltage1_en", "0"), 0);
	assert_int_equal(sys_write_text(LPC "/enable", "1"), -EINVAL);
}

/* An aborted transfer shows its error only to who exported the fence while it was pending. */
static int fence_status(int sync_file)
{
	struct sync_file_info info = {0};

	assert_int_equal(sys->ioctl(sync_file, SYNC_IOC_FILE_INFO, &info), 0);
	return info.status;
}

static int export_fence(int block)
{
	struct dma_buf_export_sync_file request = {.flags = DMA_BUF_SYNC_WRITE};

	assert_int_equal(sys->ioctl(block, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &request), 0);
	return request.fd;
}

static void errors_go_with_the_fence(void **state)
{
	int buffer = get_buffer(0), block = heap_block(), before, after;
	struct pollfd wait = {.fd = block, .events = POLLOUT};

	behave(0, 0);
	enable_channels();
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &block), 0);
	assert_int_equal(sys_write_text(LPC "/enable", "1"), 0);
	assert_int_equal(enqueue(buffer, block, BYTES, 0), 0);
	assert_int_equal(sys->poll(&wait, 1, 10), 0);
	before = export_fence(block);
	assert_int_equal(fence_status(before), 0);
	assert_int_equal(sys_write_text(LPC "/enable", "0"), 0);
	assert_int_equal(sys->poll(&wait, 1, 0), 1);
	after = export_fence(block);
	assert_int_equal(fence_status(before), -EINTR);
	assert_int_equal(fence_status(after), 1);
	sys->close(before);
	sys->close(after);
	sys->close(block);
	sys->close(buffer);
}

/* Run with plain reads; returns the first sample delivered. */
static uint32_t first_sample_of_run(unsigned int blocks)
{
	int buffer = get_buffer(0);
	uint32_t samples[1024], first = 0;

	assert_int_equal(sys_write_text(LPC "/enable", "1"), 0);
	for (unsigned int i = 0; i < blocks; i++) {
		assert_int_equal(sys->read(buffer, samples, sizeof(samples)), sizeof(samples));
		if (i == 0)
			first = samples[0];
	}
	assert_int_equal(sys_write_text(LPC "/enable", "0"), 0);
	sys->close(buffer);
	return first;
}

static void fileio_swaps_its_blocks_after_an_odd_number(void **state)
{
	behave(FAKE_NEVER, 1e6);
	enable_channels();
	assert_int_equal(sys_write_text(LPC "/length", "2048"), 0);
	assert_int_equal(first_sample_of_run(2), 0);
	assert_int_equal(first_sample_of_run(3), 0);
	assert_int_equal(first_sample_of_run(2), 1024);
	assert_int_equal(first_sample_of_run(1), 1024);
	assert_int_equal(first_sample_of_run(2), 0);
}

static void fileio_reads_whole_samples_of_one_block(void **state)
{
	uint32_t samples[1024];
	int buffer;

	behave(FAKE_NEVER, 1e6);
	enable_channels();
	assert_int_equal(sys_write_text(LPC "/length", "200"), 0);
	buffer = get_buffer(0);
	assert_int_equal(sys_write_text(LPC "/enable", "1"), 0);
	assert_int_equal(sys->read(buffer, samples, 3), -EINVAL);
	assert_int_equal(sys->read(buffer, samples, 39), 36);
	assert_int_equal(sys->read(buffer, samples, sizeof(samples)), 400 - 36);
	assert_int_equal(sys->set_nonblock(buffer), 0);
	assert_int_equal(sys->read(buffer, samples, sizeof(samples)), -EAGAIN);
	assert_string_equal(fake_file_text(LPC "/data_available"), "0");
	assert_int_equal(sys_write_text(LPC "/enable", "0"), 0);
	sys->close(buffer);
}

static void left_blocks_are_called_an_accident(void **state)
{
	int buffer = get_buffer(0), block = heap_block();

	enable_channels();
	assert_int_equal(sys->ioctl(buffer, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &block), 0);
	assert_int_equal(enqueue(buffer, block, BYTES, 0), 0);
	sys->close(block);
	sys->close(buffer);
	assert_int_equal(fake_accidents(), 1);
}

static void waiting_moves_the_clock(void **state)
{
	int event = sys->event_new(), epoll = sys->epoll_new();
	struct pollfd wait = {.fd = event, .events = POLLIN};
	int64_t start = sys->clock_ns();

	assert_int_equal(sys->poll(&wait, 1, 1500), 0);
	assert_int_equal(sys->clock_ns() - start, 1500000000);
	sys->sleep_ns(250);
	assert_int_equal(sys->clock_ns() - start, 1500000250);
	assert_int_equal(sys->event_set(event), 0);
	assert_int_equal(sys->poll(&wait, 1, 1500), 1);
	assert_int_equal(sys->clock_ns() - start, 1500000250);
	wait.fd = epoll;
	assert_int_equal(sys->poll(&wait, 1, 0), 0);
	assert_int_equal(sys->epoll_set(epoll, event, EPOLLIN), 0);
	assert_int_equal(sys->poll(&wait, 1, 0), 1);
	assert_int_equal(sys->epoll_set(epoll, event, 0), 0);
	assert_int_equal(sys->poll(&wait, 1, 0), 0);
	sys->close(epoll);
	sys->close(event);
}

static void calls_fail_when_told(void **state)
{
	fake_fail("open /dev/iio*", 2, EMFILE);
	sys->close(sys->open("/dev/iio:device1", O_RDONLY));
	assert_int_equal(sys->open("/dev/iio:device1", O_RDONLY), -EMFILE);
	assert_int_equal(fake_count("open /dev/iio*"), 2);
	assert_int_equal(fake_count("open* = -EMFILE"), 1);
	fake_fail_clear();
	assert_int_equal(sys->open("/dev/no", O_RDONLY), -ENOENT);
	assert_string_equal(fake_log_last(), "open /dev/no = -ENOENT");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(node_and_buffer_are_exclusive),
		TEST(dmabuf_rules_are_the_kernels),
		TEST(attributes_refuse_while_enabled),
		TEST(errors_go_with_the_fence),
		TEST(fileio_swaps_its_blocks_after_an_odd_number),
		TEST(fileio_reads_whole_samples_of_one_block),
		TEST(left_blocks_are_called_an_accident),
		TEST(waiting_moves_the_clock),
		TEST(calls_fail_when_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
