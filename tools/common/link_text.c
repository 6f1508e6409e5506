/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "link_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "json_values.h"
#include "units.h"

#define SAME_RATE 0.98 /* of the source's: what is missing is the ends of a run */
#define SINK_SHARE 0.1 /* of the time that the ring was full: the sink was the limit */
#define NS_PER_MICROSECOND 1000

struct iiodma_link link_of(const struct iiodma_context *context)
{
	struct iiodma_link link = {.size = sizeof(link)};

	if (iiodma_context_link(context, &link) < 0)
		link = (struct iiodma_link){.size = sizeof(link), .bytes_per_second = -1, .round_trip_ns = -1};
	return link;
}

/* Whole numbers carry no decimal point that a locale could change. */
static void print_hundredths(char *text, size_t size, double value, const char *unit)
{
	const uint64_t hundredths = (uint64_t)(value * 100 + 0.5);

	snprintf(text, size, "%" PRIu64 ".%02" PRIu64 " %s", hundredths / 100, hundredths % 100, unit);
}

const char *link_text(const struct iiodma_link *link, char text[LINK_TEXT])
{
	char ceiling[UNITS_TEXT] = "", round_trip[UNITS_TEXT] = "";
	const int64_t us = link->round_trip_ns / NS_PER_MICROSECOND;

	if (link->bytes_per_second > 0)
		print_hundredths(ceiling, sizeof(ceiling), (double)link->bytes_per_second / 1e6, "MB/s");
	if (link->round_trip_ns >= 0)
		snprintf(round_trip, sizeof(round_trip), "%" PRId64 ".%03" PRId64 " ms", us / 1000, us % 1000);
	snprintf(text, LINK_TEXT, "%s%s%s%s%s, round trip %s, libiio %s here, %s there",
		 iiodma_link_kind_name(link->kind), link->name[0] ? " " : "", link->name,
		 ceiling[0] ? ", at most " : "", ceiling, round_trip[0] ? round_trip : "unknown", link->client_version,
		 link->server_version);
	return text;
}

bool link_is_too_slow(const struct iiodma_link *link, double samples_per_second, size_t sample_bytes,
		      char text[LINK_TEXT])
{
	const double source = samples_per_second * (double)sample_bytes;
	const double ceiling = (double)link->bytes_per_second;
	char source_text[UNITS_TEXT], ceiling_text[UNITS_TEXT], most[UNITS_TEXT];

	if (!(source > 0) || link->bytes_per_second <= 0 || source <= ceiling)
		return false;
	print_hundredths(source_text, sizeof(source_text), source / 1e6, "MB/s");
	print_hundredths(ceiling_text, sizeof(ceiling_text), ceiling / 1e6, "MB/s");
	print_hundredths(most, sizeof(most), ceiling / (double)sample_bytes / 1e6, "MSPS");
	snprintf(text, LINK_TEXT, "source %s, link limit %s (%s): samples will be lost; max %s", source_text,
		 ceiling_text, link->name[0] ? link->name : iiodma_link_kind_name(link->kind), most);
	return true;
}

bool link_lacks_memory(const struct iiodma_link *link, uint64_t request_bytes, char text[LINK_TEXT])
{
	/* 0 is no limit. */
	if (link->kind != IIODMA_LINK_USB || link->usb_memory_bytes <= 0 ||
	    request_bytes <= (uint64_t)link->usb_memory_bytes)
		return false;
	snprintf(text, LINK_TEXT,
		 "one USB request needs %" PRIu64 " bytes, the kernel lends %" PRId64
		 "; take a smaller -b or raise /sys/module/usbcore/parameters/usbfs_memory_mb",
		 request_bytes, link->usb_memory_bytes);
	return true;
}

const char *link_limit(double bytes_per_second, double source_bytes_per_second, int64_t ring_full_ns,
		       int64_t elapsed_ns)
{
	if (source_bytes_per_second > 0 && bytes_per_second >= SAME_RATE * source_bytes_per_second)
		return "source";
	return (double)ring_full_ns > SINK_SHARE * (double)elapsed_ns ? "sink" : "link";
}

json_t *link_json(const struct iiodma_link *link)
{
	if (link->kind == IIODMA_LINK_NONE)
		return json_null();
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "kind", iiodma_link_kind_name(link->kind), "name",
			 json_value_text(link->name), "limit_bytes_per_second",
			 json_value_count(link->bytes_per_second), "round_trip_seconds",
			 json_value_seconds(link->round_trip_ns), "client_version",
			 json_value_text(link->client_version), "server_version", json_value_text(link->server_version),
			 "usb_memory_bytes", json_value_count(link->usb_memory_bytes));
}
