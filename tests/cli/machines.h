/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machines for the CLI tests: devices of every shape the cases speak of. */
#ifndef MACHINES_H
#define MACHINES_H

#include "fake_kernel.h"

/* Boot the machine called @name; false when there is none. Its devices:
 *
 *   ad9361   what FMCOMMS2 has: ad9361-phy, cf-ad9361-lpc, cf-ad9361-dds-core-lpc
 *   shapes   "sparse" scan indexes 4 5 6 9; "wide" 70 channels; "forced" 4 channels that another user holds on; "mixed" scans of
 *            36 bytes; "bare" without a buffer; "odd" one channel of 2 bytes; "plain" a kfifo; "broken" format that cannot be read
 *   buffers  "many" with buffer 0 (input), 1 (output), 2 (input)
 *   legacy   "cf-ad9361-lpc" of a kernel without IIO_BUFFER_GET_FD_IOCTL
 *   twins    two devices called "twin"
 */
bool machine_boot(const char *name);

void machine_each_device(void (*act)(struct fake_device *device, void *context), void *context);
void machine_each_buffer(void (*act)(struct fake_buffer *buffer, void *context), void *context);

/* Let every sampling frequency attribute say so. */
void machine_rate(double samples_per_second);

#endif
