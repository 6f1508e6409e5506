#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# C26: when the wall clock is put back by an hour during a run, no time and no rate notices.
# usage: clock_step.sh SHIM BENCH OTHER_TOOL...
set -eu

shim=$1 bench=$2
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# The calendar date of a result is all a wall clock is good for.
for tool; do
	if nm -D --undefined-only "$tool" | grep -wE 'gettimeofday|ftime|clock|times' ||
		{ [ "$tool" != "$bench" ] && nm -D --undefined-only "$tool" | grep -wE 'time'; }; then
		echo "$tool reads a wall clock"
		exit 1
	fi
done

ASAN_OPTIONS=verify_asan_link_order=0 STEP_CLOCK_MARK=$folder/mark LD_PRELOAD=$shim \
	"$bench" -q --api null --direction read -d 0.5 -I 0.1 -n 1 --json >"$folder/result"
[ -e "$folder/mark" ] || { echo "the clock cannot be changed here: nothing was preloaded"; exit 77; }

value() {
	sed -n "s/.*\"$1\": \([-0-9.e]*\),*/\1/p" "$folder/result"
}

value elapsed_seconds | awk '{ if ($1 < 0.495 || $1 > 60) { print "elapsed: " $1 " s instead of 0.5 s"; exit 1 } }'
[ "$(value elapsed_seconds | wc -l)" -eq 1 ] || { echo "no run"; exit 1; }
paste -d' ' - - <<END | awk '{ n++; if ($2 <= $1) { print "interval from " $1 " s to " $2 " s"; exit 1 } } END { exit n < 1 }'
$(sed -n 's/.*"\(start\|end\)_seconds": \([-0-9.e]*\),*/\2/p' "$folder/result")
END
grep -q '"clock_backwards": false' "$folder/result"
! grep -qE ': -[0-9]' "$folder/result" || { echo "a negative figure"; exit 1; }
