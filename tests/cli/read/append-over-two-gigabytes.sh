# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C10: files over 2 GiB, appended to.
fake
truncate -s 2147483647 file
expect 0 iiodma-readdev -s 1024 -o file --append $lpc voltage0 voltage1
size file 2147487743
tail -c 4096 file >end
is_ramp end 1024
