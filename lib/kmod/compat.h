/* SPDX-License-Identifier: GPL-2.0-only */
/* What changed between the kernels this module builds for (6.11 and later). */
#ifndef IIODMA_HEAPS_COMPAT_H
#define IIODMA_HEAPS_COMPAT_H

#include <linux/kconfig.h>
#include <linux/module.h>
#include <linux/version.h>

/* Namespaces became strings in 6.13. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define HEAP_IMPORT_NS(ns)	MODULE_IMPORT_NS(#ns)
#else
#define HEAP_IMPORT_NS(ns)	MODULE_IMPORT_NS(ns)
#endif

/* dma_heap_add() is exported to modules since 7.2. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 2, 0) && IS_ENABLED(CONFIG_DMABUF_HEAPS)
#define HEAP_CAN_BE_DMA_HEAP	1
#endif

#endif
