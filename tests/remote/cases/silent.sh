# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C36 C40: the time limit holds for every connection, whatever the server does not do.
. "${2%/*}/../server.sh"
# in mid-block; limits beyond those of the case are for busy machines
serve rate=1000000
iiodma-readdev -u $uri -T 2000 -b 4096 $lpc $pair >samples 2>err &
reader=$!
tries=0
until [ -s samples ] || [ $tries -ge 200 ]; do
	tries=$((tries + 1))
	sleep 0.05
done
kill -STOP $server
stopped=$(now_ms)
result=0
wait $reader || result=$?
took=$(($(now_ms) - stopped))
equal $result 4 'exit status'
[ $took -ge 1900 ] && [ $took -le 3000 ] || fail "it took $took ms"
has err '2000 ms'
equal "$(($(stat -c %s samples) % 4))" 0 'bytes beyond whole samples'
equal "$(grep -c lost_samples err)" 1 'summaries'
# the second connection
serve late=2:3
between 900 2600 expect 4 iiodma-readdev -u $uri -T 1000 -s 1000 -o samples $lpc $pair
has err '1000 ms'
# the first one
serve late=1:3
between 900 2600 expect 4 iiodma-readdev -u $uri -T 1000 -s 1000 -o samples $lpc $pair
has err 'no answer within 1000 ms'
# output
serve
kill -STOP $server
between 900 2600 expect 4 iiodma-writedev -u $uri -T 1000 -f /dev/zero $dds $pair
