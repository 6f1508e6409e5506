#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every option that a tool's --help shows stands in its man page, and no other.
# usage: man_pages.sh TOOL PAGE
set -eu

tool=$1
page=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

"$tool" --help | sed -n 's/^    \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' | sort >"$folder/help"
sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/s/^\(\\fB-.\\fR, \)\{0,1\}\\fB--\([a-z-]*\)\\fR.*/\2/p' "$page" | sort >"$folder/page"
[ -s "$folder/help" ] || { echo "$tool --help shows no option"; exit 1; }
diff "$folder/help" "$folder/page"
