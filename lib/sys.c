/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of real system calls, and reading and writing small text files on top of whichever table is in force. */
#include "sys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Files beyond 2 GiB on 32-bit targets: the build must have asked for it before the first header. C10 */
_Static_assert(sizeof(off_t) == 8, "build with _FILE_OFFSET_BITS=64");

#define NS_PER_SECOND INT64_C(1000000000)

const struct sys_ops *sys = &sys_linux;

static int result(int value)
{
	return value < 0 ? -errno : value;
}

static ssize_t result_bytes(ssize_t bytes)
{
	return bytes < 0 ? -errno : bytes;
}

static int linux_open(const char *path, int flags)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	return result(fd);
}

/* Linux has closed the descriptor even when it says EINTR: trying again could close somebody else's. */
static int linux_close(int fd)
{
	return close(fd) < 0 && errno != EINTR ? -errno : 0;
}

static ssize_t linux_read(int fd, void *data, size_t bytes)
{
	return result_bytes(read(fd, data, bytes));
}

static ssize_t linux_read_at(int fd, void *data, size_t bytes, int64_t offset)
{
	return result_bytes(pread(fd, data, bytes, offset));
}

static ssize_t linux_write(int fd, const void *data, size_t bytes)
{
	return result_bytes(write(fd, data, bytes));
}

static ssize_t linux_write_at(int fd, const void *data, size_t bytes, int64_t offset)
{
	return result_bytes(pwrite(fd, data, bytes, offset));
}

static int linux_ioctl(int fd, unsigned long request, void *argument)
{
	int value;

	do
		value = ioctl(fd, request, argument);
	while (value < 0 && errno == EINTR);
	return result(value);
}

static int linux_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	return result(poll(fds, count, timeout_ms));
}

static void *linux_mmap(size_t bytes, int protection, int flags, int fd)
{
	void *address = mmap(NULL, bytes, protection, flags, fd, 0);

	return address == MAP_FAILED ? NULL : address;
}

static int linux_munmap(void *address, size_t bytes)
{
	return result(munmap(address, bytes));
}

static int linux_set_nonblock(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return -errno;
	return result(fcntl(fd, F_SETFL, flags | O_NONBLOCK));
}

static int linux_event_new(void)
{
	return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

/* Runs in signal handlers, so errno is put back. A full counter (EAGAIN) is an event that is set already. */
static int linux_event_set(int fd)
{
	int errno_before = errno;
	const uint64_t one = 1;
	int r = write(fd, &one, sizeof(one)) < 0 && errno != EAGAIN ? -errno : 0;

	errno = errno_before;
	return r;
}

static int linux_event_clear(int fd)
{
	uint64_t count;

	return read(fd, &count, sizeof(count)) < 0 && errno != EAGAIN ? -errno : 0;
}

static int linux_epoll_new(void)
{
	return result(epoll_create1(EPOLL_CLOEXEC));
}

static int linux_epoll_set(int epoll_fd, int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.fd = fd};

	if (epoll_ctl(epoll_fd, EPOLL_CTL_MOD, fd, &event) == 0)
		return 0;
	if (errno != ENOENT)
		return -errno;
	return result(epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event));
}

static int linux_memfd_new(const char *name, size_t bytes, unsigned int flags)
{
	int fd = memfd_create(name, flags | MFD_CLOEXEC | MFD_ALLOW_SEALING);
	int r;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)bytes) < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) < 0) {
		r = -errno;
		close(fd);
		return r;
	}
	return fd;
}

static int linux_list(const char *folder, int (*each)(const char *name, void *context), void *context)
{
	DIR *stream = opendir(folder);
	int r = 0;

	if (!stream)
		return -errno;

	while (r == 0) {
		const struct dirent *entry;

		errno = 0; /* the only way to tell the end from a failure */
		entry = readdir(stream);
		if (!entry) {
			r = -errno;
			break;
		}
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			r = each(entry->d_name, context);
	}
	closedir(stream);
	return r;
}

static ssize_t linux_readlink(const char *path, char *text, size_t size)
{
	ssize_t length = readlink(path, text, size);

	if (length < 0)
		return -errno;
	if ((size_t)length >= size)
		return -ENOSPC;
	text[length] = '\0';
	return length;
}

static int64_t linux_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

/* Sleeps to a point in time, so that signals in between do not lengthen it. */
static void linux_sleep_ns(int64_t ns)
{
	int64_t end = linux_clock_ns() + ns;
	struct timespec until = {.tv_sec = (time_t)(end / NS_PER_SECOND), .tv_nsec = (long)(end % NS_PER_SECOND)};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
}

ssize_t sys_read_text(const char *path, char *text, size_t size)
{
	size_t length = 0;
	ssize_t got;
	int fd = sys->open(path, O_RDONLY);

	if (fd < 0)
		return fd;

	while (length < size) {
		got = sys->read(fd, text + length, size - length);
		if (got == -EINTR)
			continue;
		if (got <= 0)
			break;
		length += (size_t)got;
	}
	sys->close(fd);

	if (length >= size) /* no room for the NUL, so perhaps not the whole file either */
		return -ENOSPC;
	if (got < 0)
		return got;
	if (length > 0 && text[length - 1] == '\n')
		length--;
	text[length] = '\0';
	return (ssize_t)length;
}

int sys_write_text(const char *path, const char *text)
{
	size_t length = strlen(text);
	ssize_t written;
	int fd = sys->open(path, O_WRONLY);

	if (fd < 0)
		return fd;

	do
		written = sys->write(fd, text, length);
	while (written == -EINTR);
	sys->close(fd);

	if (written < 0)
		return (int)written;
	return (size_t)written == length ? 0 : -EIO;
}

const struct sys_ops sys_linux = {
	.open = linux_open,
	.close = linux_close,
	.read = linux_read,
	.read_at = linux_read_at,
	.write = linux_write,
	.write_at = linux_write_at,
	.ioctl = linux_ioctl,
	.poll = linux_poll,
	.mmap = linux_mmap,
	.munmap = linux_munmap,
	.set_nonblock = linux_set_nonblock,
	.event_new = linux_event_new,
	.event_set = linux_event_set,
	.event_clear = linux_event_clear,
	.epoll_new = linux_epoll_new,
	.epoll_set = linux_epoll_set,
	.memfd_new = linux_memfd_new,
	.list = linux_list,
	.readlink = linux_readlink,
	.route = sys_linux_route,
	.clock_ns = linux_clock_ns,
	.sleep_ns = linux_sleep_ns,
};
