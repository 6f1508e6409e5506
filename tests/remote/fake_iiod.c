/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fake_iiod_inside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE_MAX_BYTES 512
#define SOCKETS_MAX 256

struct connection {
	struct fake_iiod *iiod;
	int fd;
	unsigned int number;
	int opened; /* index of the buffer it opened, -1 = none */
};

/* --- bytes; all answer false when the connection is over --- */

static bool send_all(const struct connection *connection, const void *data, size_t bytes)
{
	const char *rest = data;

	while (bytes > 0) {
		ssize_t put = send(connection->fd, rest, bytes, MSG_NOSIGNAL);

		if (put <= 0)
			return false;
		rest += put;
		bytes -= (size_t)put;
	}
	return true;
}

static bool receive_all(const struct connection *connection, void *data, size_t bytes)
{
	char *rest = data;

	while (bytes > 0) {
		ssize_t got = recv(connection->fd, rest, bytes, 0);

		if (got <= 0)
			return false;
		rest += got;
		bytes -= (size_t)got;
	}
	return true;
}

__attribute__((format(printf, 2, 3))) static bool answer(const struct connection *connection, const char *format, ...)
{
	char text[LINE_MAX_BYTES];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return send_all(connection, text, (size_t)length);
}

static bool receive_line(const struct connection *connection, char line[LINE_MAX_BYTES])
{
	size_t length = 0;

	while (length + 1 < LINE_MAX_BYTES) {
		if (!receive_all(connection, line + length, 1))
			return false;
		if (line[length] == '\n')
			break;
		if (line[length] != '\r')
			length++;
	}
	line[length] = '\0';
	return true;
}

/* The client is told nothing: its next call finds a connection that was reset. */
static bool reset(const struct connection *connection)
{
	const struct linger now = {.l_onoff = 1};

	setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	return false;
}

static void write_log(struct fake_iiod *iiod, const char *line, unsigned int number)
{
	pthread_mutex_lock(&iiod->lock);
	if (iiod->log != NULL) {
		fprintf(iiod->log, "%s %u\n", line, number);
		fflush(iiod->log);
	}
	pthread_mutex_unlock(&iiod->lock);
}

static bool delay(const struct connection *connection)
{
	struct fake_iiod_behaviour how = fake_iiod_behaviour(connection->iiod);
	int64_t ns = how.request_delay_ns;

	if (how.jitter_ns > 0)
		ns += (int64_t)rand() % how.jitter_ns;
	return ns <= 0 || board_sleep_until(board_now_ns() + ns, connection->fd);
}

/* --- commands --- */

static bool serve_open(struct connection *connection, const char *device, const char *rest)
{
	const int index = board_find(device);
	unsigned long samples = 0;
	unsigned int mask = 0;
	int ret = -EINVAL;

	if (sscanf(rest, "%lu %x", &samples, &mask) == 2)
		ret = board_open(connection->iiod, index, samples, mask, strstr(rest, "CYCLIC") != NULL);
	if (ret == 0)
		connection->opened = index;
	return answer(connection, "%d\n", ret);
}

static bool serve_close(struct connection *connection)
{
	int ret = connection->opened >= 0 ? 0 : -ENXIO;

	if (connection->opened >= 0)
		board_close(connection->iiod, connection->opened);
	connection->opened = -1;
	return answer(connection, "%d\n", ret);
}

/* One answer of up to the samples of OPEN. */
static bool send_part(struct connection *connection, struct board_buffer *buffer, size_t bytes, bool with_mask)
{
	struct fake_iiod_behaviour how = fake_iiod_behaviour(connection->iiod);
	uint16_t *data = malloc(bytes);
	bool goes_on = data != NULL;
	bool breaks = how.close_bytes != 0 && buffer->bytes + bytes > how.close_bytes;

	if (goes_on && breaks && how.read_error != 0) {
		free(data);
		answer(connection, "%d\n", how.read_error);
		return true;
	}
	if (goes_on) {
		goes_on = board_take(connection->iiod, buffer, data, bytes / buffer->sample_bytes, connection->fd) &&
			  answer(connection, "%zu\n", bytes);
	}
	if (goes_on && with_mask)
		goes_on = answer(connection, "%08x\n", buffer->mask);
	if (goes_on)
		goes_on = send_all(connection, data, breaks ? bytes / 2 : bytes);
	free(data);
	return goes_on && breaks ? reset(connection) : goes_on;
}

