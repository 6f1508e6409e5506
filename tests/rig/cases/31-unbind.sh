# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The driver unbound in mid-stream ends both directions with status 5 and what was measured, and the device works again. C86
# limit: 120

simctl rate 1000000
simctl set rx/fifo_samples 1000000000
simctl set tx/fifo_samples 1000000000
ramp make 20000000 >samples
for api in dmabuf fileio; do
	(sleep 1 && simctl unbind rx) &
	expect_status 5 iiodma-readdev --api $api -b 4096 -T inf -o /dev/null cf-ad9361-lpc voltage0 voltage1
	wait
	expect_line err 'disconnected'
	simctl bind rx
	expect_status 0 iiodma-readdev --api $api -b 4096 -s 10000 -o /dev/null cf-ad9361-lpc voltage0 voltage1

	(sleep 1 && simctl unbind tx) &
	expect_status 5 iiodma-writedev --api $api -b 4096 -T inf cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
	wait
	simctl bind tx
	head -c 40960 samples >few
	expect_status 0 iiodma-writedev --api $api -b 1024 cf-ad9361-dds-core-lpc voltage0 voltage1 <few
done
