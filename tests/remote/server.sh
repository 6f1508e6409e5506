# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Words for the cases against a fake iiod, beside those of tests/cli/cli.sh.

readonly pair="voltage0 voltage1"
server=''
trap unserve EXIT

# serve [KEY=VALUE…]: a fake iiod for the commands that follow, at $uri; its log is the file served, what it played is played
serve() {
	unserve
	rm -f port served played
	fake-iiod port log=served played=played "$@" &
	server=$!
	tries=0
	until [ -s port ]; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail 'the fake iiod does not come up'
		sleep 0.05
	done
	uri=ip:127.0.0.1:$(cat port)
}

unserve() {
	[ -z "$server" ] || { kill -CONT "$server" && kill "$server" && wait "$server"; } 2>/dev/null || true
	server=''
}

# served PATTERN COUNT: so many lines of the server's log match the extended regular expression
served() {
	equal "$(grep -cE -e "$1" served || true)" "$2" "number of commands '$1'"
}

# between LEAST MOST COMMAND…: it takes so many milliseconds; returns its status
between() {
	least=$1
	shift
	result=0
	within "$@" || result=$?
	[ "$took" -ge "$least" ] || fail "took $took ms, not at least $least: $*"
	return $result
}

# rate_of FILE: MiB/s of a summary, whole
rate_of() {
	sed -n 's/.* in [0-9.]* s: \([0-9]*\)[0-9.]* MiB\/s.*/\1/p' "$1"
}
