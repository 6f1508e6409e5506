/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Open files. Each takes the number of a real descriptor, so that numbers are unique in the process and real and fake ones can be
 * mixed in one poll.
 */
#include "fake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static struct fake_file **files; /* by descriptor */
static int file_room;

struct fake_file *fake_file_find(int fd)
{
	return fd >= 0 && fd < file_room ? files[fd] : NULL;
}

const char *fake_name_of(int fd)
{
	struct fake_file *file = fake_file_find(fd);

	return file ? file->name : "event";
}

static void make_room(int fd)
{
	int room = file_room ? file_room : 64;

	while (room <= fd)
		room *= 2;
	if (room == file_room)
		return;
	files = fake_grow(files, (size_t)room * sizeof(*files));
	for (int i = file_room; i < room; i++)
		files[i] = NULL;
	file_room = room;
}

static void release(struct fake_file *file)
{
	files[file->fd] = NULL;
	if (file->ops->release)
		file->ops->release(file);
	free(file->name);
	free(file);
}

struct fake_file *fake_file_open(const struct fake_file_ops *ops, void *object, char *name, int real_fd)
{
	struct fake_file *file = fake_new(sizeof(*file));

	if (real_fd < 0)
		real_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (real_fd < 0)
		abort();
	make_room(real_fd);
	/* closed behind our back with close(2), which is how programs close a DMABUF they got */
	if (files[real_fd])
		release(files[real_fd]);
	*file = (struct fake_file){.ops = ops, .object = object, .name = name, .fd = real_fd};
	files[real_fd] = file;
	return file;
}

void fake_file_close(struct fake_file *file)
{
	int fd = file->fd;

	release(file);
	close(fd);
}

ssize_t fake_file_read(struct fake_file *file, void *data, size_t bytes)
{
	ssize_t result;

	if (!file->ops->read)
		return -EINVAL;
	for (;;) {
		result = file->ops->read(file, data, bytes);
		if (result != -EAGAIN || file->nonblock)
			return result;
		result = fake_pass_time(FAKE_FOREVER, NULL, 0);
		if (result < 0)
			return result;
	}
}

/* A write that fails half way reports the failure, though part has been taken; the kernel does so as well. */
ssize_t fake_file_write(struct fake_file *file, const void *data, size_t bytes)
{
	const uint8_t *from = data;
	size_t written = 0;

	if (!file->ops->write)
		return -EINVAL;
	for (;;) {
		ssize_t result = file->ops->write(file, from + written, bytes - written);

		if (result < 0 && result != -EAGAIN)
			return result;
		if (result > 0)
			written += (size_t)result;
		if (written == bytes || (file->nonblock && written))
			return (ssize_t)written;
		if (file->nonblock)
			return result;
		result = fake_pass_time(FAKE_FOREVER, NULL, 0);
		if (result < 0)
			return written ? (ssize_t)written : result;
	}
}

void fake_files_reset(void)
{
	for (int i = 0; i < file_room; i++)
		if (files[i])
			fake_file_close(files[i]);
	free(files);
	files = NULL;
	file_room = 0;
}

unsigned int fake_open_files(void)
{
	unsigned int count = 0;

	fake_lock();
	for (int i = 0; i < file_room; i++)
		count += files[i] != NULL;
	fake_unlock();
	return count;
}