static bool serve_readbuf(struct connection *connection, const char *rest)
{
	struct board_buffer *buffer;
	size_t left = strtoul(rest, NULL, 10);
	bool first = true;

	if (connection->opened != BOARD_INPUT)
		return answer(connection, "%d\n", -EBADF);
	buffer = &connection->iiod->buffers[BOARD_INPUT];
	if (!delay(connection))
		return false;
	while (left >= buffer->sample_bytes) {
		const size_t most = buffer->samples * buffer->sample_bytes;
		const size_t part = left < most ? left - left % buffer->sample_bytes : most;
		struct fake_iiod_behaviour how = fake_iiod_behaviour(connection->iiod);

		if (!send_part(connection, buffer, part, first))
			return false;
		if (how.read_error != 0 && how.close_bytes != 0 && buffer->bytes + part > how.close_bytes)
			return true;
		first = false;
		left -= part;
	}
	return true;
}

static bool serve_writebuf(struct connection *connection, const char *rest)
{
	struct board_buffer *buffer;
	struct fake_iiod_behaviour how = fake_iiod_behaviour(connection->iiod);
	size_t bytes = strtoul(rest, NULL, 10);
	char *data;
	bool goes_on;

	if (connection->opened != BOARD_OUTPUT)
		return answer(connection, "%d\n", -EBADF);
	buffer = &connection->iiod->buffers[BOARD_OUTPUT];
	data = malloc(bytes);
	goes_on =
		data != NULL && delay(connection) && answer(connection, "0\n") && receive_all(connection, data, bytes);
	if (goes_on && how.close_bytes != 0 && buffer->bytes + bytes > how.close_bytes)
		goes_on = reset(connection);
	if (goes_on) {
		goes_on = board_give(connection->iiod, buffer, data, bytes / buffer->sample_bytes, connection->fd) &&
			  answer(connection, "%zu\n", bytes);
	}
	free(data);
	return goes_on;
}

static bool serve_read(struct connection *connection, const char *device, const char *path)
{
	char text[LINE_MAX_BYTES] = "";
	int length = board_read_attr(connection->iiod, device, path, text, sizeof(text));

	if (length < 0)
		return answer(connection, "%d\n", length);
	return answer(connection, "%d\n", length) && send_all(connection, text, (size_t)length) &&
	       send_all(connection, "\n", 1);
}

/* "WRITE device PATH LENGTH", then the text. */
static bool serve_write(struct connection *connection, const char *device, char *path)
{
	char text[LINE_MAX_BYTES] = "", *length = strrchr(path, ' ');
	unsigned long bytes = length != NULL ? strtoul(length + 1, NULL, 10) : sizeof(text);

	if (bytes >= sizeof(text) || !receive_all(connection, text, bytes))
		return false;
	*length = '\0';
	return answer(connection, "%d\n", board_write_attr(connection->iiod, device, path, text));
}

static bool serve_set(struct connection *connection, const char *device, const char *rest)
{
	const int index = board_find(device);
	unsigned int count;

	if (index < 0 || sscanf(rest, "BUFFERS_COUNT %u", &count) != 1)
		return answer(connection, "%d\n", -EINVAL);
	pthread_mutex_lock(&connection->iiod->lock);
	connection->iiod->buffers[index].kernel_buffers = count;
	pthread_mutex_unlock(&connection->iiod->lock);
	return answer(connection, "0\n");
}

static bool serve_version(struct connection *connection)
{
	return answer(connection, "%s.%-7.7s\n", fake_iiod_behaviour(connection->iiod).version, "fake");
}

