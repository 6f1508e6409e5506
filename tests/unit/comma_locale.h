/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A locale with a decimal comma, made for the occasion where the machine has none. */
#ifndef COMMA_LOCALE_H
#define COMMA_LOCALE_H

#include <stdbool.h>

/* Put it in force; false when there are no sources of locales to make it from. End with comma_locale_leave() either
 * way. */
bool comma_locale_enter(void);
void comma_locale_leave(void);

#endif
