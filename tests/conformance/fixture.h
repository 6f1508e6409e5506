/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Setting up the machine a case runs on and looking at what it left behind. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "conformance.h"

struct machine {
	const char *uri; /* NULL: the fake kernel */
	const char *input, *output, *heap;
};

void fixture_set_up(struct fixture *fixture, const struct machine *machine);

/* Close what is open and, when the case went well, check that nothing was left behind. */
void fixture_tear_down(struct fixture *fixture, bool went_well);

#endif
