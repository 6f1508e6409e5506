/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Connecting to a server, and everything asked of it beside the streams. The calls are made by a thread of their own. */
#include "remote.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/device.h>

#include "caller.h"
#include "error.h"
#include "link.h"
#include "sys.h"

#define UNPLUG_NOTICED_NS INT64_C(300000000)
#define UNPLUG_LOOK_NS INT64_C(20000000)
#define NS_PER_MS 1000000
#define ATTRIBUTE_MAX 4097
#define NAME_MAX_BYTES 256
#define ROUND_TRIPS 3
#define URI_MAX 512

/* Beyond what anybody waits for; libiio counts milliseconds in an int. */
#define PATIENCE_MAX_MS INT64_C(1000000000)

/* A server waits half as long for its device as it is told, and must not give up before we do. */
#define PATIENCE_EXTRA_MS 2000

/* How long an answer may take while a stream waits in vain. */
#define SILENT_NS INT64_C(200000000)

struct remote_session {
	atomic_uint users;
	atomic_bool broken; /* an answer was lost: what comes next could be taken for another one */
	struct iio_context *context;
};

/* --- the session: opened and ended in the caller's thread --- */

struct opening {
	char uri[URI_MAX];
	int64_t timeout_ns;
	struct iiodma_link link;
};

struct remote_session *remote_session_get(const struct remote *remote)
{
	struct remote_session *session = *(struct remote_session **)caller_state(remote->caller);

	atomic_fetch_add(&session->users, 1);
	return session;
}

void remote_session_put(struct remote_session *session)
{
	if (session == NULL || atomic_fetch_sub(&session->users, 1) > 1)
		return;
	if (session->context != NULL)
		libiio->close(session->context);
	free(session);
}

static void end_session(void *state)
{
	remote_session_put(*(struct remote_session **)state);
}

struct iio_context *remote_context(const struct remote *remote)
{
	return (*(struct remote_session **)caller_state(remote->caller))->context;
}

unsigned int remote_patience_ms(int64_t patience_ns)
{
	int64_t ms = patience_ns / NS_PER_MS;

	if (patience_ns < 0)
		return 0;
	if (ms > PATIENCE_MAX_MS)
		ms = PATIENCE_MAX_MS;
	return (unsigned int)(2 * ms + PATIENCE_EXTRA_MS);
}

static int explain_open(const char *uri, int error)
{
	switch (error) {
	case -ECONNREFUSED:
		return error_say(error, "%s: connection refused (is iiod running?)", uri);
	case -ECONNRESET:
	case -EPIPE:
		return error_say(-ECONNRESET, "%s: what answers there is no iiod, or it went away while connecting",
				 uri);
	case -EHOSTUNREACH:
	case -ENETUNREACH:
	case -EHOSTDOWN:
		return error_set(error, "%s: the host cannot be reached; check address and cable", uri);
	case -EACCES:
	case -EPERM:
		return error_set(-EACCES, "%s: no permission; install libiio's udev rule or run as root", uri);
	case -EBUSY:
		return error_set(error, "%s: in use by another program; close that first", uri);
	case -ENODEV:
	case -ENXIO:
	case -ENOENT:
		return error_say(-ENOENT, "%s: there is nothing of this name; -S lists what can be found", uri);
	case -ENOSYS:
		return error_say(-ENOTSUP, "%s: the installed libiio was built without this kind of link", uri);
	case -EINVAL:
		/* "The only one" when there is none, or more. */
		if (strcmp(uri, "usb:") == 0)
			return error_say(-ENOENT,
					 "%s: no USB device with IIO is plugged in, or several are; -S usb lists them",
					 uri);
		return error_say(
			error,
			"%s: not an address; valid: ip:HOST[:PORT], usb:[BUS.PORT.INTERFACE], serial:PORT[,BAUD]", uri);
	default:
		return error_set(error, "%s: connect", uri);
	}
}

