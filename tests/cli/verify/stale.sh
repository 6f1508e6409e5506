# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C114: a block that the DMA did not write is no data: said, status 3, no rate. What it did write is fresh, even if always the same.
fake 'stale=all;rate=0'
expect 3 iiodma-bench --verify stale --api dmabuf --direction read -b 4096 -s 1048576 --json $lpc voltage0 voltage1
has err 'block 0: 4096 of 4096 samples unchanged, DMA did not write'
has out '"bytes_per_second": null'
has out '"stale_samples": '
! grep -q '"bytes_per_second": [0-9]' out || fail 'a rate of data that is none'
expect 3 iiodma-readdev --verify stale -b 4096 -s 1048576 --json=report -o samples $lpc voltage0 voltage1
has err 'block 0: 4096 of 4096 samples unchanged, DMA did not write'
has report '"bytes_per_second": null'
has report '"stale_samples": 1048576'
has report '"stale_block_count": 256'

# A tail, placed to the byte; in the middle of a paced run too.
for rate in 0 61440000; do
	fake "hole=5:16;rate=$rate"
	expect 3 iiodma-readdev --verify stale -b 4096 -s 1048576 -o samples $lpc voltage0 voltage1
	has err 'block 5: 4 of 4096 samples unchanged from byte 16368 on, DMA did not write'
done

for source in zeros=1 first=0; do
	fake "$source"
	expect 0 iiodma-readdev --verify stale -b 4096 -s 1048576 -o samples $lpc voltage0 voltage1
	has err 'verify=stale: every block was written'
	expect 0 iiodma-bench --verify stale --api dmabuf --direction read -b 4096 -s 1048576 --json $lpc voltage0 voltage1
	has out '"stale_samples": 0'
done

# fileio: read() can be shown to have filled the block, the DMA's part cannot.
fake
expect 0 iiodma-readdev --api fileio --verify stale -b 4096 -s 65536 -o samples $lpc voltage0 voltage1
has err 'cannot be seen with fileio'

# C102: marking is writing, looking is reading, never both at once.
fake
expect 0 iiodma-readdev --api dmabuf --verify stale -b 1000 -s 5000 -o samples $lpc voltage0 voltage1
calls 'SYNC dmabuf[0-9]+ START READ' 5
calls 'SYNC.*RW' 0
[ "$(grep -c 'START WRITE' log)" -ge 8 ] || fail 'blocks were not marked'
