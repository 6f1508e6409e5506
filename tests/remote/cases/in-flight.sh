# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C78 C79: several blocks are in flight, and all arrive in their order.
. "${2%/*}/../server.sh"
serve delay=0.005
expect 0 iiodma-readdev -u $uri -B -b 65536 -k 1 --bytes 20000Ki $lpc $pair
one=$(rate_of err)
[ "$one" -le 50 ] || fail "$one MiB/s with one block in flight"
# a busy machine may need more than one try to show it; one with a queue of processes never shows it whole
wanted=150
[ "$(cut -d. -f1 /proc/loadavg)" -lt "$(nproc)" ] || wanted=$((one * 2))
most=0
for try in 1 2 3 4 5 6 7 8 9 10; do
	expect 0 iiodma-readdev -u $uri -B -b 65536 -k 4 --bytes 40Mi $lpc $pair
	[ "$(rate_of err)" -le $most ] || most=$(rate_of err)
	[ $most -lt $wanted ] || break
	sleep 0.5
done
[ $most -ge $wanted ] || fail "$most MiB/s with four blocks in flight (try $try)"
serve jitter=0.02
expect 0 iiodma-readdev -u $uri -b 256 -k 1 -s 256000 -o samples $lpc $pair
is_ramp samples 256000
