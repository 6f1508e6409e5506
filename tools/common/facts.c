/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "link_text.h"

static struct facts_api try_api(struct iiodma_buffer *buffer, enum iiodma_api api)
{
	struct facts_api facts = {.works = FACTS_YES};
	const int r = iiodma_buffer_probe(buffer, api);

	if (r >= 0)
		return facts;
	facts.works = r == -ENOTSUP ? FACTS_NO : FACTS_UNKNOWN;
	snprintf(facts.reason, sizeof(facts.reason), "%s", iiodma_error_text());
	return facts;
}

/* Size of a sample of the buffer's first @count channels, 0 when there is no such sample. */
static size_t sample_bytes(const struct iiodma_buffer *buffer, size_t count)
{
	struct iiodma_channel **channels = calloc(count ? count : 1, sizeof(struct iiodma_channel *));
	ssize_t bytes = 0;

	if (!channels || count == 0 || count > iiodma_buffer_channel_count(buffer)) {
		free(channels);
		return 0;
	}
	for (size_t i = 0; i < count; i++)
		channels[i] = iiodma_buffer_channel(buffer, i);
	bytes = iiodma_buffer_sample_bytes(buffer, channels, count);
	free(channels);
	return bytes > 0 ? (size_t)bytes : 0;
}

static double bytes_per_second(double samples_per_second, size_t bytes)
{
	return samples_per_second > 0 && bytes > 0 ? samples_per_second * (double)bytes : (double)NAN;
}

static void look_at_buffer(struct iiodma_buffer *buffer, struct facts_buffer *facts)
{
	const struct iiodma_device *device = iiodma_buffer_device(buffer);

	facts->buffer = buffer;
	facts->alignment_bytes = iiodma_buffer_alignment_bytes(buffer, &facts->alignment_assumed);
	facts->dmabuf = try_api(buffer, IIODMA_API_DMABUF);
	facts->fileio = try_api(buffer, IIODMA_API_FILEIO);
	facts->libiio = try_api(buffer, IIODMA_API_LIBIIO);
	if (iiodma_device_sample_rate(device, iiodma_buffer_direction(buffer), &facts->sample_rate) < 0)
		facts->sample_rate = (double)NAN;
	facts->sample_bytes = sample_bytes(buffer, iiodma_buffer_channel_count(buffer));
	facts->all_channels_per_second = bytes_per_second(facts->sample_rate, facts->sample_bytes);
	facts->one_pair_per_second = bytes_per_second(facts->sample_rate, sample_bytes(buffer, 2));
}

static int look_at_device(const struct iiodma_device *device, struct facts_device *facts)
{
	facts->device = device;
	facts->takes_trigger = iiodma_device_trigger(device, facts->trigger, sizeof(facts->trigger)) >= 0;
	facts->buffer_count = iiodma_device_buffer_count(device);
	facts->buffers = calloc(facts->buffer_count ? facts->buffer_count : 1, sizeof(*facts->buffers));
	if (!facts->buffers)
		return -ENOMEM;
	for (size_t i = 0; i < facts->buffer_count; i++)
		look_at_buffer(iiodma_device_buffer(device, i), &facts->buffers[i]);
	return 0;
}

static void look_at_heap(char *name, struct facts *facts)
{
	struct facts_heap *heap = &facts->heaps[facts->heap_count++];

	heap->name = name;
	heap->mapping.size = sizeof(heap->mapping);
	if (iiodma_memory_mapping(IIODMA_MEMORY_HEAP, name, &heap->mapping) < 0)
		heap->mapping.origin = "the heap's name is no valid one";
}

/* A folder that cannot be read shows as no heaps: only lack of memory is an error. */
static int look_at_heaps(struct facts *facts)
{
	const int there = iiodma_heap_list(&facts->heap_names);
	const int refused = iiodma_heap_list_refused(&facts->refused_names);
	const size_t count = (size_t)(there > 0 ? there : 0) + (size_t)(refused > 0 ? refused : 0);

	facts->heaps = calloc(count ? count : 1, sizeof(*facts->heaps));
	if (!facts->heaps || there == -ENOMEM || refused == -ENOMEM)
		return -ENOMEM;
	for (int i = 0; i < there; i++)
		look_at_heap(facts->heap_names[i], facts);
	for (int i = 0; i < refused; i++)
		look_at_heap(facts->refused_names[i], facts);
	return 0;
}

int facts_gather(const struct iiodma_context *context, struct iiodma_device *const *devices, size_t count,
		 struct facts *ret_facts)
{
	struct facts facts = {.context = context, .link = link_of(context), .device_count = count};
	int r = -ENOMEM;

	facts.devices = calloc(count ? count : 1, sizeof(*facts.devices));
	if (facts.devices)
		r = facts.link.kind == IIODMA_LINK_NONE ? look_at_heaps(&facts) : 0;
	for (size_t i = 0; r == 0 && i < count; i++)
		r = look_at_device(devices[i], &facts.devices[i]);
	if (r == 0)
		*ret_facts = facts;
	else
		facts_clear(&facts);
	return r;
}

void facts_clear(struct facts *facts)
{
	for (size_t i = 0; facts->devices && i < facts->device_count; i++)
		free(facts->devices[i].buffers);
	free(facts->devices);
	free(facts->heaps);
	iiodma_heap_list_free(facts->heap_names);
	iiodma_heap_list_free(facts->refused_names);
	*facts = (struct facts){0};
}
