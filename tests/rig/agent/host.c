/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rig-host RESULT LIMIT INPUT -- QEMU...: runs QEMU with one end of a socket as descriptor 3 and
 * relays the guest command's standard streams over it. INPUT is "stdin" to pass our standard input
 * on, "none" for an empty one. No VM outlives LIMIT seconds or this process. RESULT gets one line:
 *
 *   exit N, signal N   how the command ended in the guest
 *   limit              the time limit struck
 *   lost               QEMU ended and the command had not
 *   stuck              the command ended, the guest did not go down
 */
#define _GNU_SOURCE
#include "frame.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QEMU_FD = 3, POWER_OFF_SECONDS = 15 };

struct relay {
	int port;
	int input; /* -1 until the guest is ready and after the end of input */
	bool wants_input;
	/* To be told once the frame on its way is out. */
	bool stdout_closed, stderr_closed, owes_bye;
	struct frame received;
	struct frame sending;
	size_t sent;
	char result[64];
};

static void die(const char *what)
{
	fprintf(stderr, "rig-host: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static pid_t start_qemu(char **arguments, int fd)
{
	pid_t parent = getpid();
	pid_t child = fork();

	if (child < 0)
		die("fork");
	if (child > 0)
		return child;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	if (fd == QEMU_FD)
		fcntl(fd, F_SETFD, 0);
	else if (dup2(fd, QEMU_FD) < 0)
		die("dup2");
	/* QEMU must not eat the command's input, nor write between the bytes of its output. */
	dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	execvp(arguments[0], arguments);
	die(arguments[0]);
	return -1;
}

/* When the reader went away the command must hear of it, as it would without a VM between them. */
static void put(int fd, const struct frame *frame, bool *closed)
{
	if (!write_all(fd, frame->bytes + FRAME_HEADER, frame_payload(frame)))
		*closed = true;
}

static void take(struct relay *relay)
{
	const struct frame *frame = &relay->received;
	const char *text = (const char *)frame->bytes + FRAME_HEADER;

	switch ((enum frame_type)frame->bytes[0]) {
	case FRAME_HELLO:
		relay->input = relay->wants_input ? STDIN_FILENO : -1;
		if (!relay->wants_input)
			frame_seal(&relay->sending, FRAME_STDIN, 0);
		break;
	case FRAME_STDOUT:
		put(STDOUT_FILENO, frame, &relay->stdout_closed);
		break;
	case FRAME_STDERR:
		put(STDERR_FILENO, frame, &relay->stderr_closed);
		break;
	case FRAME_EXIT:
		snprintf(relay->result, sizeof(relay->result), "%.*s", (int)frame_payload(frame), text);
		relay->input = -1;
		relay->owes_bye = true;
		break;
	case FRAME_STDIN:
	case FRAME_CLOSED:
	case FRAME_BYE:
		break;
	}
	relay->received.have = 0;
}

static void read_input(struct relay *relay)
{
	ssize_t got = read(relay->input, relay->sending.bytes + FRAME_HEADER, FRAME_PAYLOAD);

	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (got <= 0) {
		relay->input = -1;
		got = 0;
	}
	frame_seal(&relay->sending, FRAME_STDIN, (size_t)got);
}

static bool send_some(struct relay *relay)
{
	ssize_t done = send(relay->port, relay->sending.bytes + relay->sent, relay->sending.have - relay->sent,
			    MSG_DONTWAIT | MSG_NOSIGNAL);

	if (done < 0)
		return errno == EAGAIN || errno == EINTR;
	relay->sent += (size_t)done;
	if (relay->sent == relay->sending.have)
		relay->sent = relay->sending.have = 0;
	return true;
}

static void tell(struct relay *relay, bool *what, enum frame_type type, enum frame_type stream)
{
	if (!*what || relay->sending.have > 0)
		return;
	relay->sending.bytes[FRAME_HEADER] = (uint8_t)stream;
	frame_seal(&relay->sending, type, type == FRAME_CLOSED ? 1 : 0);
	*what = false;
}

/* One round of waiting and carrying; returns false when QEMU's end is closed. */
static bool carry(struct relay *relay, int timeout_ms)
{
	tell(relay, &relay->stdout_closed, FRAME_CLOSED, FRAME_STDOUT);
	tell(relay, &relay->stderr_closed, FRAME_CLOSED, FRAME_STDERR);
	tell(relay, &relay->owes_bye, FRAME_BYE, 0);
	const bool pending = relay->sending.have > 0;
	struct pollfd fds[] = {
		{.fd = relay->port, .events = (short)(POLLIN | (pending ? POLLOUT : 0))},
		{.fd = pending ? -1 : relay->input, .events = POLLIN},
	};

	if (poll(fds, 2, timeout_ms) < 0)
		return errno == EINTR;
	if (fds[0].revents & (POLLIN | POLLHUP | POLLERR)) {
		int got = frame_receive(&relay->received, relay->port);

		if (got < 0)
			return false;
		if (got > 0)
			take(relay);
	}
	if (fds[1].revents && relay->sending.have == 0 && relay->input >= 0)
		read_input(relay);
	if (fds[0].revents & POLLOUT)
		return send_some(relay);
	return true;
}

static void run(struct relay *relay, int64_t deadline)
{
	bool ending = false;

	while (now_ms() < deadline) {
		int64_t left = deadline - now_ms();

		if (!carry(relay, left > 1000 ? 1000 : (int)left)) {
			if (relay->result[0] == '\0')
				snprintf(relay->result, sizeof(relay->result), "lost");
			return;
		}
		if (relay->result[0] != '\0' && !ending) {
			ending = true;
			deadline = now_ms() + POWER_OFF_SECONDS * 1000;
		}
	}
	snprintf(relay->result, sizeof(relay->result), ending ? "stuck" : "limit");
}

static void write_result(const char *path, const char *result)
{
	FILE *file = fopen(path, "we");

	if (!file || fprintf(file, "%s\n", result) < 0 || fclose(file))
		die(path);
}

int main(int argc, char **argv)
{
	static struct relay relay;
	int ends[2];
	char *rest;
	long limit;
	pid_t qemu;

	if (argc < 6 || strcmp(argv[4], "--") != 0) {
		fprintf(stderr, "usage: rig-host RESULT LIMIT stdin|none -- QEMU...\n");
		return 2;
	}
	limit = strtol(argv[2], &rest, 10);
	if (*rest != '\0' || limit <= 0) {
		fprintf(stderr, "rig-host: bad time limit '%s'\n", argv[2]);
		return 2;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGPIPE, SIG_IGN);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		die("socketpair");
	qemu = start_qemu(argv + 5, ends[1]);
	close(ends[1]);

	relay.port = ends[0];
	relay.input = -1;
	relay.wants_input = strcmp(argv[3], "stdin") == 0;
	run(&relay, now_ms() + limit * 1000);

	kill(qemu, SIGKILL);
	waitpid(qemu, NULL, 0);
	write_result(argv[1], relay.result);
	return 0;
}
