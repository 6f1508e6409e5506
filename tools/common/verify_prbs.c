/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "verify_prbs.h"

#define TAPS 0xfff6u
#define SEED 1u

static uint32_t parity(uint32_t value)
{
	value ^= value >> 8;
	value ^= value >> 4;
	value ^= value >> 2;
	value ^= value >> 1;
	return value & 1;
}

static uint32_t reversed(uint32_t value12)
{
	uint32_t result = 0;

	for (unsigned int bit = 0; bit < 12; bit++)
		result |= (value12 >> bit & 1) << (11 - bit);
	return result;
}

static uint32_t sign_extended(uint32_t value12)
{
	return ((value12 ^ 0x800) - 0x800) & 0xffff;
}

static uint32_t next_state(uint32_t state)
{
	return (state << 1 | parity(state & TAPS)) & 0xffff;
}

void verify_prbs_init(struct verify_prbs *prbs)
{
	uint32_t state = SEED;

	for (uint32_t n = 0; n < VERIFY_PRBS_PERIOD; n++) {
		prbs->number[state] = (uint16_t)n;
		prbs->pair[n] = sign_extended(state >> 4) | sign_extended(reversed(state & 0xfff)) << 16;
		state = next_state(state);
	}
	for (uint32_t n = 0; n < VERIFY_PRBS_RUN; n++)
		prbs->pair[VERIFY_PRBS_PERIOD + n] = prbs->pair[n];
}

uint32_t verify_prbs_number(const struct verify_prbs *prbs, uint16_t i, uint16_t q)
{
	const uint32_t state = (uint32_t)(i & 0xfff) << 4 | (reversed(q & 0xfff) & 0xf);
	const uint32_t number = prbs->number[state];

	if (state == 0 || prbs->pair[number] != ((uint32_t)q << 16 | i))
		return VERIFY_PRBS_NO_NUMBER;
	return number;
}
