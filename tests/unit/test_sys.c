/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The real system calls, and text files on top of them. */
#include "unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "folder.h"
#include "sys.h"

static char folder[32];
static char path[64];

static int make_folder(void **state)
{
	strcpy(folder, "/tmp/iiodma-sys-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/file", folder);
	return 0;
}

static int remove_folder(void **state)
{
	unlink(path);
	return rmdir(folder);
}

static void put_file(const char *text, size_t bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, bytes), bytes);
	close(fd);
}

static void results_are_negative_errno(void **state)
{
	char byte;
	int count;

	assert_ptr_equal(sys, &sys_linux);
	assert_int_equal(sys->open("/does/not/exist", O_RDONLY), -ENOENT);
	assert_int_equal(sys->close(-1), -EBADF);
	assert_int_equal(sys->read(-1, &byte, 1), -EBADF);
	assert_int_equal(sys->read_at(-1, &byte, 1, 0), -EBADF);
	assert_int_equal(sys->write(-1, &byte, 1), -EBADF);
	assert_int_equal(sys->ioctl(-1, FIONREAD, &count), -EBADF);
	assert_int_equal(sys->set_nonblock(-1), -EBADF);
	assert_int_equal(sys->event_set(-1), -EBADF);
	assert_int_equal(sys->event_clear(-1), -EBADF);
	assert_int_equal(sys->epoll_set(-1, -1, 0), -EBADF);
	assert_null(sys->mmap(4096, PROT_READ, MAP_SHARED, -1));
	assert_int_equal(sys->munmap((void *)1, 4096), -EINVAL);
	assert_int_equal(sys->list("/does/not/exist", NULL, NULL), -ENOENT);
	assert_int_equal(sys->readlink("/", path, sizeof(path)), -EINVAL);
}

static bool is_close_on_exec(int fd)
{
	return fcntl(fd, F_GETFD) & FD_CLOEXEC;
}

static void no_descriptor_is_inherited(void **state)
{
	int fds[] = {
		sys->open("/dev/null", O_RDONLY),
		sys->event_new(),
		sys->epoll_new(),
		sys->memfd_new("test", 4096, 0),
	};

	for (size_t i = 0; i < COUNT(fds); i++) {
		assert_true(fds[i] >= 0);
		assert_true(is_close_on_exec(fds[i]));
		assert_int_equal(sys->close(fds[i]), 0);
	}
}

static void text_comes_without_its_newline(void **state)
{
	char text[8];

	put_file("abc\n", 4);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 3);
	assert_string_equal(text, "abc");
	put_file("a\n\n", 3);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 2);
	assert_string_equal(text, "a\n");
	put_file("\n", 1);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 0);
	assert_string_equal(text, "");
	put_file("", 0);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 0);
	assert_string_equal(text, "");
}

static void text_that_does_not_fit_is_refused(void **state)
{
	char text[8];

	put_file("1234567", 7);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 7);
	put_file("12345678", 8);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), -ENOSPC);
	put_file("1234567890", 10);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), -ENOSPC);
	assert_int_equal(sys_read_text("/does/not/exist", text, sizeof(text)), -ENOENT);
	assert_int_equal(sys_read_text(folder, text, sizeof(text)), -EISDIR);
}

static void text_is_written_whole(void **state)
{
	char text[16];

	put_file("", 0);
	assert_int_equal(sys_write_text(path, "4096"), 0);
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 4);
	assert_string_equal(text, "4096");
	assert_int_equal(sys_write_text("/dev/full", "4096"), -ENOSPC);
	assert_int_equal(sys_write_text("/does/not/exist", "1"), -ENOENT);
}

/* A table whose calls are interrupted, short or cut in pieces. */
static int interruptions;
static size_t taken_at_most;

static ssize_t reluctant_read(int fd, void *data, size_t bytes)
{
	return interruptions-- > 0 ? -EINTR : sys_linux.read(fd, data, bytes > 2 ? 2 : bytes);
}

static ssize_t reluctant_write(int fd, const void *data, size_t bytes)
{
	return interruptions-- > 0 ? -EINTR : sys_linux.write(fd, data, bytes < taken_at_most ? bytes : taken_at_most);
}

