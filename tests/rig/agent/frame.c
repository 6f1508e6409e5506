/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "frame.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

size_t frame_seal(struct frame *frame, enum frame_type type, size_t payload)
{
	frame->bytes[0] = (uint8_t)type;
	for (unsigned int i = 0; i < 4; i++)
		frame->bytes[1 + i] = (uint8_t)(payload >> (8 * i));
	frame->have = FRAME_HEADER + payload;
	return frame->have;
}

size_t frame_payload(const struct frame *frame)
{
	size_t payload = 0;

	for (unsigned int i = 0; i < 4; i++)
		payload |= (size_t)frame->bytes[1 + i] << (8 * i);
	return payload;
}

int frame_receive(struct frame *frame, int fd)
{
	size_t whole = FRAME_HEADER;
	ssize_t got;

	if (frame->have >= FRAME_HEADER)
		whole += frame_payload(frame);

	got = read(fd, frame->bytes + frame->have, whole - frame->have);
	if (got < 0)
		return errno == EINTR || errno == EAGAIN ? 0 : -1;
	if (got == 0)
		return -1;

	frame->have += (size_t)got;
	if (frame->have < FRAME_HEADER)
		return 0;
	if (frame_payload(frame) > FRAME_PAYLOAD)
		return -1;
	return frame->have == FRAME_HEADER + frame_payload(frame);
}

bool write_all(int fd, const void *bytes, size_t count)
{
	const uint8_t *next = bytes;

	while (count > 0) {
		ssize_t done = write(fd, next, count);

		if (done > 0) {
			next += done;
			count -= (size_t)done;
		} else if (done < 0 && errno == EAGAIN) {
			struct pollfd room = {.fd = fd, .events = POLLOUT};

			poll(&room, 1, -1);
		} else if (done < 0 && errno != EINTR) {
			return false;
		}
	}
	return true;
}
