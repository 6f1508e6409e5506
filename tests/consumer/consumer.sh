#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: consumer.sh BUILD_DIR COMPILER: install there, then build and run a consumer by pkg-config and by find_package,
# each with the shared and the static library.
set -eu

build=$1 compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
pc=$(dirname "$(find "$work/prefix" -name iiodma.pc)")
lib=$(dirname "$pc")
expected="$(sed -n 's/^Version: //p' "$pc/iiodma.pc") 32"

check() {
	got=$(LD_LIBRARY_PATH=$lib "$2") || { echo "$1: the program failed with status $?" >&2; exit 1; }
	[ "$got" = "$expected" ] || { echo "$1: printed '$got', expected '$expected'" >&2; exit 1; }
	echo "$1: $got"
}

flags=$(grep -E '^CMAKE_C_FLAGS:' "$build/CMakeCache.txt" | cut -d= -f2-)
# The prefix in the file is the one configured; the folder it was installed to stands in for it.
export PKG_CONFIG_PATH="$pc"
pkg() { pkg-config --define-variable=prefix="$work/prefix" "$@"; }
# shellcheck disable=SC2046,SC2086 # flags are words
"$compiler" $flags "$here/consumer.c" $(pkg --cflags --libs iiodma) -o "$work/pc-shared"
static=$(sed -n 's/^Libs.private: //p' "$pc/iiodma.pc")
# shellcheck disable=SC2046,SC2086
"$compiler" $flags "$here/consumer.c" $(pkg --cflags iiodma) "$lib/libiiodma.a" $static -o "$work/pc-static"
check "pkg-config, shared" "$work/pc-shared"
check "pkg-config, static" "$work/pc-static"

cmake -G Ninja -S "$here/project" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_C_COMPILER="$compiler" \
	-DCMAKE_C_FLAGS="$flags" >/dev/null
cmake --build "$work/build" >/dev/null
check "find_package, shared" "$work/build/shared"
check "find_package, static" "$work/build/static"
