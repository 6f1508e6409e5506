/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tool_child.h"

#include <signal.h>
#include <sys/syscall.h>

#include "common/signals.h"
#include "common/source.h"

#define BYTES 300000u

/* What read() does instead of the kernel's, for the source's descriptor only. */
static struct {
	int fd;
	size_t most;           /* bytes at once */
	const void *forbidden; /* this memory cannot be read into directly */
	size_t forbidden_bytes;
	int error;
	int raise; /* signal instead of the first data */
	unsigned int calls;
} kernel;

static ssize_t refuse(int error)
{
	errno = error;
	return -1;
}

ssize_t read(int fd, void *data, size_t bytes)
{
	if (kernel.fd <= 0 || fd != kernel.fd)
		return syscall(SYS_read, fd, data, bytes);
	kernel.calls++;
	if (kernel.forbidden && (uintptr_t)data - (uintptr_t)kernel.forbidden < kernel.forbidden_bytes)
		return refuse(EFAULT);
	if (kernel.raise && kernel.calls == 1) {
		raise(kernel.raise);
		return refuse(EINTR);
	}
	if (kernel.error)
		return refuse(kernel.error);
	return syscall(SYS_read, fd, data, kernel.most && bytes > kernel.most ? kernel.most : bytes);
}

static char path[] = "/tmp/iiodma-source.XXXXXX";
static unsigned char samples[BYTES], block[BYTES];

static int make_file(void **state)
{
	const int fd = mkstemp(path);

	for (size_t i = 0; i < BYTES; i++)
		samples[i] = (unsigned char)(i * 31 + i / 256);
	return fd < 0 || write(fd, samples, BYTES) != BYTES ? -1 : close(fd);
}

static int remove_file(void **state)
{
	return unlink(path);
}

static int reset(void **state)
{
	memset(&kernel, 0, sizeof(kernel));
	memset(block, 0, sizeof(block));
	return 0;
}

static struct source open_source(void)
{
	struct source source;

	assert_int_equal(source_open(&source, path), EXIT_STATUS_DONE);
	kernel.fd = source.fd;
	return source;
}

static void reads_it_all_in_pieces(void **state)
{
	struct source source = open_source();

	kernel.most = 4097;
	assert_int_equal(source_peek(&source), 1);
	assert_int_equal(source_read(&source, block, 100000), 100000);
	assert_false(source.ended);
	assert_int_equal(source_read(&source, block + 100000, BYTES), BYTES - 100000);
	assert_true(source.ended);
	assert_memory_equal(block, samples, BYTES);
	assert_int_equal(source_read(&source, block, 10), 0);
	source_close(&source);
}

static void hands_peeked_bytes_out_in_order(void **state)
{
	struct source source = open_source();

	assert_int_equal(source_peek(&source), 1);
	assert_int_equal(source_read(&source, block, 100), 100);
	assert_int_equal(source_read(&source, block + 100, 10000), 10000);
	assert_memory_equal(block, samples, 10100);
	assert_true(source_has_more(&source));
	source_close(&source);
}

static void copies_where_memory_cannot_be_filled(void **state)
{
	struct source source = open_source();

	kernel.forbidden = block;
	kernel.forbidden_bytes = sizeof(block);
	assert_int_equal(source_read(&source, block, BYTES), BYTES);
	assert_memory_equal(block, samples, BYTES);
	source_close(&source);
}

static void sees_that_there_is_nothing(void **state) /* C119 */
{
	struct source source;

	assert_int_equal(source_open(&source, "/dev/null"), EXIT_STATUS_DONE);
	assert_int_equal(source_peek(&source), 0);
	assert_true(source.ended);
	assert_false(source_has_more(&source));
	assert_int_equal(source_read(&source, block, 10), 0);
	source_close(&source);
}

static void tells_errors(void **state)
{
	struct source source = open_source();

	kernel.error = EIO;
	assert_int_equal(source_peek(&source), -EIO);
	assert_int_equal(source_read(&source, block, 10), -EIO);
	source_close(&source);
}

static void stop_while_waiting(const void *unused)
{
	struct source source;

	signals_install();
	source = open_source();
	kernel.raise = SIGINT;
	_exit(source_peek(&source) == -ECANCELED ? 0 : 1);
}

static void ends_when_told_to(void **state) /* C42 */
{
	const struct tool_child child = tool_child_run(stop_while_waiting, NULL);

	assert_int_equal(child.status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(reads_it_all_in_pieces, reset),
		cmocka_unit_test_setup(hands_peeked_bytes_out_in_order, reset),
		cmocka_unit_test_setup(copies_where_memory_cannot_be_filled, reset),
		cmocka_unit_test_setup(sees_that_there_is_nothing, reset),
		cmocka_unit_test_setup(tells_errors, reset),
		cmocka_unit_test_setup(ends_when_told_to, reset),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
