# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C41: a pause shorter than the time limit is counted, not acted on. C113: it stands in the block intervals.
# A source without a pace, so that nothing is lost by the pause.
fake 'rate=0;delay=80:2.5'
expect 0 iiodma-bench -T 6000 -s 102400 --api dmabuf --direction read -b 256 -k 16 --max-lost 0 --json
has out '"stall_count": 1,'
grep -qE '"longest_stall_seconds": 2\.(4|5)' out || fail 'the pause is not 2.5 s'
grep -qE '"max": 2\.(4|5)' out || fail 'the pause is not in the intervals'
calls '^open /dev/iio:device' 2 # a look at what it can do, and the run: no second try
fake 'rate=4096000'
expect 0 iiodma-bench --duration 1 --api dmabuf --direction read -b 4096 -k 16 --json
has out '"stall_count": 0,'
has out '"source_stall_seconds": 0.0,'
