# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C22 C24 C25 C28 C107 C108 C111: bounded, a result on stdout, units in every key, nothing undefined as a number.
fake 'rate=61440000'
expect 0 iiodma-bench --json -s 1048576 -b 4096 -k 4 --api dmabuf --direction read $lpc
has out schema_version
! grep -qE 'nan|inf[^o]' out || fail 'an undefined number'
expect 0 iiodma-bench -d 0.2 --api dmabuf,fileio --direction read -b 65536 $lpc
has out MiB/s
fake 'stop=0'
expect 4 iiodma-bench --json -d 1 -T 100 --api dmabuf --direction read $lpc
has out '"bytes_per_second": null'
fake
expect 2 iiodma-bench -c
untouched
