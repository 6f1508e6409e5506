/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a context can do, gathered without changing a setting; text and JSON are both made from it. */
#ifndef TOOLS_FACTS_H
#define TOOLS_FACTS_H

#include <iiodma.h>
#include <stdio.h>

#define FACTS_TEXT 256

enum facts_answer {
	FACTS_NO,
	FACTS_YES,
	FACTS_UNKNOWN, /* in use by somebody, or not allowed to look */
};

struct facts_api {
	enum facts_answer works;
	char reason[FACTS_TEXT]; /* "" when it works */
};

struct facts_buffer {
	const struct iiodma_buffer *buffer;
	uint32_t alignment_bytes;
	bool alignment_assumed;
	struct facts_api dmabuf;
	struct facts_api fileio;
	struct facts_api libiio;
	double sample_rate;             /* per second; NaN = unknown, 0 = not paced */
	double all_channels_per_second; /* bytes that all channels make; NaN = unknown */
	double one_pair_per_second;     /* bytes that the first two channels make; NaN = unknown or no two */
	size_t sample_bytes;            /* of all channels */
};

struct facts_device {
	const struct iiodma_device *device;
	bool takes_trigger;
	char trigger[FACTS_TEXT]; /* "" = none set */
	struct facts_buffer *buffers;
	size_t buffer_count;
};

struct facts_heap {
	const char *name; /* in the lists of names */
	struct iiodma_mapping_info mapping;
};

struct facts {
	const struct iiodma_context *context;
	struct iiodma_link link;            /* heaps are looked for only without one: they are this machine's */
	char **heap_names, **refused_names; /* ended by NULL */
	struct facts_heap *heaps;           /* those refused come last */
	size_t heap_count;
	struct facts_device *devices;
	size_t device_count;
};

/*
 * Look at @devices (@count of them; of @context, which must outlive the facts). Opens each buffer for a moment.
 * Returns 0 or -ENOMEM. @ret_facts: emptied with facts_clear().
 */
int facts_gather(const struct iiodma_context *context, struct iiodma_device *const *devices, size_t count,
		 struct facts *ret_facts);
void facts_clear(struct facts *facts);

/* Each returns 0 or -errno. */
int facts_print_text(const struct facts *facts, FILE *out);
int facts_print_json(const struct facts *facts, char *const *command_line, FILE *out);

#endif
