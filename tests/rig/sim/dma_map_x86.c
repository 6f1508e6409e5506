// SPDX-License-Identifier: GPL-2.0-only
/*
 * x86: the channels' devices get dma_map_ops of our own. They leave all work to the
 * DMA API, by a plain device beside them, except that what the kernel allocates for
 * its own blocks gets the wanted page attributes. Pages are changed in the kernel's
 * one mapping of them, so a change holds for blocks that are there already.
 */
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/platform_device.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/version.h>
#include <asm/cacheflush.h>
#include <asm/set_memory.h>

#include "dma_sim.h"

struct sim_coherent_block {
	struct list_head node;
	void *cpu;
	phys_addr_t phys;
	size_t bytes;
	enum sim_mapping mapping;
};

/* Does nothing special: its memory and mappings are this machine's own. */
static struct platform_device *plain;

static bool sim_mapping_is_cached(enum sim_mapping mapping)
{
	return mapping != SIM_MAPPING_COHERENT && mapping != SIM_MAPPING_WRITECOMBINE;
}

/* From one kind of not cached to another there is no direct way. */
static int sim_attributes_set(struct sim_coherent_block *block, enum sim_mapping mapping)
{
	unsigned long address = (unsigned long)block->cpu;
	int pages = PAGE_ALIGN(block->bytes) >> PAGE_SHIFT;
	int ret = 0;

	if (!sim_mapping_is_cached(block->mapping) && mapping != block->mapping)
		ret = set_memory_wb(address, pages);
	if (!ret && mapping == SIM_MAPPING_COHERENT)
		ret = set_memory_uc(address, pages);
	if (!ret && mapping == SIM_MAPPING_WRITECOMBINE)
		ret = set_memory_wc(address, pages);

	return ret;
}

/* With coherent->change held. */
static int sim_block_change(struct sim_coherent *coherent, struct sim_coherent_block *block,
			    enum sim_mapping mapping)
{
	int ret = 0;

	if (block->mapping != mapping)
		ret = sim_attributes_set(block, mapping);
	if (ret)
		return ret;

	guard(spinlock_irqsave)(&coherent->lock);
	block->mapping = mapping;

	return 0;
}

int sim_map_set(struct sim_chan *sc, enum sim_mapping mapping)
{
	struct sim_coherent *coherent = &sc->coherent;
	struct sim_coherent_block *block;
	int ret;

	guard(mutex)(&coherent->change);
	list_for_each_entry(block, &coherent->blocks, node) {
		ret = sim_block_change(coherent, block, mapping);
		if (ret)
			return ret;
	}
	WRITE_ONCE(coherent->mapping, mapping);

	return 0;
}

/* Blocks may still be there when the device goes: they become ordinary memory. */
static void sim_blocks_forget(struct sim_coherent *coherent)
{
	struct sim_coherent_block *block, *next;

	guard(mutex)(&coherent->change);
	list_for_each_entry_safe(block, next, &coherent->blocks, node) {
		sim_block_change(coherent, block, SIM_MAPPING_PLATFORM);
		list_del(&block->node);
		kfree(block);
	}
}

static struct sim_chan *sim_chan_of(struct device *dev)
{
	return dev_get_drvdata(dev);
}

static int sim_block_add(struct sim_chan *sc, void *cpu, dma_addr_t addr, size_t bytes)
{
	struct sim_coherent *coherent = &sc->coherent;
	struct sim_coherent_block *block = kzalloc(sizeof(*block), GFP_KERNEL);
	int ret;

	if (!block)
		return -ENOMEM;
	block->cpu = cpu;
	block->phys = virt_to_phys(cpu);
	block->bytes = bytes;

	guard(mutex)(&coherent->change);
	ret = sim_block_change(coherent, block, coherent->mapping);
	if (ret) {
		kfree(block);
		return ret;
	}
	guard(spinlock_irqsave)(&coherent->lock);
	list_add_tail(&block->node, &coherent->blocks);

	return 0;
}

static void *sim_map_alloc(struct device *dev, size_t bytes, dma_addr_t *addr, gfp_t gfp,
			   unsigned long attrs)
{
	void *cpu = dma_alloc_attrs(&plain->dev, bytes, addr, gfp, attrs);

	if (cpu && sim_block_add(sim_chan_of(dev), cpu, *addr, bytes)) {
		dma_free_attrs(&plain->dev, bytes, cpu, *addr, attrs);
		return NULL;
	}

	return cpu;
}

