/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tool_child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>

#include "common/signals.h"
#include "common/sink.h"

#define BYTES 1000000u

/* What write() does instead of the kernel's, for the sink's descriptor only. */
static struct {
	int fd;
	size_t most; /* bytes at once */
	int error;   /* errno, once @good bytes are out */
	size_t good;
	const void *forbidden; /* this memory cannot be written directly */
	size_t forbidden_bytes;
	int raise;    /* signal at the first write */
	bool sleeps;  /* takes nothing more once the signal was there, only EINTR */
	size_t bytes; /* out so far */
	unsigned int calls;
} kernel;

static ssize_t refuse(int error)
{
	errno = error;
	return -1;
}

ssize_t write(int fd, const void *data, size_t bytes)
{
	const bool ours = kernel.fd > 0 && fd == kernel.fd;
	ssize_t written;

	if (!ours)
		return syscall(SYS_write, fd, data, bytes);
	kernel.calls++;
	if (kernel.forbidden && (uintptr_t)data - (uintptr_t)kernel.forbidden < kernel.forbidden_bytes)
		return refuse(EFAULT);
	if (kernel.error && kernel.bytes >= kernel.good)
		return refuse(kernel.error);
	if (kernel.sleeps && signals_stopped()) {
		nanosleep(&(const struct timespec){.tv_nsec = 20000000}, NULL);
		return refuse(EINTR);
	}
	if (kernel.most && bytes > kernel.most)
		bytes = kernel.most;
	written = syscall(SYS_write, fd, data, bytes);
	kernel.bytes += (size_t)written;
	if (kernel.raise && kernel.calls == 1)
		raise(kernel.raise);
	return written;
}

static char path[] = "/tmp/iiodma-sink.XXXXXX";
static unsigned char samples[BYTES];

static int make_file(void **state)
{
	const int fd = mkstemp(path);

	for (size_t i = 0; i < BYTES; i++)
		samples[i] = (unsigned char)(i * 31 + i / 256);
	return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
	return unlink(path);
}

static int reset_kernel(void **state)
{
	memset(&kernel, 0, sizeof(kernel));
	return 0;
}

static struct sink open_sink(bool append, size_t sample_bytes)
{
	struct sink sink;

	assert_int_equal(sink_open(&sink, path, append), EXIT_STATUS_DONE);
	assert_int_equal(sink_begin(&sink, sample_bytes), 0);
	kernel.fd = sink.fd;
	return sink;
}

static void assert_file_holds(const void *expected, size_t bytes)
{
	unsigned char *found = malloc(bytes + 1);
	FILE *file = fopen(path, "re");

	assert_non_null(found);
	assert_non_null(file);
	assert_int_equal(fread(found, 1, bytes + 1, file), bytes);
	assert_memory_equal(found, expected, bytes);
	fclose(file);
	free(found);
}

static void writes_a_block_at_once(void **state)
{
	struct sink sink = open_sink(false, 4);

	assert_int_equal(sink_write(&sink, samples, BYTES), 0);
	assert_int_equal(kernel.calls, 1);
	assert_true(sink.bytes == BYTES);
	assert_int_equal(sink_close(&sink), 0);
	assert_file_holds(samples, BYTES);
}

static void goes_on_after_short_writes(void **state)
{
	struct sink sink = open_sink(false, 4);

	kernel.most = 4097;
	assert_int_equal(sink_write(&sink, samples, BYTES), 0);
	assert_int_equal(sink_close(&sink), 0);
	assert_file_holds(samples, BYTES);
}

static void copies_where_memory_cannot_be_handed_out(void **state)
{
	struct sink sink = open_sink(false, 4);

	kernel.forbidden = samples;
	kernel.forbidden_bytes = sizeof(samples);
	assert_int_equal(sink_write(&sink, samples, BYTES), 0);
	assert_true(sink.bytes == BYTES);
	assert_int_equal(sink_close(&sink), 0);
	assert_file_holds(samples, BYTES);
}

