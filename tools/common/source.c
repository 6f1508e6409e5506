/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <iiodma/error.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "signals.h"
#include "word_copy.h"

#define BOUNCE_BYTES (256u * 1024)
#define PIPE_BYTES (1024 * 1024) /* what an unprivileged process may have; fewer wake-ups on either side */

enum exit_status source_open(struct source *source, const char *path)
{
	*source = (struct source){.fd = STDIN_FILENO, .name = "standard input"};
	if (path && strcmp(path, "-") != 0) {
		source->name = path;
		source->fd = open(path, O_RDONLY | O_CLOEXEC);
		source->is_file = true;
	}
	if (source->fd < 0) {
		message_error("option -f: open %s: %s (%s)", path, strerror(errno), iiodma_errno_name(errno));
		return EXIT_STATUS_FAILED;
	}
	(void)fcntl(source->fd, F_SETPIPE_SZ, PIPE_BYTES); /* no pipe, or a smaller one, works as well */
	return EXIT_STATUS_DONE;
}

void source_close(struct source *source)
{
	if (source->is_file && source->fd >= 0)
		close(source->fd);
	source->fd = -1;
	free(source->bounce);
	source->bounce = NULL;
}

int source_peek(struct source *source)
{
	for (;;) {
		const ssize_t got = read(source->fd, source->ahead, sizeof(source->ahead));

		if (got >= 0) {
			source->peeked = (size_t)got;
			source->peek_at = 0;
			source->ended = got == 0;
			return got > 0;
		}
		if (errno != EINTR)
			return -errno;
		if (signals_stopped())
			return -ECANCELED;
	}
}

bool source_has_more(struct source *source)
{
	struct pollfd wanted = {.fd = source->fd, .events = POLLIN};

	if (source->peeked > 0)
		return true;
	return !source->ended && poll(&wanted, 1, 0) > 0 && source_peek(source) > 0;
}

static size_t take_peeked(struct source *source, unsigned char *data, size_t bytes)
{
	const size_t taken = bytes < source->peeked ? bytes : source->peeked;

	word_copy(data, source->ahead + source->peek_at, taken);
	source->peek_at += taken;
	source->peeked -= taken;
	return taken;
}

/* Memory of some DMA heaps cannot be filled by every kind of file. */
static ssize_t read_bounced(struct source *source, unsigned char *data, size_t bytes)
{
	ssize_t got;

	if (!source->bounce)
		source->bounce = malloc(BOUNCE_BYTES);
	if (!source->bounce) {
		errno = ENOMEM;
		return -1;
	}
	got = read(source->fd, source->bounce, bytes < BOUNCE_BYTES ? bytes : BOUNCE_BYTES);
	if (got > 0)
		word_copy(data, source->bounce, (size_t)got);
	return got;
}

static ssize_t read_some(struct source *source, unsigned char *data, size_t bytes)
{
	if (!source->bounce) {
		const ssize_t got = read(source->fd, data, bytes);

		if (got >= 0 || errno != EFAULT)
			return got;
	}
	return read_bounced(source, data, bytes);
}

ssize_t source_read(struct source *source, void *data, size_t bytes)
{
	unsigned char *to = data;
	size_t done = take_peeked(source, to, bytes);

	while (done < bytes && !source->ended) {
		const ssize_t got = read_some(source, to + done, bytes - done);

		if (got < 0 && errno != EINTR)
			return -errno;
		if (got > 0)
			done += (size_t)got;
		if (got == 0)
			source->ended = true;
		if (signals_stopped())
			break;
	}
	return (ssize_t)done;
}
