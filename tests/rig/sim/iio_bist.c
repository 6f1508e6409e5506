// SPDX-License-Identifier: GPL-2.0-only
/*
 * The chip's registers and, in them, its test modes: digital loopback, and a generator
 * of a pseudo-random sequence or a tone (BIST). They are set through debugfs as with the
 * real driver, or straight in the registers, and replace what RX receives from its next
 * start on. What is injected into TX goes to an antenna that is not here.
 */
#include <linux/bitfield.h>
#include <linux/debugfs.h>
#include <linux/iio/iio.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/uaccess.h>

#include "iio_sim.h"

#define SIM_REG_PRODUCT_ID	0x037
#define SIM_REG_BIST		0x3f4
#define SIM_REG_OBSERVE		0x3f5
#define SIM_REG_PORT_TEST	0x3f6

#define SIM_PRODUCT_ID		0x0a	/* AD9361, revision 2 */

#define SIM_BIST_ENABLE		BIT(0)
#define SIM_BIST_TONE		BIT(1)
#define SIM_BIST_POINT		GENMASK(3, 2)
#define SIM_BIST_LEVEL		GENMASK(5, 4)
#define SIM_BIST_FREQUENCY	GENMASK(7, 6)
#define SIM_POINT_TX		0
#define SIM_POINT_RX		2

#define SIM_OBSERVE_LOOPBACK	BIT(0)
#define SIM_PORT_MASK		GENMASK(5, 2)

#define SIM_TONE_UNIT		32	/* samples of the slowest tone's turn */
#define SIM_TONE_STEPS		4
#define SIM_LEVEL_DB		6

/* What the driver's files take first. */
enum sim_bist_mode {
	SIM_BIST_OFF,
	SIM_BIST_INJECT_TX,
	SIM_BIST_INJECT_RX,
	SIM_NR_BIST_MODES,
};

enum sim_loopback_mode {
	SIM_LOOPBACK_OFF,
	SIM_LOOPBACK_CHIP,	/* TX to RX within the chip */
	SIM_LOOPBACK_CORE,	/* RX to TX within the FPGA: nothing comes back from there */
	SIM_NR_LOOPBACK_MODES,
};

static void sim_bist_apply(struct sim_bist *bist)
{
	u8 config = bist->regs[SIM_REG_BIST];
	struct sim_test_mode mode = {
		.tone_turns = FIELD_GET(SIM_BIST_FREQUENCY, config) + 1,
		.tone_shift = FIELD_GET(SIM_BIST_LEVEL, config),
		.masked = FIELD_GET(SIM_PORT_MASK, bist->regs[SIM_REG_PORT_TEST]),
	};

	if (bist->regs[SIM_REG_OBSERVE] & SIM_OBSERVE_LOOPBACK)
		mode.test = SIM_TEST_LOOPBACK;
	else if ((config & SIM_BIST_ENABLE) && FIELD_GET(SIM_BIST_POINT, config) == SIM_POINT_RX)
		mode.test = config & SIM_BIST_TONE ? SIM_TEST_TONE : SIM_TEST_PRBS;

	iiodma_sim_set_test_mode(&mode);
}

/* Both generators share this register: switching one on or off ends the other. */
static int sim_bist_generate(struct sim_bist *bist, u32 mode, u8 config)
{
	if (mode >= SIM_NR_BIST_MODES)
		return -EINVAL;

	if (mode != SIM_BIST_OFF)
		config |= SIM_BIST_ENABLE |
			  FIELD_PREP(SIM_BIST_POINT, mode == SIM_BIST_INJECT_RX ? SIM_POINT_RX :
										  SIM_POINT_TX);
	bist->regs[SIM_REG_BIST] = config;

	return 0;
}

static int sim_set_loopback(struct sim_bist *bist, const u32 *values)
{
	if (values[0] >= SIM_NR_LOOPBACK_MODES)
		return -EINVAL;

	bist->regs[SIM_REG_OBSERVE] &= ~SIM_OBSERVE_LOOPBACK;
	if (values[0] == SIM_LOOPBACK_CHIP)
		bist->regs[SIM_REG_OBSERVE] |= SIM_OBSERVE_LOOPBACK;

	return 0;
}

