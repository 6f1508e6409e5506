# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C66 C67 C120: any heap by name, none in secret.
fake 'heaps=system,my_pool'
expect 0 iiodma-readdev -s 100 --heap my_pool $lpc voltage0 voltage1
calls '^open /dev/dma_heap/my_pool' 4
has err 'heap:my_pool'
LIBIIO_DMA_HEAP_PATH=my_pool expect 0 iiodma-readdev -s 100 --api dmabuf $lpc voltage0 voltage1
has err 'heap:my_pool'
LIBIIO_DMA_HEAP_PATH=system expect 0 iiodma-readdev -s 100 --heap my_pool $lpc voltage0 voltage1
has err 'heap:my_pool'

fake
expect 1 iiodma-readdev -s 100 --heap reserved $lpc voltage0 voltage1
has err /dev/dma_heap/reserved
has err ENOENT
has err system
calls '^read iio' 0
expect 0 iiodma-readdev -s 100 --heap reserved --heap-fallback --json=report $lpc voltage0 voltage1
has report '"heap_requested": "reserved"'
has report '"heap_used": "system"'
equal "$(grep -c 'heap system instead' err)" 1 'number of warnings'
LIBIIO_DMA_HEAP_PATH=reserved expect 1 iiodma-readdev -s 100 --api dmabuf $lpc voltage0 voltage1
has err /dev/dma_heap/reserved

rm -f log
for name in ../../etc/passwd '' . .. "$(printf 'x%.0s' $(seq 300))"; do
	expect 2 iiodma-readdev -s 100 --heap "$name" $lpc voltage0 voltage1
done
untouched

fake 'heaps=none'
expect 0 iiodma-readdev -s 100 $lpc voltage0 voltage1
has err 'api=fileio (no DMA heap at all'
