// SPDX-License-Identifier: GPL-2.0-only
/* The simulated DMA controllers, one per direction, and what they offer to the IIO side. */
#include <linux/dma-mapping.h>
#include <linux/dmaengine.h>
#include <linux/log2.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/vmalloc.h>

#include "dma_sim.h"

#define SIM_DMA_DRIVER		"iiodma-sim-dma"
#define SIM_ALIGN_MIN		2
#define SIM_ALIGN_MAX		16

static unsigned int align_bytes = 8;
module_param(align_bytes, uint, 0444);
MODULE_PARM_DESC(align_bytes, "Alignment of addresses and lengths: 2, 4, 8 or 16 (default 8)");

static unsigned int max_seg_bytes = UINT_MAX;
module_param(max_seg_bytes, uint, 0444);
MODULE_PARM_DESC(max_seg_bytes, "Longest segment announced, which cuts fileio blocks (default: no limit)");

static unsigned int rate = SIM_RATE_MAX;
module_param(rate, uint, 0444);
MODULE_PARM_DESC(rate, "Sample rate in Hz at load, 0 is as fast as memory goes (default 61440000)");

static char *fileio_mapping = "platform";
module_param(fileio_mapping, charp, 0444);
MODULE_PARM_DESC(fileio_mapping, "Mapping of the kernel's own blocks: platform, coherent, noncoherent, noncoherent-nosync or writecombine (default platform)");

/* There is one such pair, from load to unload. */
static struct sim_dma sim_dma;

static const struct dma_slave_map sim_slave_map[SIM_NR_DIRS] = {
	[SIM_RX] = { SIM_RX_DEVICE, "rx", &sim_dma.chan[SIM_RX] },
	[SIM_TX] = { SIM_TX_DEVICE, "tx", &sim_dma.chan[SIM_TX] },
};

static const struct platform_device_id sim_dma_ids[] = {
	{ .name = SIM_DMA_DRIVER "-rx", .driver_data = SIM_RX },
	{ .name = SIM_DMA_DRIVER "-tx", .driver_data = SIM_TX },
	{ }
};

static bool sim_filter(struct dma_chan *dma, void *param)
{
	return to_sim_chan(dma) == param;
}

u32 iiodma_sim_rate(void)
{
	return READ_ONCE(sim_dma.rate);
}
EXPORT_SYMBOL_GPL(iiodma_sim_rate);

void iiodma_sim_set_rate(u32 hz)
{
	unsigned int i;

	WRITE_ONCE(sim_dma.rate, hz);

	/* A block under way at a slow rate must not keep a fast one waiting. */
	for (i = 0; i < SIM_NR_DIRS; i++)
		sim_engine_kick(&sim_dma.chan[i]);
}
EXPORT_SYMBOL_GPL(iiodma_sim_set_rate);

void iiodma_sim_set_test_mode(const struct sim_test_mode *mode)
{
	guard(mutex)(&sim_dma.test_lock);
	sim_dma.test = *mode;
}
EXPORT_SYMBOL_GPL(iiodma_sim_set_test_mode);

int iiodma_sim_start(enum sim_dir dir, unsigned long scan_mask)
{
	return sim_engine_start(&sim_dma.chan[dir], scan_mask);
}
EXPORT_SYMBOL_GPL(iiodma_sim_start);

void iiodma_sim_stop(enum sim_dir dir)
{
	sim_engine_stop(&sim_dma.chan[dir]);
}
EXPORT_SYMBOL_GPL(iiodma_sim_stop);

int iiodma_sim_reg_read(enum sim_dir dir, u32 reg, u32 *val)
{
	return sim_regs_read(&sim_dma.chan[dir], reg, val);
}
EXPORT_SYMBOL_GPL(iiodma_sim_reg_read);

int iiodma_sim_reg_write(enum sim_dir dir, u32 reg, u32 val)
{
	return sim_regs_write(&sim_dma.chan[dir], reg, val);
}
EXPORT_SYMBOL_GPL(iiodma_sim_reg_write);

static int sim_channel_init(struct sim_chan *sc)
{
	int ret;

	INIT_LIST_HEAD(&sc->coherent.blocks);
	mutex_init(&sc->coherent.change);
	spin_lock_init(&sc->coherent.lock);

	ret = sim_engine_init(sc);
	if (ret)
		return ret;

	sc->dma.device = &sc->engine;
	sc->dma.cookie = DMA_MIN_COOKIE;
	sc->dma.completed_cookie = DMA_MIN_COOKIE;
	INIT_LIST_HEAD(&sc->engine.channels);
	list_add_tail(&sc->dma.device_node, &sc->engine.channels);

	return 0;
}

static void sim_engine_describe(struct sim_chan *sc, struct device *dev)
{
	struct dma_device *dma = &sc->engine;

	dma->dev = dev;

	dma_cap_set(DMA_SLAVE, dma->cap_mask);
	dma_cap_set(DMA_PRIVATE, dma->cap_mask);
	dma_cap_set(DMA_REPEAT, dma->cap_mask);

	dma->directions = sc->dir == SIM_RX ? BIT(DMA_DEV_TO_MEM) : BIT(DMA_MEM_TO_DEV);
	/* The IIO buffer announces the smallest width as length_align_bytes. */
	dma->src_addr_widths = BIT(align_bytes);
	dma->dst_addr_widths = BIT(align_bytes);
	dma->residue_granularity = DMA_RESIDUE_GRANULARITY_DESCRIPTOR;

	dma->filter.map = &sim_slave_map[sc->dir];
	dma->filter.mapcnt = 1;
	dma->filter.fn = sim_filter;

	sim_chan_ops(dma);
}

