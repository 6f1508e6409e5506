/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An iiod that does what a real one cannot be made to do: answer late, stall, close, refuse, be of another version. It speaks the text
 * protocol of libiio 0.x on 127.0.0.1 and serves one AD9361-like board:
 *
 *   ad9361-phy              no buffer; the sample rate
 *   cf-ad9361-lpc           input, voltage0…3: sample n since OPEN has n's lower half in even channels, its upper half in odd ones
 *   cf-ad9361-dds-core-lpc  output, voltage0…3: what is played is kept
 *
 * Input is paced by the rate and never lost: the source waits when the kernel's blocks are full. Output is taken as fast as it is played, with room for the kernel's blocks.
 */
#ifndef FAKE_IIOD_H
#define FAKE_IIOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_IIOD_NEVER UINT64_MAX

/* What it does. May be changed while it runs; what is asked next goes by it. */
struct fake_iiod_behaviour {
	double rate;                  /* samples per second of both directions; 0 = as fast as it goes */
	char version[32];             /* "0.24" */
	int64_t request_delay_ns;     /* before each READBUF and WRITEBUF is answered */
	int64_t jitter_ns;            /* the same, up to so long */
	unsigned int late_connection; /* number of the connection, from 1, that is served late; 0 = none */
	int64_t late_ns;
	uint64_t pause_bytes;           /* a pause of input after every so many bytes since OPEN … */
	int64_t pause_ns;               /* … so long … */
	unsigned int pauses;            /* … so often */
	uint64_t close_bytes;           /* the connection is reset in mid-answer after so many bytes since OPEN */
	int open_error;                 /* answer to OPEN, negative errno; 0 = none */
	int cyclic_error;               /* the same when it is cyclic */
	int read_error;                 /* answer to READBUF once close_bytes have been sent, instead of a reset */
	uint64_t link_bytes_per_second; /* of both directions together; 0 = no limit */
	bool swapped;                   /* the kernel's first two blocks come in the wrong order */
	uint32_t status;                /* bits of register 0x80000088, until cleared */
};

struct fake_iiod;

/* Serve on @port (0 = any free one). NULL on failure. */
struct fake_iiod *fake_iiod_start(uint16_t port, const struct fake_iiod_behaviour *behaviour);

/* Close every connection, end every thread. */
void fake_iiod_stop(struct fake_iiod *iiod);

uint16_t fake_iiod_port(const struct fake_iiod *iiod);

struct fake_iiod_behaviour fake_iiod_behaviour(struct fake_iiod *iiod);
void fake_iiod_behave(struct fake_iiod *iiod, const struct fake_iiod_behaviour *behaviour);

/* One line for every command but READ, WRITE and VERSION, and "connect N", to @path; before the first connection. */
void fake_iiod_log(struct fake_iiod *iiod, const char *path);
void fake_iiod_played_to(struct fake_iiod *iiod, const char *path);

/* Connections so far; buffers open now. */
unsigned int fake_iiod_connections(struct fake_iiod *iiod);
unsigned int fake_iiod_open_buffers(struct fake_iiod *iiod);

/* What was played since the start, up to @size bytes into @data. Returns how much it was. */
size_t fake_iiod_played(struct fake_iiod *iiod, void *data, size_t size);

#endif
