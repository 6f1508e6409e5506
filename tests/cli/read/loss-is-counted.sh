# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C01 C56: a dropped block is an event and a number of samples, stdout carries samples only.
fake 'drop=20'
expect 3 iiodma-readdev -b 256 -s 9984 --verify counter $lpc voltage0 voltage1
equal "$(tail -n 1 err | sed 's/.*: //')" 'overflow_events=1 lost_samples=256' 'last line'
size out 39936
fake
expect 0 iiodma-readdev -b 256 -s 9984 --verify counter $lpc voltage0 voltage1
has err 'overflow_events=0 lost_samples=0'
is_ramp out 9984

# nobody can know: never 0
fake 'fail=open /sys/kernel/debug*:0:EACCES'
expect 0 iiodma-readdev -b 256 -s 9984 $lpc voltage0 voltage1
has err 'overflow_events=unknown lost_samples=unknown'
