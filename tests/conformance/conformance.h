/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract of <iiodma/stream.h>, clause by clause, once for every back end. A case is a function; back ends are lines of one
 * table in conformance.c. What a back end or a machine cannot do is a capability, and only a missing capability skips a case.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <iiodma.h>

#include <errno.h>
#include <stdint.h>

/* What a case needs to make sense. */
enum need {
	NEED_DEVICE = 1 << 0,  /* a kernel buffer with attributes, not memory of the library's own */
	NEED_COUNTER = 1 << 1, /* input data is a 32-bit sample counter over voltage0 and voltage1 */
	NEED_WAIT = 1 << 2,    /* blocks take time, so that waiting can be seen */
	NEED_CYCLIC = 1 << 3,
	NEED_BLOCK_FD = 1 << 4,
	NEED_PLAYED = 1 << 5, /* what was played can be looked at: the fake kernel */
	NEED_UNPLUG = 1 << 6, /* the device can be pulled out: the fake kernel */
	NEED_FAULTS = 1 << 7, /* calls can be told to fail: the fake kernel */
	NEED_NO_CYCLIC = 1 << 8,
	NEED_ATTRIBUTES = 1 << 9, /* of the buffer, to be looked at in sysfs */
	NEED_PREPARE = 1 << 10,   /* input blocks can be prepared */
};

#define STREAMS_MAX 4

struct fixture {
	enum iiodma_api api;
	enum iiodma_memory memory;
	unsigned int abilities;   /* of enum need */
	bool fake;                /* on the fake kernel */
	struct fake_iiod *server; /* on a fake iiod; NULL otherwise */
	uint8_t *played;          /* copy of what it played */
	const char *input_name, *output_name, *heap;
	struct iiodma_context *context;
	struct iiodma_buffer *buffers[2]; /* by direction */
	struct iiodma_channel *channels[2][2];
	struct iiodma_stream *streams[STREAMS_MAX];
	unsigned int stream_count;
	double rate_before; /* negative: not changed */
};

struct conformance_case {
	const char *name;
	void (*run)(struct fixture *fixture);
	unsigned int needs;
};

/* Each file of cases ends in its list, ended by a NULL name. */
extern const struct conformance_case life_cases[], ring_cases[], wait_cases[], output_cases[], fault_cases[];

/* --- checks: a failed one ends the case --- */

void check_failed(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));

#define check(condition)                                                    \
	do {                                                                \
		if (!(condition))                                           \
			check_failed(__FILE__, __LINE__, "%s", #condition); \
	} while (0)

#define check_equal(got, wanted)                                                                                     \
	do {                                                                                                         \
		long long got_ = (long long)(got), wanted_ = (long long)(wanted);                                    \
		if (got_ != wanted_)                                                                                 \
			check_failed(__FILE__, __LINE__, "%s is %lld, not %s = %lld", #got, got_, #wanted, wanted_); \
	} while (0)

/* --- the fixture (fixture.c) --- */

/* Time passes as fast as waiting allows (the default) or as on the wall. A real machine knows only the second. */
void fixture_real_time(struct fixture *fixture);

/* Samples per second of both directions. */
void fixture_rate(struct fixture *fixture, double samples_per_second);

/* Input that waits for blocks instead of dropping what nobody fetches in time, where the converter can do that. */
void fixture_lossless(struct fixture *fixture);

/* A stream the fixture closes at the end of the case if the case has not. */
struct iiodma_stream *fixture_open(struct fixture *fixture, enum iiodma_direction direction);
void fixture_close(struct fixture *fixture, struct iiodma_stream *stream);

/* Two channels, 4-byte samples, the back end under test. */
struct iiodma_stream_config fixture_config(struct fixture *fixture, enum iiodma_direction direction,
					   uint64_t block_samples, unsigned int depth);

/* Opened, configured and started with that. */
struct iiodma_stream *fixture_start(struct fixture *fixture, enum iiodma_direction direction, uint64_t block_samples,
				    unsigned int depth);

struct iiodma_stream_info fixture_info(struct iiodma_stream *stream);
struct iiodma_stream_stats fixture_stats(struct iiodma_stream *stream);

/* All that was played; NEED_PLAYED. Valid until more is. */
const uint8_t *fixture_played(struct fixture *fixture, size_t *ret_bytes);

/* Text of an attribute of the buffer ("length", "in_voltage0_en"); valid until the next call. */
const char *fixture_attribute(struct fixture *fixture, enum iiodma_direction direction, const char *name);

int64_t now_ns(void); /* of the clock the library uses */
int64_t wall_ns(void);

/* Take the next block within 5 s. */
struct iiodma_block *take(struct iiodma_stream *stream);

/* Take, read and give back @count blocks; the counter must go on from *@counter, which follows. */
void read_blocks(struct iiodma_stream *stream, unsigned int count, uint32_t *counter);

/* Fill a held output block with a counter from *@counter on. */
void fill_block(struct iiodma_block *block, size_t bytes, uint32_t *counter);

#endif
