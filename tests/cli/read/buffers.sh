# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C95 C73: buffers by index, with checks.
fake 'machine=buffers'
expect 2 iiodma-readdev -i 1 -s 10 many
has err 'buffer 1'
has err 'output'
expect 2 iiodma-readdev -i 7 -s 10 many
has err 0
has err 1
expect 2 iiodma-readdev -i 0 -s 10 many voltage3
untouched
expect 0 iiodma-readdev -i 2 -s 10 many
size out 80
expect 0 iiodma-readdev -s 10 many
calls 'GET_FD iio:device0 2' 1
calls 'GET_FD iio:device0 0' 1
