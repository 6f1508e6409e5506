/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words for the values of the enumerations in types.h. */
#include <errno.h>
#include <string.h>

#include <iiodma/types.h>

#include "error.h"

static const char *const api_names[] = {
	[IIODMA_API_AUTO] = "auto", [IIODMA_API_FILEIO] = "fileio", [IIODMA_API_DMABUF] = "dmabuf",
	[IIODMA_API_NULL] = "null", [IIODMA_API_LIBIIO] = "libiio",
};

static const char *const memory_names[] = {
	[IIODMA_MEMORY_AUTO] = "auto",
	[IIODMA_MEMORY_KERNEL] = "kernel",
	[IIODMA_MEMORY_HEAP] = "heap",
	[IIODMA_MEMORY_UDMABUF] = "udmabuf",
	[IIODMA_MEMORY_UDMABUF_HUGE] = "udmabuf-huge",
	[IIODMA_MEMORY_FD] = "fd",
	[IIODMA_MEMORY_ORDINARY] = "ordinary",
};

static const char *const mapping_names[] = {
	[IIODMA_MAPPING_UNKNOWN] = "unknown",
	[IIODMA_MAPPING_COHERENT] = "coherent",
	[IIODMA_MAPPING_NONCOHERENT] = "noncoherent",
	[IIODMA_MAPPING_WRITECOMBINE] = "writecombine",
};

static const char *const direction_names[] = {
	[IIODMA_INPUT] = "in",
	[IIODMA_OUTPUT] = "out",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *name_at(const char *const *names, size_t count, unsigned int value)
{
	return value < count ? names[value] : "?";
}

const char *iiodma_api_name(enum iiodma_api value)
{
	return name_at(api_names, COUNT(api_names), (unsigned int)value);
}

const char *iiodma_memory_name(enum iiodma_memory value)
{
	return name_at(memory_names, COUNT(memory_names), (unsigned int)value);
}

const char *iiodma_direction_name(enum iiodma_direction value)
{
	return name_at(direction_names, COUNT(direction_names), (unsigned int)value);
}

const char *iiodma_mapping_name(enum iiodma_mapping value)
{
	return name_at(mapping_names, COUNT(mapping_names), (unsigned int)value);
}

int iiodma_api_from_name(const char *name, enum iiodma_api *ret_value)
{
	char valid[ERROR_LIST_MAX] = "";

	for (size_t i = 0; i < COUNT(api_names); i++) {
		if (name && strcmp(name, api_names[i]) == 0) {
			*ret_value = (enum iiodma_api)i;
			return 0;
		}
		error_list_add(valid, sizeof(valid), api_names[i]);
	}
	return error_say(-EINVAL, "no API is called \"%s\"; valid: %s", name ? name : "", valid);
}

int iiodma_mapping_from_name(const char *name, enum iiodma_mapping *ret_value)
{
	char valid[ERROR_LIST_MAX] = "";

	for (size_t i = IIODMA_MAPPING_COHERENT; i < COUNT(mapping_names); i++) {
		if (name && strcmp(name, mapping_names[i]) == 0) {
			*ret_value = (enum iiodma_mapping)i;
			return 0;
		}
		error_list_add(valid, sizeof(valid), mapping_names[i]);
	}
	return error_say(-EINVAL, "no mapping is called \"%s\"; valid: %s", name ? name : "", valid);
}
