# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C42 C56 C104: SIGINT and SIGTERM end the run within a second, after the summary; whole samples only.
for signal in INT:130 TERM:143; do
	for api in dmabuf fileio; do
		fake 'stop=0;clock=real'
		iiodma-readdev --api $api -T inf $lpc voltage0 voltage1 >out 2>err &
		pid=$!
		wait_for 'enable 1$'
		sleep 0.1
		kill -${signal%:*} $pid
		status=0
		within 1000 wait $pid || status=$?
		equal $status ${signal#*:} status
		equal "$(grep '^write .*/enable' log | tail -n 1 | grep -c 'enable 0$')" 1 'the buffer is off at the end'
		has err samples
	done
	fake 'clock=real'
	iiodma-readdev --json=report -o samples -b 4096 $lpc voltage0 voltage1 2>err &
	pid=$!
	wait_for 'enable 1$'
	sleep 0.3
	kill -${signal%:*} $pid
	status=0
	wait $pid || status=$?
	equal $status ${signal#*:} status
	[ $(($(stat -c %s samples) % 4)) -eq 0 ] || fail 'half a sample'
	[ "$(stat -c %s samples)" -gt 0 ] || fail 'nothing was read'
	has report '"status": "interrupted"'
done
fake 'clock=real'
expect 130 timeout --foreground --preserve-status -s INT 1.5 iiodma-bench --json -d 60 --api dmabuf --direction read -b 65536 $lpc
has out '"status": "interrupted"'
seconds=$(grep -m 1 '"elapsed_seconds"' out | tr -cd '0-9.')
[ "${seconds%.*}" -lt 2 ] || fail "$seconds s"
