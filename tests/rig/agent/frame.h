/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words between host and guest on the rig's one serial port.
 *
 * A frame is one type byte, the payload's length (32 bit, little endian) and the payload. One
 * port keeps everything in order: when the host has seen FRAME_EXIT it has seen all output.
 */
#ifndef RIG_FRAME_H
#define RIG_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_type {
	FRAME_HELLO = 'h',  /* guest: ready, standard input may come */
	FRAME_STDIN = 'i',  /* host: bytes for the command, none = end of input */
	FRAME_STDOUT = 'o', /* guest: bytes from the command */
	FRAME_STDERR = 'e', /* guest: bytes from the command */
	FRAME_EXIT = 'x',   /* guest: how the command ended, as text: "exit N" or "signal N" */
	FRAME_CLOSED = 'c', /* host: the reader of the stream named by the one payload byte went away */
	FRAME_BYE = 'q',    /* host: all is received, the guest may go down */
};

enum {
	FRAME_HEADER = 5,
	FRAME_PAYLOAD = 16 * 1024, /* fits in one write to a virtio port together with its header */
};

struct frame {
	size_t have; /* bytes of header and payload gathered so far */
	uint8_t bytes[FRAME_HEADER + FRAME_PAYLOAD];
};

/* Fills in the header for a payload that is already in place; returns the frame's whole size. */
size_t frame_seal(struct frame *frame, enum frame_type type, size_t payload);

size_t frame_payload(const struct frame *frame);

/*
 * Reads once and adds what came to the frame. Returns 1 when the frame is complete, 0 when more
 * is to come, -1 at end of file, on an error or on a length no sender of ours makes. The caller
 * sets frame->have to 0 before the next frame.
 */
int frame_receive(struct frame *frame, int fd);

/* Writes everything, waiting where it must. */
bool write_all(int fd, const void *bytes, size_t count);

#endif
