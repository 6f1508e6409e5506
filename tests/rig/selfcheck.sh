# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The rig proves itself: what a command says and how it ends arrives unchanged, and nothing that goes
# wrong in the guest passes for success. Each check is a function that fails.

readonly SELFCHECKS=(check_scanner check_streams check_warn check_oops check_hang check_early_death)

in_vm() {
	run_again --time-limit 60 exec -- "$@"
}

# expect_end STATUS TEXT FILE FOUND: how a run has to end, and what its messages have to hold.
expect_end() {
	[ "$4" -eq "$1" ] || { echo "status $4 instead of $1" && return 1; }
	grep -q -- "$2" "$3" || { echo "no message with '$2'" && return 1; }
}

check_scanner() {
	local line log=$run_dir/log
	printf '%s\n' '[ 1.0] clocksource: Watchdog remote CPU 1 read timed out' '[ 1.1] iio: BUGS are welcome' >"$log"
	scan_log "$log" || return 1
	while IFS= read -r line; do
		printf '%s\r\n' '[ 1.0] quiet' "$line" '[ 1.2] quiet' >"$log"
		if scan_log "$log" >"$run_dir/found"; then
			echo "not noticed: $line" && return 1
		fi
		grep -qF -- "$line" "$run_dir/found" || { echo "not shown: $line" && return 1; }
	done <<-'EOT'
		[ 1.1] WARNING: CPU: 0 PID: 77 at drivers/iio/x.c:3 f+0x1/0x2
		[ 1.1] WARNING: drivers/iio/x.c:3 at f+0x1/0x2, CPU#0: sh/77
		[ 1.1] BUG: kernel NULL pointer dereference, address: 0000000000000000
		[ 1.1] kernel BUG at mm/slub.c:1!
		[ 1.1] Oops: 0002 [#1] PREEMPT SMP NOPTI
		[ 1.1] Kernel panic - not syncing: Fatal exception
		[ 1.1] watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [sh:77]
		[ 1.1] rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
		[ 1.1] INFO: task sh:77 blocked for more than 120 seconds.
		[ 1.1] Call Trace:
		[ 1.1] refcount_t: underflow; use-after-free.
		[ 1.1] list_del corruption. prev->next should be 1
		[ 1.1] Internal error: Oops - BUG: 00000000f2000800 [#1]  SMP
		[ 1.1] Internal error: Oops: 805 [#1] SMP ARM
		[ 1.1] Unable to handle kernel paging request at virtual address ffff800080000000
		[ 1.1] 8<--- cut here ---
		[ 1.1] Unhandled fault: alignment exception (0x001) at 0xb6f3a001
		[ 1.1] SError Interrupt on CPU1, code 0x00000000be000000 -- SError
		[ 1.1] Call trace:
	EOT
}

# Every byte value both ways, arguments that a shell would mangle, and a status.
check_streams() {
	local odd=$'a b\n\'"$HOME*\\' status=0
	head -c 3000000 /dev/urandom >"$run_dir/in"
	# shellcheck disable=SC2016 # expanded in the guest
	in_vm sh -c 'printf %s "$1" >&2; cat; exit 9' sh "$odd" <"$run_dir/in" >"$run_dir/out" 2>"$run_dir/err" || status=$?
	[ "$status" -eq 9 ] || { echo "status $status instead of 9" && return 1; }
	cmp "$run_dir/in" "$run_dir/out" && printf %s "$odd" | cmp - "$run_dir/err"
}

check_warn() {
	local status=0
	in_vm modprobe rig_plant fault=warn >"$run_dir/log" 2>&1 </dev/null || status=$?
	expect_end "$STATUS_RIG" 'planted by the rig' "$run_dir/log" "$status"
}

check_oops() {
	local status=0
	in_vm modprobe rig_plant fault=oops >"$run_dir/log" 2>&1 </dev/null || status=$?
	expect_end "$STATUS_RIG" 'kernel BUG at' "$run_dir/log" "$status"
}

check_hang() {
	local status=0
	run_again --time-limit 12 exec -- modprobe rig_plant fault=hang \
		>"$run_dir/log" 2>&1 </dev/null || status=$?
	expect_end "$STATUS_LIMIT" 'the time limit of 12 s struck' "$run_dir/log" "$status"
}

# A kernel without an init dies before anything of ours has run: it is booted again, and that is said.
check_early_death() {
	local status=0
	IIODMA_VM_KERNEL_OPTIONS='rdinit=/none init=/none' in_vm true >"$run_dir/log" 2>&1 </dev/null || status=$?
	expect_end "$STATUS_RIG" "attempt $VM_ATTEMPTS of $VM_ATTEMPTS" "$run_dir/log" "$status"
}

# tier_selfcheck: the checks as a tier of their own.
tier_selfcheck() {
	local check good=0 bad=0
	echo "== selfcheck"
	for check in "${SELFCHECKS[@]}"; do
		if "$check" >"$run_dir/why" 2>&1; then
			echo "PASS $check"
			good=$((good + 1))
		else
			echo "FAIL $check"
			sed 's/^/     | /' "$run_dir/why" "$run_dir/log"
			bad=$((bad + 1))
		fi
	done
	tier_count selfcheck "$good" "$bad" 0
}
