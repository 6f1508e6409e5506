/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mapping.h"

#include <string.h>

static const struct mapping mappings[] = {
	{"coherent", "iiodma-coherent", IIODMA_SYNC_DIRECTION},
	{"noncoherent", "iiodma-noncoherent", IIODMA_SYNC_DIRECTION},
	{"noncoherent-nosync", "iiodma-noncoherent", IIODMA_SYNC_NONE},
	{"writecombine", "iiodma-writecombine", IIODMA_SYNC_DIRECTION},
};

#define MAPPING_COUNT (sizeof(mappings) / sizeof(*mappings))

const struct mapping *mapping_find(const char *name)
{
	for (size_t i = 0; i < MAPPING_COUNT; i++)
		if (!strcmp(name, mappings[i].name))
			return &mappings[i];
	return NULL;
}

const char *mapping_names(void)
{
	return "coherent, noncoherent, noncoherent-nosync, writecombine";
}

const char *mapping_word(enum iiodma_mapping mapping, enum iiodma_sync sync)
{
	if (mapping == IIODMA_MAPPING_NONCOHERENT && sync == IIODMA_SYNC_NONE)
		return "noncoherent-nosync";
	return iiodma_mapping_name(mapping);
}

const char *mapping_in_force(const struct iiodma_stream_info *info)
{
	if (info->api == IIODMA_API_NULL)
		return "none";
	if (info->memory == IIODMA_MEMORY_KERNEL)
		return "kernel";
	return mapping_word(info->mapping, info->sync);
}
