# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2034 # the other files of the rig read what is set here
# The architectures a VM can have, by Debian's names, and all in which they differ.

# This machine's own, and those that are built for with a cross compiler.
readonly ARCH_NATIVE=amd64 ARCHES_FOREIGN=(arm64 armhf)

arch_is_known() {
	[[ " $ARCH_NATIVE ${ARCHES_FOREIGN[*]} " == *" $1 "* ]]
}

arch_is_native() {
	[ "$arch" = "$ARCH_NATIVE" ]
}

# arch_set NAME: whatever follows is about this architecture.
#   arch_triplet   where its libraries lie, and the name of its compiler
#   arch_loader    its dynamic linker, in the guest
#   arch_console   its first serial line
#   arch_qemu      the machine to emulate
#   arch_user      runs one of its programs on this machine
#   arch_backports the architectures whose packages are taken from backports, in a root that is not native
arch_set() {
	arch=$1
	case $arch in
	amd64)
		arch_triplet=x86_64-linux-gnu arch_loader=usr/lib64/ld-linux-x86-64.so.2 arch_console=ttyS0
		# Without "-erms,-fsrm" QEMU copies byte by byte and the fileio figures are four times too low.
		arch_qemu=(qemu-system-x86_64 -M q35 -cpu "max,-erms,-fsrm")
		arch_user=()
		;;
	arm64)
		# The processor of a Zynq UltraScale+; "max" would spend its time on emulating pointer authentication.
		arch_triplet=aarch64-linux-gnu arch_loader=usr/lib/ld-linux-aarch64.so.1 arch_console=ttyAMA0
		arch_qemu=(qemu-system-aarch64 -M virt -cpu cortex-a53)
		arch_user=(qemu-aarch64) arch_backports=amd64,arm64
		;;
	armhf)
		# Debian's kernel without LPAE, as on a Zynq 7000, finds nothing above 4 GiB.
		arch_triplet=arm-linux-gnueabihf arch_loader=usr/lib/ld-linux-armhf.so.3 arch_console=ttyAMA0
		arch_qemu=(qemu-system-arm -M "virt,highmem=off" -cpu cortex-a15)
		arch_user=(qemu-arm) arch_backports=amd64
		;;
	esac
}

arch_set "$ARCH_NATIVE"
