/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking for servers: service discovery on the network, and USB devices. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/context.h>

#include "caller.h"
#include "error.h"
#include "libiio.h"

struct found {
	struct found *next;
	char *uri;
	char *description;
};

/* The thread's while it looks; read by the owner when it is back in time. */
struct search {
	struct found *first;
	struct found **end;
};

static void free_found(struct found *found)
{
	free(found->uri);
	free(found->description);
	free(found);
}

static void end_search(void *state)
{
	struct search *search = state;

	while (search->first != NULL) {
		struct found *found = search->first;

		search->first = found->next;
		free_found(found);
	}
}

static void keep(const char *uri, const char *description, void *context)
{
	struct search *search = context;
	struct found *found = calloc(1, sizeof(*found));

	if (found == NULL)
		return;
	/* libiio ends some with a newline. */
	found->uri = strndup(uri, strcspn(uri, "\n"));
	found->description = strdup(description != NULL ? description : "");
	if (found->uri == NULL || found->description == NULL) {
		free_found(found);
		return;
	}
	*search->end = found;
	search->end = &found->next;
}

static int search_call(void *state, void *argument)
{
	struct search *search = state;

	search->end = &search->first;
	return libiio->scan(argument, keep, search);
}

int iiodma_context_scan(const char *kind, int64_t timeout_ns,
			void (*each)(const char *uri, const char *description, void *context), void *context)
{
	struct caller *caller;
	char name[8] = "";
	int ret;

	if (strcmp(kind, "ip") != 0 && strcmp(kind, "usb") != 0)
		return error_say(-EINVAL, "\"%s\" is no kind of context that can be searched for; valid: ip, usb",
				 kind);
	ret = caller_new(sizeof(struct search), end_search, &caller);
	if (ret < 0)
		return error_set(ret, "search for servers");
	strncat(name, kind, sizeof(name) - 1);
	ret = caller_run(caller, search_call, name, sizeof(name), timeout_ns);
	if (ret == 0)
		for (const struct found *found = ((struct search *)caller_state(caller))->first; found != NULL;
		     found = found->next)
			each(found->uri, found->description, context);
	caller_end(caller, 0);
	return ret < 0 ? error_set(ret, "search for %s contexts", kind) : 0;
}