/* Versions and round trip. */
static int meet_server(struct iio_context *context, const char *uri, unsigned int patience_ms, struct iiodma_link *link)
{
	unsigned int major = 0;
	int ret = libiio->server_version(context, &major, link->server_version);

	libiio->client_version(link->client_version);
	if (ret < 0)
		return error_set(ret, "%s: ask for the server's version", uri);
	/* libiio 0.26 answers for the version itself; the time limit always goes to the server. */
	for (int i = 0; i < ROUND_TRIPS; i++) {
		const int64_t start_ns = sys->clock_ns();
		int64_t passed_ns;

		ret = libiio->set_timeout(context, patience_ms);
		passed_ns = sys->clock_ns() - start_ns;
		if (ret < 0)
			return error_set(ret, "%s: set the time limit", uri);
		if (link->round_trip_ns < 0 || passed_ns < link->round_trip_ns)
			link->round_trip_ns = passed_ns;
	}
	if (major != 0)
		return error_say(-EPROTONOSUPPORT,
				 "%s: server %s does not understand this client (libiio %s); it must be a 0.x", uri,
				 link->server_version, link->client_version);
	return 0;
}

static int open_session(void *state, void *argument)
{
	struct remote_session *session = *(struct remote_session **)state;
	struct opening *opening = argument;
	int ret = link_resolve(opening->uri, &opening->link);

	if (ret == 0) {
		ret = libiio->open(opening->uri, &session->context);
		if (ret < 0)
			ret = explain_open(opening->uri, ret);
	}
	if (ret == 0)
		ret = meet_server(session->context, opening->uri, remote_patience_ms(opening->timeout_ns),
				  &opening->link);
	if (ret == 0)
		link_look(session->context, &opening->link);
	return ret;
}

static int make_caller(struct remote *remote)
{
	struct remote_session *session = calloc(1, sizeof(*session));
	int ret = -ENOMEM;

	if (session == NULL)
		return -ENOMEM;
	atomic_init(&session->users, 1);
	ret = caller_new(sizeof(session), end_session, &remote->caller);
	if (ret < 0) {
		free(session);
		return ret;
	}
	*(struct remote_session **)caller_state(remote->caller) = session;
	return 0;
}

static int connect_within(struct remote *remote)
{
	struct opening opening = {.timeout_ns = remote->timeout_ns, .link = LINK_UNKNOWN};
	int ret;

	if (strlen(remote->uri) >= sizeof(opening.uri))
		return error_say(-EINVAL, "%.64s…: an address of more than %d characters", remote->uri, URI_MAX);
	strcpy(opening.uri, remote->uri);
	ret = caller_run(remote->caller, open_session, &opening, sizeof(opening), remote->timeout_ns);
	if (ret == -ETIMEDOUT)
		return error_say(-ETIMEDOUT, "%s: no answer within %lld ms", remote->uri,
				 (long long)(remote->timeout_ns / NS_PER_MS));
	if (ret == 0)
		remote->link = opening.link;
	return ret;
}

int remote_open(const char *uri, int64_t timeout_ns, struct remote **ret_remote)
{
	struct remote *remote = calloc(1, sizeof(*remote));
	int ret = -ENOMEM;

	if (remote != NULL)
		remote->uri = strdup(uri);
	if (remote != NULL && remote->uri != NULL) {
		remote->timeout_ns = timeout_ns;
		remote->patience_ns = timeout_ns;
		ret = make_caller(remote);
	}
	if (ret < 0)
		error_set(ret, "open context %s", uri);
	else
		ret = connect_within(remote);
	if (ret < 0) {
		remote_close(remote);
		return ret;
	}
	*ret_remote = remote;
	return 0;
}

/* How long closing waits for the server's last words. */
#define CLOSE_NS INT64_C(500000000)

void remote_close(struct remote *remote)
{
	if (remote == NULL)
		return;
	caller_end(remote->caller, CLOSE_NS);
	free(remote->uri);
	free(remote);
}

/* --- calls --- */

/* A cable that is pulled ends transfers with EIO before the system has noticed that the device is gone. */
static bool is_unplugged(const struct remote *remote, int error)
{
	const int64_t start_ns = sys->clock_ns();

	while (error == -EIO && remote->link.kind == IIODMA_LINK_USB) {
		if (link_is_unplugged(&remote->link))
			return true;
		if (sys->clock_ns() - start_ns > UNPLUG_NOTICED_NS)
			break;
		sys->sleep_ns(UNPLUG_LOOK_NS);
	}
	return false;
}

int remote_explain(const struct remote *remote, int error, const char *step)
{
	if (is_unplugged(remote, error))
		error = -ENODEV;
	switch (error) {
	case -ETIMEDOUT:
		return error_say(error, "%s: no answer from %s within %lld ms", step, remote->uri,
				 (long long)(remote->timeout_ns / NS_PER_MS));
	case -EPIPE:
	case -ECONNRESET:
	case -ECONNABORTED:
	case -ECONNREFUSED:
	case -ENODEV:
	case -EBADF:
		return error_say(-ENODEV, "device disconnected: %s: the link to %s is gone", step, remote->uri);
	default:
		return error_set(error, "%s at %s", step, remote->uri);
	}
}

