/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "contexts.h"

#include <iiodma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "message.h"

/* Service discovery answers within this time or not at all. */
#define SEARCH_NS (3 * NS_PER_SECOND)

static const char *const kinds[] = {"local", "ip", "usb"};

#define KIND_COUNT (sizeof(kinds) / sizeof(kinds[0]))

struct listing {
	const char *filter;
	size_t count;
	char *only;       /* the first one */
	char names[1024]; /* all of them */
	bool print;
};

/* Whether the word of @length characters at @word is @kind, with or without the ':' that URIs have. */
static bool is_word(const char *word, size_t length, const char *kind)
{
	return strlen(kind) == length && strncmp(word, kind, length) == 0;
}

static bool is_wanted(const char *filter, const char *kind)
{
	while (filter && *filter) {
		const size_t length = strcspn(filter, ":");

		if (is_word(filter, length, kind))
			return true;
		filter += length + (filter[length] == ':');
	}
	return !filter;
}

void contexts_check_filter(const char *spelling, const char *filter)
{
	for (const char *word = filter; word && *word;) {
		const size_t length = strcspn(word, ":");
		size_t kind = 0;

		while (kind < KIND_COUNT && !is_word(word, length, kinds[kind]))
			kind++;
		if (kind == KIND_COUNT)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s': '%.*s' is no kind of context that can be listed; "
				    "valid: local, ip, usb, separated by ':'",
				    spelling, filter, (int)length, word);
		word += length + (word[length] == ':');
	}
}

static void add(struct listing *listing, const char *uri, const char *description)
{
	const size_t used = strlen(listing->names);

	if (listing->print)
		printf("\t%s (%s)\n", uri, description);
	if (listing->count++ == 0)
		listing->only = strdup(uri);
	snprintf(listing->names + used, sizeof(listing->names) - used, "%s%s", used ? ", " : "", uri);
}

static void take_found(const char *uri, const char *description, void *context)
{
	add(context, uri, description);
}

static void look_local(struct listing *listing)
{
	struct iiodma_context *context;
	char description[64];
	size_t count = 0;

	if (iiodma_context_open("local:", &context) == 0) {
		count = iiodma_context_device_count(context);
		iiodma_context_close(context);
	}
	snprintf(description, sizeof(description), "%zu device%s on this machine", count, count == 1 ? "" : "s");
	if (count > 0 || listing->print)
		add(listing, "local:", description);
}

static void look_all(struct listing *listing)
{
	message_alone();
	if (is_wanted(listing->filter, "local"))
		look_local(listing);
	for (size_t i = 1; i < KIND_COUNT; i++)
		if (is_wanted(listing->filter, kinds[i]) &&
		    iiodma_context_scan(kinds[i], SEARCH_NS, take_found, listing) < 0)
			message_detail("%s", iiodma_error_text());
}

enum exit_status contexts_list(const char *filter)
{
	struct listing listing = {.filter = filter, .print = true};

	printf("Available contexts:\n");
	look_all(&listing);
	if (!filter)
		printf("\tnull: (built-in device, needs no hardware)\n");
	free(listing.only);
	return fflush(stdout) == 0 ? EXIT_STATUS_DONE : EXIT_STATUS_FAILED;
}

enum exit_status contexts_pick(const char *filter, char **ret_uri)
{
	struct listing listing = {.filter = filter};

	look_all(&listing);
	if (listing.count == 1 && listing.only) {
		*ret_uri = listing.only;
		return EXIT_STATUS_DONE;
	}
	if (listing.count == 0)
		message_error("option -a: no context with devices found (%s)", filter ? filter : "local:ip:usb");
	else
		message_error("option -a: %zu contexts found; choose one with -u: %s", listing.count, listing.names);
	free(listing.only);
	return EXIT_STATUS_FAILED;
}
