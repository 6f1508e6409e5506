# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C68: depth and block size are two things: sixteen blocks of one sample wait from the start, and each sample comes when it was taken.
fake 'rate=10;clock=real'
iiodma-readdev --api dmabuf -b 1 -k 16 -s 16 $lpc 2>err >fifo.out &
pid=$!
sleep 0.6
early=$(stat -c %s fifo.out)
# Samples of 8 bytes, one every 100 ms: after 600 ms less the start of the program there are some, and not all.
[ "$early" -ge 8 ] && [ "$early" -le 48 ] || fail "$early bytes after 600 ms"
wait $pid || fail "status $?"
size fifo.out 128
first_poll=$(first_call '^poll')
equal "$(head -n "$first_poll" log | grep -c ENQUEUE)" 16 'blocks queued before the first wait'
