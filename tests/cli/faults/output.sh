# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C48 C50: a full disk is an error with a name; a reader that goes away is a quiet end.
fake 'rate=0'
expect 1 sh -c "iiodma-readdev -s 256 $lpc >/dev/full"
has err ENOSPC
expect 1 sh -c "iiodma-readdev -s 1048576 $lpc >/dev/full"
has err 'No space left on device'
expect 1 iiodma-readdev -s 256 -o /dev/full $lpc
has err ENOSPC
fake 'rate=0'
expect 141 sh -c "(iiodma-readdev $lpc voltage0 voltage1; echo \$? >status) | head -c 4096 >head; exit \$(cat status)"
empty err
size head 4096
equal "$(grep -E '^write .*enable' log | tail -n 1 | sed 's/.* //')" 0 'last word to enable'
