/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cache maintenance around CPU access to a DMABUF, for one direction only. */
#ifndef IIODMA_LIB_CPU_ACCESS_H
#define IIODMA_LIB_CPU_ACCESS_H

#include <iiodma/types.h>

/* DMA_BUF_IOCTL_SYNC with START or END and READ (input) or WRITE (output). 0 or -errno with error text. */
int cpu_access_begin(int dmabuf_fd, enum iiodma_direction direction);
int cpu_access_end(int dmabuf_fd, enum iiodma_direction direction);

#endif
