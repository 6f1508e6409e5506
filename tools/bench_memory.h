/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * iiodma-bench memory: what the processor reaches in each kind of memory a block can be in, with no converter at all. What is found
 * is one struct, from which every format is made.
 */
#ifndef IIODMA_BENCH_MEMORY_H
#define IIODMA_BENCH_MEMORY_H

#include <stdio.h>

#include "common/options.h"
#include "common/result.h"
#include "common/scheduling.h"

#define MEMORY_SIZES_MAX 32u
#define MEMORY_SOURCES_MAX 64u
#define MEMORY_WARNINGS_MAX 8u
#define MEMORY_WORDS 1024

enum memory_figure {
	MEMORY_READ, /* bytes per second: every word into a register, … */
	MEMORY_WRITE,
	MEMORY_COPY_FROM, /* … from it to ordinary memory */
	MEMORY_COPY_TO,
	MEMORY_BEGIN_READ, /* seconds for one call of DMA_BUF_IOCTL_SYNC on the whole block */
	MEMORY_END_READ,
	MEMORY_BEGIN_WRITE,
	MEMORY_END_WRITE,
	MEMORY_FIGURES,
};

#define MEMORY_RATES MEMORY_BEGIN_READ /* so many figures are rates, the rest are times */

/* One kind of memory and all that is stated of it. */
struct memory_source {
	enum iiodma_memory kind;
	char heap[RESULT_NAME_SIZE];
	char mapping[RESULT_NAME_SIZE]; /* as stated; "" = nobody states it */
	char origin[RESULT_NAME_SIZE];  /* who states it */
	char attribute[RESULT_NAME_SIZE];
	char refused[RESULT_TEXT_SIZE]; /* why it cannot be had; "" = try */
};

/* One size of one kind of memory. */
struct memory_cell {
	size_t source;
	uint64_t bytes;
	enum result_status status;
	char reason[RESULT_TEXT_SIZE];
	char sync_reason[RESULT_TEXT_SIZE]; /* why there are no times for it */
	double *values;                     /* [run][figure], NaN = none */
	size_t run_count;
};

struct memory_result {
	const char *tool;
	char *const *command_line;
	char start_time[RESULT_NAME_SIZE];
	struct system_info *system;
	unsigned int repeats;
	int64_t least_ns; /* for which each figure is measured */
	struct memory_source sources[MEMORY_SOURCES_MAX];
	size_t source_count;
	uint64_t sizes[MEMORY_SIZES_MAX];
	size_t size_count;
	struct memory_cell *cells; /* size_count for each source, in its order */
	size_t cell_count;
	char warnings[MEMORY_WARNINGS_MAX][RESULT_TEXT_SIZE];
	size_t warning_count;
	enum result_status status;
	int exit_status;
};

/* ---- options ---- */

struct memory_options {
	struct memory_result *result; /* sources, sizes, repeats and time go there */
	bool chosen;                  /* the user named sources; otherwise all there are */
	const char *output_file;
	const char *json_file;
	bool json, csv;
	struct scheduling scheduling;
};

/* Read the command line. Whatever is wrong ends the program with one sentence and status 2. */
void memory_options_read(struct memory_options *options, struct memory_result *result, int argc, char **argv);

/* ---- the plan ---- */

/* Add a source, once. -E2BIG: there are too many. */
int memory_source_add(struct memory_result *result, enum iiodma_memory kind, const char *heap);

/* Every heap there is or might be, udmabuf with both sizes of pages. Returns 0 or -errno with error text. */
int memory_add_all(struct memory_result *result);

/* "heap:system", "udmabuf" … into @text */
void memory_source_words(const struct memory_source *source, char *text, size_t size);

/* Sources × sizes. Returns 0 or -ENOMEM. */
int memory_make_cells(struct memory_result *result);
void memory_clear(struct memory_result *result);

/* ---- the measurement ---- */

/* One run of one cell: the row @values of MEMORY_FIGURES, and what became of the cell. */
void memory_measure(const struct memory_result *result, struct memory_cell *cell, double *values);

/* ---- what it means ---- */

enum memory_mapping {
	MEMORY_MAPPING_UNKNOWN,
	MEMORY_MAPPING_CACHED,
	MEMORY_MAPPING_UNCACHED,
	MEMORY_MAPPING_GATHERED, /* uncached, writes are gathered */
	MEMORY_MAPPING_UNCLEAR,  /* measured, but like neither */
};

struct memory_verdict {
	enum memory_mapping mapping;
	double read_ratio; /* of ordinary memory of the same size, the middle of all sizes */
	double write_ratio;
	bool maintained;  /* sync takes longer for larger blocks */
	bool contradicts; /* what is stated */
	char words[MEMORY_WORDS];
};

struct memory_verdict memory_judge(const struct memory_result *result, size_t source);

/* "cached" …; NULL when it is unknown */
const char *memory_mapping_name(enum memory_mapping mapping);

/* ---- statistics ---- */

struct statistics memory_statistics(const struct memory_cell *cell, enum memory_figure figure);

/* Begin and end together, for a block of 1 MiB at this size's cost. NaN when unknown. @begin: MEMORY_BEGIN_READ or _WRITE */
double memory_sync_seconds_per_mebibyte(const struct memory_cell *cell, enum memory_figure begin);

/* The key of a figure in JSON and CSV, with its unit: "read_bytes_per_second". */
const char *memory_figure_key(enum memory_figure figure);

/* ---- reports: 0, -ENOMEM or the -errno of writing ---- */

int memory_report_text(FILE *out, const struct memory_result *result);
int memory_report_json(FILE *out, const struct memory_result *result);
int memory_report_csv(FILE *out, const struct memory_result *result);

#endif
