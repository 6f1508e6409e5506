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
