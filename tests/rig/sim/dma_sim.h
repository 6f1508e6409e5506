/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside of the simulated DMA controller.
 *
 * A block is queued by the dmaengine client (dma_chan.c), waits until the sample
 * clock says it is full (dma_schedule.c), is then filled (dma_pattern.c) or played
 * (dma_play.c) in one go and completed from the channel's thread.
 */
#ifndef IIODMA_SIM_DMA_H
#define IIODMA_SIM_DMA_H

#include <linux/dmaengine.h>
#include <linux/kfifo.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "dma_mapping.h"
#include "iiodma_sim.h"

struct dentry;
struct platform_device;
struct task_struct;

#define SIM_NR_REGS		64
#define SIM_LOOPBACK_BYTES	(16 << 20)
#define SIM_CAPTURE_MAX_BYTES	(64 << 20)

#define SIM_MASK_FIRST_PAIR	0x3
#define SIM_MASK_SECOND_PAIR	0xc
#define SIM_MASK_BOTH_PAIRS	0xf

#define SIM_STATUS_OVERFLOW	BIT(2)
#define SIM_STATUS_UNDERFLOW	BIT(0)

enum sim_pattern {
	SIM_COUNTER,
	SIM_RAMP,
	SIM_TONE,
	SIM_LOOPBACK,
	SIM_PRBS,
	SIM_NR_PATTERNS,
};

/* What really happened; shown in the debugfs file "counters". */
enum sim_counter {
	SIM_BLOCKS_COMPLETED,
	SIM_BYTES_TRANSFERRED,
	SIM_SAMPLES_PRODUCED,
	SIM_SAMPLES_LOST,
	SIM_OVERFLOW_EVENTS,
	SIM_UNDERFLOW_EVENTS,
	SIM_UNDERFLOW_SAMPLES,
	SIM_PREPARED,
	SIM_ENQUEUED,
	SIM_REFUSED,
	SIM_STARTS,
	SIM_TERMINATES,
	SIM_TX_SAMPLES,
	SIM_TX_ERRORS,
	SIM_CYCLIC_REPEATS,
	SIM_SG_ENTRIES_MAX,
	SIM_FILEIO_FOR_DEVICE,
	SIM_FILEIO_FOR_DEVICE_BYTES,
	SIM_FILEIO_FOR_CPU,
	SIM_FILEIO_FOR_CPU_BYTES,
	SIM_NR_COUNTERS,
};

/*
 * Faults on command. Those of a number of blocks count down, the others are taken
 * by the next block; the last three are levels that stay until cleared.
 */
enum sim_fault {
	SIM_FAULT_LOSE,
	SIM_FAULT_SHORTEN,
	SIM_FAULT_DELAY_MS,
	SIM_FAULT_CORRUPT,
	SIM_FAULT_NO_WRITE,
	SIM_FAULT_FAIL_PREP,
	SIM_FAULT_FAIL_START,
	SIM_FAULT_RAISE,
	SIM_FAULT_STALL,
	SIM_FAULT_STATUS_STICKY,
	SIM_FAULT_REGS_BROKEN,
	SIM_NR_FAULTS,
};

struct sim_segment {
	dma_addr_t addr;
	size_t len;
};

struct sim_desc {
	struct dma_async_tx_descriptor tx;
	struct list_head node;
	size_t bytes;
	bool cyclic;
	bool maintained;	/* a block of a machine without coherent DMA */

	ktime_t issued;		/* when the client handed it over */

	/* Decided when the block reaches the head of the queue. */
	bool placed;
	ktime_t due;
	size_t residue;
	long delay_ms;
	long corrupt_word;	/* negative: none */
	bool no_write;
	bool unplayed;

	unsigned int nr_segs;
	struct sim_segment segs[] __counted_by(nr_segs);
};

/* Sample number base was (or will be) converted at epoch. */
struct sim_clock {
	bool running;
	u32 rate;
	u64 base;
	ktime_t epoch;
};

struct sim_scan {
	unsigned int nr;
	unsigned int bytes;
	u8 chan[SIM_NR_CHANNELS];
	unsigned long mask;
};

/* One period of a repeating pattern, as it lies in memory. */
struct sim_template {
	void *data;
	size_t bytes;
};

/* One turn of a tone is a whole number of samples, or a few turns are. */
struct sim_tone {
	unsigned int samples;
	unsigned int turns;
	unsigned int shift;	/* full scale, halved so often */
	unsigned long masked;	/* channels at zero */
};

/* Follows the counter in what is played. */
struct sim_check {
	bool based;
	u32 next;
	u64 index;		/* of the next sample since start */
	s64 first_error;	/* negative: none */
	u8 part[SIM_NR_CHANNELS * 2];
	unsigned int part_bytes;
};

struct sim_capture {
	struct mutex lock;
	void *data;
	size_t used;
	size_t limit;
};

struct sim_chan {
	struct dma_device engine;	/* each channel is a controller of its own, as on a board */
	struct dma_chan dma;
	bool bound;
	struct sim_dma *sim;
	enum sim_dir dir;
	struct task_struct *thread;

