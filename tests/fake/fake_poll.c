/* SPDX-License-Identifier: GPL-2.0-or-later */
/* poll and epoll over real and fake descriptors in any mixture. */
#include "fake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#define WATCHED_MAX 64

struct watch {
	int fd;
	short events;
};

struct epoll {
	struct watch watched[WATCHED_MAX];
	unsigned int count;
};

/* Real descriptors a sleeping poll must look at, those inside an epoll included. */
struct real_set {
	struct pollfd fds[WATCHED_MAX];
	nfds_t count;
};

static short readiness(int fd, short events)
{
	struct fake_file *file = fake_file_find(fd);
	struct pollfd real = {.fd = fd, .events = events};

	if (!file)
		return poll(&real, 1, 0) > 0 ? real.revents : 0;
	return file->ops->poll ? file->ops->poll(file, events) : events;
}

static short epoll_poll(struct fake_file *file, short events)
{
	const struct epoll *epoll = file->object;

	for (unsigned int i = 0; i < epoll->count; i++)
		if (epoll->watched[i].events && readiness(epoll->watched[i].fd, epoll->watched[i].events))
			return events & POLLIN;
	return 0;
}

static void epoll_release(struct fake_file *file)
{
	free(file->object);
}

static const struct fake_file_ops epoll_ops = {
	.poll = epoll_poll,
	.release = epoll_release,
};

static void collect_real(struct real_set *set, int fd, short events)
{
	struct fake_file *file = fake_file_find(fd);

	if (!file) {
		if (set->count == WATCHED_MAX)
			abort();
		set->fds[set->count++] = (struct pollfd){.fd = fd, .events = events};
	} else if (file->ops == &epoll_ops) {
		const struct epoll *epoll = file->object;

		for (unsigned int i = 0; i < epoll->count; i++)
			if (epoll->watched[i].events)
				collect_real(set, epoll->watched[i].fd, epoll->watched[i].events);
	}
}

static int look(struct pollfd *fds, nfds_t count)
{
	int found = 0;

	for (nfds_t i = 0; i < count; i++) {
		fds[i].revents = fds[i].fd < 0 ? 0 : readiness(fds[i].fd, fds[i].events);
		found += fds[i].revents != 0;
	}
	return found;
}

int fake_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	int64_t deadline = timeout_ms < 0 ? FAKE_FOREVER : fake_now() + timeout_ms * INT64_C(1000000);
	struct real_set set = {.count = 0};
	int found, result;

	for (nfds_t i = 0; i < count; i++)
		if (fds[i].fd >= 0)
			collect_real(&set, fds[i].fd, fds[i].events);
	for (;;) {
		found = look(fds, count);
		if (found || fake_now() >= deadline)
			return found;
		result = fake_pass_time(deadline, set.fds, set.count);
		if (result < 0)
			return result;
	}
}

int fake_epoll_new(void)
{
	return fake_file_open(&epoll_ops, fake_new(sizeof(struct epoll)), fake_text("epoll"), -1)->fd;
}

static short poll_events(uint32_t events)
{
	return (short)((events & EPOLLIN ? POLLIN : 0) | (events & EPOLLOUT ? POLLOUT : 0));
}

int fake_epoll_set(struct fake_file *file, int fd, uint32_t events)
{
	struct epoll *epoll;

	if (file->ops != &epoll_ops)
		return -EINVAL;
	epoll = file->object;
	for (unsigned int i = 0; i < epoll->count; i++) {
		if (epoll->watched[i].fd == fd) {
			epoll->watched[i].events = poll_events(events);
			return 0;
		}
	}
	if (epoll->count == WATCHED_MAX)
		return -ENOSPC;
	epoll->watched[epoll->count++] = (struct watch){.fd = fd, .events = poll_events(events)};
	return 0;
}
