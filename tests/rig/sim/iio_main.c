// SPDX-License-Identifier: GPL-2.0-only
/*
 * One driver, three devices. Each can be unbound and bound again on its own in
 * /sys/bus/platform/drivers/iiodma-sim.
 */
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>

#include "iio_sim.h"

static bool real_scan_masks;
module_param(real_scan_masks, bool, 0644);
MODULE_PARM_DESC(real_scan_masks,
		 "Receive only the sets of channels real cores can pack; read at bind (default N)");

enum sim_device {
	SIM_DEVICE_PHY,
	SIM_DEVICE_TX,
	SIM_DEVICE_RX,
	SIM_NR_DEVICES,
};

/* In the order in which a real board numbers them. */
static const struct platform_device_id sim_ids[] = {
	{ SIM_PHY_DEVICE, SIM_DEVICE_PHY },
	{ SIM_TX_DEVICE, SIM_DEVICE_TX },
	{ SIM_RX_DEVICE, SIM_DEVICE_RX },
	{}
};

static int sim_probe(struct platform_device *pdev)
{
	switch (platform_get_device_id(pdev)->driver_data) {
	case SIM_DEVICE_PHY:
		return sim_phy_probe(pdev);
	case SIM_DEVICE_TX:
		return sim_stream_probe(pdev, SIM_TX, false);
	default:
		return sim_stream_probe(pdev, SIM_RX, real_scan_masks);
	}
}

static struct platform_driver sim_driver = {
	.driver.name = "iiodma-sim",
	.id_table = sim_ids,
	.probe = sim_probe,
};

static struct platform_device *sim_devices[SIM_NR_DEVICES];

static void sim_devices_unregister(void)
{
	unsigned int i;

	for (i = 0; i < SIM_NR_DEVICES; i++)
		platform_device_unregister(sim_devices[i]);
}

static int __init sim_init(void)
{
	unsigned int i;
	int ret;

	ret = platform_driver_register(&sim_driver);
	if (ret)
		return ret;

	for (i = 0; i < SIM_NR_DEVICES; i++) {
		struct platform_device *pdev;

		pdev = platform_device_register_simple(sim_ids[i].name, PLATFORM_DEVID_NONE,
						       NULL, 0);
		if (IS_ERR(pdev)) {
			sim_devices_unregister();
			platform_driver_unregister(&sim_driver);
			return PTR_ERR(pdev);
		}
		sim_devices[i] = pdev;
	}

	return 0;
}
module_init(sim_init);

static void __exit sim_exit(void)
{
	sim_devices_unregister();
	platform_driver_unregister(&sim_driver);
}
module_exit(sim_exit);

MODULE_DESCRIPTION("Simulated converter for tests: IIO devices as on an FMCOMMS2");
MODULE_AUTHOR("iiodma developers");
MODULE_LICENSE("GPL");
