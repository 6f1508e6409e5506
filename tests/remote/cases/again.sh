# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C77: open, use, close; the server is told, and the second time is like the first.
. "${2%/*}/../server.sh"
serve
for turn in 1 2; do
	expect 0 iiodma-readdev -u $uri -b 1024 -s 10240 -o samples $lpc $pair
	is_ramp samples 10240
	served '^OPEN' $turn
	served '^CLOSE' $turn
done
grep -E '^(OPEN|CLOSE)' served | cut -d' ' -f1 | tr '\n' ' ' >order
has order 'OPEN CLOSE OPEN CLOSE'
