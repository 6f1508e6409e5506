# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# iiodma-bench memory over every heap, udmabuf with both sizes of pages and ordinary memory: no cell missing, what is not there
# is n/a with the reason, and no figure is 0. C101 C102 C103 C107 C108
# limit: 240

module_here() {
	[ -d /sys/class/iiodma_heap/iiodma-coherent ]
}

load_heaps() {
	module_here || modprobe iiodma_heaps 2>/dev/null || skip 'no module iiodma_heaps'
}

sources='ordinary heap:system heap:iiodma-coherent heap:iiodma-noncoherent heap:iiodma-writecombine udmabuf udmabuf-huge'

# lines SOURCE FILE: how many cells of the source the CSV has, and the status of each
cells() {
	awk -F, -v source="$1" '$1 == source { print $3 }' "$2" | sort | uniq -c | awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }'
}

# Without the module, without huge pages: n/a, with the reason, and no failure.
if module_here; then
	rmmod iiodma_heaps
fi
echo 0 >/proc/sys/vm/nr_hugepages
echo 0 >/proc/sys/vm/nr_overcommit_hugepages
expect_status 0 iiodma-bench memory -b 4Ki,64Ki -n 2 -d 2ms --csv
mv out absent.csv
for source in ordinary heap:system udmabuf; do
	expect_equal "$source" '4 ok' "$(cells "$source" absent.csv)"
done
for source in heap:iiodma-coherent heap:iiodma-noncoherent heap:iiodma-writecombine udmabuf-huge; do
	expect_equal "$source" '2 n/a' "$(cells "$source" absent.csv)"
done
expect_line absent.csv 'heap:iiodma-coherent,4096,n/a,.*does not exist; there are: .*system'
expect_line absent.csv 'udmabuf-huge,65536,n/a,.*0 of 0 reserved are free; reserve some with'

# All there: every figure of every cell is a number above 0; ordinary memory has no sync.
load_heaps
echo 48 >/proc/sys/vm/nr_hugepages
expect_status 0 iiodma-bench memory -b 4Ki,64Ki,1Mi,8Mi -n 2 -d 2ms --csv --json=all.json
mv out all.csv
for source in $sources; do
	expect_equal "$source" '8 ok' "$(cells "$source" all.csv)"
done
awk -F, 'NR > 1 && $1 != "ordinary" { for (i = 6; i <= 13; i++) if ($i <= 0) { print; bad = 1 } } END { exit bad }' all.csv ||
	fail 'a figure is missing or 0'
heaps=$(find /dev/dma_heap -type c | wc -l)
expect_equal 'cells of the document' $((4 * (3 + heaps))) "$(grep -c '"block_bytes":' all.json)"
! grep -qE '[:[,] *-?(nan|inf)' all.json || fail 'an undefined number'
expect_line all.json '"hypervisor": "QEMU TCG"'
expect_line all.json '"emulated": true'

# What each heap states is said; what cannot be seen in an emulator is not claimed.
expect_status 0 iiodma-bench memory -b 4Ki,1Mi -n 1 -d 2ms
expect_line out '^  heap:iiodma-writecombine: its mapping cannot be seen here: .*QEMU TCG.*stated: writecombine \(write-combining\)'
expect_line out '^  heap:iiodma-noncoherent: .*the cache is maintained: [0-9.]+ .s per MiB read, [0-9.]+ .s per MiB written'
expect_line err 'emulated processor'
! grep -q CONTRADICTS out || fail "a claim about an emulated mapping: $(grep CONTRADICTS out)"

# The heap itself counts begin and end, by direction, and for the whole block.
counter() {
	cat "/sys/class/iiodma_heap/iiodma-noncoherent/counters/$1"
}
before=$(counter begin_read | awk '{ print $1 }')
expect_status 0 iiodma-bench memory -b 64Ki -n 1 -d 2ms --heap iiodma-noncoherent
after=$(counter begin_read | awk '{ print $1 }')
[ "$after" -gt "$before" ] || fail "the heap saw no begin for reading ($before, $after)"
expect_equal 'begins and ends for writing' "$(counter begin_write | awk '{ print $1 }')" "$(counter end_write | awk '{ print $1 }')"
expect_equal 'begins of both directions at once' 0 "$(counter begin_read_write | awk '{ print $1 }')"

# Nobody's rights: n/a, not a failure; what he may use is measured.
expect_status 0 su -s /bin/sh -c 'iiodma-bench memory -b 4Ki -n 1 -d 2ms --memory ordinary' nobody
expect_status 1 su -s /bin/sh -c 'iiodma-bench memory -b 4Ki -n 1 -d 2ms --heap system' nobody
expect_line out 'n/a \(open /dev/dma_heap/system: Permission denied'

# Stopped by the user: what there is.
iiodma-bench memory -b 4Ki -n 10000 -d 2ms --json >out 2>err &
pid=$!
sleep 2
kill -INT $pid
status=0
wait $pid || status=$?
expect_equal 'status after SIGINT' 130 "$status"
expect_line out '^  "status": "interrupted",'
expect_equal 'end of the document' '}' "$(tail -n 1 out)"
echo 0 >/proc/sys/vm/nr_hugepages
