# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Building the project itself, outside the source tree.

build_dir() {
	echo "$(arch_dir)/build"
}

# For another architecture with the libraries in the VM's root; an emulator runs the tests.
build_configure() {
	local cross=()
	arch_is_native || cross=(--preset "$arch" -DCMAKE_SYSROOT="$(root_dir)" -DCMAKE_C_FLAGS="$(root_compiler_flags)"
		-DCMAKE_CROSSCOMPILING_EMULATOR="${arch_user[0]};-L;$(root_dir)")
	cmake -S "$source_dir" -B "$(build_dir)" -G Ninja "${cross[@]}" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$arch_triplet" -DIIODMA_WERROR=ON
}

# build_look_in_root: where pkg-config finds libraries of another architecture.
build_look_in_root() {
	! arch_is_native || return 0
	PKG_CONFIG_SYSROOT_DIR=$(root_dir)
	PKG_CONFIG_LIBDIR=$PKG_CONFIG_SYSROOT_DIR/usr/lib/$arch_triplet/pkgconfig:$PKG_CONFIG_SYSROOT_DIR/usr/share/pkgconfig
	export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
}

# build_drop_old: what was built for another architecture's former root.
build_drop_old() {
	local old
	for old in "$(checkout_dir)/$arch"-*; do
		[ "$old" = "$(arch_dir)" ] || rm -rf "$old"
	done
}

# build_ensure: configure once, then let ninja find out what is old.
build_ensure() {
	build_look_in_root
	make_dir "$(build_dir)"
	ensure_space "$(build_dir)" 100
	if [ ! -e "$(build_dir)/build.ninja" ]; then
		build_drop_old
		step "configuring the build in $(build_dir)" build_configure
	fi
	step "building the project" ninja -C "$(build_dir)"
}

# build_install STAGE: what users get, and the programs marked for the VM (install component "rig").
build_install() {
	[ -e "$(build_dir)/cmake_install.cmake" ] || return 0
	DESTDIR=$1 cmake --install "$(build_dir)" >/dev/null
	DESTDIR=$1 cmake --install "$(build_dir)" --component rig >/dev/null
}
