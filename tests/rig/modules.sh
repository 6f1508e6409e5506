# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Our own kernel modules, built inside the VM's root: it has the compiler the kernel's headers want.

# Directories with kernel modules, relative to the checkout. One that is not there is left out.
readonly MODULES_SOURCES=(tests/rig/sim tests/rig/plant tests/rig/pages lib/kmod)

modules_present() {
	local dir
	for dir in "${MODULES_SOURCES[@]}"; do
		if [ -e "$source_dir/$dir/Kbuild" ] || [ -e "$source_dir/$dir/Makefile" ]; then
			echo "$dir"
		fi
	done
}

modules_key() {
	(cd "$source_dir/$1" && find . -type f \( -name '*.[ch]' -o -name Kbuild -o -name Makefile \) -print0 | sort -z |
		xargs -0 sha256sum && root_key && root_kernel_version && declare -f modules_compile) | hash_of
}

# modules_dir SOURCE: where the built modules of one source directory lie.
modules_dir() {
	echo "$(arch_dir)/modules/${1//\//-}-$(modules_key "$1")"
}

# modules_compile ROOT VERSION WORK: in a mount namespace of its own, so that nothing stays mounted
# whatever happens.
modules_compile() {
	local root=$1 version=$2 work=$3 log=$3.log
	# shellcheck disable=SC2016 # expanded by the inner shell
	unshare --mount --propagation private sh -euc '
		mount -t proc proc "$1/proc"
		mount --bind "$3" "$1/mnt"
		exec chroot "$1" make -C "/lib/modules/$2/build" M=/mnt KCFLAGS=-Werror modules
	' sh "$root" "$version" "$work" 2>&1 | tee "$log"
	[ "${PIPESTATUS[0]}" -eq 0 ] || return 1
	# What modpost and make only warn of is an error too; BTF needs a file that Debian does not ship.
	if grep -iE 'warning' "$log" | grep -v 'Skipping BTF'; then
		return 1
	fi
}

# modules_build_one SOURCE: afterwards modules_dir has them, and no older ones lie beside it.
modules_build_one() {
	local source=$1 target=$2 work
	[ "$(id -u)" -eq 0 ] || die "the kernel modules of $source are not built, and only root can build them"
	rm -rf "$(dirname "$target")/${source//\//-}"-* "$(dirname "$target")"/.new.*
	make_dir "$(dirname "$target")"
	work=$(mktemp -d "$(dirname "$target")/.new.XXXXXX")
	cp -a "$source_dir/$source/." "$work/src"
	find "$work/src" \( -name '*.o' -o -name '*.ko' -o -name '.*.cmd' \) -delete
	step "building the kernel modules of $source" modules_compile "$(root_dir)" "$(root_kernel_version)" "$work/src"
	mkdir "$work/out"
	find "$work/src" -name '*.ko' -exec cp -t "$work/out" {} +
	mv "$work/out" "$target"
	rm -rf "$work"
}

# Where the modules for this run lie. Found out once: sources may be edited while a run goes on.
modules_ready=()

# modules_ensure: afterwards all our modules are built for the root's kernel.
modules_ensure() {
	local source target
	modules_ready=()
	for source in $(modules_present); do
		target=$(modules_dir "$source")
		[ -d "$target" ] || modules_build_one "$source" "$target"
		modules_ready+=("$target")
	done
}

# modules_take_built: what the last build left, whether or not the sources have changed since.
modules_take_built() {
	local target
	modules_ready=()
	for target in "$(arch_dir)"/modules/*/; do
		[ ! -d "$target" ] || modules_ready+=("${target%/}")
	done
}
