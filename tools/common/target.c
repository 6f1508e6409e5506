/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "message.h"
#include "units.h"

#define BUFFER_INDEX_MAX 255

bool target_take_option(struct target_request *request, enum option_key key, const char *spelling, const char *argument)
{
	switch (key) {
	case OPTION_URI:
		request->uri = argument;
		return true;
	case OPTION_AUTO:
		contexts_check_filter(spelling, argument);
		request->pick_context = true;
		request->pick_filter = argument;
		return true;
	case OPTION_SCAN:
		contexts_check_filter(spelling, argument);
		exit((int)contexts_list(argument));
	case OPTION_BUFFER_INDEX:
		request->buffer_index = (unsigned int)units_option_count(spelling, argument, 0, BUFFER_INDEX_MAX);
		request->buffer_index_given = true;
		return true;
	default:
		return false;
	}
}

void target_take_operands(struct target_request *request, char *const *operands, size_t count)
{
	request->device = count > 0 ? operands[0] : NULL;
	request->channels = count > 1 ? operands + 1 : NULL;
	request->channel_count = count > 1 ? count - 1 : 0;
}

/* A context that cannot be opened: was it asked wrongly, is the peer gone, or silent? */
static enum exit_status open_failure(int error)
{
	message_error("%s", iiodma_error_text());
	switch (error) {
	case -EINVAL:
		return EXIT_STATUS_USAGE;
	case -ECONNREFUSED:
	case -ECONNRESET:
		return EXIT_STATUS_GONE;
	case -ETIMEDOUT:
	case -EHOSTUNREACH:
	case -ENETUNREACH:
	case -EHOSTDOWN:
		return EXIT_STATUS_TIMEOUT;
	default:
		return EXIT_STATUS_FAILED;
	}
}

static enum exit_status open_uri(const char *uri, int64_t timeout_ns, struct iiodma_context **ret_context)
{
	int r;

	if (strncmp(uri, "local:", 6) != 0 && strncmp(uri, "null:", 5) != 0)
		message_alone();
	r = timeout_ns != 0 ? iiodma_context_open_within(uri, timeout_ns, ret_context)
			    : iiodma_context_open(uri, ret_context);

	return r < 0 ? open_failure(r) : EXIT_STATUS_DONE;
}

enum exit_status target_open_context(const struct target_request *request, struct iiodma_context **ret_context)
{
	const char *uri = request->uri;
	enum exit_status status;
	char *picked = NULL;

	if (request->pick_context && uri) {
		message_error("options -a and -u exclude each other: -a picks the context that -u %s names", uri);
		return EXIT_STATUS_USAGE;
	}
	if (request->pick_context) {
		status = contexts_pick(request->pick_filter, &picked);
		if (status != EXIT_STATUS_DONE)
			return status;
		uri = picked;
	}
	if (!uri && request->no_device && !request->device)
		uri = "null:";
	status = open_uri(uri ? uri : "local:", request->timeout_ns, ret_context);
	free(picked);
	return status;
}

static void append(char *text, size_t size, const char *word)
{
	const size_t used = strlen(text);

	if (used + 1 < size)
		snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
}

static enum exit_status refuse_without_device(const struct iiodma_context *context)
{
	char names[1024] = "";

	for (size_t i = 0; i < iiodma_context_device_count(context); i++)
		append(names, sizeof(names), iiodma_device_name(iiodma_context_device(context, i)));
	message_error("no device named; devices of %s %s", iiodma_context_uri(context), *names ? names : "none");
	return EXIT_STATUS_USAGE;
}

static enum exit_status find_device(const struct target_request *request, struct target *target)
{
	if (!request->device) {
		if (iiodma_context_device_count(target->context) != 1)
			return refuse_without_device(target->context);
		target->device = iiodma_context_device(target->context, 0);
		return EXIT_STATUS_DONE;
	}
	if (iiodma_context_find_device(target->context, request->device, &target->device) < 0) {
		message_error("%s", iiodma_error_text());
		return EXIT_STATUS_USAGE;
	}
	return EXIT_STATUS_DONE;
}

static const char *direction_word(enum iiodma_direction direction)
{
	return direction == IIODMA_INPUT ? "input" : "output";
}

static enum exit_status refuse_direction(const struct target_request *request, const struct target *target)
{
	char indexes[256] = "";

