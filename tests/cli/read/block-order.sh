# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The kernel hands out its two fileio blocks the wrong way round after an odd number: never seen in the data.
fake
for count in 1 255 256 257 768 1000 1280; do
	expect 0 iiodma-readdev --api fileio -b 256 -s $count $lpc voltage0 voltage1
	equal "$(ramp check <out | tr ' ' '\n' | grep gaps)" gaps=0 "order of $count samples"
done
