/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The inside of the fake iiod: fake_iiod.c serves connections, fake_board.c is the board behind them. */
#ifndef FAKE_IIOD_INSIDE_H
#define FAKE_IIOD_INSIDE_H

#include "fake_iiod.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/types.h>

#define BOARD_INPUT 0
#define BOARD_OUTPUT 1

/* One of the two buffers. */
struct board_buffer {
	bool is_open;
	uint32_t mask;
	size_t sample_bytes;
	size_t samples; /* of OPEN */
	unsigned int kernel_buffers;
	int64_t open_ns;
	int64_t played_until_ns;
	uint64_t position; /* samples since OPEN */
	uint64_t bytes;    /* since OPEN */
	unsigned int paused;
};

struct fake_iiod {
	pthread_mutex_t lock;
	struct fake_iiod_behaviour how;
	struct board_buffer buffers[2];
	char sampling_frequency[32];
	uint32_t selected; /* register */
	uint8_t *played;
	size_t played_bytes, played_room;
	FILE *log, *played_file;
	int64_t link_free_ns; /* when the shared link has carried all so far */

	int listener;
	uint16_t port;
	bool stopping;
	unsigned int connections, threads;
	int sockets[256]; /* of live connections, -1 = free */
	pthread_cond_t ended;
	pthread_t accepter;
};

int64_t board_now_ns(void);

/* False when the client at @fd has hung up meanwhile. */
bool board_sleep_until(int64_t ns, int fd);

extern const char board_xml[];

/* Index of the buffer of device "iio:deviceN", or -1. */
int board_find(const char *device);

/* Answers are lengths or negative errno. */
int board_open(struct fake_iiod *iiod, int index, size_t samples, uint32_t mask, bool cyclic);
void board_close(struct fake_iiod *iiod, int index);

/* Wait until the next @samples are due; fill them in. Both false when the client at @fd has hung up. */
bool board_take(struct fake_iiod *iiod, struct board_buffer *buffer, void *data, size_t samples, int fd);
/* Wait until the kernel's queue has room; play. */
bool board_give(struct fake_iiod *iiod, struct board_buffer *buffer, const void *data, size_t samples, int fd);

int board_read_attr(struct fake_iiod *iiod, const char *device, const char *path, char *text, size_t size);
int board_write_attr(struct fake_iiod *iiod, const char *device, const char *path, const char *text);

#endif
