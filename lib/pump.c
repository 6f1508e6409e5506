/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pump.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "device.h"
#include "sys.h"

/* A buffer that somebody is just letting go of is asked for again, as buffer_node.c does. */
#define BUSY_PATIENCE_NS INT64_C(600000000)
#define BUSY_PAUSE_NS INT64_C(10000000)

/* What an orderly end may take, what a cancelled one, and how often the cancel is repeated: one may come too early for libiio. */
#define ORDERLY_NS INT64_C(100000000)
#define HURRIED_NS INT64_C(500000000)
#define CANCEL_AGAIN_NS INT64_C(2000000)

enum stage {
	IDLE,
	OPENING,
	RUNNING,
	ENDED, /* with an error, or because it was told to stop */
};

/*
 * Blocks are numbered since start; number n lives in slot n % slots. Input: the thread fills, produced of them are ready or were,
 * released of them were given back. Output: the caller produces, the thread releases what it has copied out.
 */
struct pump {
	struct pump_setup setup;
	struct remote *remote; /* the owner's: the thread uses only the session */
	struct remote_session *session;
	struct iio_device *device;
	bool is_input;
	unsigned char *memory;
	size_t stride;
	size_t *bytes;            /* of each slot's block */
	unsigned char *beginning; /* input: the first block of the server's kernel, until its order is known */
	int ready_fd;

	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned int users;
	enum stage stage;
	int error; /* why it ended */
	bool stopping;
	bool flushing; /* output: what is there is the end */
	bool flushed;
	struct iio_buffer *buffer; /* while it can be cancelled */
	uint64_t produced;
	uint64_t released;
	uint64_t waited; /* number of the block that the caller has come to */
	size_t filled;   /* input: bytes in slot produced % slots */
	struct pump_counts counts;
};

static void free_pump(struct pump *pump)
{
	pthread_mutex_destroy(&pump->lock);
	pthread_cond_destroy(&pump->changed);
	remote_session_put(pump->session);
	if (pump->ready_fd >= 0)
		sys->close(pump->ready_fd);
	free(pump->beginning);
	free(pump->bytes);
	free(pump->memory);
	free(pump);
}

static int init_sync(struct pump *pump)
{
	pthread_condattr_t attributes;
	int ret = pthread_condattr_init(&attributes);

	if (ret != 0)
		return -ret;
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_mutex_init(&pump->lock, NULL);
	ret = pthread_cond_init(&pump->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	return -ret;
}

int pump_new(const struct pump_setup *setup, struct pump **ret_pump)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct pump *pump = calloc(1, sizeof(*pump));
	int ret = pump != NULL ? init_sync(pump) : -ENOMEM;

	if (ret < 0) {
		free(pump);
		return ret;
	}
	pump->setup = *setup;
	pump->setup.channels = NULL; /* the caller's array */
	pump->remote = setup->buffer->device->context->remote;
	pump->session = remote_session_get(pump->remote);
	pump->device = setup->buffer->device->remote;
	pump->is_input = setup->buffer->direction == IIODMA_INPUT;
	pump->users = 1;
	pump->stride = (setup->block_bytes + page - 1) / page * page;
	pump->bytes = calloc(setup->slots, sizeof(*pump->bytes));
	pump->ready_fd = sys->event_new();
	if (pump->stride <= SIZE_MAX / setup->slots)
		pump->memory = aligned_alloc(page, pump->stride * setup->slots);
	if (setup->kernel_block_bytes > 0)
		pump->beginning = malloc(setup->kernel_block_bytes);
	if (pump->bytes == NULL || pump->memory == NULL || pump->ready_fd < 0 ||
	    (setup->kernel_block_bytes > 0 && pump->beginning == NULL)) {
		free_pump(pump);
		return -ENOMEM;
	}
	*ret_pump = pump;
	return 0;
}

void pump_free(struct pump *pump)
{
	if (pump != NULL)
		free_pump(pump);
}

static unsigned char *slot_data(const struct pump *pump, uint64_t number)
{
	return pump->memory + pump->stride * (size_t)(number % pump->setup.slots);
}

void *pump_data(struct pump *pump, uint64_t number)
{
	return slot_data(pump, number);
}

