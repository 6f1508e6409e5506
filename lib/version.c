/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The release of the library that is loaded, which may be another than the one the program was compiled for. */
#include <iiodma/version.h>

#define TEXT(number) #number
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *iiodma_version(void)
{
	return DOTTED(IIODMA_VERSION_MAJOR, IIODMA_VERSION_MINOR, IIODMA_VERSION_PATCH);
}
