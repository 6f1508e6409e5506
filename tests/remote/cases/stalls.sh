# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C41: a pause shorter than the time limit is waited out on the same connection.
. "${2%/*}/../server.sh"
serve rate=1000000 pause=4000000:1.5:2
expect 0 iiodma-readdev -u $uri -T 6000 -b 65536 -s 3000000 -o samples $lpc $pair
is_ramp samples 3000000
served '^connect' 2
