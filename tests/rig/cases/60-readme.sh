# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The commands of the README do what it says, one after the other.
# limit: 120

simctl rate 0
sed -n 's/^    \(iiodma-.*\)$/\1/p' /usr/lib/rig/README.md >commands
[ "$(wc -l <commands)" -ge 4 ] || fail 'the README has lost its commands'
while read -r command; do
	echo "$command"
	expect_status 0 sh -c "$command" </dev/null
done <commands
expect_equal 'bytes received' 40000000 "$(stat -c %s samples)"
