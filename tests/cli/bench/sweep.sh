# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The sweep over block sizes: what a block and a byte cost, the best row, the smallest that holds, and an end for every cell. C31 C104

# member KEY…: the value at this path of the JSON document out
member() {
	path=$1 python3 -c '
import json, os, sys
value = json.load(open("out"))
for key in os.environ["path"].split("/"):
    value = value[int(key) if key.isdigit() else key]
print(value)'
}

# near KEY VALUE: within 2 %
near() {
	found=$(member "$1")
	awk -v f="$found" -v w="$2" 'BEGIN { exit !(f >= w * 0.98 && f <= w * 1.02) }' || fail "$1 is $found, not $2"
}

# C31: a link of 40 MiB/s with 1 ms for each transfer
fake 'rate=0;link=41943040:0.001'
for word in sweep --sweep; do
	expect 0 iiodma-bench $word -b 4096,262144 -k 4 --api dmabuf --direction read $lpc voltage0 voltage1
	equal "$(grep -c '  4096 samples .* 11\.24 MiB/s' out || true)" 1 'rows of 16 KiB'
	equal "$(grep -c ' 262144 samples .* 38\.46 MiB/s .*best' out || true)" 1 'best rows of 1 MiB'
	equal "$(grep -c 'best' out)" 1 'rows marked'
done
expect 0 iiodma-bench sweep -b 4096,262144,1Mi -k 4 --api dmabuf --direction read --json $lpc voltage0 voltage1
near cells/0/bytes_per_second 11784000
near cells/1/bytes_per_second 40330000
near findings/costs/0/time/per_block_seconds 0.001
near findings/costs/0/time/per_byte_seconds 2.384e-8

# All sizes, depths and numbers of channels: every cell ends, what cannot be has its reason.
fake 'rate=0;link=4e9:0.00001'
limit=170
expect 0 iiodma-bench sweep --direction read -d 0.001 -b 4,256Ki -k 1,64 --channel-count 1,4,9 --json
python3 - <<'EOF' || fail 'cells'
import json
cells = json.load(open('out'))['cells']
assert len(cells) == 18, len(cells)
for cell in cells:
    if cell['status'] == 'n/a':
        assert cell['reason'], cell
    else:
        assert cell['status'] == 'ok' and cell['bytes_per_second'] > 0, cell
assert sum('only 4 channels' in (cell['reason'] or '') for cell in cells) == 6
EOF

# A paced source: the smallest that holds, and how a hundred thousand blocks a second do not.
fake 'rate=1000000'
expect 0 iiodma-bench sweep --direction read -b 64,4096 -k 4 -d 0.05 --api dmabuf,fileio $lpc voltage0 voltage1
has out 'smallest block that holds 1 MS/s: 64 samples'

# Memory that would run out is left alone.
expect 1 iiodma-bench sweep --direction read -b 256Mi -k 1024 --api dmabuf $lpc voltage0 voltage1
has out 'more than half of the memory that is free'
calls '^ioctl DMA_HEAP' 0

# Wrong words
for wrong in '--channel-count 0' '--channel-count 1,,2' '-b 0' '-k x' '-s 5' '--matrix map'; do
	fake
	# shellcheck disable=SC2086 # words
	expect 2 iiodma-bench sweep $wrong
	equal "$(wc -l <err)" 1 "lines about $wrong"
	untouched
done

# Stopped: what there is
fake 'clock=real;rate=1000000'
iiodma-bench sweep --direction read -b 4096 -k 4,8,16 -d 30 --api dmabuf --json $lpc voltage0 voltage1 >out 2>err &
sleep 2
kill -INT $!
found=0
wait $! || found=$?
equal "$found" 130 status
equal "$(member status)" interrupted 'status in the document'
equal "$(member cells/0/runs/0/status)" interrupted 'status of the run'
