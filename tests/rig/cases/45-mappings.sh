# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Under each mapping the data are right in both directions, the page table has the memory type that the heap states, the
# cache is maintained just where it has to be, and two mappings that are one here say so. C100 C102
# limit: 90

heap_states() {
	cat "/sys/class/iiodma_heap/iiodma-$1/$2"
}

# maintained MAPPING KIND: bytes of cache maintained so far by syncs of this kind.
maintained() {
	awk '{ print $3 }' "/sys/class/iiodma_heap/iiodma-$1/counters/$2"
}

# A converter that waits loses nothing, however slow the machine.
samples=1048576
bytes=$((samples * 4))
simctl set rate 0
modprobe rig_pages

for mapping in coherent noncoherent writecombine; do
	[ -z "$(heap_states $mapping refused)" ] || fail "there is no heap for $mapping: $(heap_states $mapping refused)"
	expect_status 0 heap-look iiodma-$mapping 1048576
	expect_line out "^user $(heap_states $mapping attribute) kernel "

	before_read=$(maintained $mapping begin_read)
	before_write=$(maintained $mapping end_write)
	expect_status 0 iiodma-readdev --map $mapping -b 64Ki -k 8 -s $samples --verify counter -o samples cf-ad9361-lpc voltage0 voltage1
	expect_line err "mapping=$mapping "
	expect_line err 'every sample right'
	simctl set tx/reset 1
	expect_status 0 iiodma-writedev --map $mapping -b 64Ki -k 8 -s $samples cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
	expect_equal "samples played, $mapping" $samples "$(sim_counter tx tx_samples)"
	expect_equal "samples played wrong, $mapping" 0 "$(sim_counter tx tx_errors)"

	read_bytes=$(($(maintained $mapping begin_read) - before_read))
	written_bytes=$(($(maintained $mapping end_write) - before_write))
	if [ $mapping = noncoherent ]; then
		expect_equal "bytes maintained for reading, $mapping" $bytes $read_bytes
		# The block in which the end of the input shows was the processor's as well.
		[ $written_bytes -eq $bytes ] || expect_equal "bytes maintained after writing" $((bytes + 64 * 1024 * 4)) $written_bytes
	else
		expect_equal "bytes maintained, $mapping" '0 0' "$read_bytes $written_bytes"
	fi
done

# Left out, there is none.
before_read=$(maintained noncoherent begin_read)
expect_status 0 iiodma-readdev --map noncoherent-nosync -b 64Ki -k 8 -s $samples -o samples cf-ad9361-lpc voltage0 voltage1
expect_equal 'bytes maintained with noncoherent-nosync' 0 $(($(maintained noncoherent begin_read) - before_read))

case $(uname -m) in
aarch64 | armv7l) expect_equal 'coherent is the same as' writecombine "$(heap_states coherent same_as)" ;;
x86_64) expect_equal 'coherent is the same as' '' "$(heap_states coherent same_as)" ;;
esac