	for (size_t i = 0; i < iiodma_device_buffer_count(target->device); i++) {
		const struct iiodma_buffer *buffer = iiodma_device_buffer(target->device, i);
		char number[16];

		snprintf(number, sizeof(number), "%u", iiodma_buffer_index(buffer));
		if (iiodma_buffer_direction(buffer) == request->direction)
			append(indexes, sizeof(indexes), number);
	}
	if (iiodma_device_buffer_count(target->device) == 0)
		message_error("device %s has no buffer: none of its channels can be streamed",
			      iiodma_device_name(target->device));
	else if (!target->buffer)
		message_error("device %s has no %s buffer", iiodma_device_name(target->device),
			      direction_word(request->direction));
	else
		message_error("buffer %u is an %s, an %s is needed; %s buffers of %s: %s", request->buffer_index,
			      direction_word(iiodma_buffer_direction(target->buffer)),
			      direction_word(request->direction), direction_word(request->direction),
			      iiodma_device_name(target->device), *indexes ? indexes : "none");
	return EXIT_STATUS_USAGE;
}

static enum exit_status find_buffer(const struct target_request *request, struct target *target)
{
	if (request->buffer_index_given) {
		if (iiodma_device_find_buffer(target->device, request->buffer_index, &target->buffer) < 0) {
			message_error("%s", iiodma_error_text());
			return EXIT_STATUS_USAGE;
		}
		if (iiodma_buffer_direction(target->buffer) != request->direction)
			return refuse_direction(request, target);
		return EXIT_STATUS_DONE;
	}
	for (size_t i = 0; i < iiodma_device_buffer_count(target->device); i++) {
		struct iiodma_buffer *buffer = iiodma_device_buffer(target->device, i);

		if (iiodma_buffer_direction(buffer) == request->direction) {
			target->buffer = buffer;
			return EXIT_STATUS_DONE;
		}
	}
	return refuse_direction(request, target);
}

static bool chosen(const struct target *target, const struct iiodma_channel *channel)
{
	for (size_t i = 0; i < target->channel_count; i++)
		if (target->channels[i] == channel)
			return true;
	return false;
}

static int by_scan_index(const void *a, const void *b)
{
	const unsigned int left = iiodma_channel_scan_index(*(struct iiodma_channel *const *)a);
	const unsigned int right = iiodma_channel_scan_index(*(struct iiodma_channel *const *)b);

	return (left > right) - (left < right);
}

static enum exit_status find_named_channels(const struct target_request *request, struct target *target)
{
	for (size_t i = 0; i < request->channel_count; i++) {
		struct iiodma_channel *channel;
		const int r = iiodma_buffer_find_channel(target->buffer, request->channels[i], &channel);

		if (r < 0) {
			message_error("%s", iiodma_error_text());
			return r == -ENOENT ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED;
		}
		if (chosen(target, channel)) {
			message_error("channel %s is named twice", request->channels[i]);
			return EXIT_STATUS_USAGE;
		}
		target->channels[target->channel_count++] = channel;
	}
	qsort(target->channels, target->channel_count, sizeof(*target->channels), by_scan_index);
	return EXIT_STATUS_DONE;
}

static enum exit_status find_channels(const struct target_request *request, struct target *target)
{
	const size_t all = iiodma_buffer_channel_count(target->buffer);

	if (all == 0) {
		message_error("no channels in buffer %u of %s", iiodma_buffer_index(target->buffer),
			      iiodma_device_name(target->device));
		return EXIT_STATUS_USAGE;
	}
	target->channels =
		calloc(all > request->channel_count ? all : request->channel_count, sizeof(*target->channels));
	if (!target->channels) {
		message_error("out of memory");
		return EXIT_STATUS_FAILED;
	}
	if (request->channel_count > 0)
		return find_named_channels(request, target);
	for (size_t i = 0; i < all; i++)
		target->channels[target->channel_count++] = iiodma_buffer_channel(target->buffer, i);
	return EXIT_STATUS_DONE;
}

static enum exit_status measure_sample(struct target *target)
{
	const ssize_t bytes = iiodma_buffer_sample_bytes(target->buffer, target->channels, target->channel_count);

	if (bytes <= 0) {
		message_error("%s", iiodma_error_text());
		return EXIT_STATUS_FAILED;
	}
	target->sample_bytes = (size_t)bytes;
	return EXIT_STATUS_DONE;
}

enum exit_status target_open(const struct target_request *request, struct target *ret_target)
{
	struct target target = {0};
	enum exit_status status = target_open_context(request, &target.context);

	if (status == EXIT_STATUS_DONE)
		status = find_device(request, &target);
	if (status == EXIT_STATUS_DONE)
		status = find_buffer(request, &target);
	if (status == EXIT_STATUS_DONE)
		status = find_channels(request, &target);
	if (status == EXIT_STATUS_DONE)
		status = measure_sample(&target);
	if (status == EXIT_STATUS_DONE)
		*ret_target = target;
	else
		target_close(&target);
	return status;
}

void target_close(struct target *target)
{
	free(target->channels);
	iiodma_context_close(target->context);
	*target = (struct target){0};
}
