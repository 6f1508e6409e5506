/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs every case on every back end and counts. */
#include "conformance.h"

#include "fixture.h"

#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASE_SECONDS_MAX 120
#define SKIPPED 77

struct back_end {
	const char *name;
	enum iiodma_api api;
	enum iiodma_memory memory;
};

#define BACK_END(name, api, memory)                            \
	{                                                      \
		name, IIODMA_API_##api, IIODMA_MEMORY_##memory \
	}

/* All back ends. A new one is a line here. */
static const struct back_end back_ends[] = {
	BACK_END("fileio", FILEIO, AUTO),
	BACK_END("dmabuf-heap", DMABUF, HEAP),
	BACK_END("dmabuf-udmabuf", DMABUF, UDMABUF),
	BACK_END("dmabuf-udmabuf-huge", DMABUF, UDMABUF_HUGE),
	BACK_END("dmabuf-fd", DMABUF, FD),
	BACK_END("null", NULL, AUTO),
#ifdef IIODMA_LIBIIO
	BACK_END("libiio", LIBIIO, AUTO),
#endif
};

static const struct conformance_case *const lists[] = {life_cases, ring_cases, wait_cases, output_cases, fault_cases};

static const char *const need_names[] = {"device", "counter", "wait",      "cyclic",     "block_fd", "played",
					 "unplug", "faults",  "no_cyclic", "attributes", "prepare"};

static jmp_buf case_end;
static unsigned int passed, failed, skipped;

void check_failed(const char *file, int line, const char *format, ...)
{
	const char *name = strrchr(file, '/');
	va_list arguments;

	fprintf(stderr, "    %s:%d: ", name ? name + 1 : file, line);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fprintf(stderr, " (last error: %s)\n", iiodma_error_text());
	longjmp(case_end, 1);
}

static const char *missing_need(unsigned int needs, unsigned int abilities)
{
	for (unsigned int i = 0; i < sizeof(need_names) / sizeof(*need_names); i++)
		if (needs & ~abilities & 1u << i)
			return need_names[i];
	return NULL;
}

/* 0 passed, 1 failed. The end of the case is checked too: nothing may stay open, nothing may have gone wrong beneath. */
static int carry_out(const struct conformance_case *test, struct fixture *fixture)
{
	volatile int result = 1;

	if (setjmp(case_end) == 0) {
		test->run(fixture);
		result = 0;
	}
	if (setjmp(case_end) == 0)
		fixture_tear_down(fixture, result == 0);
	else
		result = 1;
	return result;
}

static void run_case(const struct conformance_case *test, const struct back_end *back_end,
		     const struct machine *machine)
{
	struct fixture fixture = {.api = back_end->api, .memory = back_end->memory};
	const char *missing;

	alarm(CASE_SECONDS_MAX);
	if (setjmp(case_end)) {
		printf("failed  %-15s %s (set-up)\n", back_end->name, test->name);
		failed++;
		return;
	}
	fixture_set_up(&fixture, machine);
	missing = missing_need(test->needs, fixture.abilities);
	if (missing) {
		printf("skipped %-15s %s: no capability '%s'\n", back_end->name, test->name, missing);
		skipped++;
		fixture_tear_down(&fixture, true);
		return;
	}
	/* first, so that a case that hangs has its name in the output */
	printf("run     %-15s %s\n", back_end->name, test->name);
	fflush(stdout);
	if (carry_out(test, &fixture)) {
		printf("failed  %-15s %s\n", back_end->name, test->name);
		failed++;
	} else {
		passed++;
	}
}

/* A context is in this machine or it is not; without one there is a fake for everything. */
static bool applies(const struct back_end *back_end, const struct machine *machine)
{
	const bool local = machine->uri && strcmp(machine->uri, "local:") == 0;

	if (!machine->uri || back_end->api == IIODMA_API_NULL)
		return true;
	return local == (back_end->api != IIODMA_API_LIBIIO);
}

static bool chosen(const char *name, const char *wanted)
{
	return !wanted || strstr(name, wanted);
}

static void help(void)
{
	printf("Usage: iiodma-conformance [OPTION]...\n"
	       "Check the stream contract on every back end; on a fake kernel and a fake server unless --context is "
	       "given.\n\n"
	       "  --context URI   use this machine's devices (\"local:\") or a server's (\"ip:HOST\")\n"
	       "  --input DEVICE  default cf-ad9361-lpc\n"
	       "  --output DEVICE default cf-ad9361-dds-core-lpc\n"
	       "  --heap NAME     where blocks come from, default system\n"
	       "  --back-end TEXT only back ends with TEXT in their name\n"
	       "  --case TEXT     only cases with TEXT in their name\n");
}

struct choice {
	const char *back_end, *test;
};

static int parse(int argc, char **argv, struct machine *machine, struct choice *choice)
{
	static const struct option options[] = {
		{"context", required_argument, NULL, 'u'},  {"input", required_argument, NULL, 'i'},
		{"output", required_argument, NULL, 'o'},   {"heap", required_argument, NULL, 'm'},
		{"back-end", required_argument, NULL, 'b'}, {"case", required_argument, NULL, 'c'},
		{"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'u':
			machine->uri = optarg;
			break;
		case 'i':
			machine->input = optarg;
			break;
		case 'o':
			machine->output = optarg;
			break;
		case 'm':
			machine->heap = optarg;
			break;
		case 'b':
			choice->back_end = optarg;
			break;
		case 'c':
			choice->test = optarg;
			break;
		case 'h':
			help();
			exit(0);
		default:
			return 2;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct machine machine = {.input = "cf-ad9361-lpc", .output = "cf-ad9361-dds-core-lpc", .heap = "system"};
	struct choice choice = {NULL, NULL};
	unsigned int cases = 0, ends = 0;

	if (parse(argc, argv, &machine, &choice))
		return 2;
	for (size_t b = 0; b < sizeof(back_ends) / sizeof(*back_ends); b++) {
		if (!chosen(back_ends[b].name, choice.back_end) || !applies(&back_ends[b], &machine))
			continue;
		ends++;
		cases = 0;
		for (size_t l = 0; l < sizeof(lists) / sizeof(*lists); l++) {
			for (const struct conformance_case *test = lists[l]; test->name; test++) {
				if (!chosen(test->name, choice.test))
					continue;
				cases++;
				run_case(test, &back_ends[b], &machine);
			}
		}
	}
	printf("%u cases x %u back ends\n%u passed, %u failed, %u skipped\n", cases, ends, passed, failed, skipped);
	if (failed)
		return 1;
	return passed ? 0 : SKIPPED;
}