static void tells_errors(void **state) /* C48 C50 */
{
	static const int errors[] = {ENOSPC, EPIPE, EIO, EINVAL};

	for (size_t i = 0; i < COUNT(errors); i++) {
		struct sink sink = open_sink(false, 4);

		kernel.bytes = 0;
		kernel.most = 1000;
		kernel.good = 5000;
		kernel.error = errors[i];
		assert_int_equal(sink_write(&sink, samples, BYTES), -errors[i]);
		assert_true(sink.bytes == 5000);
		assert_int_equal(sink_close(&sink), 0);
		assert_file_holds(samples, 5000);
	}
}

static void keeps_the_old_file_until_the_stream_runs(void **state)
{
	struct sink sink = open_sink(false, 4);

	assert_int_equal(sink_write(&sink, samples, 100), 0);
	assert_int_equal(sink_close(&sink), 0);
	assert_int_equal(sink_open(&sink, path, false), EXIT_STATUS_DONE);
	assert_file_holds(samples, 100);
	assert_int_equal(sink_begin(&sink, 4), 0);
	assert_file_holds(samples, 0);
	assert_int_equal(sink_close(&sink), 0);
}

static void appends(void **state)
{
	struct sink sink = open_sink(false, 4);

	assert_int_equal(sink_write(&sink, samples, 100), 0);
	assert_int_equal(sink_close(&sink), 0);
	sink = open_sink(true, 4);
	assert_int_equal(sink_write(&sink, samples + 100, 300), 0);
	assert_int_equal(sink_close(&sink), 0);
	assert_file_holds(samples, 400);
}

/* The child's status: 0 = as it should be. */
static void stop_in_a_sample(const void *unused)
{
	struct sink sink;

	signals_install();
	sink = open_sink(false, 12);
	kernel.most = 17;
	kernel.raise = SIGINT;
	if (sink_write(&sink, samples, BYTES) != -ECANCELED || sink.bytes != 24)
		_exit(1);
	_exit(sink_close(&sink) == 0 && signals_exit_status() == EXIT_STATUS_INTERRUPTED ? 0 : 2);
}

static void stop_while_the_reader_sleeps(const void *unused)
{
	struct timespec start, end;
	struct sink sink;

	signals_install();
	sink = open_sink(false, 12);
	kernel.most = 17;
	kernel.raise = SIGTERM;
	kernel.sleeps = true;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (sink_write(&sink, samples, BYTES) != -ECANCELED)
		_exit(1);
	clock_gettime(CLOCK_MONOTONIC, &end);
	if (signals_exit_status() != EXIT_STATUS_TERMINATED)
		_exit(2);
	_exit(end.tv_sec - start.tv_sec <= 2 ? 0 : 3);
}

static void ends_on_a_whole_sample(void **state) /* C56 */
{
	const struct tool_child child = tool_child_run(stop_in_a_sample, NULL);

	assert_int_equal(child.status, 0);
	assert_file_holds(samples, 24);
}

static void ends_though_the_reader_sleeps(void **state) /* C42 */
{
	const struct tool_child child = tool_child_run(stop_while_the_reader_sleeps, NULL);

	assert_int_equal(child.status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(writes_a_block_at_once, reset_kernel),
		cmocka_unit_test_setup(goes_on_after_short_writes, reset_kernel),
		cmocka_unit_test_setup(copies_where_memory_cannot_be_handed_out, reset_kernel),
		cmocka_unit_test_setup(tells_errors, reset_kernel),
		cmocka_unit_test_setup(keeps_the_old_file_until_the_stream_runs, reset_kernel),
		cmocka_unit_test_setup(appends, reset_kernel),
		cmocka_unit_test_setup(ends_on_a_whole_sample, reset_kernel),
		cmocka_unit_test_setup(ends_though_the_reader_sleeps, reset_kernel),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
