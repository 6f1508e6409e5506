/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage: fake-iiod PORT_FILE [KEY=VALUE…]: serve until killed, the port written to PORT_FILE once it listens.
 *
 *   port=N rate=S/s version=TEXT delay=SECONDS jitter=SECONDS late=CONNECTION:SECONDS pause=BYTES:SECONDS:TIMES
 *   close=BYTES open=-ERRNO cyclic=-ERRNO read=-ERRNO link=BYTES/s status=BITS swapped=1 log=FILE played=FILE
 */
#include "fake_iiod.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t ns(const char *seconds)
{
	return (int64_t)(strtod(seconds, NULL) * 1e9);
}

/* What stands behind the first ':'. */
static const char *second(const char *text)
{
	const char *colon = strchr(text, ':');

	return colon ? colon + 1 : "";
}

static void take_setting(struct fake_iiod_behaviour *how, const char *key, const char *value)
{
	if (strcmp(key, "rate") == 0)
		how->rate = strtod(value, NULL);
	else if (strcmp(key, "version") == 0)
		snprintf(how->version, sizeof(how->version), "%s", value);
	else if (strcmp(key, "delay") == 0)
		how->request_delay_ns = ns(value);
	else if (strcmp(key, "jitter") == 0)
		how->jitter_ns = ns(value);
	else if (strcmp(key, "late") == 0) {
		how->late_connection = (unsigned int)atoi(value);
		how->late_ns = ns(second(value));
	} else if (strcmp(key, "pause") == 0) {
		how->pause_bytes = strtoull(value, NULL, 10);
		how->pause_ns = ns(second(value));
		how->pauses = (unsigned int)atoi(second(second(value)));
	} else if (strcmp(key, "close") == 0)
		how->close_bytes = strtoull(value, NULL, 10);
	else if (strcmp(key, "open") == 0)
		how->open_error = atoi(value);
	else if (strcmp(key, "cyclic") == 0)
		how->cyclic_error = atoi(value);
	else if (strcmp(key, "read") == 0)
		how->read_error = atoi(value);
	else if (strcmp(key, "link") == 0)
		how->link_bytes_per_second = strtoull(value, NULL, 10);
	else if (strcmp(key, "swapped") == 0)
		how->swapped = atoi(value) != 0;
	else if (strcmp(key, "status") == 0)
		how->status = (uint32_t)strtoul(value, NULL, 0);
	else {
		fprintf(stderr, "fake-iiod: %s=%s is not understood\n", key, value);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct fake_iiod_behaviour how = {0};
	const char *log = NULL, *played = NULL;
	struct fake_iiod *iiod;
	uint16_t port = 0;
	FILE *file;

	for (int i = 2; i < argc; i++) {
		char *value = strchr(argv[i], '=');

		if (!value)
			return 2;
		*value++ = '\0';
		if (strcmp(argv[i], "log") == 0)
			log = value;
		else if (strcmp(argv[i], "played") == 0)
			played = value;
		else if (strcmp(argv[i], "port") == 0)
			port = (uint16_t)atoi(value);
		else
			take_setting(&how, argv[i], value);
	}
	iiod = fake_iiod_start(port, &how);
	if (!iiod)
		return 1;
	if (log)
		fake_iiod_log(iiod, log);
	if (played)
		fake_iiod_played_to(iiod, played);
	file = argc > 1 ? fopen(argv[1], "we") : NULL;
	if (!file)
		return 1;
	fprintf(file, "%u\n", fake_iiod_port(iiod));
	fclose(file);
	for (;;)
		pause();
}
