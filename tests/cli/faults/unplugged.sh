# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# As C86: the device goes away in mid-run. It ends at once, with what was measured.
for api in dmabuf fileio; do
	fake 'unplug=8'
	expect 5 iiodma-readdev --api $api -b 10000 -s 1000000 -o samples --json=report $lpc voltage0 voltage1
	has err 'device disconnected'
	has report '"status": "disconnected"'
	[ $(($(stat -c %s samples) % 4)) -eq 0 ] || fail 'half a sample'
	is_ramp samples $(($(stat -c %s samples) / 4))
done