static void interrupted_and_partial_calls(void **state)
{
	struct sys_ops reluctant = sys_linux;
	char text[16];

	reluctant.read = reluctant_read;
	reluctant.write = reluctant_write;
	put_file("1234567\n", 8);
	sys = &reluctant;

	interruptions = 2;
	assert_int_equal(sys_read_text(path, text, sizeof(text)), 7);
	assert_string_equal(text, "1234567");
	interruptions = 2;
	taken_at_most = 100;
	assert_int_equal(sys_write_text(path, "89"), 0);
	taken_at_most = 1;
	assert_int_equal(sys_write_text(path, "89"), -EIO);

	sys = &sys_linux;
}

static void reading_at_an_offset_leaves_the_position(void **state)
{
	char text[4] = "";
	int fd;

	put_file("abcdef", 6);
	fd = sys->open(path, O_RDONLY);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(sys->read_at(fd, text, 3, 2), 3);
		assert_string_equal(text, "cde");
	}
	assert_int_equal(sys->read(fd, text, 3), 3);
	assert_string_equal(text, "abc");
	sys->close(fd);
}

/* C10 */
static void files_beyond_2_gib(void **state)
{
	const int64_t far = INT64_C(5) << 30;
	char byte = 0;
	int fd;

	put_file("", 0);
	fd = open(path, O_RDWR);
	assert_int_equal(pwrite(fd, "x", 1, far), 1);
	close(fd);
	fd = sys->open(path, O_RDONLY);
	assert_int_equal(sys->read_at(fd, &byte, 1, far), 1);
	assert_int_equal(byte, 'x');
	sys->close(fd);
}

static void events_are_set_and_cleared(void **state)
{
	struct pollfd poll_fd = {.fd = sys->event_new(), .events = POLLIN};

	assert_int_equal(sys->poll(&poll_fd, 1, 0), 0);
	assert_int_equal(sys->event_clear(poll_fd.fd), 0); /* clear already: does not wait */
	errno = 42;
	assert_int_equal(sys->event_set(poll_fd.fd), 0);
	assert_int_equal(sys->event_set(poll_fd.fd), 0);
	assert_int_equal(errno, 42);
	assert_int_equal(sys->event_set(-1), -EBADF);
	assert_int_equal(errno, 42); /* a signal handler must not change it */
	assert_int_equal(sys->poll(&poll_fd, 1, 0), 1);
	assert_int_equal(sys->event_clear(poll_fd.fd), 0);
	assert_int_equal(sys->poll(&poll_fd, 1, 0), 0);
	sys->close(poll_fd.fd);
}

static void full_event_is_set_already(void **state)
{
	const uint64_t nearly_full = UINT64_MAX - 1;
	int fd = sys->event_new();

	assert_int_equal(write(fd, &nearly_full, sizeof(nearly_full)), sizeof(nearly_full));
	assert_int_equal(sys->event_set(fd), 0);
	sys->close(fd);
}

static void epoll_adds_changes_and_silences(void **state)
{
	int event = sys->event_new();
	struct pollfd epoll = {.fd = sys->epoll_new(), .events = POLLIN};
	struct epoll_event happened;

	sys->event_set(event);
	assert_int_equal(sys->epoll_set(epoll.fd, event, EPOLLIN), 0);
	assert_int_equal(sys->poll(&epoll, 1, 0), 1);
	assert_int_equal(epoll_wait(epoll.fd, &happened, 1, 0), 1);
	assert_int_equal(happened.data.fd, event);
	assert_int_equal(sys->epoll_set(epoll.fd, event, 0), 0);
	assert_int_equal(sys->poll(&epoll, 1, 0), 0);
	assert_int_equal(sys->epoll_set(epoll.fd, event, EPOLLIN), 0);
	assert_int_equal(sys->poll(&epoll, 1, 0), 1);
	sys->close(epoll.fd);
	sys->close(event);
}

