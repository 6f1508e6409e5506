/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pseudo-random sequence of the AD9361's built-in self-test, as the receive core of ADI's FPGA design checks it: a
 * state of 16 bit is shifted left with each sample, the new lowest bit being the parity of its bits 15 to 4, 2 and 1. I
 * is bits 15 to 4; Q is bits 0 to 11 with bit 0 on top. Both are 12-bit values, sign extended to 16 bit.
 */
#ifndef TOOLS_VERIFY_PRBS_H
#define TOOLS_VERIFY_PRBS_H

#include <stddef.h>
#include <stdint.h>

#define VERIFY_PRBS_PERIOD 65535u
#define VERIFY_PRBS_NO_NUMBER UINT32_MAX

/* So many samples from any number on can be read without minding the period. */
#define VERIFY_PRBS_RUN 1024u

struct verify_prbs {
	uint16_t number[65536];                              /* of a state; that of state 0 is not used */
	uint32_t pair[VERIFY_PRBS_PERIOD + VERIFY_PRBS_RUN]; /* I in the low half, Q in the high half */
};

void verify_prbs_init(struct verify_prbs *prbs);

/* The number of the sample with these two values, VERIFY_PRBS_NO_NUMBER when there is none. */
uint32_t verify_prbs_number(const struct verify_prbs *prbs, uint16_t i, uint16_t q);

#endif
