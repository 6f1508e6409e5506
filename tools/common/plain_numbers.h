/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Printing numbers with a decimal point whatever locale the program has set. */
#ifndef IIODMA_TOOLS_PLAIN_NUMBERS_H
#define IIODMA_TOOLS_PLAIN_NUMBERS_H

#include <locale.h>

struct plain_numbers {
	locale_t plain; /* (locale_t)0: could not be made, and the C locale is assumed to be in force */
	locale_t before;
};

/* From here on this thread prints plain numbers, until plain_numbers_end(). */
struct plain_numbers plain_numbers_begin(void);
void plain_numbers_end(struct plain_numbers *numbers);

#endif
