/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Student's t distribution. */
#ifndef IIODMA_TOOLS_STUDENT_H
#define IIODMA_TOOLS_STUDENT_H

/* Probability that |t| is at least @t by chance, with @freedom degrees of freedom (above 0, need not be whole). */
double student_two_sided(double t, double freedom);

/* The t that |t| stays below with this probability (0 < @confidence < 1). */
double student_critical(double confidence, double freedom);

#endif
