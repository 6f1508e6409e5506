# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Booting the VM, with a time limit, and judging how it ended.

# Lost CPU cycles aside, an emulated boot in 130 dies before init: that many attempts are made.
readonly VM_ATTEMPTS=3
readonly VM_KERNEL_OPTIONS="quiet loglevel=5 panic=-1 oops=panic cma=128M ${IIODMA_VM_KERNEL_OPTIONS:-}"

vm_qemu() {
	echo "${arch_qemu[@]}" -no-user-config -nodefaults -display none -no-reboot -accel tcg,thread=multi \
		-smp "${IIODMA_VM_CPUS:-2}" -m "${IIODMA_VM_MEMORY:-1024}" -device virtio-serial-pci
}

# vm_prepare RUN: the files of this one boot, behind those of every boot.
vm_prepare() {
	local run=$1
	echo "${IIODMA_SIM_PARAMS:-}" >"$run/stage/run/rig/sim-params"
	[ "${IIODMA_SIM_LOAD:-1}" = 0 ] || : >"$run/stage/run/rig/sim-load"
	[ -z "${share:-}" ] || : >"$run/stage/run/rig/share"
	initramfs_pack "$run/stage" "$run/run.cpio"
	cat "$run/run.cpio" >>"$run/system.cpio"
}

# vm_arguments RUN: QEMU's command line up to the devices of the run's kind, one word a line.
vm_arguments() {
	local word
	for word in $(vm_qemu); do
		echo "$word"
	done
	printf '%s\n' -kernel "$(root_kernel_image)" -initrd "$1/system.cpio" -append "console=$arch_console $VM_KERNEL_OPTIONS" \
		-serial "file:$1/console"
	if [ -n "${share:-}" ]; then
		printf '%s\n' -virtfs "local,path=${share//,/,,},mount_tag=share,security_model=none"
	fi
	if [ -n "${IIODMA_VM_NETWORK:-}" ]; then
		printf '%s\n' -netdev "$IIODMA_VM_NETWORK,id=net" -device virtio-net-pci,netdev=net
	fi
}

# vm_judge RUN LIMIT: turns the result and the kernel log of a boot into a status, and says what is wrong.
vm_judge() {
	local run=$1 limit=$2 result status=$STATUS_RIG
	result=$(cat "$run/result")
	case $result in
	'exit '*) status=${result#exit } ;;
	'signal '*) status=$((128 + ${result#signal })) ;;
	limit)
		say "the time limit of $limit s struck: the VM was stopped"
		status=$STATUS_LIMIT
		;;
	stuck) say "the command ended, but the guest hung on its way down" ;;
	*) say "the guest died before the command ended" ;;
	esac
	if ! scan_log "$run/console" >"$run/faults"; then
		say "the guest's kernel reports a fault:"
		sed 's/^/    /' "$run/faults" >&2
		[ "$status" -eq "$STATUS_LIMIT" ] || status=$STATUS_RIG
	elif [[ $result != exit* && $result != signal* ]]; then
		say "the end of the guest's console:"
		tail -n 15 "$run/console" | tr -d '\r' | sed 's/^/    /' >&2
	fi
	[ -z "$verbose" ] || sed 's/^/console: /' "$run/console" >&2
	return "$status"
}

vm_is_up() {
	grep -q '^rig: up' "$1/console"
}

# vm_run RUN LIMIT INPUT: boots and relays; INPUT is "stdin" or "none". A guest that died before
# init said it was up has run nothing of ours: only then is a second boot the same test.
vm_run() {
	local run=$1 limit=$2 input=$3 attempt qemu
	mapfile -t qemu < <(vm_arguments "$run")
	for ((attempt = 1; attempt <= VM_ATTEMPTS; attempt++)); do
		: >"$run/console"
		"$(agent_dir)/rig-host" "$run/result" "$limit" "$input" -- "${qemu[@]}" \
			-chardev socket,id=port,fd=3 -device virtserialport,chardev=port,nr=1,name=rig
		if vm_is_up "$run" || [ "$(cat "$run/result")" != lost ]; then
			break
		fi
		say "the guest died before it was up (attempt $attempt of $VM_ATTEMPTS)"
	done
	vm_judge "$run" "$limit"
}

# vm_exec LIMIT INPUT COMMAND...: one command in a fresh VM; its streams and its status are ours.
vm_exec() {
	local limit=$1 input=$2
	shift 2
	mkdir -p "$run_dir/stage/run/rig"
	printf '%s\0' "$@" >"$run_dir/stage/run/rig/arguments"
	vm_prepare "$run_dir"
	vm_run "$run_dir" "$limit" "$input"
}

# vm_shell LIMIT: a shell in a fresh VM on this terminal.
vm_shell() {
	local limit=$1 qemu status=0 size
	mkdir -p "$run_dir/stage/run/rig"
	size=$(stty size)
	echo "rows ${size% *} cols ${size#* }" >"$run_dir/stage/run/rig/shell"
	vm_prepare "$run_dir"
	mapfile -t qemu < <(vm_arguments "$run_dir")
	say "a shell in the VM; it ends with 'exit', at the latest after $limit s"
	timeout --foreground "$limit" "${qemu[@]}" -chardev stdio,id=terminal,signal=off \
		-device virtconsole,chardev=terminal,nr=0 || status=$?
	stty sane
	[ "$status" -ne "$STATUS_LIMIT" ] || say "the time limit of $limit s struck: the VM was stopped"
	if ! scan_log "$run_dir/console" >&2; then
		say "the guest's kernel reported the fault above"
		status=$STATUS_RIG
	fi
	return "$status"
}
