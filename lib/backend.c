/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one place that names the back ends. */
#include "backend.h"

const struct backend_ops *const backends[] = {
	&backend_dmabuf,
	&backend_fileio,
	&backend_null,
	NULL,
};

const struct backend_ops *backend_find(enum iiodma_api api)
{
	for (size_t i = 0; backends[i] != NULL; i++)
		if (backends[i]->api == api)
			return backends[i];
	return NULL;
}
