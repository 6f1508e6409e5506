// SPDX-License-Identifier: GPL-2.0-only
/* Where the DMA API's mapping is the only one there is: nothing to choose. */
#include "dma_sim.h"

int sim_map_init(void)
{
	return 0;
}

void sim_map_exit(void)
{
}

void sim_map_attach(struct sim_chan *sc)
{
}

void sim_map_detach(struct sim_chan *sc)
{
}

int sim_map_set(struct sim_chan *sc, enum sim_mapping mapping)
{
	return mapping == SIM_MAPPING_PLATFORM ? 0 : -EOPNOTSUPP;
}

void sim_map_maintain_for_device(struct sim_chan *sc, struct sim_desc *desc)
{
}

void sim_map_maintain_for_cpu(struct sim_chan *sc, const struct sim_desc *desc)
{
}

void sim_map_show(struct seq_file *file, struct sim_chan *sc)
{
}
