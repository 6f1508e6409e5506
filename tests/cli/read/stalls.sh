# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C32: the summary says which side stood still; neither ends the run.
seconds() {
	sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" report
}

# about WANTED KEY: a second more on a machine that has other work, but no less
about() {
	awk -v wanted="$1" -v found="$(seconds "$2")" 'BEGIN { exit !(found >= wanted - 0.2 && found <= wanted + 1) }' ||
		fail "$2 is $(seconds "$2"), not $1"
}

fake 'rate=0;clock=real'
{
	iiodma-readdev -s 1000000 -b 4096 --json=report $lpc voltage0 voltage1 2>err || echo failed >>err
} | {
	sleep 3
	wc -c >count
}
equal "$(cat count)" 4000000 'bytes received'
lacks err failed
about 3 sink_stall_seconds
about 0 source_stall_seconds
has err 'source_stall_seconds=0'

fake 'rate=0;clock=real;delay=5:3'
expect 0 iiodma-readdev -T 6000 -s 1000000 -b 4096 --json=report -o samples $lpc voltage0 voltage1
about 0 sink_stall_seconds
about 3 source_stall_seconds
about 3 longest_stall_seconds
has report '"stall_count": 1,'

fake 'rate=0;clock=real'
expect 0 iiodma-readdev -s 1000000 -b 4096 --json=report -o samples $lpc voltage0 voltage1
about 0 longest_stall_seconds
lacks err stall
