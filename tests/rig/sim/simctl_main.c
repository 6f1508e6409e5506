// SPDX-License-Identifier: GPL-2.0-or-later
/* simctl: the simulated converter's control panel on the command line. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simctl.h"

enum {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
};

static const char usage[] = "Usage: simctl COMMAND\n"
			    "  get NAME                 print a setting, such as rx/rx_pattern\n"
			    "  set NAME VALUE           change a setting\n"
			    "  rate HZ                  set the sample rate, 0 is as fast as memory goes\n"
			    "  counters [rx|tx]         print what really happened\n"
			    "  inject rx|tx FAULT N     arm a fault\n"
			    "  reset [rx|tx]            everything as after loading, or one side's counters\n"
			    "  unbind rx|tx, bind rx|tx take a device away and give it back\n";

static int fail(const char *what, int error)
{
	fprintf(stderr, "simctl: %s: %s\n", what, strerror(-error));
	return EXIT_FAILED;
}

static int report(const char *what, int error)
{
	return error ? fail(what, error) : EXIT_DONE;
}

static int usage_error(void)
{
	fputs(usage, stderr);
	return EXIT_USAGE;
}

static bool parse_side(const char *text, enum sim_side *ret_side)
{
	if (strcmp(text, "rx") == 0)
		*ret_side = SIM_RX;
	else if (strcmp(text, "tx") == 0)
		*ret_side = SIM_TX;
	else
		return false;

	return true;
}

static bool parse_number(const char *text, int64_t *ret_value)
{
	char *end;

	errno = 0;
	*ret_value = strtoll(text, &end, 0);

	return errno == 0 && end != text && *end == '\0';
}

static int run_get(char **args)
{
	char text[256];
	int error = sim_get(args[0], text, sizeof(text));

	if (error)
		return fail(args[0], error);
	puts(text);

	return EXIT_DONE;
}

static int run_set(char **args)
{
	return report(args[0], sim_set(args[0], args[1]));
}

static int run_rate(char **args)
{
	return run_set((char *[]){"rate", args[0]});
}

static int print_counters(const char *side_name, enum sim_side side)
{
	struct sim_counters c;
	int error = sim_read_counters(side, &c);

	if (error)
		return fail("counters", error);

#define PRINT(field) printf("%s %s %" PRIu64 "\n", side_name, #field, c.field)
	PRINT(blocks_completed);
	PRINT(bytes_transferred);
	PRINT(samples_produced);
	PRINT(samples_lost);
	PRINT(overflow_events);
	PRINT(underflow_events);
	PRINT(underflow_samples);
	PRINT(prepared);
	PRINT(enqueued);
	PRINT(refused);
	PRINT(starts);
	PRINT(terminates);
	PRINT(tx_samples);
	PRINT(tx_errors);
	PRINT(cyclic_repeats);
	PRINT(sg_entries_max);
	PRINT(fileio_for_device);
	PRINT(fileio_for_device_bytes);
	PRINT(fileio_for_cpu);
	PRINT(fileio_for_cpu_bytes);
	PRINT(blocks_outstanding);
#undef PRINT
	printf("%s tx_first_error_sample %" PRId64 "\n", side_name, c.tx_first_error_sample);

	return EXIT_DONE;
}

static int run_counters(char **args)
{
	enum sim_side side;
	int status;

	if (args[0])
		return parse_side(args[0], &side) ? print_counters(args[0], side) : usage_error();

	status = print_counters("rx", SIM_RX);

	return status ? status : print_counters("tx", SIM_TX);
}

static int run_inject(char **args)
{
	enum sim_side side;
	int64_t value;

	if (!parse_side(args[0], &side) || !parse_number(args[2], &value))
		return usage_error();

	return report(args[1], sim_inject(side, args[1], value));
}

static int run_reset(char **args)
{
	enum sim_side side;

	if (!args[0])
		return report("reset", sim_reset());

	return parse_side(args[0], &side) ? report("reset", sim_reset_counters(side)) : usage_error();
}

static int run_unbind(char **args)
{
	enum sim_side side;

	return parse_side(args[0], &side) ? report("unbind", sim_unbind(side)) : usage_error();
}

static int run_bind(char **args)
{
	enum sim_side side;

	return parse_side(args[0], &side) ? report("bind", sim_bind(side)) : usage_error();
}

static const struct command {
	const char *name;
	int min_args;
	int max_args;
	int (*run)(char **args); /* NULL after the last one */
} commands[] = {
	{"get", 1, 1, run_get},           {"set", 2, 2, run_set},       {"rate", 1, 1, run_rate},
	{"counters", 0, 1, run_counters}, {"inject", 3, 3, run_inject}, {"reset", 0, 1, run_reset},
	{"unbind", 1, 1, run_unbind},     {"bind", 1, 1, run_bind},
};

int main(int argc, char **argv)
{
	int args = argc - 2;
	size_t i;

	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(usage, stdout);
		return EXIT_DONE;
	}

	for (i = 0; argc >= 2 && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(argv[1], commands[i].name) != 0)
			continue;
		if (args < commands[i].min_args || args > commands[i].max_args)
			return usage_error();
		if (!sim_is_loaded()) {
			fputs("simctl: the simulated converter is not loaded\n", stderr);
			return EXIT_FAILED;
		}
		return commands[i].run(argv + 2);
	}

	return usage_error();
}
