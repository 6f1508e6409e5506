#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs in the guest for "./run bench". Without arguments: the reference table, uncapped, every mapping of fileio's blocks put in
# force in turn, also as files in /share; then API and direction at the rate of the converter. With arguments: what they
# ask for, uncapped and paced unless they say otherwise.

# The bench plays whatever its blocks hold; looking for the counter in that would only slow the converter down.
[ ! -d /sys/kernel/debug/iiodma_sim ] || simctl set tx/tx_check N >/dev/null

reference() {
	iiodma-bench --setting all --rate 0 --buffer-size 64Ki --depth 16 --duration 0.4 --repeat 3 \
		--fileio-map-with sim-fileio-map \
		--json=/share/bench.json --markdown=/share/bench.md --html=/share/bench.html
	reached=$?
	sim-fileio-map platform
	return $reached
}

# fileio loses samples at this rate and block wherever it runs. The table says so; a newcomer's first
# command need not fail for it. Whoever asks for something of his own gets the tool's own status.
paced() {
	iiodma-bench --api fileio,dmabuf --direction read,write --rate 61.44M \
		--buffer-size 64Ki --depth 16 --duration 0.7 --repeat 3
	reached=$?
	[ $reached -ne 3 ] || return 0
	return $reached
}

status=0
if [ $# -eq 0 ]; then
	reference || status=$?
	echo
	paced_status=0
	paced || paced_status=$?
	[ $status -ne 0 ] || status=$paced_status
else
	iiodma-bench --api fileio,dmabuf --direction read,write --rate 61.44M,0 \
		--buffer-size 64Ki --depth 16 --duration 0.7 --repeat 3 "$@" || status=$?
fi
echo "A simulated converter in an emulated machine: relations between APIs are real, absolute figures are not." >&2
exit "$status"
