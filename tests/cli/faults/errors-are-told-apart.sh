# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C73 C74: each refusal of the kernel has its own message with step and errno.
try() {
	fake "fail=$1"
	expect "$2" iiodma-readdev --api dmabuf -b 100 -s 1000 $lpc voltage0 voltage1
	has err "$3"
	has err "$4"
	cat err >>all
}
try 'ioctl ATTACH*:3:EBUSY' 1 attach EBUSY
try 'ioctl ENQUEUE*:5:EPERM' 1 enqueue EPERM
try 'ioctl ENQUEUE*:5:EINVAL' 1 enqueue EINVAL
try 'ioctl ENQUEUE*:5:EBUSY' 1 enqueue EBUSY
try 'ioctl ENQUEUE*:5:ENOMEM' 1 enqueue ENOMEM
try 'open /dev/iio*:0:EACCES' 1 /dev/iio: EACCES
try 'open /dev/dma_heap*:0:EACCES' 1 /dev/dma_heap/system EACCES
equal "$(grep -c '(E' all)" "$(grep '(E' all | sort -u | wc -l)" 'number of different messages'
fake 'machine=buffers;fail=ioctl GET_FD*:0:ENODEV'
expect 2 iiodma-readdev -i 2 -s 10 many
has err 'get buffer'
has err ENODEV
fake 'enable_error=EINVAL;trigger='
expect 1 iiodma-readdev -s 10 $lpc
has err trigger
fake 'enable_error=EIO'
expect 1 iiodma-readdev -s 10 $lpc
has err 'enable'
has err EIO
