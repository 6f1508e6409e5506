# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C04: a bit that never clears is said once and counts as unknown.
fake 'stuck=1'
expect 0 iiodma-readdev -s 9984 $lpc voltage0 voltage1
equal "$(grep -c 'status bit 2 does not clear, hardware overflow count disabled' err)" 1 'number of warnings'
has err 'overflow_events=unknown'
expect 0 sh -c "ramp make 9984 | iiodma-writedev $dds voltage0 voltage1"
equal "$(grep -c 'status bit 0 does not clear' err)" 1 'number of warnings'
has err 'underflow_events=unknown'
