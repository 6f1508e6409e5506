# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C94 C47: everything changed is put back, and the device can be had again at once.
fake
expect 0 iiodma-readdev -s 1000 $lpc voltage1
calls '_en 1$' 1
calls '_en 0$' 1
before 'length 256$' 'length 4096$'
before '^write .*enable 1$' '^write .*enable 0$'
before '^write .*enable 0$' 'voltage1_en 0$'
before 'ENQUEUE' 'enable 0$'
