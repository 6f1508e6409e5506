# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C102: one START and one END around each block looked at, in the direction of the data; none when left out.
fake
expect 0 iiodma-readdev --api dmabuf -b 1000 -s 5000 $lpc voltage0 voltage1
calls 'SYNC dmabuf[0-9]+ START READ' 5
calls 'SYNC dmabuf[0-9]+ END READ' 5
calls 'SYNC.*(RW|WRITE)' 0
rm -f log
expect 0 sh -c "ramp make 5000 | iiodma-writedev --api dmabuf -b 1000 -s 5000 $dds voltage0 voltage1"
calls 'SYNC dmabuf[0-9]+ START WRITE' 5
calls 'SYNC dmabuf[0-9]+ END WRITE' 5
calls 'SYNC.*(RW|READ)' 0
rm -f log
expect 0 iiodma-readdev --api dmabuf --no-sync -s 5000 -o samples --json $lpc voltage0 voltage1
calls 'ioctl SYNC ' 0
has out '"sync": false'
rm -f log
expect 0 iiodma-readdev --api dmabuf -B -s 5000 $lpc voltage0 voltage1
calls 'ioctl SYNC ' 0
