/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "hardware.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sysinfo_files.h"

#define SIMULATED_PREFIX "iiodma-sim"
#define TREE_BASE "/devicetree/base"

/* Where @path/@name leads, "" when nowhere. */
static void follow(const char *path, const char *name, char target[PATH_MAX])
{
	char link[PATH_MAX];

	target[0] = '\0';
	if (*path && snprintf(link, sizeof(link), "%s/%s", path, name) < (int)sizeof(link) && !realpath(link, target))
		target[0] = '\0';
}

/* The name of the driver of the device at @path, "" when it has none. */
static void driver_of(const char *path, char name[HARDWARE_TEXT])
{
	char driver[PATH_MAX];

	follow(path, "driver", driver);
	snprintf(name, HARDWARE_TEXT, "%s", *driver ? basename(driver) : "");
}

/* The consumer of a DMA channel has a link "dma:NAME" to it. */
static void take_channel(void *context, const char *name)
{
	char *channel = context;

	if (!*channel && strncmp(name, "dma:", strlen("dma:")) == 0)
		snprintf(channel, NAME_MAX + 1, "%s", name);
}

static void controller_of(const char *path, char controller[PATH_MAX])
{
	char name[NAME_MAX + 1] = "", channel[PATH_MAX];

	controller[0] = '\0';
	file_names("", path, take_channel, name);
	if (!*name)
		return;
	follow(path, name, channel);
	follow(channel, "device", controller);
}

/* What holds where the device tree says nothing. ACPI tells the kernel only. */
static const char *usual_coherency(bool has_node)
{
#if defined(__x86_64__) || defined(__i386__)
	return "coherent";
#else
	return has_node ? "noncoherent" : "";
#endif
}

/* The property may stand in any bus above the device. */
static const char *tree_coherency(char *node)
{
	const char *base = strstr(node, TREE_BASE);

	while (base && strlen(node) >= (size_t)(base - node) + strlen(TREE_BASE)) {
		if (file_exists(node, "/dma-coherent"))
			return "coherent";
		if (file_exists(node, "/dma-noncoherent"))
			return "noncoherent";
		*strrchr(node, '/') = '\0';
	}
	return usual_coherency(true);
}

static const char *coherency_of(const char *path)
{
	char node[PATH_MAX];

	follow(path, "of_node", node);
	return *node ? tree_coherency(node) : usual_coherency(false);
}

void hardware_read(const char *root, const char *device, struct hardware *ret_hardware)
{
	char path[PATH_MAX], parent[PATH_MAX], controller[PATH_MAX];

	*ret_hardware = (struct hardware){.driver = ""};
	snprintf(path, sizeof(path), "%s/sys/bus/iio/devices", root);
	follow(path, device, parent);
	if (!*parent)
		return;
	*strrchr(parent, '/') = '\0';
	driver_of(parent, ret_hardware->driver);
	controller_of(parent, controller);
	driver_of(controller, ret_hardware->dma_controller);
	snprintf(ret_hardware->dma_coherency, HARDWARE_TEXT, "%s", coherency_of(*controller ? controller : parent));
}

bool hardware_is_simulated(const struct hardware *hardware)
{
	return strncmp(hardware->driver, SIMULATED_PREFIX, strlen(SIMULATED_PREFIX)) == 0;
}
