# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C59 C18: blocks keep the device's alignment; length and watermark are written in samples.
fake 'machine=shapes'
expect 0 iiodma-readdev -b 1001 -s 3000 odd
has err '1004 samples (2008 bytes)'
size out 6000
calls 'ENQUEUE.* 2002$' 0
expect 2 iiodma-readdev -b 1001 -s 3000 --strict odd
has err alignment
empty out
fake
expect 0 iiodma-readdev -b 2048 -s 8192 $lpc
calls '^write .*/length 2048$' 1
calls '^write .*/length 4096$' 1
calls '^write .*/(length|watermark) 16384' 0
