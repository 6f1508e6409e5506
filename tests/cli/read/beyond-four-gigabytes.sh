# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C09: counts are 64 bits wide from the argument to the summary.
fake 'rate=0'
limit=120
expect 0 sh -c "iiodma-readdev --api dmabuf -b 1Mi -s 1500000000 $lpc voltage0 voltage1 | wc -c"
has out 6000000000
has err '1500000000 samples (6000000000 bytes)'
