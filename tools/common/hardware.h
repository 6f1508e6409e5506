/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hardware behind an IIO device, as sysfs shows it. */
#ifndef TOOLS_HARDWARE_H
#define TOOLS_HARDWARE_H

#include <stdbool.h>

#define HARDWARE_TEXT 128

/* Texts are "" where sysfs does not say. */
struct hardware {
	char driver[HARDWARE_TEXT];         /* of the device */
	char dma_controller[HARDWARE_TEXT]; /* driver of the controller that moves its samples */
	char dma_coherency[HARDWARE_TEXT];  /* "coherent": DMA sees the caches; "noncoherent" */
};

/*
 * @device: "iio:device2"
 * @root: "" = this machine, else a folder in which /sys stands (for tests)
 */
void hardware_read(const char *root, const char *device, struct hardware *ret_hardware);

/* The converter is made by a driver: its figures are relations. */
bool hardware_is_simulated(const struct hardware *hardware);

#endif
