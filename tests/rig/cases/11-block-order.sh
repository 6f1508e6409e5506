# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# fileio delivers in order on every start, though the kernel begins with its second block after an odd number of blocks.
# limit: 120

for rate in 0 1000000; do
	simctl rate $rate
	simctl set rx/fifo_samples 1000000000
	for blocks in 1 3 1 2 5 1 1 4 3; do
		expect_status 0 sh -c "iiodma-readdev --api fileio -b 1024 -s $((blocks * 1024)) cf-ad9361-lpc voltage0 voltage1 >samples"
		expect_equal 'bytes' $((blocks * 4096)) "$(stat -c %s samples)"
		expect_status 0 ramp check <samples
	done
done
