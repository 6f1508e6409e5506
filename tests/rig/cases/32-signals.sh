# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Signals and a reader that goes away end a stream orderly, with the summary and the right status. C42 C48 C104
# limit: 90

simctl rate 1000000
simctl set rx/fifo_samples 1000000000
for api in dmabuf fileio; do
	for signal in INT:130 TERM:143; do
		iiodma-readdev --api $api -b 4096 -T inf cf-ad9361-lpc voltage0 voltage1 >samples 2>err &
		pid=$!
		sleep 1
		kill -"${signal%:*}" $pid
		status=0
		wait $pid || status=$?
		expect_equal "status after SIG${signal%:*}" "${signal#*:}" $status
		expect_line err 'samples \('
		expect_equal 'bytes beyond whole samples' 0 $(($(stat -c %s samples) % 4))
	done
	status=0
	{ iiodma-readdev --api $api -b 4096 -T inf cf-ad9361-lpc voltage0 voltage1 2>err || echo $? >status; } | head -c 4096 >/dev/null
	expect_equal 'status without a reader' 141 "$(cat status)"
	expect_equal 'what it says then' '' "$(cat err)"
done
for enable in /sys/bus/iio/devices/iio:device*/buffer0/enable; do
	expect_equal "$enable" 0 "$(cat "$enable")"
done
