# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Wrong words: one sentence, status 2, nothing touched; help and version on stdout.
fake
expect 2 iiodma-readdev
expect 2 iiodma-readdev --no-such-option $lpc
has err no-such-option
expect 2 iiodma-readdev -b
expect 2 iiodma-readdev -s 10 no-such-device
has err no-such-device
has err $lpc
expect 2 iiodma-readdev -q -v $lpc
expect 2 iiodma-readdev -u ftp:x $lpc
has err ftp:x
fake 'machine=twins'
expect 2 iiodma-readdev -s 10 twin
has err iio:device
untouched
for tool in readdev writedev info bench; do
	expect 0 iiodma-$tool --help
	empty err
	has out "iiodma-$tool"
	expect 0 iiodma-$tool --version
	empty err
done
