// SPDX-License-Identifier: GPL-2.0-only
/* Which heaps there are, and whose DMA they are for. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/pci.h>
#include <linux/platform_device.h>
#include <linux/string.h>

#include "compat.h"
#include "heaps.h"

static char *device = "";
module_param(device, charp, 0444);
MODULE_PARM_DESC(device, "DMA device the memory is for: a platform or PCI device by name, as the converter's DMA controller (default: one of this module, 32-bit and not coherent where the platform lets choose)");

bool heap_contiguous;
module_param_named(contiguous, heap_contiguous, bool, 0444);
MODULE_PARM_DESC(contiguous, "One piece of memory per buffer, also where pages are gathered otherwise (default N)");

static bool as_dma_heaps;
module_param(as_dma_heaps, bool, 0444);
MODULE_PARM_DESC(as_dma_heaps, "Register with the kernel's DMA heaps (7.2 and later), which no module can undo: no unloading (default N: device nodes of the same name and use)");

static struct heap heaps[HEAP_NR_MAPPINGS] = {
	[HEAP_COHERENT] = { .name = "iiodma-coherent" },
	[HEAP_NONCOHERENT] = { .name = "iiodma-noncoherent" },
	[HEAP_WRITECOMBINE] = { .name = "iiodma-writecombine" },
};

static struct platform_device *own_device;
static struct device *dma_device;

const char *heap_mapping_name(enum heap_mapping mapping)
{
	static const char * const names[] = {
		[HEAP_COHERENT] = "coherent",
		[HEAP_NONCOHERENT] = "noncoherent",
		[HEAP_WRITECOMBINE] = "writecombine",
	};

	return names[mapping];
}

/* Keeps the reason, for the log and for sysfs. */
void heap_refuse(struct heap *heap, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vscnprintf(heap->refused, sizeof(heap->refused), format, args);
	va_end(args);
	pr_warn("no heap %s: %s\n", heap->name, heap->refused);
}

static struct device *find_device(const char *name)
{
	struct device *dev = bus_find_device_by_name(&platform_bus_type, NULL, name);

#if IS_ENABLED(CONFIG_PCI)
	if (!dev)
		dev = bus_find_device_by_name(&pci_bus_type, NULL, name);
#endif
	return dev;
}

static int take_named_device(void)
{
	dma_device = find_device(device);
	if (!dma_device) {
		pr_err("device=%s: no platform or PCI device has this name\n", device);
		return -ENODEV;
	}
	if (!dma_device->dma_mask || !*dma_device->dma_mask || !dma_device->coherent_dma_mask) {
		pr_err("device=%s: this device does no DMA\n", device);
		put_device(dma_device);
		return -EINVAL;
	}

	return 0;
}

/* Every converter's DMA controller reaches the first 4 GiB. */
static int make_own_device(void)
{
	const struct platform_device_info info = {
		.name = KBUILD_MODNAME,
		.id = PLATFORM_DEVID_NONE,
		.dma_mask = DMA_BIT_MASK(32),
	};

	own_device = platform_device_register_full(&info);
	if (IS_ERR(own_device))
		return PTR_ERR(own_device);
	dma_device = get_device(&own_device->dev);

	return 0;
}

static int take_device(void)
{
	return *device ? take_named_device() : make_own_device();
}

static void release_device(void)
{
	put_device(dma_device);
	if (own_device)
		platform_device_unregister(own_device);
}

static int add_statements(void)
{
	int i, ret;

	for (i = 0; i < HEAP_NR_MAPPINGS; i++) {
		struct heap *heap = &heaps[i];

		heap->mapping = i;
		heap->dma = dma_device;
		heap->maintenance = "none";
		heap->same_as = "";
		heap_arch_setup(heap);
		ret = heap_statement_add(heap);
		if (ret)
			goto err_remove;
	}

	return 0;

err_remove:
	while (i--)
		heap_statement_remove(&heaps[i]);
	return ret;
}

/* From the first DMA heap on nothing may fail: it stays. So what fails is refused. */
static void add_nodes(void)
{
	int i, ret;

	for (i = 0; i < HEAP_NR_MAPPINGS; i++) {
		struct heap *heap = &heaps[i];

		if (heap->refused[0])
			continue;
		ret = as_dma_heaps ? heap_node_add_as_dma_heap(heap) : heap_node_add(heap);
		if (ret)
			heap_refuse(heap, "its device node cannot be made (error %d)", -ret);
	}
}

static int __init heaps_init(void)
{
	int ret;

	if (as_dma_heaps && !heap_can_be_dma_heap) {
		pr_err("as_dma_heaps=1: this kernel lets no module add DMA heaps\n");
		return -EOPNOTSUPP;
	}

	ret = take_device();
	if (ret)
		return ret;

	ret = heap_statement_init();
	if (ret)
		goto err_device;
	ret = add_statements();
	if (ret)
		goto err_statement;
	add_nodes();

	return 0;

err_statement:
	heap_statement_exit();
err_device:
	release_device();
	return ret;
}
module_init(heaps_init);

static void __exit heaps_exit(void)
{
	int i;

	for (i = 0; i < HEAP_NR_MAPPINGS; i++) {
		if (!heaps[i].refused[0])
			heap_node_remove(&heaps[i]);
		heap_statement_remove(&heaps[i]);
	}
	heap_statement_exit();
	release_device();
}
module_exit(heaps_exit);

MODULE_DESCRIPTION("One DMA heap per mapping: coherent, non-coherent, write-combine");
MODULE_AUTHOR("iiodma developers");
MODULE_LICENSE("GPL");
HEAP_IMPORT_NS(DMA_BUF);
HEAP_IMPORT_NS(DMA_BUF_HEAP);
