// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel faults on command, so that the rig can prove that it notices them:
 * loading the module with fault=warn, fault=oops or fault=hang is the fault.
 */
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/string.h>

static char *fault = "";
module_param(fault, charp, 0);
MODULE_PARM_DESC(fault, "warn, oops or hang");

static int __init rig_plant_init(void)
{
	if (!strcmp(fault, "warn")) {
		WARN(1, "planted by the rig's own check\n");
		return 0;
	}
	if (!strcmp(fault, "oops")) {
		BUG();
		return 0;
	}
	if (!strcmp(fault, "hang")) {
		local_irq_disable();
		for (;;)
			cpu_relax();
	}
	pr_err("rig_plant: fault=%s is none of warn, oops and hang\n", fault);
	return -EINVAL;
}

static void __exit rig_plant_exit(void)
{
}

module_init(rig_plant_init);
module_exit(rig_plant_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Kernel faults on command for the rig's own check");
