# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C117: a block that is missing shows in the time stamps: how much, and that it is at a block edge.
fake 'machine=stamped;rate=1000;drop=37'
expect 3 iiodma-readdev -b 100 -s 9900 --verify timestamp --json=report -o samples stamped
has err 'timestamp gap before sample 3700: 101.0 ms, expected 1.0 ms, 100 samples missing, at a block edge'
has err 'gaps=1 lost_samples=100 '
has report '"lost_samples": 100'
has report '"first_error_after_samples": 3700'
fake 'machine=stamped;rate=1000'
expect 0 iiodma-readdev -b 100 -s 9900 --verify timestamp -o samples stamped
has err 'verify=timestamp: every sample right'
expect 0 iiodma-readdev -b 100 -s 9900 --verify counter -o samples stamped voltage1 voltage0 timestamp
expect 2 iiodma-readdev -b 100 -s 9900 --verify timestamp -o samples stamped voltage0
has err 'option --verify timestamp: these channels cannot prove it; valid: the channel timestamp'
