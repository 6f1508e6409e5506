/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RIG_PAGES_ATTRIBUTE_H
#define RIG_PAGES_ATTRIBUTE_H

#include <linux/pgtable.h>

/*
 * The memory type that the processor makes of a page table entry, by its own tables;
 * and of the kernel's own entry for a page. "none" where there is no entry.
 */
const char *attribute_of(pgprot_t prot, bool large);
const char *attribute_of_kernel(unsigned long pfn);

#endif
