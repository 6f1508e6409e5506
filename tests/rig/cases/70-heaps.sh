# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Each heap and each mapping of fileio's blocks is what its name says: page attributes, cache maintenance, data. C100 C102
# limit: 300

heaps='iiodma-coherent iiodma-noncoherent iiodma-writecombine'
statements=/sys/class/iiodma_heap

attribute_of() {
	case $1 in
	*noncoherent* | system | platform) echo write-back ;;
	*coherent) echo uncached ;;
	*writecombine) echo write-combining ;;
	esac
}

# look WHAT: what the page table entries say, by the module rig_pages
look() {
	exec 3<>/sys/kernel/debug/rig_pages
	echo "$1" >&3
	cat <&3
	exec 3>&-
}

# synced HEAP KIND: calls, those with cache maintenance, and its bytes
synced() {
	cat "$statements/$1/counters/$2"
}

# The user's mapping and the kernel's own, of the first and the last page.
check_pages() {
	wanted=$(attribute_of "$1")
	expect_status 0 heap-look "$1" 1000000
	expect_equal "pages of $1" 2 "$(grep -c "^user $wanted kernel $wanted " out)"
	[ "$1" = system ] || expect_equal "attribute of $1" "$wanted" "$(cat "$statements/$1/attribute")"
}

# One buffer of 300000 bytes is 74 pages. Only what is cached is maintained, only its own range, and not where the
# processor is about to write.
check_maintenance() {
	bytes=$((74 * 4096))
	maintained="1 $bytes"
	[ "$1" = iiodma-noncoherent ] || maintained='0 0'
	rmmod iiodma_heaps
	modprobe iiodma_heaps
	expect_status 0 heap-look "$1" 300000 begin_read end_read begin_write end_write begin_read_write end_read_write
	for kind in begin_read end_read end_write begin_read_write end_read_write; do
		expect_equal "$kind on $1" "1 $maintained" "$(synced "$1" "$kind")"
	done
	expect_equal "begin_write on $1" '1 0 0' "$(synced "$1" begin_write)"
	expect_status 0 heap-look "$1" 4096
	expect_equal "end_read on $1 without a sync" "1 $maintained" "$(synced "$1" end_read)"
}

receive() {
	iiodma-readdev --api dmabuf -b 16384 -s 163840 --verify counter "$@" -o /dev/null cf-ad9361-lpc voltage0 voltage1
}

send() {
	ramp make 163840 | iiodma-writedev --api dmabuf -b 16384 "$@" cf-ad9361-dds-core-lpc voltage0 voltage1
}

# A ring of four may be opened for writing further than the data reach, but what is opened is closed.
check_write_pairs() {
	begun=$(synced "$1" begin_write)
	count=${begun%% *}
	if [ "$count" -lt 10 ] || [ "$count" -gt 14 ]; then
		fail "$count blocks were opened for writing on $1, not 10 to 14"
	fi
	maintained="$count $((count * 65536))"
	[ "$1" = iiodma-noncoherent ] || maintained='0 0'
	expect_equal "begin_write on $1" "$count 0 0" "$begun"
	expect_equal "end_write on $1" "$count $maintained" "$(synced "$1" end_write)"
}

# Ten blocks of 65536 bytes each way, every sample of them in place, and one pair of syncs in the right direction for each.
check_stream() {
	rmmod iiodma_heaps
	modprobe iiodma_heaps
	simctl reset
	expect_status 0 receive --heap "$1"
	expect_line err "mapping=${1#iiodma-} "
	expect_status 0 send --heap "$1"
	expect_equal "wrong samples from $1" 0 "$(sim_counter tx tx_errors)"
	expect_equal "samples from $1" 163840 "$(sim_counter tx tx_samples)"
	maintained='10 655360'
	[ "$1" = iiodma-noncoherent ] || maintained='0 0'
	expect_equal "begin_read on $1" "10 $maintained" "$(synced "$1" begin_read)"
	expect_equal "end_read on $1" "10 $maintained" "$(synced "$1" end_read)"
	check_write_pairs "$1"
	expect_equal "two-way syncs on $1" '0 0 0' "$(synced "$1" begin_read_write)"
	expect_equal "buffers left of $1" 0 "$(cat "$statements/$1/counters/buffers")"
}

# The same memory with the sync left out: no call, no maintenance.
check_nosync() {
	rmmod iiodma_heaps
	modprobe iiodma_heaps
	simctl reset
	expect_status 0 receive --map noncoherent-nosync
	expect_line err 'mapping=noncoherent-nosync '
	expect_status 0 send --map noncoherent-nosync
	expect_equal 'wrong samples' 0 "$(sim_counter tx tx_errors)"
	for kind in begin_read end_read begin_write end_write; do
		expect_equal "$kind without sync" '0 0 0' "$(synced iiodma-noncoherent $kind)"
	done
}

# A block that the DMA did not write holds what was there before. It strikes once the stream has found its order.
plant_stale_block() {
	until [ "$(sim_counter rx blocks_completed)" -ge 20 ]; do
		sleep 0.05
	done
	simctl inject rx no_write 1
}