int pump_ready_fd(const struct pump *pump)
{
	return pump->ready_fd;
}

void pump_announce(struct pump *pump)
{
	sys->event_set(pump->ready_fd);
}

struct pump_counts pump_counts(struct pump *pump)
{
	struct pump_counts counts;

	pthread_mutex_lock(&pump->lock);
	counts = pump->counts;
	pthread_mutex_unlock(&pump->lock);
	return counts;
}

/* --- the thread; what is named _locked is called locked --- */

static void tell_caller_locked(struct pump *pump)
{
	sys->event_set(pump->ready_fd);
	pthread_cond_broadcast(&pump->changed);
}

static void end_locked(struct pump *pump, int error)
{
	if (pump->stage != ENDED) {
		pump->stage = ENDED;
		pump->error = error;
	}
	tell_caller_locked(pump);
}

static size_t request_samples(const struct pump *pump)
{
	return pump->setup.block_bytes / pump->setup.sample_bytes * pump->setup.request_blocks;
}

static bool is_stopping(struct pump *pump)
{
	bool stopping;

	pthread_mutex_lock(&pump->lock);
	stopping = pump->stopping;
	pthread_mutex_unlock(&pump->lock);
	return stopping;
}

static int open_buffer(struct pump *pump, struct iio_buffer **ret_buffer)
{
	const int64_t start_ns = sys->clock_ns();
	int ret;

	for (;;) {
		ret = libiio->buffer_open(pump->device, request_samples(pump), pump->setup.cyclic, ret_buffer);
		if (ret != -EBUSY || is_stopping(pump) || sys->clock_ns() - start_ns >= BUSY_PATIENCE_NS)
			return ret;
		sys->sleep_ns(BUSY_PAUSE_NS);
	}
}

static void wait_full_locked(struct pump *pump)
{
	const int64_t start_ns = sys->clock_ns();

	pump->counts.ring_full_count++;
	while (!pump->stopping && pump->produced - pump->released >= pump->setup.slots)
		pthread_cond_wait(&pump->changed, &pump->lock);
	pump->counts.ring_full_ns += sys->clock_ns() - start_ns;
}

static void publish_locked(struct pump *pump)
{
	pump->bytes[pump->produced % pump->setup.slots] = pump->filled;
	pump->filled = 0;
	pump->counts.answered_ns = sys->clock_ns();
	if (pump->produced++ <= pump->waited)
		sys->event_set(pump->ready_fd);
}

/* Put what was received into the ring. False when told to stop. */
static bool distribute(struct pump *pump, const unsigned char *data, size_t bytes)
{
	while (bytes > 0) {
		size_t room = pump->setup.block_bytes - pump->filled;
		size_t part = bytes < room ? bytes : room;
		bool stopping;

		pthread_mutex_lock(&pump->lock);
		if (pump->produced - pump->released >= pump->setup.slots)
			wait_full_locked(pump);
		stopping = pump->stopping;
		pthread_mutex_unlock(&pump->lock);
		if (stopping)
			return false;
		memcpy(slot_data(pump, pump->produced) + pump->filled, data, part);
		data += part;
		bytes -= part;
		pump->filled += part;
		if (pump->filled < pump->setup.block_bytes)
			continue;
		pthread_mutex_lock(&pump->lock);
		publish_locked(pump);
		pthread_mutex_unlock(&pump->lock);
	}
	return true;
}

/* Whole samples that did not make a block are worth as much as others. */
static void publish_rest(struct pump *pump)
{
	pthread_mutex_lock(&pump->lock);
	pump->filled -= pump->filled % pump->setup.sample_bytes;
	if (pump->filled > 0)
		publish_locked(pump);
	pthread_mutex_unlock(&pump->lock);
}

/* One request. Returns the bytes received or -errno. */
static ssize_t receive(struct pump *pump)
{
	ssize_t got = libiio->buffer_refill(pump->buffer);

	if (got == 0)
		return -EPIPE;
	/* A server that does not pick channels out sends all that anybody has enabled. */
	if (got > 0 && libiio->buffer_sample_bytes(pump->buffer) != pump->setup.sample_bytes)
		return -ENOTSUP;
	return got;
}

