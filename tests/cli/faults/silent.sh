# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C36: a converter that falls silent in mid-stream: the time limit holds, and what was delivered is whole samples.
# fileio drops the two blocks of the start, whose order it cannot know when both are finished.
for run in dmabuf:2 fileio:4; do
	api=${run%:*}
	fake "stop=${run#*:};clock=real"
	start=$(now_ms)
	expect 4 iiodma-readdev --api $api -T 2000 -b 100 -s 1000 -o samples $lpc voltage0 voltage1
	took=$(($(now_ms) - start))
	[ $took -ge 2000 ] && [ $took -le 2600 ] || fail "took $took ms"
	has err '2000 ms'
	size samples 800
done