static bool serve(struct connection *connection, char *line)
{
	char command[32] = "", device[64] = "";
	int used = 0;
	char *rest;

	sscanf(line, "%31s %63s %n", command, device, &used);
	rest = used > 0 ? line + used : line + strlen(line);
	if (strcmp(command, "READ") != 0 && strcmp(command, "WRITE") != 0 && strcmp(command, "VERSION") != 0 &&
	    *command != '\0')
		write_log(connection->iiod, line, connection->number);
	if (strcmp(command, "") == 0)
		return true;
	if (strcmp(command, "EXIT") == 0)
		return false;
	if (strcmp(command, "VERSION") == 0)
		return serve_version(connection);
	if (strcmp(command, "PRINT") == 0)
		return answer(connection, "%zu\n", strlen(board_xml)) &&
		       send_all(connection, board_xml, strlen(board_xml)) && send_all(connection, "\n", 1);
	if (strcmp(command, "TIMEOUT") == 0)
		return answer(connection, "0\n");
	if (strcmp(command, "OPEN") == 0)
		return serve_open(connection, device, rest);
	if (strcmp(command, "CLOSE") == 0)
		return serve_close(connection);
	if (strcmp(command, "READBUF") == 0)
		return serve_readbuf(connection, rest);
	if (strcmp(command, "WRITEBUF") == 0)
		return serve_writebuf(connection, rest);
	if (strcmp(command, "READ") == 0)
		return serve_read(connection, device, rest);
	if (strcmp(command, "WRITE") == 0)
		return serve_write(connection, device, rest);
	if (strcmp(command, "SET") == 0)
		return serve_set(connection, device, rest);
	if (strcmp(command, "GETTRIG") == 0 || strcmp(command, "SETTRIG") == 0)
		return answer(connection, "0\n");
	return answer(connection, "%d\n", -EINVAL);
}

/* --- connections --- */

static void be_late(const struct connection *connection)
{
	struct fake_iiod_behaviour how = fake_iiod_behaviour(connection->iiod);

	if (how.late_connection == connection->number)
		board_sleep_until(board_now_ns() + how.late_ns, connection->fd);
}

static void forget(struct connection *connection)
{
	struct fake_iiod *iiod = connection->iiod;

	if (connection->opened >= 0)
		board_close(iiod, connection->opened);
	pthread_mutex_lock(&iiod->lock);
	for (unsigned int i = 0; i < SOCKETS_MAX; i++)
		if (iiod->sockets[i] == connection->fd)
			iiod->sockets[i] = -1;
	close(connection->fd);
	iiod->threads--;
	pthread_cond_broadcast(&iiod->ended);
	pthread_mutex_unlock(&iiod->lock);
	free(connection);
}

static void *run_connection(void *argument)
{
	struct connection *connection = argument;
	char line[LINE_MAX_BYTES];

	write_log(connection->iiod, "connect", connection->number);
	be_late(connection);
	while (receive_line(connection, line) && serve(connection, line))
		;
	forget(connection);
	return NULL;
}

static void take_connection(struct fake_iiod *iiod, int fd)
{
	struct connection *connection = calloc(1, sizeof(*connection));
	pthread_t thread;
	int yes = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	*connection = (struct connection){.iiod = iiod, .fd = fd, .opened = -1};
	pthread_mutex_lock(&iiod->lock);
	connection->number = ++iiod->connections;
	for (unsigned int i = 0; i < SOCKETS_MAX; i++) {
		if (iiod->sockets[i] == -1) {
			iiod->sockets[i] = fd;
			break;
		}
	}
	iiod->threads++;
	pthread_mutex_unlock(&iiod->lock);
	if (pthread_create(&thread, NULL, run_connection, connection) == 0)
		pthread_detach(thread);
	else
		forget(connection);
}

static void *accept_all(void *argument)
{
	struct fake_iiod *iiod = argument;

	for (;;) {
		int fd = accept(iiod->listener, NULL, NULL);

		if (fd < 0)
			return NULL;
		take_connection(iiod, fd);
	}
}

