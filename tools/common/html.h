/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every part of an HTML page needs. */
#ifndef IIODMA_TOOLS_HTML_H
#define IIODMA_TOOLS_HTML_H

#include <stdio.h>

/* @text as content or as the value of an attribute in quotes: no markup in it, no control character, and UTF-8 in any case. */
void html_text(FILE *out, const char *text);

#endif
