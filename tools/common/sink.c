/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <iiodma/error.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "message.h"
#include "signals.h"
#include "word_copy.h"

#define BOUNCE_BYTES (256u * 1024)
#define PIPE_BYTES (1024 * 1024) /* what an unprivileged process may have; fewer wake-ups on either side */

/* When told to stop in the middle of a sample: how long its rest may take. */
#define LAST_SAMPLE_NS (NS_PER_SECOND / 2)

_Static_assert(sizeof(off_t) == 8, "files over 2 GiB need a 64-bit off_t"); /* C10 */

enum exit_status sink_open(struct sink *sink, const char *path, bool append)
{
	*sink = (struct sink){.fd = STDOUT_FILENO, .name = "standard output", .append = append};
	if (path && !strcmp(path, "-"))
		return EXIT_STATUS_DONE;
	if (!path) {
		if (!isatty(STDOUT_FILENO))
			return EXIT_STATUS_DONE;
		message_error(
			"samples would go to the terminal; redirect standard output, or use -o FILE (-o - insists)");
		return EXIT_STATUS_USAGE;
	}
	sink->name = path;
	sink->fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (sink->fd < 0) {
		message_error("option -o: open %s: %s (%s)", path, strerror(errno), iiodma_errno_name(errno));
		return EXIT_STATUS_FAILED;
	}
	sink->is_file = true;
	return EXIT_STATUS_DONE;
}

void sink_open_nowhere(struct sink *sink)
{
	*sink = (struct sink){.fd = -1, .name = "nowhere"};
}

int sink_begin(struct sink *sink, size_t sample_bytes)
{
	struct stat about;

	sink->sample_bytes = sample_bytes;
	if (sink->fd < 0)
		return 0;
	if (fstat(sink->fd, &about) < 0)
		return -errno;
	if (S_ISFIFO(about.st_mode))
		(void)fcntl(sink->fd, F_SETPIPE_SZ, PIPE_BYTES); /* a smaller pipe works as well */
	if (!sink->is_file || !S_ISREG(about.st_mode))
		return 0;
	if (sink->append)
		return lseek(sink->fd, 0, SEEK_END) < 0 ? -errno : 0;
	return ftruncate(sink->fd, 0) < 0 ? -errno : 0;
}

/* Memory of some DMA heaps cannot be handed to every kind of file. */
static ssize_t write_bounced(struct sink *sink, const unsigned char *data, size_t bytes)
{
	if (!sink->bounce)
		sink->bounce = malloc(BOUNCE_BYTES);
	if (!sink->bounce) {
		errno = ENOMEM;
		return -1;
	}
	if (bytes > BOUNCE_BYTES)
		bytes = BOUNCE_BYTES;
	word_copy(sink->bounce, data, bytes);
	return write(sink->fd, sink->bounce, bytes);
}

static ssize_t write_some(struct sink *sink, const unsigned char *data, size_t bytes)
{
	ssize_t put = -1;

	if (!sink->bounce) {
		put = write(sink->fd, data, bytes);
		if (put >= 0 || (errno != EFAULT && errno != EINVAL))
			return put;
	}
	return write_bounced(sink, data, bytes);
}

/* Returns what was written, 0 when interrupted, or -errno. */
static ssize_t put(struct sink *sink, const unsigned char *data, size_t bytes)
{
	const ssize_t written = write_some(sink, data, bytes);

	if (written < 0)
		return errno == EINTR ? 0 : -errno;
	sink->bytes += (uint64_t)written;
	return written;
}

/* Told to stop: only the rest of a sample that is half out, unless its reader sleeps. */
static int finish_sample(struct sink *sink, const unsigned char *rest)
{
	const int64_t give_up_ns = clock_ns() + LAST_SAMPLE_NS;

	while (sink->bytes % sink->sample_bytes != 0 && clock_ns() < give_up_ns) {
		const size_t left = sink->sample_bytes - (size_t)(sink->bytes % sink->sample_bytes);
		const ssize_t written = put(sink, rest, left);

		if (written < 0)
			return (int)written;
		rest += written;
	}
	return -ECANCELED;
}

int sink_write(struct sink *sink, const void *data, size_t bytes)
{
	const unsigned char *from = data;
	size_t done = 0;

	if (sink->fd < 0) {
		sink->bytes += bytes;
		return 0;
	}
	while (done < bytes) {
		const ssize_t written = put(sink, from + done, bytes - done);

		if (written < 0)
			return (int)written;
		done += (size_t)written;
		if (done < bytes && signals_stopped())
			return finish_sample(sink, from + done);
	}
	return 0;
}

int sink_close(struct sink *sink)
{
	int error = 0;

	/* Errors that a network file system keeps for close() must be seen, also on standard output. */
	if (sink->fd >= 0 && close(sink->fd) < 0)
		error = -errno;
	sink->fd = -1;
	free(sink->bounce);
	sink->bounce = NULL;
	return error;
}
