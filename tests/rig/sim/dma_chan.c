// SPDX-License-Identifier: GPL-2.0-only
/* The dmaengine operations: blocks come in here and wait for the sample clock. */
#include <linux/dmaengine.h>
#include <linux/overflow.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

#include "dma_sim.h"

static dma_cookie_t sim_tx_submit(struct dma_async_tx_descriptor *tx)
{
	struct sim_chan *sc = to_sim_chan(tx->chan);
	struct sim_desc *desc = to_sim_desc(tx);
	dma_cookie_t cookie;

	guard(spinlock_irqsave)(&sc->lock);

	cookie = sc->dma.cookie + 1;
	if (cookie < DMA_MIN_COOKIE)
		cookie = DMA_MIN_COOKIE;
	sc->dma.cookie = cookie;
	tx->cookie = cookie;

	list_add_tail(&desc->node, &sc->submitted);
	sc->outstanding++;
	sc->counters[SIM_ENQUEUED]++;

	return cookie;
}

static void sim_issue_pending(struct dma_chan *dma)
{
	struct sim_chan *sc = to_sim_chan(dma);
	struct sim_desc *desc;
	bool was_empty;

	scoped_guard(spinlock_irqsave, &sc->lock) {
		list_for_each_entry(desc, &sc->submitted, node)
			desc->issued = ktime_get();

		was_empty = list_empty(&sc->issued);
		list_splice_tail_init(&sc->submitted, &sc->issued);
	}

	/* With blocks ahead of it the thread is awake or sleeps to their due time. */
	if (was_empty)
		sim_engine_kick(sc);
}

static bool sim_segment_aligned(const struct sim_chan *sc, const struct sim_segment *seg)
{
	u32 mask = sc->sim->align - 1;

	return seg->len && !(seg->len & mask) && !(seg->addr & mask);
}

static bool sim_acceptable(struct sim_chan *sc, const struct sim_desc *desc)
{
	u32 max = READ_ONCE(sc->max_transfer_bytes);
	unsigned int i;

	if (sim_fault_take(sc, SIM_FAULT_FAIL_PREP))
		return false;

	if (!desc->nr_segs || (READ_ONCE(sc->contiguous_only) && desc->nr_segs > 1))
		return false;

	if (max && desc->bytes > max)
		return false;

	for (i = 0; i < desc->nr_segs; i++)
		if (!sim_segment_aligned(sc, &desc->segs[i]))
			return false;

	return sim_block_reachable(sc, desc);
}

static struct dma_async_tx_descriptor *sim_prep_finish(struct sim_chan *sc, struct sim_desc *desc,
						       enum dma_transfer_direction direction,
						       unsigned long flags)
{
	bool ok = direction == (sc->dir == SIM_RX ? DMA_DEV_TO_MEM : DMA_MEM_TO_DEV) &&
		  sim_acceptable(sc, desc);

	scoped_guard(spinlock_irqsave, &sc->lock) {
		u64 *sg_max = &sc->counters[SIM_SG_ENTRIES_MAX];

		sc->counters[ok ? SIM_PREPARED : SIM_REFUSED]++;
		*sg_max = max_t(u64, *sg_max, desc->nr_segs);
	}

	if (!ok) {
		kfree(desc);
		return NULL;
	}

	sim_map_maintain_for_device(sc, desc);
	desc->cyclic = flags & DMA_PREP_REPEAT;
	dma_async_tx_descriptor_init(&desc->tx, &sc->dma);
	desc->tx.flags = flags;
	desc->tx.tx_submit = sim_tx_submit;

	return &desc->tx;
}

static struct sim_desc *sim_desc_alloc(size_t nr_segs)
{
	struct sim_desc *desc;

	/* Clients prepare under their locks. */
	desc = kzalloc(struct_size(desc, segs, nr_segs), GFP_NOWAIT | __GFP_NOWARN);
	if (desc)
		desc->nr_segs = nr_segs;

	return desc;
}

static void sim_desc_set(struct sim_desc *desc, unsigned int i, dma_addr_t addr, size_t len)
{
	desc->segs[i].addr = addr;
	desc->segs[i].len = len;
	desc->bytes += len;
}

static struct dma_async_tx_descriptor *sim_prep_slave_sg(struct dma_chan *dma,
							 struct scatterlist *sgl,
							 unsigned int sg_len,
							 enum dma_transfer_direction direction,
							 unsigned long flags, void *context)
{
	struct sim_desc *desc = sim_desc_alloc(sg_len);
	struct scatterlist *sg;
	unsigned int i;

	if (!desc)
		return NULL;

	for_each_sg(sgl, sg, sg_len, i)
		sim_desc_set(desc, i, sg_dma_address(sg), sg_dma_len(sg));

	return sim_prep_finish(to_sim_chan(dma), desc, direction, flags);
}

static struct dma_async_tx_descriptor *sim_prep_vec(struct dma_chan *dma,
						    const struct dma_vec *vecs, size_t nents,
						    enum dma_transfer_direction direction,
						    unsigned long flags)
{
	struct sim_desc *desc = sim_desc_alloc(nents);
	unsigned int i;

	if (!desc)
		return NULL;

	for (i = 0; i < nents; i++)
		sim_desc_set(desc, i, vecs[i].addr, vecs[i].len);

	return sim_prep_finish(to_sim_chan(dma), desc, direction, flags);
}

static int sim_terminate_all(struct dma_chan *dma)
{
	sim_engine_terminate(to_sim_chan(dma));
	return 0;
}

static void sim_synchronize(struct dma_chan *dma)
{
	sim_engine_wait_idle(to_sim_chan(dma));
}

static void sim_free_chan_resources(struct dma_chan *dma)
{
	struct sim_chan *sc = to_sim_chan(dma);

	sim_engine_terminate(sc);
	sim_engine_wait_idle(sc);
}

static enum dma_status sim_tx_status(struct dma_chan *dma, dma_cookie_t cookie,
				     struct dma_tx_state *state)
{
	dma_cookie_t last = dma->cookie;
	dma_cookie_t done = dma->completed_cookie;

	dma_set_tx_state(state, done, last, 0);

	return dma_async_is_complete(cookie, done, last);
}

void sim_chan_ops(struct dma_device *dma)
{
	dma->device_prep_slave_sg = sim_prep_slave_sg;
	dma->device_prep_peripheral_dma_vec = sim_prep_vec;
	dma->device_issue_pending = sim_issue_pending;
	dma->device_tx_status = sim_tx_status;
	dma->device_terminate_all = sim_terminate_all;
	dma->device_synchronize = sim_synchronize;
	dma->device_free_chan_resources = sim_free_chan_resources;
}
