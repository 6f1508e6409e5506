# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The same heaps as the kernel's own DMA heaps. Last of all cases: nothing can take them away again before the next boot.

rmmod iiodma_heaps
if ! modprobe iiodma_heaps as_dma_heaps=1; then
	modprobe iiodma_heaps
	skip 'this kernel lets no module add DMA heaps'
fi
modprobe rig_pages
simctl rate 0

for heap in iiodma-coherent iiodma-noncoherent iiodma-writecombine; do
	[ -e "/sys/class/dma_heap/$heap" ] || fail "$heap is no DMA heap"
	expect_status 0 heap-look "$heap" 100000 begin_read end_read
	wanted=$(cat "/sys/class/iiodma_heap/$heap/attribute")
	expect_equal "pages of $heap" 2 "$(grep -c "^user $wanted kernel $wanted " out)"
	expect_status 0 iiodma-readdev --heap "$heap" -b 4096 -s 16384 -o /dev/null cf-ad9361-lpc voltage0 voltage1
	expect_line err "mapping=${heap#iiodma-} "
done
expect_status 1 rmmod iiodma_heaps
rmmod rig_pages
