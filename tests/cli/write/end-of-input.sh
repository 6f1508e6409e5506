# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C119: the end of input is a normal end; nothing to play is not; half a sample is said.
ramp make 5000 >input
fake
expect 0 sh -c "head -c 5000 input | iiodma-writedev -b 256 $dds voltage0 voltage1"
head -c 5000 input >wanted
cmp wanted played
calls 'ENQUEUE.* 1024$' 4
calls 'ENQUEUE.* 904$' 1
fake
expect 0 sh -c "head -c 16384 input | iiodma-writedev -b 8192 $dds voltage0 voltage1"
size played 16384
head -c 16384 input | cmp - played
# cut in two, so that the kernel has to say whether the DMA controller takes it
calls 'ENQUEUE.* 8192$' 2
fake
expect 1 sh -c "iiodma-writedev $dds voltage0 voltage1 </dev/null"
has err 'no input data'
calls 'enable 1' 0
fake
expect 1 sh -c "head -c 5002 input | iiodma-writedev -b 256 $dds voltage0 voltage1"
has err '2 trailing bytes'
head -c 5000 input >wanted
cmp wanted played
