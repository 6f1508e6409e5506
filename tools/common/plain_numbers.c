/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "plain_numbers.h"

struct plain_numbers plain_numbers_begin(void)
{
	struct plain_numbers numbers = {.plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0)};

	if (numbers.plain)
		numbers.before = uselocale(numbers.plain);
	return numbers;
}

void plain_numbers_end(struct plain_numbers *numbers)
{
	if (!numbers->plain)
		return;
	uselocale(numbers->before);
	freelocale(numbers->plain);
	numbers->plain = (locale_t)0;
}
