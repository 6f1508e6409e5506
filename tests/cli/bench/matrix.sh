# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C100 C103: every mapping, API and direction has a row of its own; what cannot be is n/a with the errno, never 0.
readonly heaps='heaps=system:4294967296,iiodma-coherent:4294967296,iiodma-noncoherent:4294967296,iiodma-writecombine:4294967296'

# values FILE KEY…: what a document has for these keys, one line for each cell
values() {
	file=$1
	shift
	for key; do
		sed -n "s/^      \"$key\": \(.*[^,]\),\{0,1\}\$/\1/p" "$file" >"values.$key"
	done
	# shellcheck disable=SC2046 # words are wanted
	paste -d' ' $(printf 'values.%s ' "$@")
}

# Three mappings, two APIs, two directions; CSV and JSON have the same rows.
fake "$heaps"
expect 0 iiodma-bench --matrix api,map,direction --fileio-map-with true -d 0.02 -b 4Ki -k 4 --csv -o rows.csv --json=rows.json
equal "$(wc -l <rows.csv)" 13 'lines of CSV'
values rows.json api direction mapping_asked status run_count | tr -d '"' >rows
equal "$(sort -u rows | wc -l)" 12 'different cells'
equal "$(grep -c ' ok 1$' rows)" 12 'cells with a run of their own'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ gsub(/"[^"]*"/, "x"); print $at["api"], $at["direction"], $at["mapping_asked"], $at["cell_status"], 1 }' rows.csv >csv-rows
cmp rows csv-rows || fail 'CSV and JSON have different rows'
equal "$(head -n 1 rows)" 'fileio read coherent ok 1' 'first row'
equal "$(tail -n 1 rows)" 'dmabuf write writecombine ok 1' 'last row'

# C100: the same rows in the same order where two of the heaps are missing
fake 'heaps=iiodma-noncoherent:4294967296'
expect 0 iiodma-bench --map all --api dmabuf --direction read -d 0.02 -b 4Ki -k 4 --json=rows.json
equal "$(values rows.json mapping_asked status | tr -d '"' | tr '\n' ' ')" \
	'coherent n/a noncoherent ok writecombine n/a ' 'rows'
equal "$(grep -c 'n/a (.*ENOENT' out)" 2 'rows that say ENOENT'
! grep -qE '(^| )0\.00 MiB/s' out || fail 'n/a became a rate'
has err 'n/a: dmabuf.read (coherent): no heap iiodma-coherent; there are: iiodma-noncoherent (ENOENT)'

# Without options: six settings, two APIs, two directions
fake "$heaps"
expect 0 iiodma-bench -d 0.02 -n 2 -b 4Ki --fileio-map-with true --json=rows.json
equal "$(grep -c '^      "setting": "' rows.json)" 24 'cells'
equal "$(sed -n '/^kernel mapping/,/^$/p' out | grep -cE '^(coherent|non-coherent).*[0-9] \+- .*[0-9] \+- .*[0-9] \+- .*[0-9] \+- ')" 6 'rows without a gap'
has err 'plan: 24 of 24 cells, 2 runs of each, about'
has out 'touch copy'

# A block that the DMA does not write is found before it can make a rate.
fake "$heaps;stale=2"
expect 3 iiodma-bench -d 0.02 --api dmabuf --direction read --map noncoherent-nosync -b 4Ki --json=rows.json
has rows.json '"stale_samples": 4096,'
has rows.json '"bytes_per_second": null,'
has out 'block 2: 4096 of 4096 samples unchanged'
fake "$heaps"
expect 0 iiodma-bench -d 0.02 --api dmabuf --direction read --map noncoherent-nosync -b 4Ki --json=rows.json
has rows.json '"stale_samples": 0,'

# Without a command fileio's blocks are what the kernel makes them; with a label they are what the label says.
expect 0 iiodma-bench -d 0.02 --api fileio --direction read --map coherent,noncoherent -b 4Ki --json=rows.json
equal "$(values rows.json status mapping_known_by | tr -d '"' | tr '\n' ' ')" 'ok platform n/a platform ' 'fileio unlabelled'
expect 0 iiodma-bench -d 0.02 --api fileio --direction read --map coherent,noncoherent --fileio-map noncoherent -b 4Ki --json=rows.json
equal "$(values rows.json status mapping | tr -d '"' | tr '\n' ' ')" 'n/a null ok noncoherent ' 'fileio labelled'
expect 1 iiodma-bench -d 0.02 --api fileio --direction read --fileio-map coherent --fileio-map-with 'exit 3; true' -b 4Ki
has out "n/a (--fileio-map-with: 'exit 3; true coherent' ended with status 3)"

# The command is told each mapping before the run that needs it.
cat >set-map <<'END'
echo "$1" >>maps
END
expect 0 iiodma-bench -d 0.02 -n 2 --api fileio --direction read --fileio-map coherent,writecombine --fileio-map-with 'sh set-map' -b 4Ki
equal "$(tr '\n' ' ' <maps)" 'coherent writecombine coherent writecombine ' 'mappings set'

# The plan alone: told on stdout, nothing streams.
fake "$heaps"
expect 0 iiodma-bench --plan --matrix api,map,direction -b 64Ki,1Mi
has out 'plan: 16 of 24 cells, 3 runs of each, about'
has out "n/a: fileio.read (noncoherent), fileio.write (noncoherent)"
empty err
calls '^write .*(enable|length)' 0

for wrong in '--matrix size' '--matrix api,,map' '--map cached' '--setting coherent+cached' '--setting writecombine+' \
	'--fileio-map coherent,noncoherent' '--fileio-map cached' '--setting all --no-sync'; do
	fake "$heaps"
	# shellcheck disable=SC2086 # words
	expect 2 iiodma-bench $wrong
	equal "$(wc -l <err)" 1 "lines about $wrong"
	untouched
done
