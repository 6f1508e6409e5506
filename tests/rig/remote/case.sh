# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What every case on this side of the link finds defined, beside what the guest's own cases have.

# shellcheck source=../guest/case.sh
. "$rig/guest/case.sh"

uri=$IIODMA_URI

answers() {
	grep -c '^did ' "$IIODMA_ANSWERS" || true
}

# guest COMMAND: runs there, in the shell that started iiod; its output stays there.
guest() {
	before=$(answers)
	printf "%s\n" "$*" >"$IIODMA_ORDERS"
	tries=0
	until [ "$(answers)" -gt "$before" ]; do
		[ $((tries += 1)) -lt 300 ] || fail "the guest does not answer: $*"
		sleep 0.1
	done
	[ "$(grep '^did ' "$IIODMA_ANSWERS" | tail -n 1)" = 'did 0' ] || fail "in the guest: $*"
}

# guest_counter SIDE NAME: what really happened, as the simulated converter counts it.
guest_counter() {
	guest "echo \"counter \$(awk '\$1 == \"$2\" || \$1 == \"$2:\" { print \$2 }' $sim/$1/counters)\""
	sed -n 's/^counter //p' "$IIODMA_ANSWERS" | tail -n 1
}

# within SECONDS COMMAND...: fails when it takes longer; the status is the command's.
within() {
	seconds=$1
	shift
	begin=$(date +%s%N)
	status=0
	"$@" || status=$?
	took=$(($(date +%s%N) - begin))
	[ "$took" -le "$((seconds * 1000000000))" ] || fail "took $((took / 1000000)) ms, more than $seconds s: $*"
	return "$status"
}

# A converter that waits for whoever reads: nothing is lost, however slow the link.
lossless() {
	guest 'simctl reset; simctl rate 0; simctl set rx/fifo_samples 1000000000; simctl set tx/fifo_samples 1000000000'
}
