# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C70 C71 C120: falls back on "cannot", says so, and not when told what to use.
fake 'dmabuf=no'
expect 0 iiodma-readdev -s 1000 $lpc voltage0 voltage1
has err 'api=fileio (dmabuf: not supported by this buffer'
is_ramp out 1000
expect 1 iiodma-readdev --api dmabuf -s 1000 $lpc voltage0 voltage1
has err 'dmabuf: not supported by this buffer'
empty out

fake 'machine=legacy'
expect 0 iiodma-readdev -s 1000 $lpc voltage0 voltage1
has err 'api=fileio'
is_ramp out 1000

for error in ENOTTY EINVAL ENODEV; do
	fake "fail=ioctl GET_FD*:0:$error"
	expect 0 iiodma-readdev -s 1000 $lpc voltage0 voltage1
	has err 'api=fileio'
done

fake 'heaps=system:65536'
expect 1 iiodma-readdev -b 65536 -s 100000 $lpc voltage0 voltage1
has err ENOMEM
calls '^read iio' 0
