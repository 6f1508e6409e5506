/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What there is to say of the link to a remote context. */
#ifndef TOOLS_LINK_TEXT_H
#define TOOLS_LINK_TEXT_H

#include <iiodma.h>
#include <jansson.h>

#define LINK_TEXT 384

/* The link of @context; kind NONE for one of this machine. */
struct iiodma_link link_of(const struct iiodma_context *context);

/* "network eth0, at most 125.00 MB/s, round trip 0.210 ms, libiio 0.24 here, 0.26 there" */
const char *link_text(const struct iiodma_link *link, char text[LINK_TEXT]);

/*
 * C03: whether the converter makes more than the link carries, with the sentence for it. @samples_per_second as for
 * units_sample_rate(); an unknown rate or link is no reason to complain.
 */
bool link_is_too_slow(const struct iiodma_link *link, double samples_per_second, size_t sample_bytes,
		      char text[LINK_TEXT]);

/* Whether the kernel lends less memory for USB transfers than one request of @request_bytes needs, with the sentence. */
bool link_lacks_memory(const struct iiodma_link *link, uint64_t request_bytes, char text[LINK_TEXT]);

/* Where bytes waited most: "source" when the converter was the limit, "sink" when the caller was, else "link". */
const char *link_limit(double bytes_per_second, double source_bytes_per_second, int64_t ring_full_ns,
		       int64_t elapsed_ns);

/* An object for reports; null for a link of this machine. A new reference. */
json_t *link_json(const struct iiodma_link *link);

#endif
