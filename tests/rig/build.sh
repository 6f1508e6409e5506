# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Building the project itself, outside the source tree.

build_dir() {
	echo "$(checkout_dir)/build"
}

build_configure() {
	cmake -S "$source_dir" -B "$(build_dir)" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu -DIIODMA_WERROR=ON
}

# build_ensure: configure once, then let ninja find out what is old.
build_ensure() {
	make_dir "$(build_dir)"
	ensure_space "$(build_dir)" 100
	if [ ! -e "$(build_dir)/build.ninja" ]; then
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
