/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which network interface leads to a host; a part of the table in sys.c. */
#include <errno.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sys.h"

/* The same host address, whatever the port. */
static bool is_same(const struct sockaddr *a, const struct sockaddr *b)
{
	if (a->sa_family != b->sa_family)
		return false;
	if (a->sa_family == AF_INET)
		return ((const struct sockaddr_in *)a)->sin_addr.s_addr ==
		       ((const struct sockaddr_in *)b)->sin_addr.s_addr;
	return a->sa_family == AF_INET6 &&
	       memcmp(&((const struct sockaddr_in6 *)a)->sin6_addr, &((const struct sockaddr_in6 *)b)->sin6_addr,
		      sizeof(struct in6_addr)) == 0;
}

static void name_interface(const struct sockaddr *local, char *interface, size_t size)
{
	struct ifaddrs *all;

	if (getifaddrs(&all) < 0)
		return;
	for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
		if (one->ifa_addr != NULL && is_same(one->ifa_addr, local)) {
			snprintf(interface, size, "%s", one->ifa_name);
			break;
		}
	}
	freeifaddrs(all);
}

/* Connecting a datagram socket sends nothing, but chooses the way. */
static int look_along(const struct addrinfo *to, char *interface, size_t size)
{
	struct sockaddr_storage local;
	socklen_t length = sizeof(local);
	int fd = socket(to->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (connect(fd, to->ai_addr, to->ai_addrlen) < 0 || getsockname(fd, (struct sockaddr *)&local, &length) < 0)
		ret = -errno;
	else
		name_interface((const struct sockaddr *)&local, interface, size);
	close(fd);
	return ret;
}

int sys_linux_route(const char *host, const char *port, char *interface, size_t size)
{
	const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
	struct addrinfo *found;
	int ret;

	interface[0] = '\0';
	ret = getaddrinfo(host, port, &hints, &found);
	if (ret == EAI_NONAME || ret == EAI_FAIL || ret == EAI_AGAIN)
		return -ENOENT;
	if (ret != 0)
		return ret == EAI_SYSTEM ? -errno : -EINVAL;
	ret = look_along(found, interface, size);
	freeaddrinfo(found);
	return ret;
}
