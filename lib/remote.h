/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A context at the other end of a link, reached through libiio. */
#ifndef IIODMA_LIB_REMOTE_H
#define IIODMA_LIB_REMOTE_H

#include <iiodma/link.h>
#include <iiodma/types.h>

#include "device.h"
#include "libiio.h"

/* What late calls and streams that do not end in time share with the context: the last one to put it ends the session. */
struct remote_session;

struct remote {
	char *uri;
	struct caller *caller; /* makes the calls; its state is the session */
	int64_t timeout_ns;    /* the longest wait for an answer; negative = forever */
	int64_t patience_ns;   /* what libiio was told to be patient for */
	bool silent;           /* a stream waits in vain: no answer is expected soon */
	int64_t silent_ns;     /* since when the server owes an answer; 0 = it does not */
	struct iiodma_link link;
};

/* Connect within @timeout_ns, look at the versions and the link. 0 or -errno with error text. Closed with remote_close(). */
int remote_open(const char *uri, int64_t timeout_ns, struct remote **ret_remote);
void remote_close(struct remote *remote);

struct iio_context *remote_context(const struct remote *remote);

struct remote_session *remote_session_get(const struct remote *remote);
void remote_session_put(struct remote_session *session);

/* The same time limit for every connection from here on, and patience enough for requests that take @request_ns. */
int remote_set_timeout(struct remote *remote, int64_t timeout_ns, int64_t request_ns);

/* How long libiio itself waits: long enough for our own limit to strike first, and 0 (for ever) when there is none. */
unsigned int remote_patience_ms(int64_t patience_ns);

/* Whether the connection has been lost. */
bool remote_is_broken(const struct remote *remote);

/* An error of libiio on the connection of @remote: -ENODEV with "device disconnected" where the peer has gone, else with @step. */
int remote_explain(const struct remote *remote, int error, const char *step);

/* What device.c does with files, done by the server, and the rest of what a remote context does its own way. */
extern const struct context_ops remote_ops;

/* How many blocks the server's kernel is to keep. A server that cannot be told keeps its own number. */
int remote_set_kernel_buffers(const struct iiodma_device *device, unsigned int count);

#endif
