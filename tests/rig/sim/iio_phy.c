// SPDX-License-Identifier: GPL-2.0-only
/*
 * ad9361-phy: the chip's knobs, without a buffer. Nothing is tuned or amplified here:
 * values are checked, kept and read back. Only the sample rate has an effect, and the
 * test modes (iio_bist.c).
 */
#include <linux/iio/iio.h>
#include <linux/kstrtox.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/sysfs.h>

#include "iio_sim.h"

#define SIM_NR_RF		2	/* receivers, and as many transmitters */
#define SIM_MICRO		1000000

#define SIM_RATE_MIN		520833
#define SIM_RX_GAIN_MIN		-3000000
#define SIM_RX_GAIN_MAX		71000000
#define SIM_TX_GAIN_MIN		-89750000
#define SIM_TX_GAIN_MAX		0
#define SIM_GAIN_STEP_RX	1000000
#define SIM_GAIN_STEP_TX	250000

struct sim_range {
	u64 min;
	u64 max;
};

static const struct sim_range sim_lo_range[SIM_NR_DIRS] = {
	[SIM_RX] = { 70000000ULL, 6000000000ULL },
	[SIM_TX] = { 46875001ULL, 6000000000ULL },
};

static const struct sim_range sim_bandwidth_range[SIM_NR_DIRS] = {
	[SIM_RX] = { 200000, 56000000 },
	[SIM_TX] = { 200000, 40000000 },
};

static const char * const sim_gain_modes[] = { "manual", "fast_attack", "slow_attack", "hybrid" };

struct sim_phy {
	struct mutex lock;
	u64 lo[SIM_NR_DIRS];
	u64 bandwidth[SIM_NR_DIRS];
	int gain_micro_db[SIM_NR_DIRS][SIM_NR_RF];
	int gain_mode[SIM_NR_RF];
	struct sim_bist bist;
};

static enum sim_dir sim_phy_dir(const struct iio_chan_spec *chan)
{
	return chan->output ? SIM_TX : SIM_RX;
}

static ssize_t sim_u64_show(struct sim_phy *phy, const u64 *value, char *buf)
{
	guard(mutex)(&phy->lock);

	return sysfs_emit(buf, "%llu\n", *value);
}

static ssize_t sim_u64_store(struct sim_phy *phy, u64 *value, const struct sim_range *range,
			     const char *buf, size_t len)
{
	u64 wanted;
	int ret;

	ret = kstrtou64(buf, 10, &wanted);
	if (ret)
		return ret;
	if (wanted < range->min || wanted > range->max)
		return -EINVAL;

	guard(mutex)(&phy->lock);
	*value = wanted;

	return len;
}

/* Which oscillator it is stands in private: both are outputs of the chip. */
static ssize_t sim_lo_read(struct iio_dev *indio_dev, uintptr_t private,
			   const struct iio_chan_spec *chan, char *buf)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	return sim_u64_show(phy, &phy->lo[private], buf);
}

static ssize_t sim_lo_write(struct iio_dev *indio_dev, uintptr_t private,
			    const struct iio_chan_spec *chan, const char *buf, size_t len)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	return sim_u64_store(phy, &phy->lo[private], &sim_lo_range[private], buf, len);
}

static ssize_t sim_bandwidth_read(struct iio_dev *indio_dev, uintptr_t private,
				  const struct iio_chan_spec *chan, char *buf)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	return sim_u64_show(phy, &phy->bandwidth[private], buf);
}

static ssize_t sim_bandwidth_write(struct iio_dev *indio_dev, uintptr_t private,
				   const struct iio_chan_spec *chan, const char *buf, size_t len)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	return sim_u64_store(phy, &phy->bandwidth[private], &sim_bandwidth_range[private],
			     buf, len);
}

static int sim_gain_mode_get(struct iio_dev *indio_dev, const struct iio_chan_spec *chan)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	guard(mutex)(&phy->lock);

	return phy->gain_mode[chan->channel];
}

static int sim_gain_mode_set(struct iio_dev *indio_dev, const struct iio_chan_spec *chan,
			     unsigned int mode)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	guard(mutex)(&phy->lock);
	phy->gain_mode[chan->channel] = mode;

	return 0;
}

