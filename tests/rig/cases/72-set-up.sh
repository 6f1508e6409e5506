# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What a result says of the machine, the converter and how the program ran; rights that are missing; a clock that is put back.
# C26 C31 C108
# limit: 120

simctl set rate 4000000
simctl set tx/tx_check N

null() {
	iiodma-bench --api null --direction read -n 1 -d 0.2 "$@"
}

# Scheduling in force, as asked for.
expect_status 0 null --rt 50 --cpu 1 --mlock --json
expect_line out '"scheduling": "SCHED_FIFO 50"'
expect_line out '"cpu_affinity": "1"'
expect_line out '"locked_memory_bytes": [1-9]'
expect_status 0 null --json
expect_line out '"scheduling": "SCHED_OTHER"'
expect_line out '"cpu_affinity": "0-1"'
expect_line out '"locked_memory_bytes": 0,'

# What is missing is named.
expect_status 1 null --cpu 0,5
expect_line err "option --cpu: '0,5' has a CPU that is not online .*usable are: 0-1"
as_nobody() {
	su -s /bin/sh -c "ulimit -r 0; ulimit -l $1; exec iiodma-bench --api null --direction read -n 1 -d 0.2 $2" nobody
}
expect_status 1 as_nobody 64 '--rt 50'
expect_line err 'SCHED_FIFO 50: .*\(EPERM\); needs CAP_SYS_NICE, or a limit RLIMIT_RTPRIO \(ulimit -r\) of at least 50, which is 0'
expect_status 1 as_nobody 64 --mlock
expect_line err 'needs CAP_IPC_LOCK, or a higher limit RLIMIT_MEMLOCK \(ulimit -l\), which is 64 KiB'
expect_status 1 as_nobody 0 --mlock
expect_line err '\(EPERM\); needs CAP_IPC_LOCK'

# The machine, the converter and what spoils the figures.
expect_status 0 iiodma-bench --api dmabuf --direction read -b 64Ki -k 16 -n 1 -d 0.3 --json
for line in '"hypervisor": "QEMU TCG"' '"emulated": true' '"driver": "iiodma-sim"' '"dma_controller": "[a-z]' '"dma_coherency": "coherent"' \
	'"heaps": ".*system' '"load_average_count": [0-9]' '"other_cpu_ratio": [0-9]' '"mem_available_start_bytes": [1-9]' \
	'"mem_available_end_bytes": [1-9]' '"simulated: relations, not absolute figures"' '"emulated processor \(QEMU TCG\)' \
	'"command_line": \['; do
	expect_line out "$line"
done
expect_line err 'simulated: relations, not absolute figures'

# An emulated processor has no counters: unknown, with the reason, not 0.
expect_line out '"cycle_count": null'
expect_line out '"counters_unknown_reason": "[a-z]'

# Somebody else takes a CPU.
sh -c 'while :; do :; done' &
other=$!
expect_status 0 null -d 1 --json
kill $other
expect_line out '"other programs took [0-9]+ % of a CPU meanwhile"'

# The wall clock is put back by an hour in the middle of a run.
iiodma-bench -q --api null --direction read -n 1 -d 2 -I 0.25 --json >out 2>err &
pid=$!
sleep 1
now=$(date +%s)
date -s "@$((now - 3600))" >/dev/null
status=0
wait $pid || status=$?
date -s "@$((now + 2))" >/dev/null
expect_equal 'status' 0 "$status"
elapsed=$(sed -n 's/.*"elapsed_seconds": \([-0-9.e]*\),*/\1/p' out)
awk "BEGIN { exit !($elapsed >= 1.98 && $elapsed < 10) }" || fail "elapsed $elapsed s instead of 2 s"
expect_line out '"clock_backwards": false'
! grep -qE ': -[0-9]' out || fail "a negative figure: $(grep -E ': -[0-9]' out)"
