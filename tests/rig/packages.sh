# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The Debian packages of packages.txt: which are missing, and installing them.

# packages_list SECTION: one package a line.
packages_list() {
	sed -n "/^\[$1\]/,/^\[/ { /^[#[]/d; /^$/d; p }" "$rig_dir/packages.txt"
}

packages_missing() {
	local installed
	installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' | awk '$2 == "installed" { print $1 }' | sort)
	comm -13 <(echo "$installed") <({ packages_list host && packages_list "host-$arch"; } | sort)
}

packages_install() {
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -q && apt-get install -q -y --no-install-recommends "$@"
}

# packages_ensure: afterwards everything of [host], and of what the VM's architecture adds to it, is installed.
packages_ensure() {
	local missing
	if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
		say "this is not a Debian machine: install what Debian 12 calls $(packages_list host | paste -sd ' ') and build" \
			"with cmake (the VM needs Debian)"
		exit "$STATUS_FAILED"
	fi
	mapfile -t missing < <(packages_missing)
	[ ${#missing[@]} -gt 0 ] || return 0
	[ "$(id -u)" -eq 0 ] || die "these packages are missing, only root can install them: ${missing[*]}"
	step "installing missing packages (${missing[*]})" packages_install "${missing[@]}"
}