static void nonblocking_is_added_to_the_flags(void **state)
{
	int ends[2];
	char byte;

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(sys->set_nonblock(ends[0]), 0);
	assert_int_equal(sys->read(ends[0], &byte, 1), -EAGAIN);
	sys->close(ends[0]);
	sys->close(ends[1]);
}

static void memory_files_cannot_shrink(void **state)
{
	const size_t bytes = 3 * 4096;
	int fd = sys->memfd_new("test", bytes, 0);
	uint8_t *data;
	struct stat about;

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &about), 0);
	assert_int_equal(about.st_size, bytes);
	assert_int_equal(fcntl(fd, F_GET_SEALS), F_SEAL_SHRINK);
	assert_int_equal(ftruncate(fd, 4096), -1);

	data = sys->mmap(bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	assert_non_null(data);
	data[bytes - 1] = 7;
	assert_int_equal(sys->munmap(data, bytes), 0);
	sys->close(fd);
	assert_int_equal(sys->memfd_new("test", 4096, 0x80000000), -EINVAL);
}

static int stop_at_first(const char *name, void *context)
{
	++*(int *)context;
	return 42;
}

static void folders_are_listed(void **state)
{
	char **names = NULL;
	int calls = 0;

	assert_int_equal(folder_names(folder, &names), 0);
	assert_null(names[0]);
	free(names);

	for (int i = 0; i < 300; i++) {
		char name[64];

		snprintf(name, sizeof(name), "%s/%03d", folder, i * 7 % 300);
		assert_int_equal(symlink("target", name), 0);
	}
	assert_int_equal(folder_names(folder, &names), 300);
	for (int i = 0; i < 300; i++) {
		char name[64];

		snprintf(name, sizeof(name), "%03d", i);
		assert_string_equal(names[i], name);
	}
	assert_null(names[300]);
	free(names);

	assert_int_equal(sys->list(folder, stop_at_first, &calls), 42);
	assert_int_equal(calls, 1);
	for (int i = 0; i < 300; i++) {
		char name[64];

		snprintf(name, sizeof(name), "%s/%03d", folder, i);
		unlink(name);
	}
	names = NULL;
	assert_int_equal(folder_names("/does/not/exist", &names), -ENOENT);
	assert_null(names);
}

static void links_are_read_whole_or_not_at_all(void **state)
{
	char text[8];

	assert_int_equal(symlink("1234567", path), 0);
	assert_int_equal(sys->readlink(path, text, sizeof(text)), 7);
	assert_string_equal(text, "1234567");
	assert_int_equal(sys->readlink(path, text, 7), -ENOSPC);
}

static void ignore(int number)
{
}

static void *send_signal(void *context)
{
	struct timespec pause = {.tv_nsec = 20000000};

	for (int i = 0; i < 5; i++) {
		nanosleep(&pause, NULL);
		pthread_kill(*(pthread_t *)context, SIGUSR1);
	}
	return NULL;
}

static void sleep_is_not_cut_short_by_signals(void **state)
{
	struct sigaction action = {.sa_handler = ignore}, before;
	pthread_t self = pthread_self(), thread;
	int64_t start;

	sigaction(SIGUSR1, &action, &before);
	assert_int_equal(pthread_create(&thread, NULL, send_signal, &self), 0);
	start = sys->clock_ns();
	sys->sleep_ns(150000000);
	assert_true(sys->clock_ns() - start >= 150000000);
	pthread_join(thread, NULL);
	sigaction(SIGUSR1, &before, NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(results_are_negative_errno),
		TEST(no_descriptor_is_inherited),
		TEST(text_comes_without_its_newline),
		TEST(text_that_does_not_fit_is_refused),
		TEST(text_is_written_whole),
		TEST(interrupted_and_partial_calls),
		TEST(reading_at_an_offset_leaves_the_position),
		TEST(files_beyond_2_gib),
		TEST(events_are_set_and_cleared),
		TEST(full_event_is_set_already),
		TEST(epoll_adds_changes_and_silences),
		TEST(nonblocking_is_added_to_the_flags),
		TEST(memory_files_cannot_shrink),
		TEST(folders_are_listed),
		TEST(links_are_read_whole_or_not_at_all),
		TEST(sleep_is_not_cut_short_by_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
