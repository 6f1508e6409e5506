# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C15: k M G are thousands, Ki Mi Gi are 1024.
fake 'rate=0'
expect 0 iiodma-readdev -s 1k -b 1Ki $lpc voltage0 voltage1
size out 4000
has err 'block=1024 samples'
expect 0 iiodma-readdev -s 1Mi -b 1M -B $lpc voltage0 voltage1
has err '1048576 samples'
expect 0 iiodma-readdev --bytes 1.5Mi -B $lpc voltage0 voltage1
has err '1572864 bytes'
