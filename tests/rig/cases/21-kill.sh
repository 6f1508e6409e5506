# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# A process killed in mid-stream leaves the device usable for the next one, in every order of APIs.
# limit: 120

simctl rate 10000000
simctl set rx/fifo_samples 1000000000
for first in dmabuf fileio; do
	for second in dmabuf fileio; do
		iiodma-readdev --api $first -b 4096 cf-ad9361-lpc voltage0 voltage1 >/dev/null 2>&1 &
		pid=$!
		sleep 1
		kill -9 $pid
		wait $pid || true
		expect_status 0 iiodma-readdev --api $second -b 65536 -k 16 -s 100000 cf-ad9361-lpc voltage0 -o /dev/null
		for enable in /sys/bus/iio/devices/iio:device*/buffer0/enable; do
			expect_equal "$enable" 0 "$(cat "$enable")"
		done
	done
done
