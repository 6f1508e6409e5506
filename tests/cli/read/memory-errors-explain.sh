# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C64: the message holds every number; --fit runs with less and says so.
fake 'heaps=system:16777216'
expect 1 iiodma-readdev -b 8388608 -s 16777216 --api dmabuf $lpc voltage0 voltage1
for part in 33554432 '4' 134217728 system ENOMEM; do
	has err "$part"
done
expect 0 iiodma-readdev -b 8388608 -s 8388608 --fit --api dmabuf $lpc voltage0 voltage1
has err '16777216 bytes'
is_ramp out 8388608
