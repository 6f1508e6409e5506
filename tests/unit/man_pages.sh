#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every option that a tool's --help shows stands in its man page, and no other.
# usage: man_pages.sh PAGE TOOL [COMMAND]
set -eu

page=$1
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

"$@" --help | sed -n 's/^    \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' | sort >"$folder/help"
sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/s/^\(\\fB-.\\fR, \)\{0,1\}\\fB--\([a-z-]*\)\\fR.*/\2/p' "$page" | sort >"$folder/page"
[ -s "$folder/help" ] || { echo "$* --help shows no option"; exit 1; }
diff "$folder/help" "$folder/page"
