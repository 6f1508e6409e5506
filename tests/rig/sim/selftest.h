/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the groups of checks share. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdbool.h>
#include <stdint.h>

#include "simctl.h"

#define ONE_PAIR 0x3u
#define BOTH_PAIRS 0xfu
#define PAIR_BYTES 4u

#define REG_STATUS 0x80000088u
#define STATUS_OVERFLOW 0x4u
#define STATUS_UNDERFLOW 0x1u

/* Far beyond what anything here takes, so that only a fault runs into it. */
#define TIMEOUT_MS 5000

#define FULL_RATE 61440000u
#define UNCAPPED 0u

/* Prints one line; a failed check is remembered for the exit status. */
bool check(bool ok, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An int result that must be 0, or must be the error expected. */
bool check_done(int result, const char *what);
bool check_error(int result, int expected, const char *what);

/* A line that is no check. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

int64_t now_ns(void);
void sleep_ms(unsigned int ms);

/* The groups, one per file. */
void check_devices(void);
void check_receiving(void);
void check_sending(void);
void check_model(void);
void check_faults(void);
void check_unbind(void);
void measure(void);

#endif
