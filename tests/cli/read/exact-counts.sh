# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C53 C17 C54: exactly what was asked for, in samples or in bytes, and nothing waits for a block bigger than that.
fake
expect 0 iiodma-readdev -b 4096 -s 10000 $lpc voltage0 voltage1
size out 40000
is_ramp out 10000
expect 0 iiodma-readdev --bytes 40000 $lpc voltage0 voltage1
size out 40000
fake
expect 2 iiodma-readdev --bytes 40001 $lpc voltage0 voltage1
empty out
untouched

fake 'machine=shapes'
expect 0 iiodma-readdev -s 2 --api fileio mixed voltage0 voltage1 voltage2 voltage3
size out 32
fake 'machine=shapes;rate=1;clock=virtual'
expect 0 iiodma-readdev -s 4 plain
size out 16
