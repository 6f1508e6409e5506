// SPDX-License-Identifier: GPL-2.0-only
/* ARM64: three bits of the entry choose one of the eight types in MAIR_EL1. */
#include <linux/mm.h>
#include <linux/preempt.h>
#include <asm/barrier.h>
#include <asm/sysreg.h>

#include "attribute.h"

static const char *type_name(u8 type)
{
	if (type <= 0x0f)
		return "device";

	switch (type) {
	case 0x44:
		return "normal-noncacheable";
	case 0xbb:
		return "write-through";
	case 0xf0: /* with tags */
	case 0xff:
		return "write-back";
	default:
		return "other";
	}
}

const char *attribute_of(pgprot_t prot, bool large)
{
	unsigned int index = (pgprot_val(prot) & PTE_ATTRINDX_MASK) >> 2;

	return type_name(read_sysreg(mair_el1) >> (8 * index));
}

/* The processor's own answer. */
const char *attribute_of_kernel(unsigned long pfn)
{
	u64 par;

	preempt_disable();
	asm volatile("at s1e1r, %0" : : "r" (pfn_to_kaddr(pfn)));
	isb();
	par = read_sysreg(par_el1);
	preempt_enable();

	return par & BIT(0) ? "none" : type_name(par >> 56);
}