static int sim_set_prbs(struct sim_bist *bist, const u32 *values)
{
	return sim_bist_generate(bist, values[0], 0);
}

/* The frequency is in Hz, which becomes one of four, or that one's number. */
static u32 sim_tone_step(u32 frequency)
{
	u32 rate = iiodma_sim_rate();
	u64 turns;

	if (frequency < SIM_TONE_STEPS)
		return frequency;
	if (!rate)
		return 0;
	turns = div_u64((u64)frequency * SIM_TONE_UNIT + rate / 2, rate);

	return clamp_t(u64, turns, 1, SIM_TONE_STEPS) - 1;
}

static int sim_set_tone(struct sim_bist *bist, const u32 *values)
{
	u32 level = min_t(u32, values[2] / SIM_LEVEL_DB, FIELD_MAX(SIM_BIST_LEVEL));
	int ret;

	ret = sim_bist_generate(bist, values[0],
				SIM_BIST_TONE | FIELD_PREP(SIM_BIST_LEVEL, level) |
				FIELD_PREP(SIM_BIST_FREQUENCY, sim_tone_step(values[1])));
	if (ret)
		return ret;
	bist->regs[SIM_REG_PORT_TEST] = FIELD_PREP(SIM_PORT_MASK, values[3] & 0xf);

	return 0;
}

struct sim_bist_kind {
	const char *name;
	int values;
	int (*set)(struct sim_bist *bist, const u32 *values);
};

static const struct sim_bist_kind sim_bist_kinds[SIM_NR_BIST_FILES] = {
	{ "loopback", 1, sim_set_loopback },
	{ "bist_prbs", 1, sim_set_prbs },
	{ "bist_tone", 4, sim_set_tone },
};

static ssize_t sim_bist_write(struct file *file, const char __user *from, size_t count,
			      loff_t *pos)
{
	struct sim_bist_file *entry = file->private_data;
	const struct sim_bist_kind *kind = &sim_bist_kinds[entry->index];
	struct sim_bist *bist = entry->bist;
	u32 values[4];
	char text[80];
	int ret;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;
	text[count] = '\0';

	ret = sscanf(text, "%i %i %i %i", &values[0], &values[1], &values[2], &values[3]);
	if (ret != kind->values)
		return -EINVAL;

	guard(mutex)(&bist->lock);
	ret = kind->set(bist, values);
	if (ret)
		return ret;
	entry->last = values[0];
	sim_bist_apply(bist);

	return count;
}

/* Only the first value can be read back, and it is what this file was given last. */
static ssize_t sim_bist_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct sim_bist_file *entry = file->private_data;
	char text[16];
	int len;

	scoped_guard(mutex, &entry->bist->lock)
		len = scnprintf(text, sizeof(text), "%u\n", entry->last);

	return simple_read_from_buffer(to, count, pos, text, len);
}

static const struct file_operations sim_bist_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = sim_bist_read,
	.write = sim_bist_write,
	.llseek = default_llseek,
};

int sim_bist_reg_access(struct sim_bist *bist, unsigned int reg, unsigned int writeval,
			unsigned int *readval)
{
	if (reg >= SIM_NR_CHIP_REGS)
		return -EINVAL;

	guard(mutex)(&bist->lock);
	if (readval) {
		*readval = bist->regs[reg];
	} else if (reg != SIM_REG_PRODUCT_ID) {
		bist->regs[reg] = writeval;
		sim_bist_apply(bist);
	}

	return 0;
}

/* As after power-up, whatever a chip that was unbound before had been set to. */
void sim_bist_init(struct sim_bist *bist)
{
	mutex_init(&bist->lock);
	bist->regs[SIM_REG_PRODUCT_ID] = SIM_PRODUCT_ID;
	sim_bist_apply(bist);
}

void sim_bist_debugfs(struct sim_bist *bist, struct dentry *dir)
{
	unsigned int i;

	for (i = 0; i < SIM_NR_BIST_FILES; i++) {
		bist->files[i].bist = bist;
		bist->files[i].index = i;
		debugfs_create_file(sim_bist_kinds[i].name, 0644, dir, &bist->files[i],
				    &sim_bist_fops);
	}
}
