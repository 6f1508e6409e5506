/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "comma_locale.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME "de_DE.UTF-8"

static char folder[sizeof("/tmp/iiodma-locale-XXXXXX")];

static bool in_force(void)
{
	return setlocale(LC_ALL, NAME) && strcmp(localeconv()->decimal_point, ",") == 0;
}

bool comma_locale_enter(void)
{
	char command[256];

	if (in_force())
		return true;
	strcpy(folder, "/tmp/iiodma-locale-XXXXXX");
	if (!mkdtemp(folder))
		return false;
	setenv("LOCPATH", folder, 1);
	snprintf(command, sizeof(command), "localedef -i de_DE -f UTF-8 %s/" NAME " >/dev/null 2>&1", folder);
	return system(command) == 0 && in_force();
}

void comma_locale_leave(void)
{
	char command[64];

	setlocale(LC_ALL, "C");
	if (!folder[0])
		return;
	unsetenv("LOCPATH");
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command) != 0)
		fprintf(stderr, "%s stays behind\n", folder);
	folder[0] = '\0';
}