	spinlock_t lock;	/* all below up to "settings" */
	struct list_head submitted;
	struct list_head issued;
	unsigned int outstanding;
	struct sim_desc *current_desc;
	bool current_aborted;
	wait_queue_head_t idle;

	bool running;
	ktime_t started;
	struct sim_clock clock;
	bool gap_raised;	/* the gap at hand is in the status register */
	u64 pos;		/* next 16-bit word of the stream */
	u32 regs[SIM_NR_REGS];
	u64 counters[SIM_NR_COUNTERS];
	long faults[SIM_NR_FAULTS];

	/* Fixed while running, or only touched by the thread. */
	struct sim_scan scan;
	enum sim_pattern active_pattern;
	struct sim_tone tone;
	bool loopback_idles;	/* zeros come while nothing is sent */
	struct sim_template template;
	struct sim_check check;
	struct sim_capture capture;
	u64 sink;		/* what unchecked samples end in */
	struct sim_coherent coherent;

	/* settings, each a single word */
	u32 pattern;
	u32 counter_start;
	u32 fifo_samples;
	u32 max_transfer_bytes;
	bool contiguous_only;
	bool eager_status;
	bool tx_check;
};

struct sim_dma {
	struct sim_chan chan[SIM_NR_DIRS];
	struct dentry *debugfs;
	u32 rate;
	u32 align;
	enum sim_mapping initial_mapping;

	struct mutex test_lock;
	struct sim_test_mode test;

	struct mutex loopback_lock;
	struct kfifo loopback;
	void *loopback_data;
};

static inline struct sim_chan *to_sim_chan(struct dma_chan *dma)
{
	return container_of(dma, struct sim_chan, dma);
}

static inline struct sim_desc *to_sim_desc(struct dma_async_tx_descriptor *tx)
{
	return container_of(tx, struct sim_desc, tx);
}

static inline u64 sim_pos_to_sample(const struct sim_chan *sc, u64 pos)
{
	return sc->scan.nr ? div_u64(pos, sc->scan.nr) : 0;
}

/* dma_chan.c: the dmaengine operations */
void sim_chan_ops(struct dma_device *dma);

/* dma_schedule.c: clock and loss model */
struct sim_desc *sim_schedule_take(struct sim_chan *sc, ktime_t *due);

/* dma_faults.c */
long sim_fault_take(struct sim_chan *sc, enum sim_fault fault);
long sim_fault_take_locked(struct sim_chan *sc, enum sim_fault fault);
void sim_fault_place(struct sim_chan *sc, struct sim_desc *desc);
void sim_fault_reset(struct sim_chan *sc);

/* dma_engine.c: the thread, start and stop */
int sim_engine_init(struct sim_chan *sc);
void sim_engine_exit(struct sim_chan *sc);
void sim_engine_kick(struct sim_chan *sc);
void sim_engine_terminate(struct sim_chan *sc);
void sim_engine_wait_idle(struct sim_chan *sc);
int sim_engine_start(struct sim_chan *sc, unsigned long scan_mask);
void sim_engine_stop(struct sim_chan *sc);
void sim_counters_reset(struct sim_chan *sc);

/* dma_block.c: the memory of a block */
typedef void (*sim_piece_fn)(struct sim_chan *sc, void *buf, size_t bytes);
bool sim_block_reachable(struct sim_chan *sc, const struct sim_desc *desc);
void sim_block_write(struct sim_chan *sc, struct sim_desc *desc, size_t bytes, sim_piece_fn fn);
void sim_block_read(struct sim_chan *sc, struct sim_desc *desc, size_t bytes, sim_piece_fn fn);
void sim_block_flip(struct sim_chan *sc, struct sim_desc *desc, size_t word);

/* dma_pattern.c: what is received */
int sim_pattern_prepare(struct sim_chan *sc);
void sim_pattern_release(struct sim_chan *sc);
bool sim_pattern_ready(struct sim_chan *sc, size_t bytes);
void sim_pattern_fill(struct sim_chan *sc, struct sim_desc *desc, size_t bytes);

/* dma_play.c: where what is sent goes */
void sim_play(struct sim_chan *sc, struct sim_desc *desc, size_t bytes);
int sim_loopback_begin(struct sim_dma *sim);
void sim_loopback_read(struct sim_dma *sim, void *buf, size_t bytes);
int sim_capture_limit(struct sim_chan *sc, size_t bytes);

/* dma_check.c: is it the counter? */
void sim_check_start(struct sim_check *check);
void sim_check_feed(struct sim_chan *sc, const void *buf, size_t bytes);

/* dma_regs.c: registers of the FPGA core */
void sim_regs_reset(struct sim_chan *sc);
void sim_regs_raise(struct sim_chan *sc);
int sim_regs_read(struct sim_chan *sc, u32 reg, u32 *val);
int sim_regs_write(struct sim_chan *sc, u32 reg, u32 val);

/* dma_debugfs.c */
void sim_debugfs_init(struct sim_dma *sim);
void sim_debugfs_exit(struct sim_dma *sim);
void sim_settings_reset(struct sim_dma *sim);

#endif
