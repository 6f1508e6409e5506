# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C88 C89: one push, then it plays until stopped.
ramp make 1024 >input
fake 'clock=real'
iiodma-writedev -c -b 1024 $dds voltage0 voltage1 <input >out 2>err &
pid=$!
sleep 3
kill -0 $pid || fail 'gone after 3 s'
kill -INT $pid
status=0
wait $pid || status=$?
equal $status 130 status
calls 'ENQUEUE.* cyclic$' 1
calls 'ENQUEUE' 1
calls 'enable 1$' 1
calls 'enable 0$' 1
fake
expect 2 sh -c "iiodma-writedev -c -b 1024 $dds voltage0 voltage1 </dev/null"
untouched
expect 2 iiodma-readdev -c $lpc
untouched
