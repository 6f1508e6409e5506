# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The two small programs that carry a command's streams between host and guest (agent/*.c).

readonly AGENT_FLAGS=(-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Werror)

agent_dir() {
	echo "$(arch_dir)/agent-$(hash_files "$rig_dir"/agent/*.[ch] "$rig_dir/agent.sh")"
}

# agent_ensure: afterwards both are built, the guest's statically: it needs nothing in the VM.
agent_ensure() {
	local dir work guest_cc=(cc)
	dir=$(agent_dir)
	[ ! -d "$dir" ] || return 0
	arch_is_native || read -ra guest_cc <<<"$arch_triplet-gcc $(root_compiler_flags)"
	make_dir "$(arch_dir)"
	rm -rf "$(arch_dir)"/agent-*
	work=$(mktemp -d "$(arch_dir)/.new.XXXXXX")
	cc "${AGENT_FLAGS[@]}" -o "$work/rig-host" "$rig_dir"/agent/{host,frame}.c
	"${guest_cc[@]}" "${AGENT_FLAGS[@]}" -static -o "$work/rig-guest" "$rig_dir"/agent/{guest,frame}.c
	mv "$work" "$dir"
}
