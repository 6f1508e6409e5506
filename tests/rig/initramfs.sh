# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# What the VM boots into: a base from the VM's root (cached), this build, and the run's own files.
# Each part is one cpio archive; the kernel unpacks them one after the other.

# Kernel modules the guest may load, with all they depend on. What is not named is not there.
readonly INITRAMFS_MODULES=(
	industrialio industrialio-buffer-dma industrialio-buffer-dmaengine industrialio-configfs
	kfifo_buf industrialio-triggered-buffer iio-trig-hrtimer
	virtio_pci virtio_console 9p 9pnet_virtio virtio_net
	usbcore udc-core dummy_hcd libcomposite usb_f_fs
)
# Debian's own programs for comparison runs.
readonly INITRAMFS_PROGRAMS=(iio_attr iio_info iio_readdev iio_writedev iiod)

# initramfs_pack STAGE ARCHIVE: complete or not there at all.
initramfs_pack() {
	(cd "$1" && find . -mindepth 1 -print0 | sort -z | cpio --null --create --format=newc --owner=+0:+0 --quiet) >"$2.new"
	mv "$2.new" "$2"
}

# initramfs_needed STAGE: shared libraries that the programs and libraries in STAGE ask for.
initramfs_needed() {
	find "$1" -type f -size +0 -exec readelf -d {} + 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u
}

# initramfs_add_libraries STAGE [BELOW]: adds what is missing until nothing is. The guest's own
# libraries come first, its C library being newer than the host's; BELOW is a part that is there already.
initramfs_add_libraries() {
	local stage=$1 below=${2:-} lib=usr/lib/$arch_triplet name found added=1
	mkdir -p "$stage/$lib"
	while [ "$added" -eq 1 ]; do
		added=0
		for name in $(initramfs_needed "$stage"); do
			[ ! -e "$stage/$lib/$name" ] || continue
			[ -z "$below" ] || [ ! -e "$below/$lib/$name" ] || continue
			for found in "$(root_dir)/$lib/$name" "/$lib/$name" "/lib/$arch_triplet/$name"; do
				[ ! -e "$found" ] || break
			done
			[ -e "$found" ] || die "cannot find the shared library $name for the VM"
			cp -L "$found" "$stage/$lib/$name"
			added=1
		done
	done
}

initramfs_add_modules() {
	local stage=$1 version=$2 module file
	for module in "${INITRAMFS_MODULES[@]}"; do
		modprobe --dirname "$(root_dir)" --set-version "$version" --show-depends "$module"
	done | awk '$1 == "insmod" { print $2 }' | sort -u | while read -r file; do
		xz -dc "$file" >"$stage/usr/lib/modules/$version/kernel/$(basename "$file" .xz)"
	done
	cp "$(root_dir)/usr/lib/modules/$version"/modules.{builtin,builtin.modinfo,order} "$stage/usr/lib/modules/$version/"
	for module in "${modules_ready[@]}"; do
		cp "$module"/*.ko "$stage/usr/lib/modules/$version/kernel/"
	done
	depmod --basedir "$stage" "$version"
}

initramfs_base_stage() {
	local stage=$1 version name root
	root=$(root_dir)
	version=$(root_kernel_version)
	mkdir -p "$stage"/{dev,proc,sys,tmp,run,root,etc,share,usr/{bin,sbin,lib,lib64,"lib/modules/$version/kernel"}}
	for name in bin sbin lib lib64; do
		ln -s "usr/$name" "$stage/$name"
	done
	echo 'root:x:0:0:root:/root:/bin/sh' >"$stage/etc/passwd"
	echo 'nobody:x:65534:65534:nobody:/:/bin/sh' >>"$stage/etc/passwd"
	echo 'root:x:0:' >"$stage/etc/group"
	cp -L "$root/usr/bin/busybox" "$stage/usr/bin/"
	for name in $("${arch_user[@]}" "$root/usr/bin/busybox" --list); do
		[ -e "$stage/usr/bin/$name" ] || ln -s busybox "$stage/usr/bin/$name"
	done
	for name in "${INITRAMFS_PROGRAMS[@]}"; do
		cp -L "$root/usr/sbin/$name" "$stage/usr/sbin/" 2>/dev/null || cp -L "$root/usr/bin/$name" "$stage/usr/bin/"
	done
	cp -L "$root/$arch_loader" "$stage/$arch_loader"
	initramfs_add_libraries "$stage"
	initramfs_add_modules "$stage" "$version"
}

initramfs_key() {
	{
		root_key && root_kernel_version
		# Their names hold the hashes of their sources.
		echo "${modules_ready[@]}" "${INITRAMFS_MODULES[@]}" "${INITRAMFS_PROGRAMS[@]}"
		declare -f initramfs_pack initramfs_add_libraries initramfs_add_modules initramfs_base_stage
	} | hash_of
}

# initramfs_ensure_base DIR: the part that changes only with the VM's root and our kernel modules.
initramfs_ensure_base() {
	local dir=$1 work
	[ ! -d "$dir" ] || return 0
	rm -rf "$(dirname "$dir")"
	make_dir "$(dirname "$dir")"
	work=$(mktemp -d "$(dirname "$dir")/.new.XXXXXX")
	initramfs_base_stage "$work/stage"
	initramfs_pack "$work/stage" "$work/base.cpio"
	mv "$work" "$dir"
}

# initramfs_payload STAGE: this checkout's programs and the rig's own guest side.
initramfs_payload() {
	local stage=$1
	mkdir -p "$stage/usr/lib/rig/cases" "$stage/usr/bin"
	build_install "$stage"
	cp "$rig_dir"/guest/* "$rig_dir/scan.sh" "$stage/usr/lib/rig/"
	cp "$rig_dir"/cases/*.sh "$stage/usr/lib/rig/cases/"
	cp "$source_dir/README.md" "$stage/usr/lib/rig/"
	cp "$(agent_dir)/rig-guest" "$stage/usr/lib/rig/"
	cp "$rig_dir/bench.sh" "$stage/usr/lib/rig/bench"
	mv "$stage/usr/lib/rig/init" "$stage/init"
}

# initramfs_build RUN: all that does not depend on the run's command, as RUN/system.cpio.
initramfs_build() {
	local run=$1 dir
	dir=$(arch_dir)/initramfs/$(initramfs_key)
	initramfs_ensure_base "$dir"
	initramfs_payload "$run/payload"
	initramfs_add_libraries "$run/payload" "$dir/stage"
	initramfs_pack "$run/payload" "$run/payload.cpio"
	cat "$dir/base.cpio" "$run/payload.cpio" >"$run/system.cpio"
	rm -r "$run/payload" "$run/payload.cpio"
}
