# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The chip's own test mode is on while the stream runs, and put back on every way out.
phy=/sys/kernel/debug/iio/iio:device0
modes="file=$phy/bist_prbs:0;file=$phy/bist_tone:0"

fake "$modes"
expect 3 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0 voltage1
before "write $phy/bist_prbs 2" 'enable 1$'
before 'enable 0$' "write $phy/bist_prbs 0"
calls "write $phy/bist_prbs" 2
calls 'write.*bist_tone' 0

fake "$modes"
expect 3 iiodma-bench --verify tone -s 100000 --api dmabuf --direction read $lpc voltage0 voltage1
before "write $phy/bist_tone 2 0 0 0" 'enable 1$'
before 'enable 0$' "write $phy/bist_tone 0 0 0 0"
calls 'write.*bist_prbs' 0

# Bad channels, a start that fails.
fake "$modes"
expect 2 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0
calls "write $phy/bist_prbs 0" 1
fake "$modes;enable_error=EBUSY"
expect 1 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0 voltage1
calls "write $phy/bist_prbs 0" 1

# Signals: one, two at once, and the one nobody can catch.
for signal in INT:130 TERM:143 KILL:137; do
	fake "$modes;stop=0;clock=real"
	iiodma-readdev --verify prbs -T inf $lpc voltage0 voltage1 >out 2>err &
	pid=$!
	wait_for 'enable 1$'
	kill -${signal%:*} $pid
	status=0
	{ wait $pid || status=$?; } 2>/dev/null
	equal $status ${signal#*:} "status after SIG${signal%:*}"
	wait_for "write $phy/bist_prbs 0"
done

# What is on already stays on; what could not be put back is not touched; what is not there is not missed.
fake "file=$phy/bist_prbs:2;file=$phy/bist_tone:0"
expect 3 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0 voltage1
calls "write $phy/bist" 0
fake "file=$phy/bist_prbs:0;file=$phy/bist_tone:2"
expect 1 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0 voltage1
has err 'bist_tone of ad9361-phy is on and could not be put back; switch it off before, or use --no-test-mode'
calls "write $phy/bist" 0
fake "$modes"
expect 3 iiodma-readdev --verify prbs --no-test-mode -s 10000 -o samples $lpc voltage0 voltage1
calls "write $phy/bist" 0
fake
expect 3 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0 voltage1
has err 'ad9361-phy has no bist_prbs in debugfs: what comes in is checked as it is'
fake "$modes;fail=open*bist_prbs:1:EACCES"
expect 1 iiodma-readdev --verify prbs -s 10000 -o samples $lpc voltage0 voltage1
has err 'EACCES'
has err '; --no-test-mode leaves the converter as it is'
