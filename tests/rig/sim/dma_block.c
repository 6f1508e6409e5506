// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of a block, as the converter's DMA sees it: bus addresses. Without an
 * IOMMU these lead to pages, so the processor can stand in for the hardware. Caches
 * are kept as hardware would leave them: what was "DMAed" is in memory.
 */
#include <linux/dma-direct.h>
#include <linux/dma-mapping.h>
#include <linux/highmem.h>

#include "dma_sim.h"

static struct page *sim_page(struct sim_chan *sc, dma_addr_t addr)
{
	return pfn_to_page(PHYS_PFN(dma_to_phys(sc->engine.dev, addr)));
}

/* Memory of other devices (no struct page) is out of reach. */
bool sim_block_reachable(struct sim_chan *sc, const struct sim_desc *desc)
{
	struct device *dev = sc->engine.dev;
	unsigned int i;

	for (i = 0; i < desc->nr_segs; i++) {
		phys_addr_t first = dma_to_phys(dev, desc->segs[i].addr);
		phys_addr_t last = first + desc->segs[i].len - 1;

		if (!pfn_valid(PHYS_PFN(first)) || !pfn_valid(PHYS_PFN(last)))
			return false;
	}

	return true;
}

/* Low memory is one piece per segment, high memory is mapped page by page. */
static void sim_segment_pieces(struct sim_chan *sc, dma_addr_t addr, size_t len, sim_piece_fn fn)
{
	while (len) {
		size_t offset = offset_in_page(addr);
		struct page *page = sim_page(sc, addr);
		size_t piece = len;

		if (PageHighMem(page)) {
			void *map = kmap_local_page(page);

			piece = min_t(size_t, len, PAGE_SIZE - offset);
			fn(sc, map + offset, piece);
			kunmap_local(map);
		} else {
			fn(sc, page_address(page) + offset, piece);
		}

		addr += piece;
		len -= piece;
	}
}

void sim_block_write(struct sim_chan *sc, struct sim_desc *desc, size_t bytes, sim_piece_fn fn)
{
	unsigned int i;

	for (i = 0; i < desc->nr_segs && bytes; i++) {
		const struct sim_segment *seg = &desc->segs[i];
		size_t len = min(seg->len, bytes);

		sim_segment_pieces(sc, seg->addr, len, fn);
		dma_sync_single_for_device(sc->engine.dev, seg->addr, len, DMA_TO_DEVICE);
		bytes -= len;
	}
}

void sim_block_read(struct sim_chan *sc, struct sim_desc *desc, size_t bytes, sim_piece_fn fn)
{
	unsigned int i;

	for (i = 0; i < desc->nr_segs && bytes; i++) {
		const struct sim_segment *seg = &desc->segs[i];
		size_t len = min(seg->len, bytes);

		dma_sync_single_for_cpu(sc->engine.dev, seg->addr, len, DMA_FROM_DEVICE);
		sim_segment_pieces(sc, seg->addr, len, fn);
		bytes -= len;
	}
}

static void sim_flip_bit(struct sim_chan *sc, void *buf, size_t bytes)
{
	*(u8 *)buf ^= BIT(0);
}

/* Flips the lowest bit of a 32-bit word; a word outside the block is the last one. */
void sim_block_flip(struct sim_chan *sc, struct sim_desc *desc, size_t word)
{
	size_t offset = min(word, desc->bytes / 4 - 1) * 4;
	unsigned int i;

	for (i = 0; offset >= desc->segs[i].len; i++)
		offset -= desc->segs[i].len;

	sim_segment_pieces(sc, desc->segs[i].addr + offset, 1, sim_flip_bit);
	dma_sync_single_for_device(sc->engine.dev, desc->segs[i].addr, desc->segs[i].len,
				   DMA_TO_DEVICE);
}
