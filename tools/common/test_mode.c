/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test_mode.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"

/* Injected into RX, as the driver of the AD9361 takes it. The tone: one turn in 32 samples, full scale, every channel. */
static const struct chip_mode {
	enum verify_kind kind;
	const char *attribute;
	const char *on;
	const char *off;
	const char *other; /* ends when this one is switched, and cannot always be put back */
} chip_modes[] = {
	{VERIFY_PRBS, "bist_prbs", "2", "0", "bist_tone"},
	{VERIFY_TONE, "bist_tone", "2 0 0 0", "0 0 0 0", "bist_prbs"},
};

static const struct chip_mode *find_mode(enum verify_kind kind)
{
	for (size_t i = 0; i < sizeof(chip_modes) / sizeof(*chip_modes); i++)
		if (chip_modes[i].kind == kind)
			return &chip_modes[i];
	return NULL;
}

static const struct iiodma_device *find_phy(const struct iiodma_device *device)
{
	const struct iiodma_context *context = iiodma_device_context(device);

	for (size_t i = 0; i < iiodma_context_device_count(context); i++) {
		const struct iiodma_device *phy = iiodma_context_device(context, i);
		const char *name = iiodma_device_name(phy);
		const size_t length = strlen(name);

		if (length > 4 && !strcmp(name + length - 4, "-phy"))
			return phy;
	}
	return NULL;
}

/* The other generator's files tell only that it is on, not how: what would end it is not done. */
static enum exit_status refuse_other(const struct test_mode *mode, const struct chip_mode *chip)
{
	char text[64];

	if (iiodma_device_debug_attr_read(mode->phy, chip->other, text, sizeof(text)) < 0 || !strcmp(text, "0"))
		return EXIT_STATUS_DONE;
	message_error("option --verify %s: %s of %s is on and could not be put back; switch it off before, or use "
		      "--no-test-mode",
		      verify_kind_name(chip->kind), chip->other, iiodma_device_name(mode->phy));
	return EXIT_STATUS_FAILED;
}

static enum exit_status cannot(const struct test_mode *mode, const struct chip_mode *chip, int error)
{
	if (error == -ENOENT) {
		message_notice("%s has no %s in debugfs: what comes in is checked as it is",
			       iiodma_device_name(mode->phy), chip->attribute);
		return EXIT_STATUS_DONE;
	}
	message_error("option --verify %s: %s; --no-test-mode leaves the converter as it is",
		      verify_kind_name(chip->kind), iiodma_error_text());
	return EXIT_STATUS_FAILED;
}

static int put_back(const struct test_mode *mode)
{
	const int r = iiodma_device_debug_attr_write(mode->phy, mode->attribute, mode->before);

	/* A device that is gone has nothing to put back. */
	return r == -ENOENT || r == -ENODEV ? 0 : r;
}

/* A byte says that all is put back; the end of the pipe, that the tool is gone. */
static noreturn void guard(const struct test_mode *mode, int fd)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM};
	const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	char byte;
	ssize_t got;

	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		signal(ignored[i], SIG_IGN);
	setsid();
	prctl(PR_SET_NAME, "iiodma-guard");
	/* Whoever reads the samples is not to wait for this process. */
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	do
		got = read(fd, &byte, 1);
	while (got < 0 && errno == EINTR);
	_exit(got == 0 && put_back(mode) < 0);
}

static int start_guard(struct test_mode *mode)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) < 0)
		return -errno;
	mode->guard = fork();
	if (mode->guard < 0) {
		const int error = -errno;

		close(fds[0]);
		close(fds[1]);
		return error;
	}
	if (mode->guard == 0) {
		close(fds[1]);
		guard(mode, fds[0]);
	}
	close(fds[0]);
	mode->guard_fd = fds[1];
	return 0;
}

static void end_guard(struct test_mode *mode)
{
	const char byte = 0;

	if (write(mode->guard_fd, &byte, 1) != 1)
		message_detail("the guard of %s is gone", mode->attribute);
	close(mode->guard_fd);
	while (waitpid(mode->guard, NULL, 0) < 0 && errno == EINTR)
		;
}

/* The guard first: from the moment it is switched on somebody must put it back. */
static enum exit_status switch_on(struct test_mode *mode, const struct chip_mode *chip)
{
	int r = start_guard(mode);

	if (r < 0) {
		message_error("start a process: %s (%s)", strerror(-r), iiodma_errno_name(r));
		return EXIT_STATUS_FAILED;
	}
	r = iiodma_device_debug_attr_write(mode->phy, chip->attribute, chip->on);
	if (r == 0) {
		message_detail("%s of %s: %s for this run", chip->attribute, iiodma_device_name(mode->phy), chip->on);
		return EXIT_STATUS_DONE;
	}
	end_guard(mode);
	mode->guard = 0;
	return cannot(mode, chip, r);
}

enum exit_status test_mode_begin(struct test_mode *mode, const struct iiodma_device *device, enum verify_kind kind)
{
	const struct chip_mode *chip = find_mode(kind);
	struct test_mode begun = {0};
	enum exit_status status;
	char present[64];
	ssize_t r;

	*mode = begun;
	if (!chip)
		return EXIT_STATUS_DONE;
	begun.phy = find_phy(device);
	if (!begun.phy)
		return EXIT_STATUS_DONE;
	r = iiodma_device_debug_attr_read(begun.phy, chip->attribute, present, sizeof(present));
	if (r < 0)
		return cannot(&begun, chip, (int)r);
	if (strcmp(present, "0") != 0) {
		message_detail("%s of %s is on already", chip->attribute, iiodma_device_name(begun.phy));
		return EXIT_STATUS_DONE;
	}
	status = refuse_other(&begun, chip);
	if (status != EXIT_STATUS_DONE)
		return status;
	begun.attribute = chip->attribute;
	begun.before = chip->off;
	status = switch_on(&begun, chip);
	if (status == EXIT_STATUS_DONE)
		*mode = begun;
	return status;
}

enum exit_status test_mode_end(struct test_mode *mode)
{
	int r;

	if (!mode->guard)
		return EXIT_STATUS_DONE;
	r = put_back(mode);
	end_guard(mode);
	mode->guard = 0;
	if (r == 0)
		return EXIT_STATUS_DONE;
	message_error("put the test mode back: %s", iiodma_error_text());
	return EXIT_STATUS_FAILED;
}
