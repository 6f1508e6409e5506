# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C11: bytes that arrived are counted, not blocks that were asked for; what cannot be known is called assumed.
fake 'short=2:1000'
expect 0 iiodma-readdev --api fileio -b 1024 -s 3000 $lpc voltage0 voltage1
size out 12000
fake
expect 0 iiodma-readdev --api dmabuf -s 1000 -o samples --json $lpc voltage0 voltage1
has out '"bytes_source": "assumed_full_block"'
