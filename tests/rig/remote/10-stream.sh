# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The command lines of 2021 with a remote context: 10^9 bytes each way, every sample in its place. C79
# limit: 180

lossless
expect_status 0 iiodma-readdev -u "$uri" -b 262144 -s 250000000 -B --verify counter cf-ad9361-lpc voltage0 voltage1
expect_line err '250000000 samples \(1000000000 bytes\)'

iiodma-readdev -q -u "$uri" -b 65536 -s 10000001 cf-ad9361-lpc voltage0 voltage1 >samples
expect_equal 'bytes written' 40000004 "$(stat -c %s samples)"
ramp check <samples >out
expect_line out 'samples=10000001 gaps=0 missing=0'

lossless
# Whole blocks of the server's kernel: what fills one up would count as wrong.
ramp make 251658240 | expect_status 0 iiodma-writedev -u "$uri" -b 262144 cf-ad9361-dds-core-lpc voltage0 voltage1
expect_equal 'samples played' 251658240 "$(guest_counter tx tx_samples)"
expect_equal 'wrong samples' 0 "$(guest_counter tx tx_errors)"
