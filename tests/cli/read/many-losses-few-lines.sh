# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C06: however many events, a few lines; all are counted.
fake 'status_every=1;rate=1000000'
expect 3 iiodma-readdev -b 1000 -s 1000000 $lpc voltage0 voltage1
[ "$(grep -c overflow err)" -le 12 ] || fail "$(grep -c overflow err) lines"
grep -qE 'overflow_events=(99[0-9]|1000) ' err || fail 'not all counted'
