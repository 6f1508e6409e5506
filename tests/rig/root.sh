# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The VM's root: a Debian tree with the kernel to boot, its headers and a compiler for it.

readonly ROOT_SUITE=trixie ROOT_MEGABYTES=3000

# root_packages: what to put into the root of another architecture, each name with its architecture.
root_packages() {
	{ packages_list cross && packages_list "cross-$arch"; } | sed -E "/:/! s,^[^/]*,&:$arch,"
}

# Everything that decides what the root holds; a change of it means a new root.
root_key() {
	if arch_is_native; then
		packages_list guest && echo "$ROOT_SUITE" && declare -f root_bootstrap root_unpack_kernel
	else
		root_packages && echo "$ROOT_SUITE $arch_backports" && declare -f root_bootstrap_cross &&
			cat "$rig_dir/root_headers.sh"
	fi | hash_of
}

root_dir() {
	echo "$cache_dir/root/$(root_key)"
}

root_kernel_version() {
	basename "$(root_dir)"/usr/lib/modules/*
}

# root_compiler_flags: makes this machine's cross compiler build for the root, and keeps it from the C library
# that may be installed beside it.
root_compiler_flags() {
	local root
	root=$(root_dir)
	echo "--sysroot=$root -B$root/usr/lib/$arch_triplet -isystem $root/usr/include/$arch_triplet -isystem $root/usr/include"
}

# root_archive: the Debian archive that this machine's own apt uses.
root_archive() {
	local codename
	if [ -n "${IIODMA_MIRROR:-}" ]; then
		echo "$IIODMA_MIRROR"
		return
	fi
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")
	# shellcheck disable=SC2016 # the dollars are apt's
	apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
		awk -v codename="$codename" '
			$1 == codename || $1 == "stable" || $1 == "sid" { print $2; found = 1; exit }
			$1 !~ /security/ && !other { other = $2 }
			END { if (!found && other) print other }'
}

root_bootstrap() {
	local target=$1 archive=$2 include
	include=$(packages_list guest | paste -sd ,)
	# The kernel package would pack a disk driver's initramfs: minutes of work for nothing.
	INITRD=No mmdebstrap --variant=minbase --include="$include" \
		--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
		--dpkgopt='path-exclude=/usr/share/locale/*' \
		"$ROOT_SUITE" "$target" "deb $archive $ROOT_SUITE main" "deb $archive $ROOT_SUITE-backports main"
}

# A tree of this machine's architecture, with a cross compiler and the kernel's build tools, in which kernel,
# headers, libraries and programs are of the other one. Nothing of that one has to run here.
root_bootstrap_cross() {
	local target=$1 archive=$2 include
	include=$(root_packages | paste -sd ,)
	INITRD=No mmdebstrap --variant=minbase --architectures="$ARCH_NATIVE,$arch" --include="$include" \
		--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
		--dpkgopt='path-exclude=/usr/share/locale/*' --customize-hook="$rig_dir/root_headers.sh" \
		"$ROOT_SUITE" "$target" "deb $archive $ROOT_SUITE main" \
		"deb [arch=$arch_backports] $archive $ROOT_SUITE-backports main"
}

# root_unpack_kernel ROOT: QEMU starts an unpacked kernel 1.7 s faster. The packed one serves as well.
root_unpack_kernel() {
	local packed offset
	packed=$(echo "$1"/boot/vmlinuz-*)
	for offset in $(LC_ALL=C grep -aboP '\x28\xb5\x2f\xfd' "$packed" | LC_ALL=C cut -d: -f1); do
		# zstd complains about what follows the kernel in the file; the ELF check judges.
		tail -c "+$((offset + 1))" "$packed" | zstd -dcq >"$1/boot/vmlinux" 2>/dev/null || true
		# QEMU looks for the Xen note that tells where the kernel starts.
		if readelf -n "$1/boot/vmlinux" 2>/dev/null | grep '(0x00000012)' >/dev/null; then
			return 0
		fi
	done
	rm -f "$1/boot/vmlinux"
	say "cannot unpack the kernel: the VM boots from the packed one"
}

root_kernel_image() {
	local root
	root=$(root_dir)
	if [ -e "$root/boot/vmlinux" ]; then
		echo "$root/boot/vmlinux"
	else
		echo "$root"/boot/vmlinuz-*
	fi
}

root_build() {
	local root work archive
	root=$(root_dir)
	[ ! -d "$root" ] || return 0
	[ "$(id -u)" -eq 0 ] || die "the VM's root is not built yet, and only root can build it"
	archive=$(root_archive)
	[ -n "$archive" ] || die "cannot find the Debian archive in this machine's apt set-up: set IIODMA_MIRROR to its address"
	make_dir "$cache_dir/root"
	ensure_space "$cache_dir/root" "$ROOT_MEGABYTES"
	# Left by a build that failed or was killed: we hold the lock, so nobody is using it.
	rm -rf "$cache_dir/root"/.new.*
	work=$(mktemp -d "$cache_dir/root/.new.XXXXXX")
	chmod 755 "$work"
	if arch_is_native; then
		step "building the VM's root, Debian $ROOT_SUITE from $archive (2 to 10 minutes, once)" \
			root_bootstrap "$work/root" "$archive"
		root_unpack_kernel "$work/root"
	else
		step "building the $arch VM's root, Debian $ROOT_SUITE from $archive (2 to 10 minutes, once)" \
			root_bootstrap_cross "$work/root" "$archive"
	fi
	mv "$work/root" "$root"
	rmdir "$work"
}

# root_ensure: afterwards the root is there, whole.
root_ensure() {
	[ -d "$(root_dir)" ] || with_lock root root_build
}
