# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Several reports of one run, each whole or missed with one sentence, and none at the price of another. C107 C110
fake 'rate=61440000'
bench() {
	wanted_status=$1
	shift
	expect "$wanted_status" iiodma-bench -s 65536 -b 4096 -k 4 --api dmabuf --direction read "$@" $lpc
}

bench 0 --json=a.json --csv=a.csv --markdown=a.md --html=a.html
has out MiB/s
has a.json '"schema_version"'
has a.csv bytes_per_second
has a.md '| dmabuf |'
has a.html '<th scope="row">dmabuf</th>'
for file in out err a.json a.md a.html; do
	! grep -q "$(printf '[\033\r]')" $file || fail "control characters in $file"
done

# What stands in the place of the table stands alone on standard output.
for format in json csv markdown html; do
	bench 0 --$format
	lacks out 'iiodma-bench version='
	cp out alone.$format
done
has alone.json '"cells"'
has alone.csv api,direction
has alone.markdown '|---|'
has alone.html '</html>'

# A full disk takes one report, with a sentence that names it.
for format in json csv markdown html; do
	bench 1 --json=b.json --$format=/dev/full
	[ "$format" = json ] || has b.json '"exit_status": 0'
	has out MiB/s
	has err /dev/full
	equal "$(grep -c ENOSPC err)" 1 'sentences about the full disk'
done
bench 1 -o /dev/full --json=c.json
has c.json '"exit_status": 0'
has err ENOSPC

# Where no file can be made nothing is measured.
rm -f log
bench 1 --markdown=nosuch/a.md
has err nosuch/a.md
! grep -q 'ENQUEUE' log || fail 'it measured all the same'

for wrong in '--json --csv' '--json=x --csv=x' '-o x --markdown=x' '--json=' '--csv=-'; do
	fake 'rate=61440000'
	# shellcheck disable=SC2086 # words
	bench 2 $wrong
	equal "$(wc -l <err)" 1 "sentences about $wrong"
	untouched
done
