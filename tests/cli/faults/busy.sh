# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C75 C47: a buffer in use is tried for a while, then its holder is named.
fake 'hold=4711:iiod:0.15'
expect 0 iiodma-readdev -s 100 $lpc voltage0 voltage1
is_ramp out 100
fake 'hold=4711:iiod:ever'
expect 1 iiodma-readdev -s 100 $lpc voltage0 voltage1
has err "buffer 0 of $lpc is in use"
has err 4711
has err iiod
fake 'hold=4711:iiod:ever;clock=real'
start=$(now_ms)
expect 1 iiodma-readdev -s 100 $lpc
took=$(($(now_ms) - start))
[ $took -ge 500 ] && [ $took -le 1500 ] || fail "gave up after $took ms"
