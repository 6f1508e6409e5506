/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** What went wrong, as a sentence. */
#ifndef IIODMA_ERROR_H
#define IIODMA_ERROR_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * The sentence that belongs to the last failure of a library call in the calling thread: the step, the path or name,
 * what is valid where that is known, and the errno with its symbol. "" before the first failure.
 *
 * The text belongs to the library and is valid until the thread's next failing library call. Since 0.1.
 */
const char *iiodma_error_text(void);

/** Symbol of an errno value, "ENODEV" for ENODEV or -ENODEV; "E?" when unknown. Static. Since 0.1. */
const char *iiodma_errno_name(int error);

IIODMA_END_DECLS

#endif
