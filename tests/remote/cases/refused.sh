# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C76 C82 C81: what cannot be opened is told in one sentence, soon, and each in its own.
. "${2%/*}/../server.sh"
for error in -17 -16; do
	serve open=$error
	within 2000 expect 1 iiodma-readdev -u $uri -s 1000 -o samples $lpc $pair
	has err 'already opened by another client'
	equal "$(wc -l <err)" 1 'lines'
done
# the first client goes on
serve rate=1000000
iiodma-readdev -u $uri -s 2000000 --verify counter -o samples $lpc $pair 2>first &
reader=$!
sleep 0.5
within 2000 expect 1 iiodma-readdev -u $uri -s 1000 -o other $lpc $pair
has err 'already opened by another client'
wait $reader || fail "the first client failed: $(cat first)"
size samples 8000000
# a port that nobody listens to
unserve
within 1000 expect 5 iiodma-readdev -u $uri -s 10 $lpc $pair
has err "$uri: connection refused (is iiod running?)"
within 6000 expect 1 iiodma-readdev -u ip:no-such-host.invalid -s 10 $lpc
has err 'ip:no-such-host.invalid: unknown host'
# nobody is there; where the network itself refuses such addresses this shows nothing
result=0
within 2000 iiodma-readdev -u ip:192.0.2.1 -T 1000 -s 10 $lpc 2>err || result=$?
[ $result -eq 4 ] || grep -q 'connection refused' err || fail "status $result for a host that is not there"
has err 'ip:192.0.2.1'
# a version that nobody knows
serve version=7.1
within 2000 expect 1 iiodma-readdev -u $uri -s 10 $lpc
has err 'server 7.1'
serve cyclic=-1
head -c 4096 /dev/zero >zeros
within 2000 expect 1 iiodma-writedev -u $uri -c -f zeros $dds $pair
has err 'cannot play a cyclic block'
serve
for api in dmabuf fileio; do
	expect 1 iiodma-readdev -u $uri --api $api -s 10 $lpc
	has err "api $api needs a device of this machine"
done
expect 2 iiodma-readdev -u tcp:127.0.0.1 -s 10 $lpc
has err 'valid: local:, null:, ip:'
expect 1 iiodma-readdev -u usb:99.99.9 -s 10 $lpc
has err 'usb:99.99.9'
equal "$(wc -l <err)" 1 'lines'
