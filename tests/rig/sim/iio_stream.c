// SPDX-License-Identifier: GPL-2.0-only
/*
 * The two devices with a buffer: cf-ad9361-lpc receives, cf-ad9361-dds-core-lpc sends.
 * The buffers are the kernel's own dmaengine buffers; what is measured is theirs.
 */
#include <linux/iio/buffer-dmaengine.h>
#include <linux/iio/buffer.h>
#include <linux/iio/iio.h>
#include <linux/platform_device.h>

#include "compat.h"
#include "iio_sim.h"

SIM_IMPORT_NS(IIO_DMAENGINE_BUFFER);

struct sim_stream {
	enum sim_dir dir;
};

#define SIM_CHANNEL(_n, _output, _sign, _bits)				\
	{								\
		.type = IIO_VOLTAGE,					\
		.indexed = 1,						\
		.output = (_output),					\
		.channel = (_n),					\
		.scan_index = (_n),					\
		.info_mask_shared_by_type = BIT(IIO_CHAN_INFO_SAMP_FREQ), \
		.scan_type = {						\
			.sign = (_sign),				\
			.realbits = (_bits),				\
			.storagebits = 16,				\
			.endianness = IIO_LE,				\
		},							\
	}

/* Capital S, as the drivers announce it: sign extended to the whole word. */
#define SIM_RX_CHANNEL(_n) SIM_CHANNEL(_n, 0, 'S', 12)
#define SIM_TX_CHANNEL(_n) SIM_CHANNEL(_n, 1, 'S', 16)

static const struct iio_chan_spec sim_rx_channels[SIM_NR_CHANNELS] = {
	SIM_RX_CHANNEL(0), SIM_RX_CHANNEL(1), SIM_RX_CHANNEL(2), SIM_RX_CHANNEL(3),
};

static const struct iio_chan_spec sim_tx_channels[SIM_NR_CHANNELS] = {
	SIM_TX_CHANNEL(0), SIM_TX_CHANNEL(1), SIM_TX_CHANNEL(2), SIM_TX_CHANNEL(3),
};

/* What the FPGA core can pack; any other set is refused when the buffer is enabled. */
static const unsigned long sim_real_scan_masks[] = {
	0x01, 0x02, 0x04, 0x08, 0x03, 0x0c, 0x0f, 0x00,
};

static int sim_stream_read_raw(struct iio_dev *indio_dev, const struct iio_chan_spec *chan,
			       int *val, int *val2, long info)
{
	if (info != IIO_CHAN_INFO_SAMP_FREQ)
		return -EINVAL;

	*val = iiodma_sim_rate();

	return IIO_VAL_INT;
}

static int sim_stream_reg_access(struct iio_dev *indio_dev, unsigned int reg,
				 unsigned int writeval, unsigned int *readval)
{
	struct sim_stream *stream = iio_priv(indio_dev);

	if (readval)
		return iiodma_sim_reg_read(stream->dir, reg, readval);

	return iiodma_sim_reg_write(stream->dir, reg, writeval);
}

static const struct iio_info sim_stream_info = {
	.read_raw = sim_stream_read_raw,
	.debugfs_reg_access = sim_stream_reg_access,
};

static int sim_stream_postenable(struct iio_dev *indio_dev)
{
	struct sim_stream *stream = iio_priv(indio_dev);

	return iiodma_sim_start(stream->dir, *indio_dev->active_scan_mask);
}

static int sim_stream_predisable(struct iio_dev *indio_dev)
{
	struct sim_stream *stream = iio_priv(indio_dev);

	iiodma_sim_stop(stream->dir);

	return 0;
}

static const struct iio_buffer_setup_ops sim_stream_setup_ops = {
	.postenable = sim_stream_postenable,
	.predisable = sim_stream_predisable,
};

int sim_stream_probe(struct platform_device *pdev, enum sim_dir dir, bool real_scan_masks)
{
	struct device *dev = &pdev->dev;
	struct iio_dev *indio_dev;
	struct sim_stream *stream;
	int ret;

	indio_dev = devm_iio_device_alloc(dev, sizeof(*stream));
	if (!indio_dev)
		return -ENOMEM;

	stream = iio_priv(indio_dev);
	stream->dir = dir;

	indio_dev->name = dir == SIM_RX ? "cf-ad9361-lpc" : "cf-ad9361-dds-core-lpc";
	indio_dev->info = &sim_stream_info;
	indio_dev->channels = dir == SIM_RX ? sim_rx_channels : sim_tx_channels;
	indio_dev->num_channels = SIM_NR_CHANNELS;
	indio_dev->setup_ops = &sim_stream_setup_ops;
	indio_dev->modes = INDIO_DIRECT_MODE;
	if (dir == SIM_RX && real_scan_masks)
		indio_dev->available_scan_masks = sim_real_scan_masks;

	ret = devm_iio_dmaengine_buffer_setup_ext(dev, indio_dev, dir == SIM_RX ? "rx" : "tx",
						  dir == SIM_RX ? IIO_BUFFER_DIRECTION_IN :
								  IIO_BUFFER_DIRECTION_OUT);
	if (ret)
		return dev_err_probe(dev, ret, "no DMA buffer\n");

	return devm_iio_device_register(dev, indio_dev);
}
