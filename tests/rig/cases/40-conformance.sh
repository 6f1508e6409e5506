# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The stream contract holds on the real kernel, clause by clause, for every back end that needs a device.
# limit: 240

# Huge pages as they are wanted.
echo 128 >/proc/sys/vm/nr_overcommit_hugepages

holds_for() {
	expect_status 0 iiodma-conformance --context local: --heap "$(cached_heap)" --back-end "$1"
	expect_line out ', 0 failed, '
}

# Only Debian's kernel for 32-bit ARM comes without udmabuf.
if [ -e /dev/udmabuf ] || [ "$(uname -m)" != armv7l ]; then
	holds_for ''
else
	for back_end in fileio dmabuf-heap dmabuf-fd null; do
		holds_for $back_end
	done
fi
