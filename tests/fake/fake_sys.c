/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table the library calls: note the call, let it fail if told so, carry it out, note the result. */
#include "fake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static unsigned int mapping_count;

unsigned int fake_mappings(void)
{
	unsigned int count;

	fake_lock();
	count = mapping_count;
	fake_unlock();
	return count;
}

static int do_open(const char *path, int flags)
{
	int result;

	fake_lock();
	fake_run_until_now();
	result = fake_log("open %s", path);
	if (!result)
		result = fake_tree_open(path, flags);
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int do_close(int fd)
{
	struct fake_file *file;
	int result = 0;

	fake_lock();
	fake_run_until_now();
	file = fake_file_find(fd);
	fake_log("close %s", fake_name_of(fd));
	if (file)
		fake_file_close(file);
	else
		result = sys_linux.close(fd);
	fake_log_result(result);
	fake_unlock();
	return result;
}

static ssize_t do_read(int fd, void *data, size_t bytes)
{
	struct fake_file *file;
	ssize_t result;

	fake_lock();
	fake_run_until_now();
	file = fake_file_find(fd);
	result = fake_log("read %s %zu", fake_name_of(fd), bytes);
	if (!result && !file)
		result = sys_linux.read(fd, data, bytes);
	else if (!result)
		result = fake_file_read(file, data, bytes);
	fake_log_result(result);
	fake_unlock();
	return result;
}

/* Only attributes are read so; at offset 0 they are shown afresh. */
static ssize_t do_read_at(int fd, void *data, size_t bytes, int64_t offset)
{
	struct fake_file *file;
	ssize_t result;

	fake_lock();
	fake_run_until_now();
	file = fake_file_find(fd);
	result = fake_log("read %s %zu", fake_name_of(fd), bytes);
	if (!result && !file) {
		result = sys_linux.read_at(fd, data, bytes, offset);
	} else if (!result) {
		size_t position = file->position;

		file->position = (size_t)offset;
		result = file->ops->read ? file->ops->read(file, data, bytes) : -EINVAL;
		file->position = position;
	}
	fake_log_result(result);
	fake_unlock();
	return result;
}

static ssize_t do_write(int fd, const void *data, size_t bytes)
{
	struct fake_file *file;
	ssize_t result;

	fake_lock();
	fake_run_until_now();
	file = fake_file_find(fd);
	if (file && file->name[0] == '/')
		result = fake_log("write %s %.*s", file->name, (int)bytes, (const char *)data);
	else
		result = fake_log("write %s %zu", fake_name_of(fd), bytes);
	if (!result && !file)
		result = sys_linux.write(fd, data, bytes);
	else if (!result)
		result = fake_file_write(file, data, bytes);
	fake_log_result(result);
	fake_unlock();
	return result;
}

/* Only attributes are written so. */
static ssize_t do_write_at(int fd, const void *data, size_t bytes, int64_t offset)
{
	struct fake_file *file;

	fake_lock();
	file = fake_file_find(fd);
	if (file)
		file->position = (size_t)offset;
	fake_unlock();
	return file ? do_write(fd, data, bytes) : sys_linux.write_at(fd, data, bytes, offset);
}

static int do_ioctl(int fd, unsigned long request, void *argument)
{
	struct fake_file *file;
	int result;

	fake_lock();
	fake_run_until_now();
	file = fake_file_find(fd);
	result = fake_log_ioctl(fake_name_of(fd), request, argument);
	if (!result && !file)
		result = sys_linux.ioctl(fd, request, argument);
	else if (!result)
		result = file->ops->ioctl ? file->ops->ioctl(file, request, argument) : -ENOTTY;
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int do_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	int result;

	fake_lock();
	fake_run_until_now();
	result = fake_log("poll %d", timeout_ms);
	if (!result)
		result = fake_poll(fds, count, timeout_ms);
	fake_log_result(result);
	fake_unlock();
	return result;
}

static void *do_mmap(size_t bytes, int protection, int flags, int fd)
{
	struct fake_file *file;
	void *memory = NULL;
	int result;

	fake_lock();
	file = fake_file_find(fd);
	result = fake_log("mmap %s %zu", fake_name_of(fd), bytes);
	if (!result && file && file->ops == &fake_dmabuf_ops) {
		const struct fake_dmabuf *dmabuf = file->object;

		if (bytes > dmabuf->bytes)
			result = -EINVAL;
		else
			memory = mmap(NULL, bytes, protection, flags, dmabuf->memory_fd, dmabuf->offset);
	} else if (!result) {
		memory = file ? NULL : sys_linux.mmap(bytes, protection, flags, fd);
	}
	if (memory == MAP_FAILED)
		memory = NULL;
	if (memory)
		mapping_count++;
	errno = result ? -result : errno;
	fake_log_result(memory ? 0 : -(errno ? errno : ENOMEM));
	fake_unlock();
	return memory;
}

static int do_munmap(void *address, size_t bytes)
{
	int result;

	fake_lock();
	fake_log("munmap %zu", bytes);
	result = sys_linux.munmap(address, bytes);
	if (!result)
		mapping_count--;
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int do_set_nonblock(int fd)
{
	struct fake_file *file;
	int result;

	fake_lock();
	file = fake_file_find(fd);
	result = fake_log("nonblock %s", fake_name_of(fd));
	if (!result && file)
		file->nonblock = true;
	else if (!result)
		result = sys_linux.set_nonblock(fd);
	fake_log_result(result);
	fake_unlock();
	return result;
}

/* Event descriptors are real ones: they are set in signal handlers, where nothing can be locked or logged. */
static int do_event_new(void)
{
	atomic_fetch_add(&fake_call_count, 1);
	return sys_linux.event_new();
}

static int do_event_set(int fd)
{
	atomic_fetch_add(&fake_call_count, 1);
	return sys_linux.event_set(fd);
}

static int do_event_clear(int fd)
{
	atomic_fetch_add(&fake_call_count, 1);
	return sys_linux.event_clear(fd);
}

static int do_epoll_new(void)
{
	int result;

	fake_lock();
	result = fake_log("epoll_new");
	if (!result)
		result = fake_epoll_new();
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int do_epoll_set(int epoll_fd, int fd, uint32_t events)
{
	struct fake_file *file;
	int result;

	fake_lock();
	file = fake_file_find(epoll_fd);
	result = fake_log("epoll_set %s %#x", fake_name_of(fd), events);
	if (!result)
		result = file ? fake_epoll_set(file, fd, events) : -EBADF;
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int do_memfd_new(const char *name, size_t bytes, unsigned int flags)
{
	int result;

	fake_lock();
	/* The machine below may have no huge pages; the fake one says in /proc/meminfo how many it has. */
	result = fake_log(flags & MFD_HUGETLB ? "memfd huge %zu" : "memfd %zu", bytes);
	if (!result)
		result = sys_linux.memfd_new(name, bytes, flags & ~(unsigned int)MFD_HUGETLB);
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int do_list(const char *folder, int (*each)(const char *name, void *context), void *context)
{
	char **names = NULL;
	size_t count = 0;
	int result;

	fake_lock();
	result = fake_log("list %s", folder);
	if (!result)
		result = fake_tree_list(folder, &names, &count);
	fake_log_result(result);
	fake_unlock();
	for (size_t i = 0; i < count; i++) {
		if (!result)
			result = each(names[i], context);
		free(names[i]);
	}
	free(names);
	return result;
}

static ssize_t do_readlink(const char *path, char *text, size_t size)
{
	ssize_t result;

	fake_lock();
	result = fake_log("readlink %s", path);
	if (!result)
		result = fake_tree_readlink(path, text, size);
	fake_log_result(result);
	fake_unlock();
	return result;
}

/* Every host lies behind the loopback interface. */
static int do_route(const char *host, const char *port, char *interface, size_t size)
{
	int result;

	fake_lock();
	result = fake_log("route %s %s", host, port);
	snprintf(interface, size, "lo");
	fake_log_result(result);
	fake_unlock();
	return result;
}

static int64_t do_clock_ns(void)
{
	return fake_clock_read();
}

static void do_sleep_ns(int64_t ns)
{
	int64_t until;

	fake_lock();
	fake_log("sleep %lld", (long long)ns);
	fake_log_result(0);
	until = fake_now() + ns;
	while (fake_now() < until)
		fake_pass_time(until, NULL, 0);
	fake_unlock();
}

const struct sys_ops fake_sys = {
	.open = do_open,
	.close = do_close,
	.read = do_read,
	.read_at = do_read_at,
	.write = do_write,
	.write_at = do_write_at,
	.ioctl = do_ioctl,
	.poll = do_poll,
	.mmap = do_mmap,
	.munmap = do_munmap,
	.set_nonblock = do_set_nonblock,
	.event_new = do_event_new,
	.event_set = do_event_set,
	.event_clear = do_event_clear,
	.epoll_new = do_epoll_new,
	.epoll_set = do_epoll_set,
	.memfd_new = do_memfd_new,
	.list = do_list,
	.readlink = do_readlink,
	.route = do_route,
	.clock_ns = do_clock_ns,
	.sleep_ns = do_sleep_ns,
};