static void sim_block_remove(struct sim_coherent *coherent, void *cpu)
{
	struct sim_coherent_block *block;

	guard(mutex)(&coherent->change);
	list_for_each_entry(block, &coherent->blocks, node) {
		if (block->cpu != cpu)
			continue;
		sim_block_change(coherent, block, SIM_MAPPING_PLATFORM);
		scoped_guard(spinlock_irqsave, &coherent->lock)
			list_del(&block->node);
		kfree(block);
		return;
	}
}

static void sim_map_free(struct device *dev, size_t bytes, void *cpu, dma_addr_t addr,
			 unsigned long attrs)
{
	sim_block_remove(&sim_chan_of(dev)->coherent, cpu);
	dma_free_attrs(&plain->dev, bytes, cpu, addr, attrs);
}

static struct page *sim_map_alloc_pages(struct device *dev, size_t bytes, dma_addr_t *addr,
					enum dma_data_direction dir, gfp_t gfp)
{
	return dma_alloc_pages(&plain->dev, bytes, addr, dir, gfp);
}

static void sim_map_free_pages(struct device *dev, size_t bytes, struct page *page,
			       dma_addr_t addr, enum dma_data_direction dir)
{
	dma_free_pages(&plain->dev, bytes, page, addr, dir);
}

static int sim_map_mmap(struct device *dev, struct vm_area_struct *vma, void *cpu,
			dma_addr_t addr, size_t bytes, unsigned long attrs)
{
	return dma_mmap_attrs(&plain->dev, vma, cpu, addr, bytes, attrs);
}

static int sim_map_get_sgtable(struct device *dev, struct sg_table *table, void *cpu,
			       dma_addr_t addr, size_t bytes, unsigned long attrs)
{
	return dma_get_sgtable_attrs(&plain->dev, table, cpu, addr, bytes, attrs);
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 19, 0)
static dma_addr_t sim_map_phys(struct device *dev, phys_addr_t phys, size_t bytes,
			       enum dma_data_direction dir, unsigned long attrs)
{
	return dma_map_phys(&plain->dev, phys, bytes, dir, attrs);
}

static void sim_unmap_phys(struct device *dev, dma_addr_t addr, size_t bytes,
			   enum dma_data_direction dir, unsigned long attrs)
{
	dma_unmap_phys(&plain->dev, addr, bytes, dir, attrs);
}
#else
static dma_addr_t sim_map_page(struct device *dev, struct page *page, unsigned long offset,
			       size_t bytes, enum dma_data_direction dir, unsigned long attrs)
{
	return dma_map_page_attrs(&plain->dev, page, offset, bytes, dir, attrs);
}

static void sim_unmap_page(struct device *dev, dma_addr_t addr, size_t bytes,
			   enum dma_data_direction dir, unsigned long attrs)
{
	dma_unmap_page_attrs(&plain->dev, addr, bytes, dir, attrs);
}
#endif

static int sim_map_sg(struct device *dev, struct scatterlist *sg, int nents,
		      enum dma_data_direction dir, unsigned long attrs)
{
	return dma_map_sg_attrs(&plain->dev, sg, nents, dir, attrs) ?: -EIO;
}

static void sim_unmap_sg(struct device *dev, struct scatterlist *sg, int nents,
			 enum dma_data_direction dir, unsigned long attrs)
{
	dma_unmap_sg_attrs(&plain->dev, sg, nents, dir, attrs);
}

static void sim_sync_single_for_cpu(struct device *dev, dma_addr_t addr, size_t bytes,
				    enum dma_data_direction dir)
{
	dma_sync_single_for_cpu(&plain->dev, addr, bytes, dir);
}

static void sim_sync_single_for_device(struct device *dev, dma_addr_t addr, size_t bytes,
				       enum dma_data_direction dir)
{
	dma_sync_single_for_device(&plain->dev, addr, bytes, dir);
}

static void sim_sync_sg_for_cpu(struct device *dev, struct scatterlist *sg, int nents,
				enum dma_data_direction dir)
{
	dma_sync_sg_for_cpu(&plain->dev, sg, nents, dir);
}

static void sim_sync_sg_for_device(struct device *dev, struct scatterlist *sg, int nents,
				   enum dma_data_direction dir)
{
	dma_sync_sg_for_device(&plain->dev, sg, nents, dir);
}