/* Errors after which the next answer could be the one that was waited for in vain. */
static bool breaks(int error)
{
	return error == -EPIPE || error == -ECONNRESET || error == -ECONNABORTED || error == -EBADF;
}

bool remote_is_broken(const struct remote *remote)
{
	return (*(struct remote_session **)caller_state(remote->caller))->broken;
}

/* To be told by every call, since one that is late has nobody else to tell. */
static int note(void *state, ssize_t ret)
{
	struct remote_session *session = *(struct remote_session **)state;

	if (ret < 0 && breaks((int)ret))
		session->broken = true;
	return (int)ret;
}

/* A call within the limit. Returns libiio's answer or -ETIMEDOUT. */
static int call(struct remote *remote, int (*function)(void *, void *), void *argument, size_t bytes)
{
	const int64_t start_ns = sys->clock_ns();
	int64_t timeout_ns = remote->timeout_ns;
	int ret;

	if (remote_is_broken(remote))
		return -EPIPE;
	if (remote->silent && (timeout_ns < 0 || timeout_ns > SILENT_NS))
		timeout_ns = SILENT_NS;
	ret = caller_run(remote->caller, function, argument, bytes, timeout_ns);
	if (ret != -ETIMEDOUT)
		remote->silent_ns = 0;
	else if (remote->silent_ns == 0)
		remote->silent_ns = start_ns;
	return ret;
}

struct attribute_call {
	struct iio_device *device;
	enum attribute_owner owner;
	char name[NAME_MAX_BYTES];
	char text[ATTRIBUTE_MAX];
};

static int read_call(void *state, void *argument)
{
	struct attribute_call *attribute = argument;
	ssize_t got;

	if (!libiio->has_attr(attribute->device, attribute->owner, attribute->name))
		return -ENOENT;
	got = libiio->attr_read(attribute->device, attribute->owner, attribute->name, attribute->text,
				sizeof(attribute->text) - 1);
	if (got < 0)
		return note(state, got);
	attribute->text[got] = '\0';
	got = (ssize_t)strlen(attribute->text);
	if (got > 0 && attribute->text[got - 1] == '\n')
		attribute->text[--got] = '\0';
	return (int)got;
}

static int write_call(void *state, void *argument)
{
	struct attribute_call *attribute = argument;
	ssize_t put;

	if (!libiio->has_attr(attribute->device, attribute->owner, attribute->name))
		return -ENOENT;
	put = libiio->attr_write(attribute->device, attribute->owner, attribute->name, attribute->text);
	return put < 0 ? note(state, put) : 0;
}

static int explain_attr(const struct iiodma_device *device, int error, const char *step, const char *name)
{
	const struct remote *remote = device->context->remote;
	char what[NAME_MAX_BYTES + 64];

	if (breaks(error) || error == -ETIMEDOUT) {
		snprintf(what, sizeof(what), "%s %s", step, name);
		return remote_explain(remote, error, what);
	}
	return error_set(error, "%s %s of %s at %s", step, name, device->name, remote->uri);
}

static int attr_read(const struct iiodma_device *device, enum attribute_owner owner, const char *name, char *text,
		     size_t size)
{
	struct attribute_call attribute = {.device = device->remote, .owner = owner};
	int ret;

	snprintf(attribute.name, sizeof(attribute.name), "%s", name);
	ret = call(device->context->remote, read_call, &attribute, sizeof(attribute));
	if (ret < 0)
		return explain_attr(device, ret, "read", name);
	if ((size_t)ret >= size)
		return error_set(-ENOSPC, "read %s of %s", name, device->name);
	memcpy(text, attribute.text, (size_t)ret + 1);
	return ret;
}

static int attr_write(const struct iiodma_device *device, enum attribute_owner owner, const char *name,
		      const char *text)
{
	struct attribute_call attribute = {.device = device->remote, .owner = owner};
	int ret;

	snprintf(attribute.name, sizeof(attribute.name), "%s", name);
	snprintf(attribute.text, sizeof(attribute.text), "%s", text);
	ret = call(device->context->remote, write_call, &attribute, sizeof(attribute));
	return ret < 0 ? explain_attr(device, ret, "write", name) : 0;
}

