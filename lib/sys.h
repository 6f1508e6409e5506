/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The only way from the library to the operating system. Tests put another table here (a fake kernel, an injected clock);
 * nothing else in the library calls open, ioctl, read, write, poll, mmap or the clock.
 *
 * Every operation returns 0 or a positive result, or -errno; none of them touches errno's meaning for the caller.
 */
#ifndef IIODMA_SYS_H
#define IIODMA_SYS_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sys_ops {
	int (*open)(const char *path, int flags); /* O_CLOEXEC is added */
	int (*close)(int fd);
	ssize_t (*read)(int fd, void *data, size_t bytes);
	ssize_t (*read_at)(int fd, void *data, size_t bytes,
			   int64_t offset); /* pread: reads an attribute afresh at offset 0 */
	ssize_t (*write)(int fd, const void *data, size_t bytes);
	ssize_t (*write_at)(int fd, const void *data, size_t bytes,
			    int64_t offset);                            /* pwrite: some attributes take offset 0 only */
	int (*ioctl)(int fd, unsigned long request, void *argument);    /* restarted on EINTR */
	int (*poll)(struct pollfd *fds, nfds_t count, int timeout_ms);  /* -EINTR is passed on */
	void *(*mmap)(size_t bytes, int protection, int flags, int fd); /* MAP_FAILED comes back as NULL */
	int (*munmap)(void *address, size_t bytes);
	int (*set_nonblock)(int fd);
	int (*event_new)(void);   /* non-blocking eventfd */
	int (*event_set)(int fd); /* async-signal-safe */
	int (*event_clear)(int fd);
	int (*epoll_new)(void);
	int (*epoll_set)(int epoll_fd, int fd, uint32_t events); /* adds or changes; events 0 = silent */
	int (*memfd_new)(const char *name, size_t bytes,
			 unsigned int flags); /* sealed against shrinking, ready for udmabuf */
	/* names in a folder, one at a time, in no order; a non-zero answer of @each stops and is returned */
	int (*list)(const char *folder, int (*each)(const char *name, void *context), void *context);
	ssize_t (*readlink)(const char *path, char *text, size_t size); /* NUL-terminated */
	/* Resolve @host and name the network interface that leads to it ("" = not known); -ENOENT: unknown host */
	int (*route)(const char *host, const char *port, char *interface, size_t size);
	int64_t (*clock_ns)(void); /* monotonic */
	void (*sleep_ns)(int64_t ns);
};

/* The table in force; &sys_linux unless a test set another before its first call. */
extern const struct sys_ops *sys;
extern const struct sys_ops sys_linux;

int sys_linux_route(const char *host, const char *port, char *interface, size_t size);

/*
 * Read a small text file (sysfs) whole, NUL-terminated, trailing newline removed.
 * Returns its length, -ENOSPC when it does not fit, or -errno.
 */
ssize_t sys_read_text(const char *path, char *text, size_t size);

/* Write a text to a file in one write(). Returns 0, -EIO on a short write, or -errno. */
int sys_write_text(const char *path, const char *text);

#endif
