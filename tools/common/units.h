/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers with units, read strictly and printed plainly. The locale plays no part.
 *
 * Read: digits, a decimal point, an exponent ("61.44e6"), then k M G T (1000) or Ki Mi Gi Ti (1024). The whole text
 * must be a number; nothing wraps, is rounded or clamped.
 */
#ifndef TOOLS_UNITS_H
#define TOOLS_UNITS_H

#include <stdint.h>

#define UNITS_TEXT 40

/*
 * Each returns 0; -EINVAL: not a number of this kind, or for counts and durations one with a rest below 1 (below 1 ns);
 * -ERANGE: does not fit. *ret is untouched on failure.
 */
int units_parse_count(const char *text, uint64_t *ret_count);
int units_parse_bytes(const char *text, uint64_t *ret_bytes); /* as a count, "B" may follow: 16MiB */
int units_parse_real(const char *text, double *ret_value);

/* "2.5s" "500ms" "10us" "7ns" "3min" "1h"; a plain number counts in @plain_unit_ns. */
int units_parse_duration(const char *text, int64_t plain_unit_ns, int64_t *ret_ns);

/* A time limit in plain milliseconds, 0 … INT32_MAX, or "inf" for IIODMA_FOREVER (-1). */
int units_parse_time_limit(const char *text, int64_t *ret_ns);

/*
 * Value of an option, or a sentence with option, value and what is valid, and exit status 2. @option is written as the
 * user knows it: "-b". A value outside @low … @high is refused the same way.
 */
uint64_t units_option_count(const char *option, const char *text, uint64_t low, uint64_t high);
uint64_t units_option_bytes(const char *option, const char *text, uint64_t low, uint64_t high);
double units_option_real(const char *option, const char *text, double low, double high);
int64_t units_option_duration(const char *option, const char *text, int64_t low_ns, int64_t high_ns);
int64_t units_option_time_limit(const char *option, const char *text);

/* @amount per second over @elapsed_ns; NaN when no time passed. */
double units_per_second(uint64_t amount, int64_t elapsed_ns);

/* Text of a value into @text, which is returned; "-" for NaN and infinities. */
const char *units_mib_per_second(char text[UNITS_TEXT], double bytes_per_second); /* "234.38 MiB/s" */
const char *units_mb_per_second(char text[UNITS_TEXT], double bytes_per_second);  /* "245.76 MB/s" */
const char *units_sample_rate(char text[UNITS_TEXT], double samples_per_second);  /* "61.44 MS/s" */
const char *units_bytes(char text[UNITS_TEXT], uint64_t bytes);                   /* "262144 bytes (256 KiB)" */
const char *units_seconds(char text[UNITS_TEXT], int64_t ns);                     /* "2.500 s" */
const char *units_time_limit(char text[UNITS_TEXT], int64_t ns);                  /* "2000 ms", "inf" */

#endif
