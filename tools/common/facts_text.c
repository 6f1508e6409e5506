/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts.h"

#include <errno.h>
#include <math.h>

#include "link_text.h"
#include "units.h"

/* ", the same as writecombine" for each mapping that is this one here */
static void print_same(unsigned int same_as, FILE *out)
{
	for (enum iiodma_mapping i = IIODMA_MAPPING_COHERENT; i <= IIODMA_MAPPING_WRITECOMBINE; i++)
		if (same_as & IIODMA_MAPPING_BIT(i))
			fprintf(out, ", the same as %s here", iiodma_mapping_name(i));
}

static void print_heap(const struct facts_heap *heap, FILE *out)
{
	const struct iiodma_mapping_info *mapping = &heap->mapping;

	if (mapping->refused[0]) {
		fprintf(out, "  %s: refused (%s)\n", heap->name, mapping->refused);
		return;
	}
	fprintf(out, "  %s: %s%s", heap->name, mapping->effective == IIODMA_MAPPING_UNKNOWN ? "mapping " : "",
		iiodma_mapping_name(mapping->effective));
	print_same(mapping->same_as, out);
	if (mapping->attribute[0])
		fprintf(out, ", %s", mapping->attribute);
	if (mapping->dma_device[0])
		fprintf(out, ", for %s", mapping->dma_device);
	fprintf(out, " (%s)\n", mapping->origin);
}

static void print_heaps(const struct facts *facts, FILE *out)
{
	fprintf(out, facts->heap_count ? "heaps:\n" : "heaps: none\n");
	for (size_t i = 0; i < facts->heap_count; i++)
		print_heap(&facts->heaps[i], out);
}

static void print_api(const char *name, const struct facts_api *api, FILE *out)
{
	static const char *const answers[] = {
		[FACTS_NO] = "no",
		[FACTS_YES] = "yes",
		[FACTS_UNKNOWN] = "unknown",
	};

	fprintf(out, "    %s %s", name, answers[api->works]);
	if (api->reason[0] != '\0')
		fprintf(out, " (%s)", api->reason);
	fputc('\n', out);
}

static void print_rate(const struct facts_buffer *facts, FILE *out)
{
	char rate[UNITS_TEXT], all[UNITS_TEXT], pair[UNITS_TEXT];

	if (isnan(facts->sample_rate)) {
		fprintf(out, "    sample rate unknown\n");
		return;
	}
	if (facts->sample_rate <= 0) {
		fprintf(out, "    sample rate not paced\n");
		return;
	}
	fprintf(out, "    sample rate %s: %s with all channels", units_sample_rate(rate, facts->sample_rate),
		units_mib_per_second(all, facts->all_channels_per_second));
	if (!isnan(facts->one_pair_per_second))
		fprintf(out, ", %s with one pair", units_mib_per_second(pair, facts->one_pair_per_second));
	fputc('\n', out);
}

static void print_channel(const struct iiodma_channel *channel, FILE *out)
{
	const char *label = iiodma_channel_label(channel);
	char format[FACTS_TEXT];

	if (iiodma_format_text(iiodma_channel_format(channel), format, sizeof(format)) < 0)
		snprintf(format, sizeof(format), "?");
	fprintf(out, "    channel %s: %s, scan index %u", iiodma_channel_id(channel), format,
		iiodma_channel_scan_index(channel));
	if (label)
		fprintf(out, ", label %s", label);
	if (iiodma_channel_enabled(channel) == 1)
		fprintf(out, ", enabled");
	fputc('\n', out);
}

static void print_buffer(const struct facts_buffer *facts, FILE *out)
{
	const size_t channels = iiodma_buffer_channel_count(facts->buffer);

	fprintf(out, "  buffer %u: %s, %zu channels of together %zu bytes\n", iiodma_buffer_index(facts->buffer),
		iiodma_buffer_direction(facts->buffer) == IIODMA_INPUT ? "input" : "output", channels,
		facts->sample_bytes);
	if (facts->libiio.works == FACTS_YES) {
		print_api("libiio", &facts->libiio,
			  out); /* a remote buffer: that the others cannot goes without saying */
	} else {
		print_api("dmabuf", &facts->dmabuf, out);
		print_api("fileio", &facts->fileio, out);
	}
	fprintf(out, "    alignment %u bytes%s\n", facts->alignment_bytes,
		facts->alignment_assumed ? " (assumed)" : "");
	print_rate(facts, out);
	for (size_t i = 0; i < channels; i++)
		print_channel(iiodma_buffer_channel(facts->buffer, i), out);
}

static void print_device(const struct facts_device *facts, FILE *out)
{
	const char *label = iiodma_device_label(facts->device);

	fprintf(out, "%s: %s%s%s\n", iiodma_device_id(facts->device), iiodma_device_name(facts->device),
		label ? ", label " : "", label ? label : "");
	if (facts->takes_trigger)
		fprintf(out, "  trigger: %s\n", facts->trigger[0] ? facts->trigger : "none set");
	if (facts->buffer_count == 0)
		fprintf(out, "  no buffer: its channels cannot be streamed\n");
	for (size_t i = 0; i < facts->buffer_count; i++)
		print_buffer(&facts->buffers[i], out);
}

int facts_print_text(const struct facts *facts, FILE *out)
{
	char link[LINK_TEXT];

	fprintf(out, "context %s with %zu devices\n", iiodma_context_uri(facts->context),
		iiodma_context_device_count(facts->context));
	if (facts->link.kind == IIODMA_LINK_NONE)
		print_heaps(facts, out);
	else
		fprintf(out, "link: %s\n", link_text(&facts->link, link));
	for (size_t i = 0; i < facts->device_count; i++)
		print_device(&facts->devices[i], out);
	return fflush(out) == EOF || ferror(out) ? -EIO : 0;
}
