// SPDX-License-Identifier: GPL-2.0-only
/* The control panel: /sys/kernel/debug/iiodma_sim, described in README.md. */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "dma_sim.h"

#define SIM_FIFO_SAMPLES	4096

static const char * const sim_dir_names[SIM_NR_DIRS] = {
	[SIM_RX] = "rx",
	[SIM_TX] = "tx",
};

static const char * const sim_pattern_names[SIM_NR_PATTERNS] = {
	[SIM_COUNTER] = "counter",
	[SIM_RAMP] = "ramp",
	[SIM_TONE] = "tone",
	[SIM_LOOPBACK] = "loopback",
	[SIM_PRBS] = "prbs",
};

static const char * const sim_counter_names[SIM_NR_COUNTERS] = {
	[SIM_BLOCKS_COMPLETED] = "blocks_completed",
	[SIM_BYTES_TRANSFERRED] = "bytes_transferred",
	[SIM_SAMPLES_PRODUCED] = "samples_produced",
	[SIM_SAMPLES_LOST] = "samples_lost",
	[SIM_OVERFLOW_EVENTS] = "overflow_events",
	[SIM_UNDERFLOW_EVENTS] = "underflow_events",
	[SIM_UNDERFLOW_SAMPLES] = "underflow_samples",
	[SIM_PREPARED] = "prepared",
	[SIM_ENQUEUED] = "enqueued",
	[SIM_REFUSED] = "refused",
	[SIM_STARTS] = "starts",
	[SIM_TERMINATES] = "terminates",
	[SIM_TX_SAMPLES] = "tx_samples",
	[SIM_TX_ERRORS] = "tx_errors",
	[SIM_CYCLIC_REPEATS] = "cyclic_repeats",
	[SIM_SG_ENTRIES_MAX] = "sg_entries_max",
	[SIM_FILEIO_FOR_DEVICE] = "fileio_for_device",
	[SIM_FILEIO_FOR_DEVICE_BYTES] = "fileio_for_device_bytes",
	[SIM_FILEIO_FOR_CPU] = "fileio_for_cpu",
	[SIM_FILEIO_FOR_CPU_BYTES] = "fileio_for_cpu_bytes",
};

static const char * const sim_fault_names[SIM_NR_FAULTS] = {
	[SIM_FAULT_LOSE] = "lose",
	[SIM_FAULT_SHORTEN] = "shorten",
	[SIM_FAULT_DELAY_MS] = "delay_ms",
	[SIM_FAULT_CORRUPT] = "corrupt",
	[SIM_FAULT_NO_WRITE] = "no_write",
	[SIM_FAULT_FAIL_PREP] = "fail_prep",
	[SIM_FAULT_FAIL_START] = "fail_start",
	[SIM_FAULT_RAISE] = "raise",
	[SIM_FAULT_STALL] = "stall",
	[SIM_FAULT_STATUS_STICKY] = "status_sticky",
	[SIM_FAULT_REGS_BROKEN] = "regs_broken",
};

/* One debugfs file per fault needs to know both. */
struct sim_fault_file {
	struct sim_chan *sc;
	enum sim_fault fault;
};

static struct sim_fault_file sim_fault_files[SIM_NR_DIRS][SIM_NR_FAULTS];

static int sim_fault_get(void *data, u64 *val)
{
	struct sim_fault_file *file = data;

	guard(spinlock_irqsave)(&file->sc->lock);
	*val = file->sc->faults[file->fault];

	return 0;
}

static int sim_fault_set(void *data, u64 val)
{
	struct sim_fault_file *file = data;
	long lowest = file->fault == SIM_FAULT_CORRUPT ? -1 : 0;
	s64 value = val;

	if (value < lowest || value > S32_MAX)
		return -EINVAL;
	if (file->fault == SIM_FAULT_FAIL_START && value > MAX_ERRNO)
		return -EINVAL;

	scoped_guard(spinlock_irqsave, &file->sc->lock)
		file->sc->faults[file->fault] = value;

	/* A stall may have ended. */
	sim_engine_kick(file->sc);

	return 0;
}

DEFINE_DEBUGFS_ATTRIBUTE_SIGNED(sim_fault_fops, sim_fault_get, sim_fault_set, "%lld\n");

static int sim_counters_show(struct seq_file *file, void *unused)
{
	struct sim_chan *sc = file->private;
	u64 counters[SIM_NR_COUNTERS];
	unsigned int outstanding, i;
	s64 first_error;

	scoped_guard(spinlock_irqsave, &sc->lock) {
		memcpy(counters, sc->counters, sizeof(counters));
		outstanding = sc->outstanding;
		first_error = sc->check.first_error;
	}

	for (i = 0; i < SIM_NR_COUNTERS; i++)
		seq_printf(file, "%s %llu\n", sim_counter_names[i], counters[i]);
	seq_printf(file, "tx_first_error_sample %lld\n", first_error);
	seq_printf(file, "blocks_outstanding %u\n", outstanding);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(sim_counters);

static int sim_counters_reset_set(void *data, u64 val)
{
	sim_counters_reset(data);

	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sim_counters_reset_fops, NULL, sim_counters_reset_set, "%llu\n");

static ssize_t sim_pattern_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct sim_chan *sc = file->private_data;
	char text[16];
	int len;

	len = scnprintf(text, sizeof(text), "%s\n", sim_pattern_names[READ_ONCE(sc->pattern)]);

	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t sim_pattern_write(struct file *file, const char __user *from, size_t count,
				 loff_t *pos)
{
	struct sim_chan *sc = file->private_data;
	char text[16] = "";
	int pattern;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;

	pattern = match_string(sim_pattern_names, SIM_NR_PATTERNS, strim(text));
	if (pattern < 0)
		return pattern;

	WRITE_ONCE(sc->pattern, pattern);

	return count;
}

static const struct file_operations sim_pattern_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = sim_pattern_read,
	.write = sim_pattern_write,
	.llseek = default_llseek,
};

