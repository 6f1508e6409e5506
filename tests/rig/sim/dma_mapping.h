/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the kernel's own blocks (those of fileio) are mapped. On a board the platform
 * decides; here a kernel built for any other mapping can be played.
 */
#ifndef IIODMA_SIM_DMA_MAPPING_H
#define IIODMA_SIM_DMA_MAPPING_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>

struct dentry;
struct seq_file;
struct sim_chan;
struct sim_desc;

enum sim_mapping {
	SIM_MAPPING_PLATFORM,		/* whatever this machine's DMA API gives */
	SIM_MAPPING_COHERENT,		/* not cached */
	SIM_MAPPING_NONCOHERENT,	/* cached; the driver maintains the cache of each block */
	SIM_MAPPING_NOSYNC,		/* the same without the maintenance */
	SIM_MAPPING_WRITECOMBINE,	/* not cached, writes are gathered */
	SIM_NR_MAPPINGS,
};

struct sim_coherent {
	struct mutex change;		/* held while page attributes change */
	spinlock_t lock;		/* for the list and what its members say */
	struct list_head blocks;
	enum sim_mapping mapping;
};

/* dma_mapping.c: the setting */
int sim_mapping_from_name(const char *name, enum sim_mapping *ret_mapping);
void sim_mapping_debugfs(struct sim_chan *sc, struct dentry *dir);

/*
 * dma_map_x86.c or dma_map_none.c. Attach takes over the DMA mapping of a channel's
 * device, detach gives it back. Set changes blocks there are and those to come;
 * -EOPNOTSUPP where the architecture does not let us choose. Maintain does what the
 * driver of a non-coherent machine would do with a block: before the device has it,
 * and after.
 */
int sim_map_init(void);
void sim_map_exit(void);
void sim_map_attach(struct sim_chan *sc);
void sim_map_detach(struct sim_chan *sc);
int sim_map_set(struct sim_chan *sc, enum sim_mapping mapping);
void sim_map_maintain_for_device(struct sim_chan *sc, struct sim_desc *desc);
void sim_map_maintain_for_cpu(struct sim_chan *sc, const struct sim_desc *desc);
void sim_map_show(struct seq_file *file, struct sim_chan *sc);

#endif
