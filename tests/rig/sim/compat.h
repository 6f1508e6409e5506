/* SPDX-License-Identifier: GPL-2.0-only */
/* What changed between the kernels these modules build for (6.12 and later). */
#ifndef IIODMA_SIM_COMPAT_H
#define IIODMA_SIM_COMPAT_H

#include <linux/module.h>
#include <linux/version.h>

/* Namespaces became strings in 6.13. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define SIM_IMPORT_NS(ns) MODULE_IMPORT_NS(#ns)
#else
#define SIM_IMPORT_NS(ns) MODULE_IMPORT_NS(ns)
#endif

#endif