static const struct iio_enum sim_gain_mode_enum = {
	.items = sim_gain_modes,
	.num_items = ARRAY_SIZE(sim_gain_modes),
	.get = sim_gain_mode_get,
	.set = sim_gain_mode_set,
};

#define SIM_EXT_INFO(_name, _shared, _read, _write, _private)	\
	{							\
		.name = (_name),				\
		.shared = (_shared),				\
		.read = (_read),				\
		.write = (_write),				\
		.private = (_private),				\
	}

#define SIM_LO(_dir) SIM_EXT_INFO("frequency", IIO_SEPARATE, sim_lo_read, sim_lo_write, _dir)
#define SIM_BANDWIDTH(_dir)							\
	SIM_EXT_INFO("rf_bandwidth", IIO_SHARED_BY_TYPE, sim_bandwidth_read,	\
		     sim_bandwidth_write, _dir)

static const struct iio_chan_spec_ext_info sim_rx_lo_info[] = { SIM_LO(SIM_RX), {} };
static const struct iio_chan_spec_ext_info sim_tx_lo_info[] = { SIM_LO(SIM_TX), {} };

static const struct iio_chan_spec_ext_info sim_rx_info[] = {
	SIM_BANDWIDTH(SIM_RX),
	IIO_ENUM("gain_control_mode", IIO_SEPARATE, &sim_gain_mode_enum),
	IIO_ENUM_AVAILABLE("gain_control_mode", IIO_SHARED_BY_TYPE, &sim_gain_mode_enum),
	{}
};

static const struct iio_chan_spec_ext_info sim_tx_info[] = { SIM_BANDWIDTH(SIM_TX), {} };

#define SIM_LO_CHANNEL(_n, _name, _info)	\
	{					\
		.type = IIO_ALTVOLTAGE,		\
		.indexed = 1,			\
		.output = 1,			\
		.channel = (_n),		\
		.extend_name = (_name),		\
		.ext_info = (_info),		\
		.scan_index = -1,		\
	}

#define SIM_RF_CHANNEL(_n, _output, _info)					\
	{									\
		.type = IIO_VOLTAGE,						\
		.indexed = 1,							\
		.output = (_output),						\
		.channel = (_n),						\
		.info_mask_separate = BIT(IIO_CHAN_INFO_HARDWAREGAIN),		\
		.info_mask_shared_by_type = BIT(IIO_CHAN_INFO_SAMP_FREQ),	\
		.ext_info = (_info),						\
		.scan_index = -1,						\
	}

static const struct iio_chan_spec sim_phy_channels[] = {
	SIM_LO_CHANNEL(0, "RX_LO", sim_rx_lo_info),
	SIM_LO_CHANNEL(1, "TX_LO", sim_tx_lo_info),
	SIM_RF_CHANNEL(0, 0, sim_rx_info),
	SIM_RF_CHANNEL(1, 0, sim_rx_info),
	SIM_RF_CHANNEL(0, 1, sim_tx_info),
	SIM_RF_CHANNEL(1, 1, sim_tx_info),
};

static int sim_phy_read_raw(struct iio_dev *indio_dev, const struct iio_chan_spec *chan,
			    int *val, int *val2, long info)
{
	struct sim_phy *phy = iio_priv(indio_dev);
	int gain;

	switch (info) {
	case IIO_CHAN_INFO_SAMP_FREQ:
		*val = iiodma_sim_rate();
		return IIO_VAL_INT;
	case IIO_CHAN_INFO_HARDWAREGAIN:
		scoped_guard(mutex, &phy->lock)
			gain = phy->gain_micro_db[sim_phy_dir(chan)][chan->channel];
		*val = gain / SIM_MICRO;
		*val2 = gain % SIM_MICRO;
		return IIO_VAL_INT_PLUS_MICRO_DB;
	default:
		return -EINVAL;
	}
}

static int sim_phy_set_rate(int hz)
{
	/* 0 is not the chip's: as fast as memory goes. */
	if (hz && (hz < SIM_RATE_MIN || hz > SIM_RATE_MAX))
		return -EINVAL;

	iiodma_sim_set_rate(hz);

	return 0;
}

