/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How findings are put into words, the same in table, details and progress. "-" stands for what is undefined. */
#ifndef IIODMA_TOOLS_REPORT_WORDS_H
#define IIODMA_TOOLS_REPORT_WORDS_H

#include <stdio.h>

#include "result.h"

void report_mib_words(double bytes_per_second, char *text, size_t size); /* "234.38 MiB/s" */
void report_mb_words(double bytes_per_second, char *text, size_t size);  /* "245.76 MB/s" */
void report_percent_words(double ratio, char *text, size_t size);        /* "9.1 %" */
void report_duration_words(double seconds, char *text, size_t size);     /* "1.067 ms", unit by size */

/* "coherent", "kernel (cached: DMA is coherent here)"; "-" where none is in force */
void report_mapping_words(const struct result_setup *setup, char *text, size_t size);

/* How many channels a cell has; 0 = not known yet. */
unsigned int report_channel_count(const struct result_setup *setup);

/* "61.44 MS/s", "uncapped" or "unknown" */
void report_source_words(const struct result_setup *setup, char *text, size_t size);

/* "0 samples", "12 samples", "unknown", "some" when loss is certain but not its size */
void report_lost_words(const struct result_cell *cell, char *text, size_t size);

/* What there is to say beyond the numbers: capped, the reason of a failure … */
void report_note_words(const struct result_cell *cell, char *text, size_t size);

/* "3 runs of 1.000 s each" */
void report_method_words(const struct result_method *method, char *text, size_t size);

/* A device-less API that touches nothing moves no data: its rate says nothing, only its time does. */
bool report_shows_rate(const struct result_cell *cell);

#endif
