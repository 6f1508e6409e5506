# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The command lines of this machine work on a server's devices, byte by byte.
. "${2%/*}/../server.sh"
serve
expect 0 iiodma-readdev -u $uri -s 3000001 -b 65536 -o samples $lpc $pair
size samples 12000004
is_ramp samples 3000001
has err 'api=libiio'
expect 0 iiodma-readdev -u $uri -s 1000 -b 64 -k 3 --verify counter -o /dev/null $lpc $pair
# C81: an older server as well
serve version=0.19
expect 0 iiodma-readdev -u $uri -s 100000 -o samples $lpc $pair
is_ramp samples 100000
head -c 1000004 samples >/dev/null
ramp make 300001 >ramp
expect 0 iiodma-writedev -u $uri -b 4096 -f ramp $dds $pair
head -c 1200004 played | cmp - ramp
# the zeros behind are told
has err 'zeros were added'

# A kernel that hands out its first two blocks swapped, as it does after an odd number of them: both are dropped, all that is
# delivered is in order.
serve swapped=1
expect 0 iiodma-readdev -u $uri -s 1000000 -b 4096 --verify counter -o samples --json=json $lpc $pair
size samples 4000000
ramp check <samples | grep -q 'gaps=0 missing=0 first=32768' || fail "not in order: $(ramp check <samples)"
has json '"discarded_samples": 32768'
