# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C20 C15 C33 C34: trailing garbage, wrong units, out of range: option and value are named, no device is touched.
fake
bad() {
	expect 2 iiodma-readdev "$1" "$2" $lpc
	has err "$1"
	[ -z "$2" ] || has err "$2"
	empty out
	untouched
	equal "$(wc -l <err)" 1 "lines about $1 $2"
}
for value in 4X '' abc 0 -1 1Q 1.5 18446744073709551616 1e999 0x10 ' 4'; do
	bad -b "$value"
done
for value in 12,5 1.5 -1 abc '' 4kk 18446744073709551616; do
	bad -s "$value"
done
for value in -7 3000000000 abc ''; do
	bad -T "$value"
done
for value in 0 1025 abc; do
	bad -k "$value"
done
bad --api mmap
bad -i x
