# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Everything written is played, the tail included; what the device's alignment adds is announced. C51 C118 C119
# limit: 120

simctl rate 0
for count in 2 256 300 512 2048 100000; do
	simctl reset
	ramp make $count >samples
	expect_status 0 iiodma-writedev --api dmabuf -b 256 cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
	expect_equal "samples played of $count" $count "$(sim_counter tx tx_samples)"
	expect_equal "wrong samples of $count" 0 "$(sim_counter tx tx_errors)"
done

# An odd count does not keep 8 bytes: one zero sample is added, and said.
simctl reset
ramp make 1001 1 >samples
expect_status 0 iiodma-writedev --api dmabuf -b 256 cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
expect_equal 'samples played' 1002 "$(sim_counter tx tx_samples)"
expect_line err 'bytes of zeros were added at the end'

# fileio plays full kernel blocks only: exact for whole blocks, padded and said otherwise.
simctl reset
ramp make 4096 >samples
expect_status 0 iiodma-writedev --api fileio -b 256 cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
expect_equal 'samples played' 4096 "$(sim_counter tx tx_samples)"
expect_equal 'wrong samples' 0 "$(sim_counter tx tx_errors)"
simctl reset
ramp make 300 1 >samples
expect_status 0 iiodma-writedev --api fileio -b 256 cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
expect_equal 'samples played' 512 "$(sim_counter tx tx_samples)"
expect_line err 'bytes of zeros were added at the end'
