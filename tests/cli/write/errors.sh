# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C50 C55: what goes wrong is said, with the right status.
fake
expect 1 iiodma-writedev -f /does/not/exist $dds
has err /does/not/exist
untouched
expect 2 iiodma-writedev -s 10 $lpc
has err output
ramp make 1000 >input
fake 'fail=ioctl ENQUEUE*:2:EIO'
expect 1 iiodma-writedev --api dmabuf -b 100 -f input $dds voltage0 voltage1
has err EIO
has err enqueue
