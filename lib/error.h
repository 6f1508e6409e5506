/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Setting the sentence that iiodma_error_text() returns. */
#ifndef IIODMA_LIB_ERROR_H
#define IIODMA_LIB_ERROR_H

#include <stddef.h>

#define ERROR_LIST_MAX 1024 /* a list of valid words that still fits into a sentence */

/*
 * Remember a failure of this thread and return @error (negative errno), so that callers can `return error_set(-EINVAL, …)`.
 * The text becomes "FORMATTED: description of the errno (ESYMBOL)". The format names the step and the path or value,
 * e.g. "open /dev/iio:device2".
 */
int error_set(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with the whole sentence given: "FORMATTED (ESYMBOL)"; for refusals of our own that say what is valid. */
int error_say(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Take over the sentence of another thread's failure. */
void error_adopt(const char *text);

/* Append @word to the comma-separated @list (a string of at most @size bytes), or "…" once when no more fits. */
void error_list_add(char *list, size_t size, const char *word);

#endif
