/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Being told to stop. The first SIGINT or SIGTERM asks for an orderly end: it cancels the streams on watch and keeps
 * interrupting blocking calls until signals_settled(). The second ends the program at once. SIGPIPE is ignored: a write
 * to a closed pipe answers EPIPE.
 *
 * All calls belong to the main thread; other threads must have SIGINT and SIGTERM blocked or not mind the interruption.
 */
#ifndef TOOLS_SIGNALS_H
#define TOOLS_SIGNALS_H

#include <stdbool.h>

#include "exit_status.h"

struct iiodma_stream;

#define SIGNALS_STREAMS_MAX 8

/* Also takes SIGINT back where a shell had it ignored for a background job. */
void signals_install(void);

/*
 * Streams to cancel when told to stop; cancelled at once if that has happened already. Watch after
 * iiodma_stream_start(), which forgets an earlier cancel.
 */
void signals_watch(struct iiodma_stream *stream);
void signals_unwatch(struct iiodma_stream *stream);

bool signals_stopped(void);

/* The blocking part is over: what follows is clean-up that nothing should interrupt, except a second signal. */
void signals_settled(void);

/* EXIT_STATUS_INTERRUPTED or EXIT_STATUS_TERMINATED once stopped, else EXIT_STATUS_DONE. */
enum exit_status signals_exit_status(void);

#endif
