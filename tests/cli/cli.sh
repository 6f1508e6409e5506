# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Words for the CLI cases. The tools' output goes to the files out and err, the fake kernel's log to log, what was played to played.

readonly lpc=cf-ad9361-lpc dds=cf-ad9361-dds-core-lpc

# fake SETTINGS: the machine for the commands that follow; fake_main.c lists the settings
fake() {
	rm -f log played
	IIODMA_FAKE="$*;log=$PWD/log;played=$PWD/played"
	export IIODMA_FAKE
}

fail() {
	echo "FAILED: $*" >&2
	for file in out err log; do
		[ ! -s "$file" ] || ! grep -qI . "$file" || tail -n 12 "$file" | sed "s/^/    $file: /" >&2
	done
	exit 1
}

# expect STATUS COMMAND…: run it, within 20 s
expect() {
	wanted=$1
	shift
	found=0
	timeout -k 1 "${limit:-20}" "$@" >out 2>err || found=$?
	[ "$found" -eq "$wanted" ] || fail "status $found, not $wanted: $*"
}

# has FILE TEXT / lacks FILE TEXT
has() {
	grep -qF -e "$2" "$1" || fail "$1 lacks '$2'"
}

lacks() {
	! grep -qF -e "$2" "$1" || fail "$1 has '$2'"
}

empty() {
	[ ! -s "$1" ] || fail "$1 is not empty"
}

# equal FOUND WANTED WHAT
equal() {
	[ "$1" = "$2" ] || fail "$3 is $1, not $2"
}

size() {
	equal "$(stat -c %s "$1")" "$2" "size of $1"
}

# calls PATTERN COUNT: so many lines of the log match the extended regular expression
calls() {
	equal "$(grep -cE -e "$1" log || true)" "$2" "number of calls '$1'"
}

# no device was touched: nothing opened but what lists devices
untouched() {
	[ ! -e log ] || ! grep -qE '^(open /dev|ioctl|write)' log || fail "a device was touched: $(grep -E '^(open /dev|ioctl|write)' log | head -n 3)"
}

# position of the first or last line that matches, 0 = none
first_call() {
	grep -nE -e "$1" log | head -n 1 | cut -d: -f1 | grep . || echo 0
}

last_call() {
	grep -nE -e "$1" log | tail -n 1 | cut -d: -f1 | grep . || echo 0
}

# before A B: the last call that matches A comes before the first one that matches B
before() {
	a=$(last_call "$1")
	b=$(first_call "$2")
	[ "$a" -gt 0 ] && [ "$b" -gt 0 ] && [ "$a" -lt "$b" ] || fail "'$1' (line $a) is not before '$2' (line $b)"
}

# is_ramp FILE COUNT: a sample counter from 0 without a gap
is_ramp() {
	equal "$(ramp check <"$1" | tr ' ' '\n' | grep -E '^(samples|gaps|first)=' | tr '\n' ' ')" "samples=$2 gaps=0 first=0 " "ramp in $1"
}

# wait_for PATTERN: until the log has such a line, at most 10 s
wait_for() {
	tries=0
	until grep -qE -e "$1" log 2>/dev/null; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "no call '$1' in 10 s"
		sleep 0.05
	done
}

now_ms() {
	echo $(($(date +%s%N) / 1000000))
}

# within MS COMMAND…: it takes no longer; returns its status
within() {
	most=$1
	shift
	start=$(now_ms)
	result=0
	"$@" || result=$?
	took=$(($(now_ms) - start))
	[ "$took" -le "$most" ] || fail "took $took ms, not at most $most: $*"
	return $result
}
