// SPDX-License-Identifier: GPL-2.0-only
/* ARM: the kernel's own entries, beside those of the hardware, name the type; sections have none of these. */
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "attribute.h"

static const char *type_name(pteval_t entry)
{
	switch (entry & L_PTE_MT_MASK) {
	case L_PTE_MT_UNCACHED:
		return "strongly-ordered";
	case L_PTE_MT_BUFFERABLE:
		return "normal-noncacheable";
	case L_PTE_MT_WRITETHROUGH:
		return "write-through";
	case L_PTE_MT_WRITEBACK:
	case L_PTE_MT_WRITEALLOC:
		return "write-back";
	case L_PTE_MT_DEV_SHARED:
	case L_PTE_MT_DEV_NONSHARED:
		return "device";
	default:
		return "other";
	}
}

const char *attribute_of(pgprot_t prot, bool large)
{
	return type_name(pgprot_val(prot));
}

/* With LPAE the type stands where it does in a page's entry, else in TEX, C and B. */
static const char *section_type(pmdval_t section)
{
#ifdef CONFIG_ARM_LPAE
	return type_name(section);
#else
	switch (section & (PMD_SECT_TEX(1) | PMD_SECT_CACHEABLE | PMD_SECT_BUFFERABLE)) {
	case PMD_SECT_UNCACHED:
		return "strongly-ordered";
	case PMD_SECT_BUFFERED:
		return "normal-noncacheable";
	case PMD_SECT_WT:
		return "write-through";
	case PMD_SECT_WB:
	case PMD_SECT_WBWA:
		return "write-back";
	default:
		return "other";
	}
#endif
}

const char *attribute_of_kernel(unsigned long pfn)
{
	struct page *page = pfn_to_page(pfn);
	unsigned long address;
	pmd_t *pmd;

	if (PageHighMem(page))
		return "none";

	/* Every process has the kernel's part of the table. */
	address = (unsigned long)page_address(page);
	pmd = pmd_off(current->mm, address);
	if (pmd_none(*pmd))
		return "none";
	if (pmd_leaf(*pmd)) {
		/* One entry of Linux is two sections of 1 MiB. */
		if (SECTION_SIZE < PMD_SIZE && address & SECTION_SIZE)
			pmd++;
		return section_type(pmd_val(*pmd));
	}

	return type_name(pte_val(*pte_offset_kernel(pmd, address)));
}
