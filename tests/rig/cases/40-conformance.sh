# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The stream contract holds on the real kernel, clause by clause, for every back end that needs a device.
# limit: 240

# Huge pages as they are wanted.
echo 128 >/proc/sys/vm/nr_overcommit_hugepages
expect_status 0 iiodma-conformance --context local:
expect_line out ', 0 failed, '
