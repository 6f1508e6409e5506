/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rig-guest PORT ARGUMENTS-FILE: runs one command in the guest and carries its standard input,
 * output, error and exit status over the port. The file holds the command's arguments, each
 * ended by a NUL byte, so that no shell ever has to quote them.
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
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 4096, PIPE_LARGEST = 1024 * 1024, EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127 };

struct command {
	pid_t pid;
	int in, out, err; /* our ends of its pipes, -1 when closed */
	int status;
	bool running;
};

static void die(const char *what)
{
	fprintf(stderr, "rig-guest: %s: %s\n", what, strerror(errno));
	exit(1);
}

static char **read_arguments(const char *path)
{
	static char *arguments[MAX_ARGUMENTS + 1];
	FILE *file = fopen(path, "re");
	size_t count = 0;

	if (!file)
		die(path);
	for (;;) {
		size_t size = 0;
		char *word = NULL;

		if (getdelim(&word, &size, '\0', file) < 0) {
			free(word);
			break;
		}
		if (count == MAX_ARGUMENTS) {
			errno = E2BIG;
			die(path);
		}
		arguments[count++] = word;
	}
	fclose(file);
	if (count == 0) {
		errno = EINVAL;
		die(path);
	}
	return arguments;
}

static void become(char **arguments, int in, int out, int err)
{
	sigset_t none;

	setsid();
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);

	execvp(arguments[0], arguments);
	fprintf(stderr, "%s: %s\n", arguments[0], strerror(errno));
	_exit(errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE);
}

static struct command start(char **arguments)
{
	struct command command = {.running = true};
	int in[2], out[2], err[2];

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		die("pipe");
	command.pid = fork();
	if (command.pid < 0)
		die("fork");
	if (command.pid == 0)
		become(arguments, in[0], out[1], err[1]);

	close(in[0]);
	close(out[1]);
	close(err[1]);
	command.in = in[1];
	command.out = out[0];
	command.err = err[0];
	fcntl(command.in, F_SETFL, O_NONBLOCK);
	fcntl(command.out, F_SETFL, O_NONBLOCK);
	fcntl(command.err, F_SETFL, O_NONBLOCK);
	return command;
}

static void send_frame(int port, struct frame *frame, enum frame_type type, size_t payload)
{
	if (!write_all(port, frame->bytes, frame_seal(frame, type, payload)))
		die("port");
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Carries what one pipe holds now, at most one frame; returns false when it holds nothing. */
static bool relay(int *fd, int port, enum frame_type type)
{
	struct frame frame;
	ssize_t got;

	if (*fd < 0)
		return false;
	got = read(*fd, frame.bytes + FRAME_HEADER, FRAME_PAYLOAD);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (got <= 0) {
		close_end(fd);
		return false;
	}
	send_frame(port, &frame, type, (size_t)got);
	return true;
}

/* What the ended command left in a pipe, but not what a process it left behind goes on writing. */
static void drain(int *fd, int port, enum frame_type type)
{
	for (int i = 0; i < PIPE_LARGEST / FRAME_PAYLOAD && relay(fd, port, type); i++)
		;
}

/* Hands on the part of an input frame that the pipe takes; *sent counts over several calls. */
static bool feed(struct command *command, const struct frame *frame, size_t *sent)
{
	size_t left = frame_payload(frame) - *sent;
	ssize_t done;

	if (frame_payload(frame) == 0)
		close_end(&command->in);
	if (command->in < 0)
		return true;
	done = write(command->in, frame->bytes + FRAME_HEADER + *sent, left);
	if (done < 0 && errno != EAGAIN && errno != EINTR) {
		close_end(&command->in); /* the command does not read any more: drop the rest */
		return true;
	}
	if (done > 0)
		*sent += (size_t)done;
	return *sent == frame_payload(frame);
}

/* Does what a frame from the host asks for; returns false while it has to be offered again. */
static bool obey(struct command *command, const struct frame *frame, size_t *sent)
{
	if (frame->bytes[0] == FRAME_STDIN)
		return feed(command, frame, sent);
	if (frame->bytes[0] == FRAME_CLOSED && frame->bytes[FRAME_HEADER] == FRAME_STDOUT)
		close_end(&command->out);
	if (frame->bytes[0] == FRAME_CLOSED && frame->bytes[FRAME_HEADER] == FRAME_STDERR)
		close_end(&command->err);
	return true;
}

static void reap(struct command *command)
{
	if (command->running && waitpid(command->pid, &command->status, WNOHANG) == command->pid)
		command->running = false;
}

static void serve(struct command *command, int port, struct frame *input, const sigset_t *signals)
{
	size_t sent = 0;
	bool obeying = false; /* a frame is whole, and not yet all of it is done */

	while (command->running) {
		struct pollfd fds[] = {
			{.fd = obeying ? -1 : port, .events = POLLIN},
			{.fd = obeying ? command->in : -1, .events = POLLOUT},
			{.fd = command->out, .events = POLLIN},
			{.fd = command->err, .events = POLLIN},
		};

		if (ppoll(fds, 4, NULL, signals) < 0 && errno != EINTR)
			die("poll");
		if (!obeying && (fds[0].revents & POLLIN))
			obeying = frame_receive(input, port) > 0;
		if (obeying && obey(command, input, &sent)) {
			obeying = false;
			sent = 0;
			input->have = 0;
		}
		relay(&command->out, port, FRAME_STDOUT);
		relay(&command->err, port, FRAME_STDERR);
		reap(command);
	}
	if (obeying)
		input->have = 0;
	drain(&command->out, port, FRAME_STDOUT);
	drain(&command->err, port, FRAME_STDERR);
}

static void report(const struct command *command, int port)
{
	struct frame frame;
	char *text = (char *)frame.bytes + FRAME_HEADER;
	int length;

	if (WIFSIGNALED(command->status))
		length = snprintf(text, FRAME_PAYLOAD, "signal %d", WTERMSIG(command->status));
	else
		length = snprintf(text, FRAME_PAYLOAD, "exit %d", WEXITSTATUS(command->status));
	send_frame(port, &frame, FRAME_EXIT, (size_t)length);
}

/* Input that nobody read may be on its way still; frame holds what has come of it. */
static void await_bye(int port, struct frame *frame)
{
	for (;;) {
		int got = frame_receive(frame, port);

		if (got < 0 || (got > 0 && frame->bytes[0] == FRAME_BYE))
			return;
		if (got > 0)
			frame->have = 0;
	}
}

static void on_child(int signal)
{
	(void)signal; /* its only work is to end ppoll() */
}

int main(int argc, char **argv)
{
	struct sigaction child = {.sa_handler = on_child};
	struct command command;
	struct frame hello, input = {0};
	sigset_t blocked, open_signals;
	int port;

	if (argc != 3) {
		fprintf(stderr, "usage: rig-guest PORT ARGUMENTS-FILE\n");
		return 2;
	}
	port = open(argv[1], O_RDWR | O_CLOEXEC);
	if (port < 0)
		die(argv[1]);

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &open_signals);
	sigaction(SIGCHLD, &child, NULL);
	signal(SIGPIPE, SIG_IGN);

	command = start(read_arguments(argv[2]));
	send_frame(port, &hello, FRAME_HELLO, 0);
	serve(&command, port, &input, &open_signals);
	report(&command, port);
	await_bye(port, &input);
	return 0;
}
