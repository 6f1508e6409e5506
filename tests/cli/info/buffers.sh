# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C72: which ways each buffer has, with the reason where it has not.
fake 'machine=buffers'
expect 0 iiodma-info
has out many
has out 'buffer 2'
has out voltage3
has out 'le:s16/16>>0'
has out dmabuf
has out fileio
has out alignment
empty err
fake 'dmabuf=no'
expect 0 iiodma-info
has out 'not supported by this buffer'
fake 'machine=none'
expect 0 iiodma-info
fake 'fail=list /sys/bus/iio/devices:0:ENOENT'
expect 1 iiodma-info
has err IIO
