// SPDX-License-Identifier: GPL-2.0-only
/* x86: three bits of the entry choose one of the eight types in the PAT register. */
#include <linux/mm.h>
#include <asm/msr.h>
#include <asm/pgtable.h>

#include "attribute.h"

const char *attribute_of(pgprot_t prot, bool large)
{
	static const char * const types[8] = {
		"uncached", "write-combining", "reserved", "reserved",
		"write-through", "write-protected", "write-back", "uncached",
	};
	u64 flags = pgprot_val(prot);
	u64 pat_bit = large ? _PAGE_PAT_LARGE : _PAGE_PAT;
	unsigned int index = 0;
	u64 pat;

	if (flags & _PAGE_PWT)
		index |= BIT(0);
	if (flags & _PAGE_PCD)
		index |= BIT(1);
	if (flags & pat_bit)
		index |= BIT(2);
	rdmsrq(MSR_IA32_CR_PAT, pat);

	return types[pat >> (8 * index) & 7];
}

const char *attribute_of_kernel(unsigned long pfn)
{
	unsigned int level;
	pte_t *pte = lookup_address((unsigned long)pfn_to_kaddr(pfn), &level);

	if (!pte || pte_none(*pte))
		return "none";

	return attribute_of(__pgprot(pte_flags(*pte)), level != PG_LEVEL_4K);
}