/* Receive one block of the server's kernel into @data, or nowhere when that is NULL. 0, -ECANCELED or -errno. */
static int receive_kernel_block(struct pump *pump, unsigned char *data)
{
	size_t done = 0;

	while (done < pump->setup.kernel_block_bytes) {
		ssize_t got = is_stopping(pump) ? -ECANCELED : receive(pump);

		if (got < 0)
			return (int)got;
		if ((size_t)got > pump->setup.kernel_block_bytes - done)
			return -EPROTO;
		if (data != NULL)
			memcpy(data + done, libiio->buffer_data(pump->buffer), (size_t)got);
		done += (size_t)got;
	}
	return 0;
}

/* False also when it cannot be known. */
static bool nothing_else_finished(struct pump *pump)
{
	char text[32];

	return libiio->attr_read(pump->device, ATTRIBUTE_BUFFER, "data_available", text, sizeof(text)) > 0 &&
	       strtoull(text, NULL, 10) == 0;
}

/*
 * The server reads from its kernel as backend_fileio.c does from ours, and gets the first two blocks of a start swapped as often:
 * the same look, from further away. Returns 0, 1 when the order was certain, so that @data is the beginning, or -errno.
 */
static int settle_order(struct pump *pump, unsigned char *data)
{
	int ret = receive_kernel_block(pump, data);

	if (ret < 0)
		return ret;
	if (nothing_else_finished(pump))
		return 1;
	ret = receive_kernel_block(pump, NULL);
	pthread_mutex_lock(&pump->lock);
	pump->counts.discarded_bytes += (uint64_t)pump->setup.kernel_block_bytes * (ret == 0 ? 2 : 1);
	pthread_mutex_unlock(&pump->lock);
	return ret;
}

static int receive_first(struct pump *pump)
{
	int ret;

	if (pump->beginning == NULL)
		return 0;
	ret = settle_order(pump, pump->beginning);
	if (ret > 0)
		ret = distribute(pump, pump->beginning, pump->setup.kernel_block_bytes) ? 0 : -ECANCELED;
	return ret;
}

static int receive_all(struct pump *pump)
{
	ssize_t got = receive_first(pump);

	while (got >= 0 && !is_stopping(pump)) {
		got = receive(pump);
		if (got > 0 && !distribute(pump, libiio->buffer_data(pump->buffer), (size_t)got))
			break;
	}
	if (got >= 0)
		return -ECANCELED;
	publish_rest(pump);
	return (int)got;
}

/* Wait for blocks to send. Returns how many there are; 0 = the end is to be flushed, or to stop. */
static unsigned int wait_for_blocks(struct pump *pump)
{
	uint64_t there;

	pthread_mutex_lock(&pump->lock);
	while (!pump->stopping && pump->produced == pump->released && (!pump->flushing || pump->flushed))
		pthread_cond_wait(&pump->changed, &pump->lock);
	there = pump->stopping ? 0 : pump->produced - pump->released;
	pthread_mutex_unlock(&pump->lock);
	return there < pump->setup.request_blocks ? (unsigned int)there : pump->setup.request_blocks;
}

/* Copy @count blocks together; they are the caller's again before they are sent. */
static size_t collect(struct pump *pump, unsigned char *data, unsigned int count)
{
	size_t total = 0;

	for (unsigned int i = 0; i < count; i++) {
		const size_t bytes = pump->bytes[(pump->released + i) % pump->setup.slots];

		memcpy(data + total, slot_data(pump, pump->released + i), bytes);
		total += bytes;
	}
	pthread_mutex_lock(&pump->lock);
	if (pump->released <= pump->waited)
		sys->event_set(pump->ready_fd);
	pump->released += count;
	pthread_mutex_unlock(&pump->lock);
	return total;
}

static int push(struct pump *pump, size_t bytes)
{
	ssize_t put = libiio->buffer_push(pump->buffer, bytes / pump->setup.sample_bytes);

	pthread_mutex_lock(&pump->lock);
	if (put >= 0)
		pump->counts.pushed_bytes += bytes;
	pump->counts.answered_ns = sys->clock_ns();
	pthread_mutex_unlock(&pump->lock);
	return put < 0 ? (int)put : 0;
}

