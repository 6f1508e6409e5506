# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The same sources with another compiler, with sanitizers, and for a 32-bit ARM: built with every warning an error, tested
# without the VM.

readonly ARMHF_SUITE=bookworm ARMHF_TRIPLET=arm-linux-gnueabihf

variant_dir() {
	echo "$(checkout_dir)/$1"
}

variant_build() {
	local name=$1
	shift
	step_try "configuring the variant $name" cmake -S "$source_dir" -B "$(variant_dir "$name")" --preset "$name" "$@" ||
		return 1
	step_try "building the variant $name" ninja -C "$(variant_dir "$name")"
}

# tier_variant NAME LABELS CMAKE-ARGUMENT...: NAME is a preset of CMakePresets.json.
tier_variant() {
	local name=$1 labels=$2
	shift 2
	echo "== $name"
	if variant_build "$name" "$@"; then
		tier_ctest_in "$(variant_dir "$name")" "$name" "^($labels)\$"
	else
		tier_count "$name" 0 1 0
	fi
}

armhf_key() {
	{ packages_list armhf && echo "$ARMHF_SUITE" && declare -f armhf_unpack; } | hash_of
}

armhf_dir() {
	echo "$cache_dir/armhf/$(armhf_key)"
}

# Only unpacked, never run: headers and libraries to link with, and for the emulator to load.
armhf_unpack() {
	mmdebstrap --variant=extract --architectures=armhf --include="$(packages_list armhf | paste -sd ,)" \
		"$ARMHF_SUITE" "$1" "deb $2 $ARMHF_SUITE main"
}

armhf_build_sysroot() {
	local work
	[ ! -d "$(armhf_dir)" ] || return 0
	make_dir "$cache_dir/armhf"
	rm -rf "$cache_dir/armhf"/.new.*
	work=$(mktemp -d "$cache_dir/armhf/.new.XXXXXX")
	chmod 755 "$work"
	step_try "fetching the libraries of a 32-bit ARM (once)" armhf_unpack "$work/root" "$(root_archive)" || {
		rm -rf "$work"
		return 1
	}
	mv "$work/root" "$(armhf_dir)"
	rmdir "$work"
}

tier_armhf() {
	if ! with_lock armhf armhf_build_sysroot; then
		tier_count armhf 0 1 0
		return
	fi
	PKG_CONFIG_SYSROOT_DIR=$(armhf_dir) PKG_CONFIG_LIBDIR=$(armhf_dir)/usr/lib/$ARMHF_TRIPLET/pkgconfig:$(armhf_dir)/usr/share/pkgconfig \
		tier_variant armhf 'unit|conformance' -DCMAKE_SYSROOT="$(armhf_dir)" \
		-DCMAKE_CROSSCOMPILING_EMULATOR="qemu-arm;-L;$(armhf_dir)"
}

tier_valgrind() {
	local good=0 bad=0 line
	echo "== valgrind"
	while read -r line; do
		echo "$line"
		case $line in
		PASS*) good=$((good + 1)) ;;
		FAIL*) bad=$((bad + 1)) ;;
		esac
	done < <("$source_dir/tests/valgrind.sh" "$(build_dir)")
	tier_count valgrind "$good" "$bad" 0
}

tier_variants() {
	tier_variant developer-clang 'unit|conformance|consumer'
	tier_variant asan 'unit|conformance|cli'
	tier_variant tsan 'unit|conformance'
	tier_armhf
	tier_valgrind
}
