# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The reference table has all its cells under every mapping, its times add up, and nothing it changed stays. C30 C100 C103 C113
# limit: 150

simctl set rate 0
simctl set tx/tx_check N

# table BLOCK SECONDS RUNS: the reference table into table.json
table() {
	iiodma-bench --setting all -b "$1" -k 16 -d "$2" -n "$3" --fileio-map-with sim-fileio-map --json=table.json
}

# of_cells KEY / of_runs KEY: the values of a key, one line for each cell or run
of_cells() {
	sed -n "s/^      \"$1\": \(.*[^,]\),\{0,1\}\$/\1/p" table.json
}

of_runs() {
	sed -n "s/^          \"$1\": \(.*[^,]\),\{0,1\}\$/\1/p" table.json
}

expect_status 0 table 64Ki 0.15 2
cat out
expect_equal 'cells' 24 "$(of_cells setting | wc -l)"
expect_equal 'cells that were measured' 24 "$(of_cells status | grep -c '"ok"')"
expect_equal 'runs' 48 "$(of_runs status | grep -c '"ok"')"
expect_equal 'runs without a rate' 0 "$(of_runs bytes_per_second | grep -c null || true)"
expect_equal 'rows without a gap' 6 "$(sed -n '/^kernel mapping/,/^$/p' out |
	grep -cE '^(coherent|non-coherent).*[0-9] \+- .*[0-9] \+- .*[0-9] \+- .*[0-9] \+- ')"
# Asked for and in force: the same, cell by cell.
of_cells mapping_asked >asked
of_cells mapping >in-force
cmp asked in-force || fail 'a mapping in force is not the one asked for'
sort -u asked | tr -d '"' >kinds
expect_equal 'mappings' 'coherent noncoherent noncoherent-nosync writecombine ' "$(tr '\n' ' ' <kinds)"

# C30: in every run the parts make up the whole, to within 2 %.
for key in elapsed wait sync touch enqueue other; do
	of_runs "${key}_seconds" >$key
done
paste elapsed wait sync touch enqueue other |
	awk '{ sum = $2 + $3 + $4 + $5 + $6; if (/null/ || sum < 0.98 * $1 || sum > 1.02 * $1) { print; bad = 1 } } END { exit bad }' ||
	fail 'times that do not add up stand above'

# Each read was proved fresh; a block that is not written is found, whatever the mapping.
expect_equal 'runs proved fresh' 24 "$(of_runs stale_samples | grep -c '^0$')"
# At a pace, and more than a ring of them: the first ones go while the stream finds its order.
simctl set rate 4000000
for mapping in coherent noncoherent noncoherent-nosync writecombine; do
	simctl inject rx no_write 64
	expect_status 3 iiodma-bench --api dmabuf --direction read --map $mapping -b 64Ki -k 16 -d 0.1
	expect_line out 'block [0-3]: 65536 of 65536 samples unchanged'
	simctl inject rx no_write 0
done
simctl set rate 0

# The meter itself: an emulated clock is slow, and so are its neighbours.
of_cells meter_cost_ratio | sort -g | tail -n 1 | awk '{ printf "the meter takes at most %.2f %% of a cell\n", 100 * $1; exit !($1 > 0 && $1 < 0.03) }' ||
	fail 'the meter costs too much, or nobody knows'

# C113: no percentile is out of order.
awk '/"block_interval_seconds"/ { n = 0 } /"(min|median|p99|max)":/ { v[n++] = $2 + 0; if (n == 4 && !(v[0] <= v[1] && v[1] <= v[2] && v[2] <= v[3] && v[0] > 0)) exit 1 }' table.json ||
	fail 'block intervals are out of order'

# Twice as many blocks leave memory where it was.
expect_status 0 iiodma-bench --api dmabuf --direction read -b 64Ki -k 16 -s 64Mi -n 1
before=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)
expect_status 0 iiodma-bench --api dmabuf --direction read -b 64Ki -k 16 -s 128Mi -n 1
after=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)
[ $((before - after)) -lt 8192 ] || fail "twice as many blocks took $((before - after)) KiB of memory"

# A command that fails costs the cells that need it, not the others.
status=0
iiodma-bench --map coherent,writecombine --direction read -d 0.1 -b 64Ki -k 16 --fileio-map-with 'test coherent =' --json=table.json >out 2>err ||
	status=$?
expect_equal 'status' 0 "$status"
expect_equal 'states' 'ok ok n/a ok ' "$(of_cells status | tr -d '"' | tr '\n' ' ')"
expect_line out "n/a \(--fileio-map-with: .* ended with status 1\)"

sim-fileio-map platform
for file in /sys/bus/iio/devices/iio:device*/buffer0/enable; do
	expect_equal "$file" 0 "$(cat "$file")"
done
expect_equal 'rate' 0 "$(sim_get rate)"
