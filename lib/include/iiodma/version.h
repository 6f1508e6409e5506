/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** Version of the library. The release number is kept apart from the ABI number (soname); see lib/CMakeLists.txt. */
#ifndef IIODMA_VERSION_H
#define IIODMA_VERSION_H

#include <iiodma/types.h>

#define IIODMA_VERSION_MAJOR 0
#define IIODMA_VERSION_MINOR 1
#define IIODMA_VERSION_PATCH 0

IIODMA_BEGIN_DECLS

/** Release of the library loaded at run time, "MAJOR.MINOR.PATCH". Static. Since 0.1. */
const char *iiodma_version(void);

IIODMA_END_DECLS

#endif
