# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C51 C118 C119: every sample that goes in is played before the buffer is disabled, whatever the count.
ramp make 3000 >input
for count in 1 2 255 256 257 300 512 2047 2048 2049; do
	for api in dmabuf fileio; do
		fake
		expect 0 iiodma-writedev --api $api -b 256 -s $count -f input $dds voltage0 voltage1
		head -c $((count * 4)) input >wanted
		cmp -n $((count * 4)) wanted played || fail "$count samples by $api"
		equal "$(tail -c +$((count * 4 + 1)) played | tr -d '\0' | wc -c)" 0 'bytes after the last sample that are not padding'
		has err "$count samples"
	done
done
fake
expect 0 iiodma-writedev -b 1024 -s 2048 -f input $dds voltage0 voltage1
calls 'ENQUEUE.* 4096$' 2
size played 8192