static int sim_dma_probe(struct platform_device *pdev)
{
	struct sim_chan *sc = &sim_dma.chan[platform_get_device_id(pdev)->driver_data];
	struct device *dev = &pdev->dev;
	int ret;

	if (device_iommu_mapped(dev))
		return dev_err_probe(dev, -ENODEV, "behind an IOMMU memory is out of reach\n");

	ret = dma_set_mask_and_coherent(dev, DMA_BIT_MASK(64));
	if (ret)
		return ret;
	dma_set_max_seg_size(dev, max_seg_bytes);

	ret = sim_channel_init(sc);
	if (ret)
		return ret;

	platform_set_drvdata(pdev, sc);
	sim_engine_describe(sc, dev);
	sim_map_attach(sc);
	ret = sim_map_set(sc, sc->sim->initial_mapping);
	if (ret) {
		dev_err(dev, "fileio_mapping=%s: this architecture maps memory as it likes\n",
			fileio_mapping);
		goto err_detach;
	}
	ret = dma_async_device_register(&sc->engine);
	if (ret)
		goto err_detach;
	sc->bound = true;

	return 0;

err_detach:
	sim_map_detach(sc);
	sim_engine_exit(sc);
	return ret;
}

static void sim_dma_remove(struct platform_device *pdev)
{
	struct sim_chan *sc = platform_get_drvdata(pdev);

	dma_async_device_unregister(&sc->engine);
	sim_map_detach(sc);
	sim_engine_exit(sc);
}

static struct platform_driver sim_dma_driver = {
	.driver = {
		.name = SIM_DMA_DRIVER,
		/* Clients hold channels: this device leaves with its module only. */
		.suppress_bind_attrs = true,
	},
	.probe = sim_dma_probe,
	.remove = sim_dma_remove,
	.id_table = sim_dma_ids,
};

static struct platform_device *sim_dma_devices[SIM_NR_DIRS];

static int sim_check_parameters(void)
{
	if (!is_power_of_2(align_bytes) || align_bytes < SIM_ALIGN_MIN ||
	    align_bytes > SIM_ALIGN_MAX) {
		pr_err("iiodma_sim_dma: align_bytes=%u is not 2, 4, 8 or 16\n", align_bytes);
		return -EINVAL;
	}
	if (max_seg_bytes < align_bytes) {
		pr_err("iiodma_sim_dma: max_seg_bytes=%u is less than align_bytes\n",
		       max_seg_bytes);
		return -EINVAL;
	}
	if (sim_mapping_from_name(fileio_mapping, &sim_dma.initial_mapping)) {
		pr_err("iiodma_sim_dma: fileio_mapping=%s is no mapping\n", fileio_mapping);
		return -EINVAL;
	}

	return 0;
}

static void sim_devices_remove(void)
{
	unsigned int i;

	for (i = 0; i < SIM_NR_DIRS; i++)
		if (sim_dma_devices[i])
			platform_device_unregister(sim_dma_devices[i]);
}

/* Both are there and bound, or none. */
static int sim_devices_add(void)
{
	unsigned int i;

	for (i = 0; i < SIM_NR_DIRS; i++) {
		struct platform_device *pdev;

		pdev = platform_device_register_simple(sim_dma_ids[i].name, PLATFORM_DEVID_NONE,
						       NULL, 0);
		if (IS_ERR(pdev)) {
			sim_devices_remove();
			return PTR_ERR(pdev);
		}
		sim_dma_devices[i] = pdev;
		if (!sim_dma.chan[i].bound) {
			sim_devices_remove();
			return -ENODEV;
		}
	}

	return 0;
}

static void sim_dma_setup(struct sim_dma *sim)
{
	unsigned int i;

	sim->rate = rate;
	sim->align = align_bytes;
	mutex_init(&sim->test_lock);
	mutex_init(&sim->loopback_lock);
	for (i = 0; i < SIM_NR_DIRS; i++) {
		sim->chan[i].sim = sim;
		sim->chan[i].dir = i;
	}
}

static int __init sim_dma_init(void)
{
	int ret;

	ret = sim_check_parameters();
	if (ret)
		return ret;

	sim_dma_setup(&sim_dma);
	ret = sim_map_init();
	if (ret)
		return ret;
	ret = platform_driver_register(&sim_dma_driver);
	if (ret)
		goto err_map;
	ret = sim_devices_add();
	if (ret)
		goto err_driver;

	sim_settings_reset(&sim_dma);
	sim_debugfs_init(&sim_dma);

	return 0;

err_driver:
	platform_driver_unregister(&sim_dma_driver);
err_map:
	sim_map_exit();
	return ret;
}
module_init(sim_dma_init);

static void __exit sim_dma_exit(void)
{
	sim_debugfs_exit(&sim_dma);
	sim_devices_remove();
	platform_driver_unregister(&sim_dma_driver);
	sim_map_exit();
	vfree(sim_dma.loopback_data);
}
module_exit(sim_dma_exit);

MODULE_DESCRIPTION("Simulated converter for tests: DMA controller and sample engine");
MODULE_AUTHOR("iiodma developers");
MODULE_LICENSE("GPL");
