#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: symbols.sh LIBRARY HEADER_DIR: what the library exports is what the headers declare, all of it and nothing else;
# and the library neither prints nor ends its caller.
set -eu

library=$1 headers=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$library" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/exported"
cat "$headers"/*.h | sed 's://.*::' | awk '
	{ while (match($0, /\/\*[^*]*\*+([^\/*][^*]*\*+)*\//)) $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH) }
	/\/\*/ { comment = 1; sub(/\/\*.*/, ""); print; next }
	comment { if (/\*\//) { comment = 0; sub(/.*\*\//, "") } else next }
	{ print }' | grep -oE '\biiodma_[a-z0-9_]+ *\(' | tr -d ' (' | sort -u >"$work/declared"
diff -u "$work/declared" "$work/exported" || { echo "declared (-) and exported (+) differ" >&2; exit 1; }
[ -s "$work/exported" ] || { echo "nothing is exported" >&2; exit 1; }

if nm -D --undefined-only "$library" |
	grep -wE '(v?f?printf|puts|putchar|perror|stderr|stdout|exit|_exit|abort|__assert_fail|gettimeofday|time|localtime)(@.*)?$'; then
	echo "the library must not print, end its caller or read the wall clock" >&2
	exit 1
fi
echo "$(wc -l <"$work/exported") symbols"
