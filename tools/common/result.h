/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a measurement found, apart from how it is shown: every report format is rendered from this one struct.
 *
 * Undefined is never 0: a double is NaN, a signed count or time is -1, a text is empty.
 */
#ifndef IIODMA_TOOLS_RESULT_H
#define IIODMA_TOOLS_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <iiodma.h>

#include "findings.h"
#include "statistics.h"

#define RESULT_TEXT_SIZE 512
#define RESULT_NAME_SIZE 128

enum result_status {
	RESULT_OK,
	RESULT_PARTIAL,      /* ended early by an error; the figures cover what came before it */
	RESULT_FAILED,       /* nothing was measured */
	RESULT_INTERRUPTED,  /* stopped by the user; the figures cover what came before */
	RESULT_DISCONNECTED, /* the device went away */
	RESULT_IMPOSSIBLE,   /* this machine or device cannot do it: n/a */
};

enum result_touch {
	RESULT_TOUCH_NONE,
	RESULT_TOUCH_READ,
	RESULT_TOUCH_COPY,
	RESULT_TOUCH_WRITE,
};

/* How the number of lost samples is known. */
enum result_lost_source {
	RESULT_LOST_UNKNOWN,
	RESULT_LOST_STATUS, /* the converter's status register showed no event */
	RESULT_LOST_VERIFY, /* every sample was checked */
};

/* How the mapping in force is known. */
enum result_mapping_source {
	RESULT_MAPPING_UNKNOWN,
	RESULT_MAPPING_PLATFORM, /* the kernel's own blocks, as the platform gives them */
	RESULT_MAPPING_HEAP,     /* the heap is known for it */
	RESULT_MAPPING_STATED,   /* the user says so: --fileio-map */
	RESULT_MAPPING_COMMAND,  /* put in force by the user's command: --fileio-map-with */
};

/* What one cell measures: first as asked, completed by bench_measure with what is in force. */
struct result_setup {
	enum iiodma_api api;
	enum iiodma_direction direction;
	enum result_touch touch;
	enum iiodma_memory memory;
	enum iiodma_sync sync;
	char heap[RESULT_NAME_SIZE];
	char mapping[RESULT_NAME_SIZE];          /* as asked; "" = not asked */
	char mapping_in_force[RESULT_NAME_SIZE]; /* "" until configured */
	char mapping_note[RESULT_NAME_SIZE];     /* what else is to be known of it: "cached: DMA is coherent here" */
	enum result_mapping_source mapping_source;
	char fileio_map[RESULT_NAME_SIZE]; /* mapping that fileio's blocks are stated to have; "" = not stated */
	char from[RESULT_NAME_SIZE];    /* of merged results: the one it came from, see struct result_origin; else "" */
	char setting[RESULT_NAME_SIZE]; /* row in a table of settings, see setting.h; "" = in no such table */
	char device[RESULT_NAME_SIZE];
	char driver[RESULT_NAME_SIZE];         /* of the device; "" = unknown, as the next two */
	char dma_controller[RESULT_NAME_SIZE]; /* driver of the DMA controller behind it */
	char dma_coherency[RESULT_NAME_SIZE];  /* of that: "coherent", "noncoherent" */
	char channels[RESULT_TEXT_SIZE]; /* separated by commas */
	size_t channel_count;            /* so many of those chosen; 0 = all */
	uint64_t block_samples;
	uint64_t block_bytes; /* 0 until configured */
	size_t sample_bytes;  /* 0 until configured */
	unsigned int depth_asked;
	unsigned int depth;
	bool depth_fixed; /* the kernel fixes it: depth_asked was not used */
	bool block_rounded;
	bool block_fitted;
	bool full_blocks_assumed; /* nobody can tell how far a block was filled */
	double rate_asked;        /* samples per second to set; NaN = leave as it is, 0 = not paced */
	double source_rate;       /* samples per second in force; NaN = unknown, 0 = not paced */
};

struct result_interval {
	int64_t start_ns; /* from the start of the stream */
	int64_t end_ns;
	uint64_t bytes;
	bool warmup;
	bool over_source_rate;
};

