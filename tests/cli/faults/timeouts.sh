# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C33 C34 C36 C112: one meaning for each time limit; nothing and something delivered are told apart.
fake 'stop=0;clock=real'
start=$(now_ms)
expect 4 iiodma-readdev -T 500 -s 1000 --json=report -o samples $lpc voltage0 voltage1
took=$(($(now_ms) - start))
[ $took -ge 500 ] && [ $took -le 1200 ] || fail "took $took ms"
has err '500 ms'
size samples 0
has report '"status": "failed"'
has report '"bytes_per_second": null'
expect 4 iiodma-readdev -T 0 -s 1000 $lpc voltage0 voltage1
fake 'stop=5'
expect 4 iiodma-readdev --api dmabuf -T 100 -b 100 -s 1000 --json=report -o samples $lpc voltage0 voltage1
size samples 2000
has err '100 ms'
has report '"status": "partial"'
has report '"total_bytes": 2000'
fake 'stop=0;clock=real'
iiodma-readdev -T inf -s 1000 $lpc >out 2>err &
pid=$!
sleep 3
kill -0 $pid || fail 'gone after 3 s'
kill -INT $pid
status=0
within 1000 wait $pid || status=$?
equal $status 130 status
