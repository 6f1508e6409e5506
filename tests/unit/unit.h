/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every unit test needs: cmocka with the headers it wants before it. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The sentence of the last failure has @part in it. */
#define assert_error_has(part)                                                      \
	do {                                                                        \
		if (!strstr(iiodma_error_text(), part))                             \
			fail_msg("\"%s\" lacks \"%s\"", iiodma_error_text(), part); \
	} while (0)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