struct result_split {
	int64_t wait_ns;
	int64_t sync_ns;
	int64_t touch_ns;
	int64_t enqueue_ns;
	int64_t other_ns;
};

struct result_cpu {
	int64_t user_ns;
	int64_t system_ns;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
};

/* Counters of the processor; -1 = unknown. */
struct result_perf {
	int64_t cycles;
	int64_t instructions;
	int64_t cache_misses;
	char scope[RESULT_NAME_SIZE];  /* "user and kernel", "user"; "" = nothing is counted */
	char reason[RESULT_TEXT_SIZE]; /* why one or all are unknown */
};

/* Time between one block and the next. */
struct result_block_interval {
	int64_t min_ns;
	int64_t median_ns;
	int64_t p99_ns;
	int64_t max_ns;
};

/* One run of one cell. */
struct result_run {
	enum result_status status;
	int error;                     /* negative errno behind the status, 0 = none */
	char reason[RESULT_TEXT_SIZE]; /* the sentence for it */

	int64_t elapsed_ns;
	uint64_t total_bytes;
	uint64_t blocks;
	double bytes_per_second;

	double source_bytes_per_second;
	double expected_bytes;
	double shortfall_ratio; /* missing part of expected_bytes, 0 when nothing is missing */
	bool shortfall_proved;  /* more is missing than the blocks under way can explain */
	bool capped;            /* at the source rate: the source is the limit */
	bool over_source_rate;  /* faster than the source can be: an error of the measurement */
	bool clock_backwards;

	int64_t lost_samples;
	enum result_lost_source lost_source;
	int64_t wrong_samples;                  /* found by verification */
	int64_t stale_samples;                  /* not written by the DMA, found by verification; then there is no rate */
	char hash[RESULT_NAME_SIZE];            /* XXH3 of the samples in hexadecimal; "" = not asked for */
	char fault[RESULT_TEXT_SIZE];           /* the first thing verification found */
	int64_t overflow_events;                /* underflows for output */
	char overflow_reason[RESULT_TEXT_SIZE]; /* why they are unknown */
	uint64_t discarded_samples;

	struct result_split split;
	double meter_cost_ratio; /* share of the time that the meter itself took; NaN = unknown */
	int64_t stalls;          /* times the source gave nothing for long, without the run being ended for it */
	int64_t stalled_ns;      /* in all */
	int64_t longest_stall_ns;
	struct result_cpu cpu;
	struct result_perf perf;
	struct result_block_interval block_interval;
	uint64_t waits;
	uint64_t timeouts;
	uint64_t enqueues;
	uint64_t syncs;
	bool summed;
	uint64_t sum_of_words; /* only when summed */

	struct result_interval *intervals;
	size_t interval_count;
};

struct result_cell {
	struct result_setup setup;
	enum result_status status;
	char reason[RESULT_TEXT_SIZE];
	bool best; /* of all cells of its direction; only where that was asked */
	struct result_run *runs;
	size_t run_count;
};

/* One condition of --require and what became of it. */
struct result_requirement {
	char text[RESULT_TEXT_SIZE];
	bool met;
	char finding[RESULT_TEXT_SIZE];
};

/* What lay between the devices and this machine; kind "" = nothing. */
struct result_link {
	char kind[RESULT_NAME_SIZE];
	char name[RESULT_NAME_SIZE];
	char client_version[RESULT_NAME_SIZE];
	char server_version[RESULT_NAME_SIZE];
	uint64_t limit_bytes_per_second; /* 0 = unknown */
	int64_t round_trip_ns;           /* 0 = unknown */
};

/* The method: how every cell was run. */
struct result_method {
	int64_t duration_ns; /* -1 = not limited by time */
	uint64_t samples;    /* 0 = not limited by count */
	int64_t warmup_ns;   /* -1 = one turn of the ring */
	int64_t interval_ns; /* 0 = none */
	int64_t timeout_ns;  /* -1 = forever */
	unsigned int repeats;
	bool split;
	char verify[RESULT_NAME_SIZE];
};

