/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From words on the command line to a context, device, buffer and channels. Reads sysfs only. */
#ifndef TOOLS_TARGET_H
#define TOOLS_TARGET_H

#include <iiodma.h>

#include "exit_status.h"
#include "options.h"

/* What the user said; all zero = nothing. Strings are the command line's. */
struct target_request {
	const char *uri;
	const char *device;
	char *const *channels;
	size_t channel_count;
	unsigned int buffer_index;
	bool buffer_index_given;
	bool pick_context;       /* -a */
	const char *pick_filter; /* kinds of contexts; NULL = all */
	int64_t timeout_ns; /* longest wait for a remote context; 0 = the library's own limit, negative = forever */
	bool every_channel; /* of the usual devices, not one pair */
	bool no_device;     /* --api null: a device is only a shape, "null" will do */
	enum iiodma_direction direction;
};

struct target {
	struct iiodma_context *context;
	struct iiodma_device *device;
	struct iiodma_buffer *buffer;
	struct iiodma_channel **channels; /* chosen ones, in the order of the scan */
	size_t channel_count;
	size_t sample_bytes;
};

/* Take the options -u -a -i. Returns whether @key was one of them. -S prints the contexts and exits. */
bool target_take_option(struct target_request *request, enum option_key key, const char *spelling,
			const char *argument);

/* Operands "DEVICE [CHANNEL...]". */
void target_take_operands(struct target_request *request, char *const *operands, size_t count);

/*
 * Find it all. Returns EXIT_STATUS_DONE and fills @ret_target, to be closed with target_close(); or prints one sentence
 * and returns the status to end with: USAGE for a name that does not fit, FAILED when the system would not tell.
 */
enum exit_status target_open(const struct target_request *request, struct target *ret_target);

/* An all-zero target is fine. Streams are closed before. */
void target_close(struct target *target);

/* Only the context: what iiodma-info looks through. */
enum exit_status target_open_context(const struct target_request *request, struct iiodma_context **ret_context);

#endif
