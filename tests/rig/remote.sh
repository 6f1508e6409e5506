# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# A VM whose iiod serves the simulated converter, for programs of this machine to stream from and to.

readonly REMOTE_GUEST=10.0.2.15 REMOTE_HOST=10.0.2.2 REMOTE_PORT=30431 REMOTE_UP_SECONDS=120

# remote_free_port: one that nobody listens on. Another program may be quicker, then QEMU says so.
remote_free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || {
			echo "$port"
			return
		}
	done
	die "no free TCP port between 20000 and 29999"
}

# remote_start LINK: boots the VM and sets remote_uri. LINK is "user" (QEMU's own network, no rights needed) or "tap"
# (a device of this network namespace, several times faster).
remote_start() {
	local link=$1 port network
	case $link in
	user)
		port=$(remote_free_port)
		network="user,restrict=on,hostfwd=tcp:127.0.0.1:$port-$REMOTE_GUEST:$REMOTE_PORT"
		remote_uri=ip:127.0.0.1:$port
		;;
	tap)
		ip tuntap add name iiodma0 mode tap && ip addr add "$REMOTE_HOST/24" dev iiodma0 && ip link set iiodma0 up ||
			die "cannot make a tap device in this network namespace"
		network="tap,ifname=iiodma0,script=no,downscript=no"
		remote_uri=ip:$REMOTE_GUEST
		;;
	esac
	mkfifo "$run_dir/remote.orders"
	IIODMA_VM_NETWORK=$network run_again --time-limit "${time_limit:-600}" exec -- serve-iiod "$REMOTE_GUEST" \
		<"$run_dir/remote.orders" >"$run_dir/remote.answers" 2>"$run_dir/remote.log" &
	remote_pid=$!
	exec {remote_orders}>"$run_dir/remote.orders"
	remote_await '^serving$' "$REMOTE_UP_SECONDS"
}

# remote_await REGEX SECONDS: until a line of the VM's answers matches.
remote_await() {
	local due=$((SECONDS + $2))
	until grep -qE -- "$1" "$run_dir/remote.answers" 2>/dev/null; do
		kill -0 "$remote_pid" 2>/dev/null && [ "$SECONDS" -lt "$due" ] || {
			sed 's/^/    /' "$run_dir/remote.log" >&2
			die "the VM does not serve its converter"
		}
		sleep 0.1
	done
}

# remote_stop: status of the VM, which is a failure when its kernel reported a fault.
remote_stop() {
	local status=0
	exec {remote_orders}>&-
	wait "$remote_pid" || status=$?
	[ "$status" -eq 0 ] || sed 's/^/    /' "$run_dir/remote.log" >&2
	return "$status"
}

# remote_run LINK COMMAND...: COMMAND on this machine, with IIODMA_URI naming the VM's converter; "@URI" among its words
# is replaced by it.
remote_run() {
	local link=$1 status=0 word words=()
	shift
	remote_start "$link"
	for word in "$@"; do
		words+=("${word//@URI/$remote_uri}")
	done
	PATH=$(build_dir)/tools:$(build_dir)/tests/rig:$PATH IIODMA_URI=$remote_uri IIODMA_ORDERS=/dev/fd/$remote_orders \
		IIODMA_ANSWERS=$run_dir/remote.answers "${words[@]}" || status=$?
	remote_stop || [ "$status" -ne 0 ] || status=$STATUS_RIG
	return "$status"
}

# tier_remote: needs root for a network namespace and a tap device; where there is none, its cases are skipped.
tier_remote() {
	local output cases good skips
	output=$run_dir/remote.output
	mapfile -t cases < <(cd "$rig_dir/remote" && ls -- *-*.sh)
	echo "== remote"
	if ! unshare --net ip tuntap add name iiodma0 mode tap 2>/dev/null; then
		echo "no network namespace with a tap device to be had here"
		tier_count remote 0 0 "${#cases[@]}"
		return
	fi
	"$source_dir/run" --no-build --tap --time-limit 600 remote -- "$rig_dir/remote/run-cases" "$rig_dir" "${cases[@]}" |
		tee "$output" || true
	good=$(tier_verdicts PASS "$output" | wc -l) skips=$(tier_verdicts SKIP "$output" | wc -l)
	tier_count remote "$good" $((${#cases[@]} - good - skips)) "$skips"
}
