# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C57 C58: reads that return part of what was asked, or end inside a sample, lose nothing.
fake 'machine=shapes;reads=20,16,0,72'
expect 0 iiodma-readdev --api fileio -b 1 -s 3 mixed
size out 108
# what is dropped at a start is dropped whole: first and last channel agree, sample after sample
equal "$(od -An -td4 -w36 out | awk 'NR == 1 { first = $1 } { print $1 - first, $9 - $1 }' | tr '\n' ';')" '0 8000;1 8000;2 8000;' 'samples'
fake
expect 0 iiodma-readdev --api fileio -b 341 -s 5000 -k 16 $lpc voltage0 voltage1 voltage2
size out 30000
has err 'fileio uses 2 kernel blocks; -k ignored'
