# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C32: an input that pauses is the source that stood still.
fake 'rate=0;clock=real'
{
	head -c 400000 /dev/zero
	sleep 2
	head -c 400000 /dev/zero
} | expect 0 iiodma-writedev -b 4096 --json=report $dds voltage0 voltage1
has report '"sink_stall_seconds": 0.0,'
has report '"stall_count": 1,'
grep -qE '"source_stall_seconds": (1\.9|2\.[0-3])' report || fail "not 2 s: $(grep stall report)"
