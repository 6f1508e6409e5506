/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stream_request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "message.h"
#include "units.h"

#define HEAP_VARIABLE "LIBIIO_DMA_HEAP_PATH"
#define HEAP_FOLDER "/dev/dma_heap/"

#define TIMEOUT_MARGIN_NS NS_PER_SECOND
#define TIMEOUT_UNPACED_NS (5 * NS_PER_SECOND)

static enum iiodma_memory memory_from_name(const char *spelling, const char *name)
{
	if (!strcmp(name, "heap"))
		return IIODMA_MEMORY_HEAP;
	if (!strcmp(name, "udmabuf"))
		return IIODMA_MEMORY_UDMABUF;
	if (!strcmp(name, "udmabuf-huge"))
		return IIODMA_MEMORY_UDMABUF_HUGE;
	message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no kind of memory; valid: heap, udmabuf, udmabuf-huge",
		    spelling, name);
}

/* Memory that is no heap: a heap named beside it contradicts it. */
static bool is_udmabuf(const struct stream_request *request)
{
	return request->memory == IIODMA_MEMORY_UDMABUF || request->memory == IIODMA_MEMORY_UDMABUF_HUGE;
}

static const struct mapping *mapping_from_option(const char *spelling, const char *name)
{
	const struct mapping *mapping = mapping_find(name);

	if (!mapping)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no mapping; valid: %s", spelling, name,
			    mapping_names());
	return mapping;
}

static void check_heap_name(const char *origin, const char *name)
{
	if (iiodma_heap_name_check(name) < 0)
		message_die(EXIT_STATUS_USAGE, "%s: %s", origin, iiodma_error_text());
}

static bool take_memory_option(struct stream_request *request, enum option_key key, const char *spelling,
			       const char *argument)
{
	char origin[64];

	switch (key) {
	case OPTION_MAP:
		request->mapping = mapping_from_option(spelling, argument);
		return true;
	case OPTION_HEAP:
		snprintf(origin, sizeof(origin), "option %s", spelling);
		check_heap_name(origin, argument);
		request->heap = argument;
		return true;
	case OPTION_HEAP_FALLBACK:
		request->heap_fallback = true;
		return true;
	case OPTION_MEMORY_KIND:
		request->memory = memory_from_name(spelling, argument);
		return true;
	case OPTION_NO_SYNC:
		request->no_sync = true;
		return true;
	default:
		return false;
	}
}

static bool take_flow_option(struct stream_request *request, enum option_key key, const char *spelling,
			     const char *argument)
{
	switch (key) {
	case OPTION_API:
		if (iiodma_api_from_name(argument, &request->api) < 0)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' is no API; valid: auto, fileio, dmabuf, null, libiio", spelling,
				    argument);
		request->api_given = true;
		return true;
	case OPTION_BLOCK:
		request->block_samples = units_option_count(spelling, argument, 1, IIODMA_BLOCK_BYTES_MAX);
		return true;
	case OPTION_DEPTH:
		request->depth = (unsigned int)units_option_count(spelling, argument, 1, IIODMA_DEPTH_MAX);
		request->depth_given = true;
		return true;
	case OPTION_TIMEOUT:
		request->timeout_ns = units_option_time_limit(spelling, argument);
		request->timeout_given = true;
		return true;
	case OPTION_TRIGGER:
		request->trigger = argument;
		return true;
	default:
		return false;
	}
}

bool stream_request_take_option(struct stream_request *request, enum option_key key, const char *spelling,
				const char *argument)
{
	switch (key) {
	case OPTION_CYCLIC:
		request->cyclic = true;
		return true;
	case OPTION_STRICT:
		request->strict = true;
		return true;
	case OPTION_FIT:
		request->fit = true;
		return true;
	case OPTION_SAMPLES:
		request->samples = units_option_count(spelling, argument, 0, INT64_MAX);
		return true;
	case OPTION_BYTES:
		request->bytes = units_option_bytes(spelling, argument, 1, INT64_MAX);
		return true;
	default:
		return take_flow_option(request, key, spelling, argument) ||
		       take_memory_option(request, key, spelling, argument);
	}
}

