/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one place that names the back ends. */
#include "backend.h"

#include <errno.h>

#include "device.h"
#include "error.h"

const struct backend_ops *const backends[] = {
	&backend_dmabuf,
	&backend_fileio,
	&backend_null,
#ifdef IIODMA_LIBIIO
	&backend_libiio,
#endif
	NULL,
};

const struct backend_ops *backend_find(enum iiodma_api api)
{
	for (size_t i = 0; backends[i] != NULL; i++)
		if (backends[i]->api == api)
			return backends[i];
	return NULL;
}

int backend_check_place(const struct iiodma_device *device, const struct backend_ops *ops)
{
	const char *name = iiodma_api_name(ops->api);

	if ((ops->caps & BACKEND_REMOTE) == 0)
		return error_say(-ENOTSUP, "api %s needs a device of this machine; %s of %s is reached through libiio",
				 name, device->name, device->context->uri);
	if (device->remote == NULL)
		return error_say(-ENOTSUP, "api %s reaches devices of remote contexts; %s is in this machine", name,
				 device->name);
	return 0;
}
