# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Paths, messages, steps and locks: what every part of the rig shares.

rig_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_dir=$(cd "$rig_dir/../.." && pwd)
cache_dir=${IIODMA_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/iiodma}
verbose=${verbose:-}

# The rig's own failures end with a status no test and hardly any command uses.
readonly STATUS_FAILED=1 STATUS_USAGE=2 STATUS_LIMIT=124 STATUS_RIG=125

say() {
	echo "rig: $*" >&2
}

die() {
	say "$*"
	exit "$STATUS_RIG"
}

usage_error() {
	say "$*"
	exit "$STATUS_USAGE"
}

# hash_of: a short name for what comes in on standard input.
hash_of() {
	sha256sum | cut -c1-16
}

# hash_files FILE...: contents and names, so that moving a file counts as a change.
hash_files() {
	sha256sum -- "$@" | hash_of
}

# The build directory and the modules of one checkout never meet those of another.
checkout_dir() {
	echo "$cache_dir/checkout/$(basename "$source_dir")-$(hash_of <<<"$source_dir")"
}

# What belongs to one architecture of it lies apart, and goes when the VM's root for it is a new one.
arch_dir() {
	if arch_is_native; then
		checkout_dir
	else
		echo "$(checkout_dir)/$arch-$(root_key)"
	fi
}

# run_again OPTION... COMMAND...: a run of its own for the same architecture, which takes what this one has built.
run_again() {
	"$source_dir/run" --arch "$arch" --no-build "$@"
}

# ensure_space DIR MEGABYTES: says so before a long step, not in the middle of it.
ensure_space() {
	local free
	free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
	[ "$free" -ge "$2" ] || die "not enough disk space: $1 has $free MB free, this step needs $2 MB"
}

# make_dir DIR: creates it or says in one sentence why not.
make_dir() {
	local reason
	reason=$(mkdir -p "$1" 2>&1) || die "cannot create the directory $1: ${reason##*: }"
}

# step TEXT COMMAND...: runs a long command quietly and shows that it lives; when it fails the run ends.
step() {
	step_try "$@" || exit "$STATUS_RIG"
}

# step_try TEXT COMMAND...: the same, and when it fails the caller decides.
step_try() {
	local text=$1 log start pid watcher failed=0
	shift
	make_dir "$cache_dir/log"
	log=$(mktemp "$cache_dir/log/step.XXXXXX") || die "cannot write below $cache_dir (disk full?)"
	start=$SECONDS
	say "$text ..."
	if [ -n "$verbose" ]; then
		"$@" > >(tee "$log" >&2) 2>&1 </dev/null &
	else
		"$@" >"$log" 2>&1 </dev/null &
	fi
	pid=$!
	step_watch "$pid" "$log" "$start" &
	watcher=$!
	wait "$pid" || failed=1
	kill "$watcher" 2>/dev/null || true
	if [ "$failed" -ne 0 ]; then
		step_explain "$text" "$log"
		return 1
	fi
	[ $((SECONDS - start)) -lt 3 ] || say "    done in $((SECONDS - start)) s"
	rm -f "$log"
}

# step_watch PID LOG START: a sign of life every ten seconds for as long as PID lives.
step_watch() {
	# Its sleep may outlive it: that must not keep a reader of our output waiting.
	while sleep 10 </dev/null >/dev/null 2>&1 && kill -0 "$1" 2>/dev/null; do
		say "    $((SECONDS - $3)) s: $(tail -n 1 "$2" | cut -c1-80)"
	done
}

# step_explain TEXT LOG: one sentence where the cause is known, else the end of the log as well.
step_explain() {
	if grep -q 'No space left on device' "$2"; then
		say "$1 failed: the disk is full (log: $2)"
	elif grep -qE 'Temporary failure resolving|Could not (connect|resolve)|Network is unreachable' "$2"; then
		say "$1 failed: no network, the package archive cannot be reached (log: $2)"
	else
		say "the end of the log:"
		tail -n 25 "$2" | sed 's/^/    /' >&2
		say "$1 failed (log: $2)"
	fi
}

# with_lock NAME FUNCTION...: one build at a time.
with_lock() {
	local lock fd
	make_dir "$cache_dir"
	lock=$cache_dir/$1.lock
	shift
	exec {fd}>"$lock" || die "cannot write $lock"
	if ! flock -n "$fd"; then
		say "another run is building: waiting for it"
		flock "$fd"
	fi
	"$@"
	flock -u "$fd"
	exec {fd}>&-
}

# A run's own directory goes when the run ends, however that comes about.
run_dir=''
trap '[ -z "$run_dir" ] || rm -rf -- "$run_dir"' EXIT

make_run_dir() {
	ensure_space "${TMPDIR:-/tmp}" 200
	run_dir=$(mktemp -d "${TMPDIR:-/tmp}/iiodma-run.XXXXXX") || die "cannot create a directory for this run (disk full?)"
}