/* libiio takes a path or a name there. */
static void take_heap_from_environment(struct stream_request *request)
{
	const char *value = getenv(HEAP_VARIABLE);

	if (!value || !*value || request->heap || request->mapping || is_udmabuf(request))
		return;
	if (!strncmp(value, HEAP_FOLDER, strlen(HEAP_FOLDER)))
		value += strlen(HEAP_FOLDER);
	check_heap_name("environment variable " HEAP_VARIABLE, value);
	request->heap = value;
	request->heap_from_environment = true;
}

/* The first memory option there is, NULL when there is none. */
static const char *memory_option(const struct stream_request *request)
{
	if (request->mapping)
		return "--map";
	if (request->heap)
		return "--heap";
	return request->memory != IIODMA_MEMORY_AUTO ? "--memory" : NULL;
}

void stream_request_complete(struct stream_request *request)
{
	const char *memory = memory_option(request);

	if (request->samples && request->bytes)
		message_die(EXIT_STATUS_USAGE, "options -s and --bytes exclude each other: both say how much");
	if (request->mapping && (request->heap || is_udmabuf(request)))
		message_die(EXIT_STATUS_USAGE, "option --map %s takes the heap %s and excludes --heap and --memory %s",
			    request->mapping->name, request->mapping->heap,
			    iiodma_memory_name(is_udmabuf(request) ? request->memory : IIODMA_MEMORY_UDMABUF));
	if (request->heap && is_udmabuf(request))
		message_die(EXIT_STATUS_USAGE, "options --heap and --memory %s exclude each other",
			    iiodma_memory_name(request->memory));
	if (memory && (request->api == IIODMA_API_FILEIO || request->api == IIODMA_API_NULL))
		message_die(EXIT_STATUS_USAGE, "option %s needs --api dmabuf: %s has memory of its own", memory,
			    iiodma_api_name(request->api));
	if (request->mapping)
		request->heap = request->mapping->heap;
	if (memory && request->memory == IIODMA_MEMORY_AUTO)
		request->memory = IIODMA_MEMORY_HEAP;
	take_heap_from_environment(request);
}

uint64_t stream_request_samples(const struct stream_request *request, size_t sample_bytes)
{
	if (request->bytes % sample_bytes != 0)
		message_die(EXIT_STATUS_USAGE, "option --bytes: %llu is not a multiple of the sample's %zu bytes",
			    (unsigned long long)request->bytes, sample_bytes);
	if (request->samples > INT64_MAX / sample_bytes)
		message_die(EXIT_STATUS_USAGE,
			    "option -s: %llu samples of %zu bytes are out of range; valid: 0 to %llu",
			    (unsigned long long)request->samples, sample_bytes,
			    (unsigned long long)(INT64_MAX / sample_bytes));
	return request->bytes ? request->bytes / sample_bytes : request->samples;
}

uint64_t stream_request_block_samples(const struct stream_request *request, uint64_t total_samples)
{
	if (request->block_samples)
		return request->block_samples;
	return total_samples && total_samples < BLOCK_SAMPLES_DEFAULT ? total_samples : BLOCK_SAMPLES_DEFAULT;
}

int64_t stream_request_timeout_ns(const struct stream_request *request, uint64_t block_samples, unsigned int depth,
				  double samples_per_second)
{
	double ring_ns;

	if (request->timeout_given)
		return request->timeout_ns;
	if (!isfinite(samples_per_second) || samples_per_second <= 0)
		return TIMEOUT_UNPACED_NS;
	ring_ns = (double)block_samples * depth / samples_per_second * (double)NS_PER_SECOND;
	if (ring_ns > (double)(INT64_MAX / 2))
		return IIODMA_FOREVER;
	return (int64_t)ring_ns + TIMEOUT_MARGIN_NS;
}