static bool listen_on(struct fake_iiod *iiod, uint16_t port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
	socklen_t length = sizeof(address);
	int yes = 1;

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	iiod->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	setsockopt(iiod->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(iiod->listener, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(iiod->listener, 64) < 0 ||
	    getsockname(iiod->listener, (struct sockaddr *)&address, &length) < 0)
		return false;
	iiod->port = ntohs(address.sin_port);
	return true;
}

struct fake_iiod *fake_iiod_start(uint16_t port, const struct fake_iiod_behaviour *behaviour)
{
	struct fake_iiod *iiod = calloc(1, sizeof(*iiod));

	if (iiod == NULL)
		return NULL;
	pthread_mutex_init(&iiod->lock, NULL);
	pthread_cond_init(&iiod->ended, NULL);
	for (unsigned int i = 0; i < SOCKETS_MAX; i++)
		iiod->sockets[i] = -1;
	fake_iiod_behave(iiod, behaviour);
	if (!listen_on(iiod, port) || pthread_create(&iiod->accepter, NULL, accept_all, iiod) != 0) {
		close(iiod->listener);
		free(iiod);
		return NULL;
	}
	return iiod;
}

void fake_iiod_stop(struct fake_iiod *iiod)
{
	shutdown(iiod->listener, SHUT_RDWR);
	pthread_join(iiod->accepter, NULL);
	close(iiod->listener);
	pthread_mutex_lock(&iiod->lock);
	for (unsigned int i = 0; i < SOCKETS_MAX; i++)
		if (iiod->sockets[i] != -1)
			shutdown(iiod->sockets[i], SHUT_RDWR);
	while (iiod->threads > 0)
		pthread_cond_wait(&iiod->ended, &iiod->lock);
	pthread_mutex_unlock(&iiod->lock);
	if (iiod->log != NULL)
		fclose(iiod->log);
	if (iiod->played_file != NULL)
		fclose(iiod->played_file);
	free(iiod->played);
	free(iiod);
}

uint16_t fake_iiod_port(const struct fake_iiod *iiod)
{
	return iiod->port;
}

struct fake_iiod_behaviour fake_iiod_behaviour(struct fake_iiod *iiod)
{
	struct fake_iiod_behaviour how;

	pthread_mutex_lock(&iiod->lock);
	how = iiod->how;
	pthread_mutex_unlock(&iiod->lock);
	return how;
}

void fake_iiod_behave(struct fake_iiod *iiod, const struct fake_iiod_behaviour *behaviour)
{
	pthread_mutex_lock(&iiod->lock);
	iiod->how = *behaviour;
	if (iiod->how.version[0] == '\0')
		snprintf(iiod->how.version, sizeof(iiod->how.version), "0.24");
	snprintf(iiod->sampling_frequency, sizeof(iiod->sampling_frequency), "%.0f", behaviour->rate);
	pthread_mutex_unlock(&iiod->lock);
}

void fake_iiod_log(struct fake_iiod *iiod, const char *path)
{
	iiod->log = fopen(path, "we");
}

void fake_iiod_played_to(struct fake_iiod *iiod, const char *path)
{
	iiod->played_file = fopen(path, "we");
}

unsigned int fake_iiod_connections(struct fake_iiod *iiod)
{
	unsigned int count;

	pthread_mutex_lock(&iiod->lock);
	count = iiod->connections;
	pthread_mutex_unlock(&iiod->lock);
	return count;
}

unsigned int fake_iiod_open_buffers(struct fake_iiod *iiod)
{
	unsigned int count;

	pthread_mutex_lock(&iiod->lock);
	count = (unsigned int)iiod->buffers[0].is_open + (unsigned int)iiod->buffers[1].is_open;
	pthread_mutex_unlock(&iiod->lock);
	return count;
}

size_t fake_iiod_played(struct fake_iiod *iiod, void *data, size_t size)
{
	size_t bytes;

	pthread_mutex_lock(&iiod->lock);
	bytes = iiod->played_bytes;
	if (bytes > 0 && size > 0)
		memcpy(data, iiod->played, bytes < size ? bytes : size);
	pthread_mutex_unlock(&iiod->lock);
	return bytes;
}
