/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The libiio that is installed here, asked itself. It is no part of the program, and the program needs none. */
#include <dlfcn.h>
#include <stdio.h>

#include "sysinfo.h"

typedef void (*get_version)(unsigned int *major, unsigned int *minor, char git_tag[8]);

void system_info_read_libiio(struct system_info *info)
{
	void *library = dlopen("libiio.so.0", RTLD_LAZY | RTLD_LOCAL);
	get_version version;
	unsigned int major, minor;
	char git_tag[8] = "";

	if (!library)
		return;
	*(void **)&version = dlsym(library, "iio_library_get_version");
	if (version) {
		version(&major, &minor, git_tag);
		snprintf(info->libiio_version, SYSTEM_INFO_TEXT, "%u.%u", major, minor);
	}
	dlclose(library);
}
