#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# root_headers.sh ROOT: run by mmdebstrap on a new root of another architecture. Adds the headers of the kernel in it.
# Their package may ask for a compiler of its own architecture, which is no use here: it is unpacked, not installed.
set -eu

chroot "$1" sh -eu <<'EOT'
version=$(basename /usr/lib/modules/*)
apt-get install --yes --no-install-recommends "linux-headers-${version%-*}-common" "linux-kbuild-${version%-*}"
cd /tmp
apt-get download "linux-headers-$version:$(dpkg --print-foreign-architectures)"
dpkg -x linux-headers-*.deb /
rm linux-headers-*.deb
EOT