check_stale() {
	simctl reset
	sim-fileio-map "$mapping"
	simctl set rx/fifo_samples 1000000000
	simctl rate 1000000
	plant_stale_block &
	expect_status 3 iiodma-readdev -b 4096 -s 2M --verify counter -o /dev/null "$@" cf-ad9361-lpc voltage0 voltage1
	wait
	simctl rate 0
	expect_line err 'verify=counter: gaps=2 .* repeated_samples=[1-9][0-9]* wrong_samples=0'
}

receive_by_fileio() {
	iiodma-readdev --api fileio -b 16384 -s 163840 --verify counter -o /dev/null cf-ad9361-lpc voltage0 voltage1
}

send_by_fileio() {
	ramp make 163840 | iiodma-writedev --api fileio -b 16384 cf-ad9361-dds-core-lpc voltage0 voltage1
}

# check_blocks SIDE ATTRIBUTE: both blocks, each page of them.
check_blocks() {
	blocks=$(sim_get "$1/fileio_blocks")
	expect_equal "number of $1 blocks" 2 "$(echo "$blocks" | grep -c .)"
	echo "$blocks" | while read -r block; do
		expect_equal "$1 $block" "kernel $2" "$(look "$block")"
	done
}

# RX starts with both blocks queued, and hands each back once read; TX hands over each block once.
check_fileio() {
	simctl reset
	sim-fileio-map "$1"
	expect_status 0 receive_by_fileio
	expect_status 0 send_by_fileio
	expect_equal "wrong samples by fileio, $1" 0 "$(sim_counter tx tx_errors)"
	check_blocks rx "$(attribute_of "$1")"
	check_blocks tx "$(attribute_of "$1")"
	if [ "$1" = noncoherent ]; then
		for_device=$(sim_counter rx fileio_for_device) for_cpu=$(sim_counter rx fileio_for_cpu)
		[ "$for_device" -ge 10 ] || fail "$for_device RX blocks maintained before the DMA, not 10 or more"
		[ "$for_cpu" -ge 10 ] || fail "$for_cpu RX blocks maintained after the DMA, not 10 or more"
		expect_equal 'RX blocks maintained before the DMA' "$(sim_counter rx prepared)" "$for_device"
		expect_equal 'bytes of these' $((65536 * for_device)) "$(sim_counter rx fileio_for_device_bytes)"
		expect_equal 'RX blocks maintained after the DMA' "$(sim_counter rx blocks_completed)" "$for_cpu"
		expect_equal 'bytes of these' $((65536 * for_cpu)) "$(sim_counter rx fileio_for_cpu_bytes)"
		expect_equal 'TX blocks maintained before the DMA' 10 "$(sim_counter tx fileio_for_device)"
		expect_equal 'bytes of these' 655360 "$(sim_counter tx fileio_for_device_bytes)"
		expect_equal 'TX blocks maintained after the DMA' 0 "$(sim_counter tx fileio_for_cpu)"
	else
		for side in rx tx; do
			expect_equal "$side blocks maintained" '0 0' \
				"$(sim_counter $side fileio_for_device) $(sim_counter $side fileio_for_cpu)"
		done
	fi
	check_stale --api fileio
}

modprobe rig_pages
simctl rate 0
mapping=platform

for heap in $heaps; do
	expect_equal "refusal of $heap" '' "$(cat "$statements/$heap/refused")"
	expect_equal "mapping of $heap" "${heap#iiodma-}" "$(cat "$statements/$heap/mapping")"
	check_pages "$heap"
	check_maintenance "$heap"
	check_stream "$heap"
	check_stale --api dmabuf --heap "$heap"
done
check_pages system
check_nosync
check_stale --api dmabuf --map noncoherent-nosync

for mapping in platform coherent noncoherent noncoherent-nosync writecombine; do
	check_fileio "$mapping"
done

# Blocks that are there change with the setting, and are ordinary memory again when the converter is gone.
blocks=$(sim_get rx/fileio_blocks)
sim-fileio-map coherent writecombine
check_blocks rx uncached
check_blocks tx write-combining
expect_status 1 simctl set rx/fileio_mapping cached
rmmod iiodma_sim
rmmod iiodma_sim_dma
echo "$blocks" | while read -r block; do
	expect_equal "$block afterwards" 'kernel write-back' "$(look "$block")"
done
sim-load

# In use: it stays. Not in use: it goes, and so do its nodes, in whatever mapping its memory was.
exec 4</dev/dma_heap/iiodma-coherent
expect_status 1 rmmod iiodma_heaps
exec 4<&-
rmmod iiodma_heaps
[ ! -e /dev/dma_heap/iiodma-coherent ] || fail 'the device node outlives the module'
expect_status 1 iiodma-readdev --heap iiodma-coherent -s 1 cf-ad9361-lpc
modprobe iiodma_heaps contiguous=1
expect_status 0 heap-look iiodma-writecombine 1000000
first=$(sed -n '1s/.* pfn //p' out) last=$(sed -n '2s/.* pfn //p' out)
expect_equal 'pages between the ends of a contiguous buffer' 244 $((last - first))
rmmod iiodma_heaps
expect_status 1 modprobe iiodma_heaps device=nobody
dmesg | grep -q 'iiodma_heaps: device=nobody: no platform or PCI device has this name' || fail 'the log has no reason'
modprobe iiodma_heaps
rmmod rig_pages
