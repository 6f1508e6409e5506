# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What every case script finds defined.

sim=/sys/kernel/debug/iiodma_sim

fail() {
	echo "FAILED: $*"
	exit 1
}

# skip REASON: for what cannot be tried here; never for what should work and does not.
skip() {
	echo "skipped: $*"
	exit 77
}

# expect_status N COMMAND...: its output goes to the files "out" and "err" of the case's directory.
expect_status() {
	expected=$1
	shift
	status=0
	"$@" >out 2>err || status=$?
	[ "$status" -eq "$expected" ] || fail "exit status $status instead of $expected: $*
$(tail -n 20 out err)"
}

# expect_line FILE REGEX: a line of the file matches.
expect_line() {
	grep -qE -- "$2" "$1" || fail "no line of $1 matches '$2':
$(head -n 40 "$1")"
}

# expect_equal WHAT EXPECTED FOUND
expect_equal() {
	[ "$2" = "$3" ] || fail "$1 is '$3' instead of '$2'"
}

# cached_heap: the heap of cached pages that every machine has, the kernel's own or that of lib/kmod.
cached_heap() {
	if [ -e /dev/dma_heap/system ]; then echo system; else echo iiodma-noncoherent; fi
}

# sim_get NAME: one setting; sim_counter SIDE NAME: one counter of what really happened.
sim_get() {
	cat "$sim/$1"
}

sim_counter() {
	awk -v name="$2" '{ sub(/:$/, "", $1) } $1 == name { print $2; found = 1 } END { exit !found }' "$sim/$1/counters" ||
		fail "the simulated converter has no counter $1/$2"
}