static int sim_capture_limit_get(void *data, u64 *val)
{
	struct sim_chan *sc = data;

	guard(mutex)(&sc->capture.lock);
	*val = sc->capture.limit;

	return 0;
}

static int sim_capture_limit_set(void *data, u64 val)
{
	return sim_capture_limit(data, min_t(u64, val, SIZE_MAX));
}
DEFINE_DEBUGFS_ATTRIBUTE(sim_capture_limit_fops, sim_capture_limit_get, sim_capture_limit_set,
			 "%llu\n");

static ssize_t sim_captured_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct sim_chan *sc = file->private_data;

	guard(mutex)(&sc->capture.lock);

	return simple_read_from_buffer(to, count, pos, sc->capture.data, sc->capture.used);
}

static const struct file_operations sim_captured_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = sim_captured_read,
	.llseek = default_llseek,
};

static int sim_rate_get(void *data, u64 *val)
{
	*val = iiodma_sim_rate();

	return 0;
}

/* Unlike the phy's attribute this one takes any rate: slow ones make slow tests. */
static int sim_rate_set(void *data, u64 val)
{
	if (val > NSEC_PER_SEC)
		return -EINVAL;
	iiodma_sim_set_rate(val);

	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sim_rate_fops, sim_rate_get, sim_rate_set, "%llu\n");

static int sim_reset_set(void *data, u64 val)
{
	sim_settings_reset(data);

	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sim_reset_fops, NULL, sim_reset_set, "%llu\n");

static void sim_debugfs_faults(struct sim_chan *sc, struct dentry *parent)
{
	struct dentry *dir = debugfs_create_dir("faults", parent);
	struct sim_fault_file *file = sim_fault_files[sc->dir];
	unsigned int i;

	for (i = 0; i < SIM_NR_FAULTS; i++, file++) {
		/* What is not received cannot be left unwritten. */
		if (sc->dir == SIM_TX && i == SIM_FAULT_NO_WRITE)
			continue;
		file->sc = sc;
		file->fault = i;
		debugfs_create_file_unsafe(sim_fault_names[i], 0600, dir, file, &sim_fault_fops);
	}
}

static void sim_debugfs_chan(struct sim_chan *sc)
{
	struct dentry *dir = debugfs_create_dir(sim_dir_names[sc->dir], sc->sim->debugfs);

	debugfs_create_file("counters", 0400, dir, sc, &sim_counters_fops);
	debugfs_create_file_unsafe("reset", 0200, dir, sc, &sim_counters_reset_fops);
	debugfs_create_u32("fifo_samples", 0600, dir, &sc->fifo_samples);
	debugfs_create_u32("max_transfer_bytes", 0600, dir, &sc->max_transfer_bytes);
	debugfs_create_bool("contiguous_only", 0600, dir, &sc->contiguous_only);
	debugfs_create_bool("eager_status", 0600, dir, &sc->eager_status);

	if (sc->dir == SIM_RX) {
		debugfs_create_file("rx_pattern", 0600, dir, sc, &sim_pattern_fops);
		debugfs_create_u32("counter_start", 0600, dir, &sc->counter_start);
	} else {
		debugfs_create_bool("tx_check", 0600, dir, &sc->tx_check);
		debugfs_create_file_unsafe("capture_limit", 0600, dir, sc, &sim_capture_limit_fops);
		debugfs_create_file("captured", 0400, dir, sc, &sim_captured_fops);
	}

	sim_mapping_debugfs(sc, dir);
	sim_debugfs_faults(sc, dir);
}

/* As after loading: settings, faults, registers and counters. The rate stays. */
void sim_settings_reset(struct sim_dma *sim)
{
	unsigned int i;

	for (i = 0; i < SIM_NR_DIRS; i++) {
		struct sim_chan *sc = &sim->chan[i];

		WRITE_ONCE(sc->pattern, SIM_COUNTER);
		WRITE_ONCE(sc->counter_start, 0);
		WRITE_ONCE(sc->fifo_samples, SIM_FIFO_SAMPLES);
		WRITE_ONCE(sc->max_transfer_bytes, 0);
		WRITE_ONCE(sc->contiguous_only, false);
		WRITE_ONCE(sc->eager_status, false);
		WRITE_ONCE(sc->tx_check, sc->dir == SIM_TX);

		sim_map_set(sc, sim->initial_mapping);
		sim_capture_limit(sc, 0);
		sim_fault_reset(sc);
		sim_regs_reset(sc);
		sim_counters_reset(sc);
	}
}

void sim_debugfs_init(struct sim_dma *sim)
{
	unsigned int i;

	sim->debugfs = debugfs_create_dir("iiodma_sim", NULL);
	debugfs_create_file_unsafe("rate", 0600, sim->debugfs, NULL, &sim_rate_fops);
	debugfs_create_file_unsafe("reset", 0200, sim->debugfs, sim, &sim_reset_fops);
	for (i = 0; i < SIM_NR_DIRS; i++)
		sim_debugfs_chan(&sim->chan[i]);
}

void sim_debugfs_exit(struct sim_dma *sim)
{
	debugfs_remove(sim->debugfs);
}
