/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RIG_PAGES_ATTRIBUTE_H
#define RIG_PAGES_ATTRIBUTE_H

#include <linux/mm.h>
#include <linux/pgtable.h>

/* Of an entry that follow_pfnmap_start() found; 32-bit ARM does not tell its bits apart from the rest. */
static inline pgprot_t entry_prot(const struct follow_pfnmap_args *args)
{
#ifdef CONFIG_ARM
	return __pgprot(pte_val(*args->ptep));
#else
	return args->pgprot;
#endif
}

/*
 * The memory type that the processor makes of a page table entry, by its own tables;
 * and of the kernel's own entry for a page. "none" where there is no entry.
 */
const char *attribute_of(pgprot_t prot, bool large);
const char *attribute_of_kernel(unsigned long pfn);

#endif