/* The server's kernel plays whole blocks only. */
static int push_padding(struct pump *pump)
{
	const size_t most = request_samples(pump) * pump->setup.sample_bytes;
	size_t over = (size_t)(pump->counts.pushed_bytes % pump->setup.tail_bytes);
	size_t left = over > 0 && !pump->setup.cyclic ? pump->setup.tail_bytes - over : 0;
	int ret = 0;

	while (left > 0 && ret == 0) {
		size_t part = left < most ? left : most;

		memset(libiio->buffer_data(pump->buffer), 0, part);
		ret = push(pump, part);
		left -= part;
		pump->counts.padding_bytes += part;
	}
	pthread_mutex_lock(&pump->lock);
	pump->flushed = ret == 0;
	tell_caller_locked(pump);
	pthread_mutex_unlock(&pump->lock);
	return ret;
}

static int send_all(struct pump *pump)
{
	int ret = 0;

	while (ret == 0 && !is_stopping(pump)) {
		unsigned int count = wait_for_blocks(pump);

		if (count > 0)
			ret = push(pump, collect(pump, libiio->buffer_data(pump->buffer), count));
		else if (!is_stopping(pump))
			ret = push_padding(pump);
	}
	return ret < 0 ? ret : -ECANCELED;
}

static void work(struct pump *pump)
{
	struct iio_buffer *buffer = NULL;
	int ret = open_buffer(pump, &buffer);

	pthread_mutex_lock(&pump->lock);
	pump->buffer = buffer;
	if (ret == 0)
		pump->stage = RUNNING;
	tell_caller_locked(pump);
	pthread_mutex_unlock(&pump->lock);
	if (ret == 0)
		ret = pump->is_input ? receive_all(pump) : send_all(pump);
	pthread_mutex_lock(&pump->lock);
	pump->buffer = NULL;
	end_locked(pump, ret);
	pthread_mutex_unlock(&pump->lock);
	if (buffer != NULL)
		libiio->buffer_close(buffer);
}

static void *run(void *argument)
{
	struct pump *pump = argument;
	bool last;

	work(pump);
	pthread_mutex_lock(&pump->lock);
	last = --pump->users == 0;
	pthread_cond_broadcast(&pump->changed);
	pthread_mutex_unlock(&pump->lock);
	if (last)
		free_pump(pump);
	return NULL;
}

/* --- the caller --- */

static int start_thread(struct pump *pump)
{
	pthread_attr_t attributes;
	sigset_t before, all;
	pthread_t thread;
	int ret;

	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pump->users++;
	ret = pthread_create(&thread, &attributes, run, pump);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	if (ret != 0)
		pump->users--;
	return -ret;
}

static int wait_ready_fd(struct pump *pump, const struct wait_limit *limit, int cancel_fd)
{
	struct pollfd fds[] = {
		{.fd = pump->ready_fd, .events = POLLIN},
		{.fd = cancel_fd, .events = POLLIN},
	};

	return wait_ready(fds, 2, limit, pump->setup.buffer->device);
}

static int wait_opened(struct pump *pump, int cancel_fd)
{
	const struct wait_limit limit = {.start_ns = sys->clock_ns(), .timeout_ns = pump->remote->timeout_ns};
	int ret = 0;

	for (;;) {
		pthread_mutex_lock(&pump->lock);
		if (pump->stage == OPENING)
			ret = 1;
		else
			ret = pump->stage == ENDED ? pump->error : 0;
		sys->event_clear(pump->ready_fd);
		/* Blocks that came meanwhile, and room for output, are announced once more. */
		if (ret == 0 && (!pump->is_input || pump->produced > 0))
			sys->event_set(pump->ready_fd);
		pthread_mutex_unlock(&pump->lock);
		if (ret <= 0)
			return ret;
		ret = wait_ready_fd(pump, &limit, cancel_fd);
		if (ret < 0)
			return ret;
	}
}

