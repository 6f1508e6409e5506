# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C43: stopped at 100 odd moments, reader and writer: no crash, the right status, the buffer off.
ramp make 1000000 >input
i=0
while [ $i -lt 50 ]; do
	for tool in "readdev -o samples $lpc" "writedev -f input -b 1024 $dds"; do
		fake 'clock=real;rate=200000'
		# shellcheck disable=SC2086 # words
		expect 130 timeout --foreground --preserve-status -s INT 0.0$((i % 10))$((i * 7 % 10 + 1)) iiodma-$tool voltage0 voltage1
		[ ! -e log ] || equal "$(grep -c '^write .*enable 1$' log || true)" "$(grep -c '^write .*enable 0$' log || true)" 'starts and stops'
	done
	i=$((i + 1))
done
