# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C62 C63: a watermark never exceeds the block, and attributes are written in an order that a strict driver takes.
fake 'machine=shapes;rate=1000'
expect 0 iiodma-readdev -b 10 -s 10 plain
fake 'length=100:100'
for block in 50 200 2; do
	rm -f log
	expect 0 iiodma-readdev --strict -b $block -s 1000 $lpc voltage0 voltage1
	! sed -n '/^write .*enable 1$/,/^write .*enable 0$/p' log | grep -qE '^write .*/(length|watermark|.*_en)' ||
		fail 'an attribute is written while enabled'
	calls '^write .*(length|watermark).* = ' 0
done