static int sim_phy_set_gain(struct sim_phy *phy, const struct iio_chan_spec *chan, int val,
			    int val2)
{
	enum sim_dir dir = sim_phy_dir(chan);
	int min = dir == SIM_RX ? SIM_RX_GAIN_MIN : SIM_TX_GAIN_MIN;
	int max = dir == SIM_RX ? SIM_RX_GAIN_MAX : SIM_TX_GAIN_MAX;
	int step = dir == SIM_RX ? SIM_GAIN_STEP_RX : SIM_GAIN_STEP_TX;
	s64 gain = (s64)val * SIM_MICRO + val2;

	/* The sign of "-0.5" is in the fraction, that of "-1.5" in the whole number. */
	if (val < 0)
		gain = (s64)val * SIM_MICRO - val2;
	if (gain < min || gain > max || (int)gain % step)
		return -EINVAL;

	guard(mutex)(&phy->lock);
	phy->gain_micro_db[dir][chan->channel] = gain;

	return 0;
}

static int sim_phy_write_raw(struct iio_dev *indio_dev, const struct iio_chan_spec *chan,
			     int val, int val2, long info)
{
	switch (info) {
	case IIO_CHAN_INFO_SAMP_FREQ:
		return sim_phy_set_rate(val);
	case IIO_CHAN_INFO_HARDWAREGAIN:
		return sim_phy_set_gain(iio_priv(indio_dev), chan, val, val2);
	default:
		return -EINVAL;
	}
}

static int sim_phy_write_raw_get_fmt(struct iio_dev *indio_dev, const struct iio_chan_spec *chan,
				     long info)
{
	return info == IIO_CHAN_INFO_HARDWAREGAIN ? IIO_VAL_INT_PLUS_MICRO_DB : IIO_VAL_INT;
}

static int sim_phy_reg_access(struct iio_dev *indio_dev, unsigned int reg, unsigned int writeval,
			      unsigned int *readval)
{
	struct sim_phy *phy = iio_priv(indio_dev);

	return sim_bist_reg_access(&phy->bist, reg, writeval, readval);
}

static const struct iio_info sim_phy_info = {
	.read_raw = sim_phy_read_raw,
	.write_raw = sim_phy_write_raw,
	.write_raw_get_fmt = sim_phy_write_raw_get_fmt,
	.debugfs_reg_access = sim_phy_reg_access,
};

static void sim_phy_defaults(struct sim_phy *phy)
{
	mutex_init(&phy->lock);
	phy->lo[SIM_RX] = 2400000000ULL;
	phy->lo[SIM_TX] = 2450000000ULL;
	phy->bandwidth[SIM_RX] = 18000000;
	phy->bandwidth[SIM_TX] = 18000000;
	phy->gain_micro_db[SIM_RX][0] = SIM_RX_GAIN_MAX;
	phy->gain_micro_db[SIM_RX][1] = SIM_RX_GAIN_MAX;
	phy->gain_micro_db[SIM_TX][0] = -10000000;
	phy->gain_micro_db[SIM_TX][1] = -10000000;
}

int sim_phy_probe(struct platform_device *pdev)
{
	struct iio_dev *indio_dev;
	struct sim_phy *phy;
	int ret;

	indio_dev = devm_iio_device_alloc(&pdev->dev, sizeof(*phy));
	if (!indio_dev)
		return -ENOMEM;

	phy = iio_priv(indio_dev);
	sim_phy_defaults(phy);
	sim_bist_init(&phy->bist);

	indio_dev->name = "ad9361-phy";
	indio_dev->info = &sim_phy_info;
	indio_dev->channels = sim_phy_channels;
	indio_dev->num_channels = ARRAY_SIZE(sim_phy_channels);
	indio_dev->modes = INDIO_DIRECT_MODE;

	ret = devm_iio_device_register(&pdev->dev, indio_dev);
	if (ret)
		return ret;
	sim_bist_debugfs(&phy->bist, iio_get_debugfs_dentry(indio_dev));

	return 0;
}
