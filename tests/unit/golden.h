/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing with files that a person has read; they stand in golden/. */
#ifndef GOLDEN_H
#define GOLDEN_H

/* Fail unless @text is what golden/@name holds; then it is left under that name in the working directory. Frees @text. */
void assert_golden(const char *folder, const char *name, char *text);

#endif