static int sim_dma_supported(struct device *dev, u64 mask)
{
	return 1;
}

static u64 sim_get_required_mask(struct device *dev)
{
	return dma_get_required_mask(&plain->dev);
}

static const struct dma_map_ops sim_map_ops = {
	.alloc = sim_map_alloc,
	.free = sim_map_free,
	.alloc_pages_op = sim_map_alloc_pages,
	.free_pages = sim_map_free_pages,
	.mmap = sim_map_mmap,
	.get_sgtable = sim_map_get_sgtable,
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 19, 0)
	.map_phys = sim_map_phys,
	.unmap_phys = sim_unmap_phys,
#else
	.map_page = sim_map_page,
	.unmap_page = sim_unmap_page,
#endif
	.map_sg = sim_map_sg,
	.unmap_sg = sim_unmap_sg,
	.sync_single_for_cpu = sim_sync_single_for_cpu,
	.sync_single_for_device = sim_sync_single_for_device,
	.sync_sg_for_cpu = sim_sync_sg_for_cpu,
	.sync_sg_for_device = sim_sync_sg_for_device,
	.dma_supported = sim_dma_supported,
	.get_required_mask = sim_get_required_mask,
};

int sim_map_init(void)
{
	const struct platform_device_info info = {
		.name = "iiodma-sim-memory",
		.id = PLATFORM_DEVID_NONE,
		.dma_mask = DMA_BIT_MASK(64),
	};

	plain = platform_device_register_full(&info);

	return PTR_ERR_OR_ZERO(plain);
}

void sim_map_exit(void)
{
	platform_device_unregister(plain);
}

void sim_map_attach(struct sim_chan *sc)
{
	set_dma_ops(sc->engine.dev, &sim_map_ops);
}

/* What is freed or unmapped from now on is as the DMA API's own. */
void sim_map_detach(struct sim_chan *sc)
{
	set_dma_ops(sc->engine.dev, NULL);
	sim_blocks_forget(&sc->coherent);
}

/* The mapping of the kernel's own block at this address; platform for all other memory. */
static enum sim_mapping sim_mapping_at(struct sim_coherent *coherent, phys_addr_t phys)
{
	struct sim_coherent_block *block;

	guard(spinlock_irqsave)(&coherent->lock);
	list_for_each_entry(block, &coherent->blocks, node)
		if (phys >= block->phys && phys < block->phys + block->bytes)
			return block->mapping;

	return SIM_MAPPING_PLATFORM;
}

static void sim_maintain(struct sim_chan *sc, const struct sim_desc *desc,
			 enum sim_counter count, enum sim_counter bytes)
{
	u64 flushed = 0;
	unsigned int i;

	for (i = 0; i < desc->nr_segs; i++) {
		clflush_cache_range(phys_to_virt(desc->segs[i].addr), desc->segs[i].len);
		flushed += desc->segs[i].len;
	}

	guard(spinlock_irqsave)(&sc->lock);
	sc->counters[count]++;
	sc->counters[bytes] += flushed;
}

void sim_map_maintain_for_device(struct sim_chan *sc, struct sim_desc *desc)
{
	desc->maintained = sim_mapping_at(&sc->coherent, desc->segs[0].addr) ==
			   SIM_MAPPING_NONCOHERENT;
	if (desc->maintained)
		sim_maintain(sc, desc, SIM_FILEIO_FOR_DEVICE, SIM_FILEIO_FOR_DEVICE_BYTES);
}

/* What was played is not looked at again. */
void sim_map_maintain_for_cpu(struct sim_chan *sc, const struct sim_desc *desc)
{
	if (desc->maintained && sc->dir == SIM_RX)
		sim_maintain(sc, desc, SIM_FILEIO_FOR_CPU, SIM_FILEIO_FOR_CPU_BYTES);
}

void sim_map_show(struct seq_file *file, struct sim_chan *sc)
{
	struct sim_coherent_block *block;

	guard(mutex)(&sc->coherent.change);
	list_for_each_entry(block, &sc->coherent.blocks, node)
		seq_printf(file, "pfn %llu pages %zu bytes %zu\n", (u64)PHYS_PFN(block->phys),
			   PAGE_ALIGN(block->bytes) >> PAGE_SHIFT, block->bytes);
}
