/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage: ramp make COUNT [FIRST]     write COUNT 32-bit little-endian counters to standard output
 *        ramp check                  read counters from standard input: each must follow the one before
 *
 * The simulated converter's sample counter, made and checked without the project's own code. "check" prints
 * "samples=N gaps=N missing=N first=N"; exit 0 without a gap, 1 with one, 2 for wrong usage or bytes that are no whole samples.
 */
#include <endian.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 65536

static uint32_t chunk[CHUNK];

static int make(uint64_t count, uint32_t first)
{
	while (count > 0) {
		size_t now = count < CHUNK ? (size_t)count : CHUNK;

		for (size_t i = 0; i < now; i++)
			chunk[i] = htole32(first++);
		if (fwrite(chunk, sizeof(chunk[0]), now, stdout) != now)
			return 1;
		count -= now;
	}
	return fflush(stdout) == 0 ? 0 : 1;
}

static int check(void)
{
	uint64_t samples = 0, gaps = 0, missing = 0;
	uint32_t first = 0, next = 0;
	size_t bytes;

	while ((bytes = fread(chunk, 1, sizeof(chunk), stdin)) > 0) {
		if (bytes % sizeof(chunk[0]) != 0) {
			fprintf(stderr, "ramp: %zu bytes are no whole samples\n", bytes);
			return 2;
		}
		for (size_t i = 0; i < bytes / sizeof(chunk[0]); i++) {
			uint32_t value = le32toh(chunk[i]);

			if (samples == 0)
				first = value;
			else if (value != next) {
				gaps++;
				missing += (uint32_t)(value - next);
			}
			next = value + 1;
			samples++;
		}
	}
	printf("samples=%" PRIu64 " gaps=%" PRIu64 " missing=%" PRIu64 " first=%" PRIu32 "\n", samples, gaps, missing,
	       first);
	return gaps > 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "check") == 0)
		return check();
	if ((argc == 3 || argc == 4) && strcmp(argv[1], "make") == 0)
		return make(strtoull(argv[2], NULL, 10), argc == 4 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0);
	fprintf(stderr, "usage: ramp make COUNT [FIRST] | ramp check\n");
	return 2;
}
