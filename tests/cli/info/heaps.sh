# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C100 C120: which mapping each heap gives and who says so; a heap that the platform cannot give keeps its reason everywhere.
statements=/sys/class/iiodma_heap
coherent="file=$statements/iiodma-coherent/mapping:coherent;file=$statements/iiodma-coherent/attribute:uncached"
coherent="$coherent;file=$statements/iiodma-coherent/same_as:writecombine;file=$statements/iiodma-coherent/dma_device:7c400000.dma"
refused="file=$statements/iiodma-writecombine/mapping:writecombine;file=$statements/iiodma-writecombine/refused:no such pages"

fake "heaps=system,iiodma-coherent,my_pool;$coherent;$refused"
expect 0 iiodma-info
has out '  iiodma-coherent: coherent, the same as writecombine here, uncached, for 7c400000.dma (stated by the heap)'
has out "  system: noncoherent (the kernel's own cached heap)"
has out '  my_pool: mapping unknown (the heap does not state it)'
has out '  iiodma-writecombine: refused (no such pages)'
empty err
expect 0 iiodma-info --json
has out '"refused": "no such pages"'
has out '"attribute": "uncached"'

expect 0 iiodma-readdev --map coherent -s 100 $lpc voltage0 voltage1
has err 'mapping=coherent'
expect 1 iiodma-readdev --map writecombine -s 100 $lpc voltage0 voltage1
has err 'this platform cannot give heap /dev/dma_heap/iiodma-writecombine: no such pages (ENOENT)'
expect 1 iiodma-readdev --map noncoherent -s 100 $lpc voltage0 voltage1
has err 'heap /dev/dma_heap/iiodma-noncoherent does not exist; there are: iiodma-coherent, my_pool, system (ENOENT)'
calls '^read iio' 0

fake heaps=none
expect 0 iiodma-info
has out 'heaps: none'