struct trigger_call {
	struct iio_device *device;
	struct iio_device *trigger;
};

static int trigger_call(void *state, void *argument)
{
	struct trigger_call *trigger = argument;

	return note(state, libiio->trigger(trigger->device, &trigger->trigger));
}

static int set_trigger_call(void *state, void *argument)
{
	struct trigger_call *trigger = argument;

	return note(state, libiio->set_trigger(trigger->device, trigger->trigger));
}

static int get_trigger(const struct iiodma_device *device, char *text, size_t size)
{
	struct trigger_call trigger = {.device = device->remote};
	int ret = call(device->context->remote, trigger_call, &trigger, sizeof(trigger));

	if (ret == -ENOENT)
		return error_say(ret, "device %s takes no trigger", device->name);
	if (ret < 0)
		return explain_attr(device, ret, "read", "the trigger");
	ret = snprintf(text, size, "%s", trigger.trigger ? libiio->device_name(trigger.trigger) : "");
	return (size_t)ret < size ? ret : error_set(-ENOSPC, "read the trigger of %s", device->name);
}

static struct iio_device *find_trigger(const struct remote *remote, const char *name)
{
	struct iio_context *context = remote_context(remote);

	for (unsigned int i = 0; i < libiio->device_count(context); i++) {
		struct iio_device *device = libiio->device(context, i);
		const char *found = libiio->device_name(device);

		if (libiio->device_is_trigger(device) && found != NULL && strcmp(found, name) == 0)
			return device;
	}
	return NULL;
}

static int set_trigger(const struct iiodma_device *device, const char *name)
{
	struct trigger_call trigger = {.device = device->remote};
	int ret;

	if (name[0] != '\0') {
		trigger.trigger = find_trigger(device->context->remote, name);
		if (trigger.trigger == NULL)
			return error_say(-EINVAL, "there is no trigger called \"%s\" for %s", name, device->name);
	}
	ret = call(device->context->remote, set_trigger_call, &trigger, sizeof(trigger));
	return ret < 0 ? explain_attr(device, ret, "write", "the trigger") : 0;
}

struct count_call {
	struct iio_device *device;
	unsigned int count;
};

static int count_call(void *state, void *argument)
{
	const struct count_call *blocks = argument;

	return note(state, libiio->set_kernel_buffers(blocks->device, blocks->count));
}

int remote_set_kernel_buffers(const struct iiodma_device *device, unsigned int count)
{
	struct count_call blocks = {.device = device->remote, .count = count};
	int ret = call(device->context->remote, count_call, &blocks, sizeof(blocks));

	if (breaks(ret) || ret == -ETIMEDOUT)
		return explain_attr(device, ret, "write", "the number of kernel buffers");
	return 0;
}

static int timeout_call(void *state, void *argument)
{
	const struct remote_session *session = *(struct remote_session **)state;

	return note(state, libiio->set_timeout(session->context, *(const unsigned int *)argument));
}

int remote_set_timeout(struct remote *remote, int64_t timeout_ns, int64_t request_ns)
{
	const int64_t patience_ns = timeout_ns >= 0 && timeout_ns < 2 * request_ns ? 2 * request_ns : timeout_ns;
	unsigned int ms = remote_patience_ms(patience_ns);
	int ret = 0;

	if (remote_patience_ms(remote->patience_ns) != ms)
		ret = call(remote, timeout_call, &ms, sizeof(ms));
	if (ret < 0)
		return remote_explain(remote, ret, "set the time limit");
	remote->patience_ns = patience_ns;
	remote->timeout_ns = timeout_ns;
	return 0;
}

/* --- the context's side --- */

static void close_context(struct iiodma_context *context)
{
	remote_close(context->remote);
}

static int set_timeout(struct iiodma_context *context, int64_t timeout_ns)
{
	return remote_set_timeout(context->remote, timeout_ns, 0);
}

static const struct iiodma_link *get_link(const struct iiodma_context *context)
{
	return &context->remote->link;
}

static bool exists(const struct iiodma_device *device)
{
	return !remote_is_broken(device->context->remote);
}

const struct context_ops remote_ops = {
	.close = close_context,
	.set_timeout = set_timeout,
	.link = get_link,
	.device_exists = exists,
	.attr_read = attr_read,
	.attr_write = attr_write,
	.trigger = get_trigger,
	.set_trigger = set_trigger,
};
