# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C86 C49: a connection that is lost ends the run at once, with what was moved.
. "${2%/*}/../server.sh"
serve close=10000000
within 3000 expect 5 iiodma-readdev -u $uri -b 4096 -o samples $lpc $pair --json=json
has err 'device disconnected'
has err 'MiB/s'
has json '"status": "disconnected"'
equal "$(($(stat -c %s samples) % 4))" 0 'bytes beyond whole samples'
[ "$(stat -c %s samples)" -gt 5000000 ] || fail 'what had been received was not written'
is_ramp samples $(($(stat -c %s samples) / 4))
within 3000 expect 5 iiodma-writedev -u $uri -b 4096 -f /dev/zero $dds $pair
has err 'device disconnected'
# the device behind a server that goes on
serve close=1000000 read=-19
within 3000 expect 5 iiodma-readdev -u $uri -b 4096 -o samples $lpc $pair
has err 'device disconnected'
# the next run works
serve
expect 0 iiodma-readdev -u $uri -s 1000 -o samples $lpc $pair
# a server that is killed
iiodma-readdev -u $uri -b 4096 -o samples $lpc $pair 2>err &
reader=$!
sleep 0.5
unserve
killed=$(now_ms)
result=0
wait $reader || result=$?
equal $result 5 'exit status'
[ $(($(now_ms) - killed)) -le 2000 ] || fail 'it went on'
