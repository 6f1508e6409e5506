/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tools answer to the shell. The one list; the man pages print it too. */
#ifndef TOOLS_EXIT_STATUS_H
#define TOOLS_EXIT_STATUS_H

#define EXIT_STATUS_LIST(X)                                                           \
	X(DONE, 0, "Done; no loss is known.")                                         \
	X(FAILED, 1, "Run-time error: the message names the step and the errno.")     \
	X(USAGE, 2, "Wrong option, value or name. No device was touched.")            \
	X(LOST, 3, "Finished, but samples were lost or wrong.")                       \
	X(TIMEOUT, 4, "Timed out, or nothing was delivered.")                         \
	X(GONE, 5, "The device or the peer went away.")                               \
	X(UNMET, 6, "A demand made by an option (--require, --fail-on) was not met.") \
	X(SKIPPED, 77, "A test that cannot run here.")                                \
	X(INTERRUPTED, 130, "Stopped by SIGINT, after the summary.")                  \
	X(READER_GONE, 141, "The reader of standard output went away.")               \
	X(TERMINATED, 143, "Stopped by SIGTERM, after the summary.")

enum exit_status {
#define EXIT_STATUS_ENTRY(name, number, meaning) EXIT_STATUS_##name = (number),
	EXIT_STATUS_LIST(EXIT_STATUS_ENTRY)
#undef EXIT_STATUS_ENTRY
};

#endif