/* One of several results that were merged into one. It owns what it points to. */
struct result_origin {
	char from[RESULT_NAME_SIZE]; /* its name, and that of its cells */
	char tool_version[RESULT_NAME_SIZE];
	char start_time[RESULT_NAME_SIZE];
	char **command_line;        /* ended by NULL */
	struct system_info *system; /* may be NULL */
	struct result_method method;
};

struct result {
	const char *tool;
	const char *tool_version;          /* NULL = this one's */
	char *const *command_line;         /* ended by NULL */
	char start_time[RESULT_NAME_SIZE]; /* ISO 8601, UTC */
	const struct system_info *system;  /* may be NULL */
	struct result_method method;
	struct result_link link;
	struct result_cell *cells;
	size_t cell_count;
	struct result_requirement *requirements;
	size_t requirement_count;
	struct findings *findings; /* NULL = none were looked for */
	char **warnings;
	size_t warning_count;
	struct result_origin *origins; /* what was merged; what they agree in stands above */
	size_t origin_count;
	enum result_status status; /* the worst of the cells */
	int exit_status;
};

/* Copy a text into an array of the struct, cut to its size. */
void result_text_set(char text[RESULT_TEXT_SIZE], const char *from);
void result_name_set(char name[RESULT_NAME_SIZE], const char *from);

const char *result_status_name(enum result_status status);
const char *result_touch_name(enum result_touch touch);
/* Returns 0, or -EINVAL when no touch mode has this name. */
int result_touch_from_name(const char *name, enum result_touch *ret_touch);
/* "read" for input, "write" for output. */
const char *result_direction_name(enum iiodma_direction direction);
const char *result_lost_source_name(enum result_lost_source source);
/* The version of the tool that measured. */
const char *result_tool_version(const struct result *result);
/* "unknown", "platform", "heap", "stated", "command" */
const char *result_mapping_source_name(enum result_mapping_source source);

/* "kernel", "heap:system" … into @text */
void result_memory_text(const struct result_setup *setup, char *text, size_t size);

/* A run in which nothing is known yet. */
struct result_run result_run_new(void);

/* Bytes ÷ time; NaN unless both are above 0. */
double result_rate(uint64_t bytes, int64_t elapsed_ns);

/*
 * Everything that follows from bytes, time, lost samples and source rate: rate, expected bytes, shortfall, capped, over
 * the source. A run that missed no sample is capped as well, however late its last block came.
 * @slack_bytes: what may be under way at either end of the run without being lost
 */
void result_run_judge(struct result_run *run, double source_bytes_per_second, double slack_bytes);

/* Samples or events known lost, or data known wrong. */
bool result_run_loss_known(const struct result_run *run);

/* Share of one CPU; NaN when undefined. */
double result_run_cpu_ratio(const struct result_run *run);

/* @count for each MiB the run moved; NaN when unknown. */
double result_run_per_mebibyte(const struct result_run *run, int64_t count);

/* Time for a block, all in all; NaN when undefined. For API null this is what the meter itself costs. */
double result_run_block_seconds(const struct result_run *run);

/* Append @run to @cell, which takes its intervals over. Returns 0 or -ENOMEM (then the run is freed). */
int result_cell_add(struct result_cell *cell, struct result_run *run);

/* Rates of all runs of the cell that have one. */
struct statistics result_cell_rates(const struct result_cell *cell);
struct statistics result_cell_cpu_ratios(const struct result_cell *cell);
struct statistics result_cell_block_seconds(const struct result_cell *cell);
struct statistics result_cell_meter_cost_ratios(const struct result_cell *cell);

/* Sum over the runs; -1 as soon as one of them does not know. */
int64_t result_cell_lost_samples(const struct result_cell *cell);

/* Whether every run was at the source rate; whether any was above it. */
bool result_cell_capped(const struct result_cell *cell);
bool result_cell_over_source_rate(const struct result_cell *cell);

/* Returns 0 or -ENOMEM. A text that is already there is not added again. */
int result_warn(struct result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Free copies of command lines, ended by NULL; NULL is fine. */
void result_words_free(char **words);

/* Free what the result owns (cells, runs, requirements, warnings, origins); not the struct itself, the command line or the
 * system. */
void result_clear(struct result *result);

#endif