int pump_start(struct pump *pump, int cancel_fd)
{
	int ret;

	pump->stage = OPENING;
	pump->error = 0;
	pump->stopping = false;
	pump->flushing = false;
	pump->flushed = false;
	pump->produced = 0;
	pump->released = 0;
	pump->waited = 0;
	pump->filled = 0;
	pump->counts = (struct pump_counts){0};
	sys->event_clear(pump->ready_fd);
	ret = start_thread(pump);
	if (ret == 0)
		ret = wait_opened(pump, cancel_fd);
	else
		pump->stage = IDLE;
	return ret;
}

/* Wait, locked, for the thread to end. */
static bool wait_ended_locked(struct pump *pump, int64_t timeout_ns)
{
	struct timespec end;
	int ret = 0;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_nsec += (long)timeout_ns;
	if (end.tv_nsec >= 1000000000) {
		end.tv_sec++;
		end.tv_nsec -= 1000000000;
	}
	while (pump->users > 1 && ret == 0)
		ret = pthread_cond_timedwait(&pump->changed, &pump->lock, &end);
	return pump->users == 1;
}

static bool cancel_until_ended_locked(struct pump *pump)
{
	bool ended = false;

	for (int64_t passed_ns = 0; passed_ns < HURRIED_NS && !ended; passed_ns += CANCEL_AGAIN_NS) {
		if (pump->buffer != NULL)
			libiio->buffer_cancel(pump->buffer);
		ended = wait_ended_locked(pump, CANCEL_AGAIN_NS);
	}
	return ended;
}

bool pump_stop(struct pump *pump, bool hurry)
{
	bool ended;

	pthread_mutex_lock(&pump->lock);
	if (pump->stage == IDLE) {
		pthread_mutex_unlock(&pump->lock);
		return true;
	}
	pump->stopping = true;
	pthread_cond_broadcast(&pump->changed);
	ended = !hurry && wait_ended_locked(pump, ORDERLY_NS);
	if (!ended)
		ended = cancel_until_ended_locked(pump);
	if (ended)
		pump->stage = IDLE;
	else
		pump->users--; /* the thread's alone now */
	pthread_mutex_unlock(&pump->lock);
	return ended;
}

void pump_submit(struct pump *pump, uint64_t number, size_t bytes)
{
	pthread_mutex_lock(&pump->lock);
	if (pump->is_input) {
		pump->released = number + 1;
	} else {
		pump->bytes[number % pump->setup.slots] = bytes;
		pump->produced = number + 1;
		pump->flushed = false;
		pump->flushing = false;
	}
	pthread_cond_broadcast(&pump->changed);
	pthread_mutex_unlock(&pump->lock);
}

/* What there is to say about block @number now; 1 = nothing yet. */
static ssize_t look(struct pump *pump, uint64_t number)
{
	ssize_t ret = 1;

	pthread_mutex_lock(&pump->lock);
	pump->waited = number;
	if ((pump->is_input ? pump->produced : pump->released) > number)
		ret = 0;
	else if (pump->stage == ENDED)
		ret = pump->error;
	else
		sys->event_clear(pump->ready_fd);
	pthread_mutex_unlock(&pump->lock);
	return ret;
}

ssize_t pump_wait(struct pump *pump, uint64_t number, const struct wait_limit *limit, int cancel_fd)
{
	for (;;) {
		ssize_t ret = look(pump, number);

		if (ret == 0)
			return pump->is_input ? (ssize_t)pump->bytes[number % pump->setup.slots] : 0;
		if (ret > 0)
			ret = wait_ready_fd(pump, limit, cancel_fd);
		if (ret < 0)
			return ret;
	}
}

static int look_flushed(struct pump *pump)
{
	int ret = 1;

	pthread_mutex_lock(&pump->lock);
	pump->flushing = true;
	pthread_cond_broadcast(&pump->changed);
	if (pump->flushed && pump->produced == pump->released)
		ret = 0;
	else if (pump->stage == ENDED)
		ret = pump->error;
	else
		sys->event_clear(pump->ready_fd);
	pthread_mutex_unlock(&pump->lock);
	return ret;
}

int pump_flush(struct pump *pump, const struct wait_limit *limit, int cancel_fd)
{
	for (;;) {
		int ret = look_flushed(pump);

		if (ret > 0)
			ret = wait_ready_fd(pump, limit, cancel_fd);
		else
			return ret;
		if (ret < 0)
			return ret;
	}
}
