# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The bench counts what really came, ends with the right status, and leaves the device as it was. C22 C58 C104 C106 C107 C112
# limit: 150

rate=4000000
simctl set rate $rate
simctl set tx/tx_check N

# Slow and deep enough that a host with other work loses nothing.
dmabuf() {
	iiodma-bench --api dmabuf -b 64Ki -k 16 "$@"
}

unchanged() {
	expect_equal 'sample rate afterwards' $rate "$(sim_get rate)"
	for file in /sys/bus/iio/devices/iio:device*/buffer0/enable; do
		expect_equal "$file" 0 "$(cat "$file")"
	done
}

# Every sample is read, checked and counted, and the source is the limit.
expect_status 0 dmabuf --direction read -d 0.8 --touch read --verify counter --json
expect_line out '^  "status": "ok",'
expect_line out '"capped": true'
expect_line out '"lost_samples": 0,'
expect_line out '"lost_known_by": "verify"'
expect_line out '"sum_of_words": "[0-9]+"'
unchanged

# A given number of samples, and their sum: 0 + 1 + … + 262143
expect_status 0 dmabuf --direction read -s 262144 --touch read --json
expect_line out '"total_bytes": 1048576,'
expect_line out '"sum_of_words": "34359607296"'

# What is numbered by the bench is what is played, to the last sample.
simctl set tx/tx_check Y
simctl set tx/reset 1
expect_status 0 dmabuf --direction write -s 300002 --touch write
expect_equal 'samples played' 300002 "$(sim_counter tx tx_samples)"
expect_equal 'samples played wrong' 0 "$(sim_counter tx tx_errors)"
simctl set tx/tx_check N

# A rate for the run only; one that the device refuses; 0 for no limit
expect_status 0 dmabuf --direction read -d 0.5 -R 2M,0 --csv
expect_line out ',2000000,2000000,true,ok,,false,ok,true,'
expect_line out ',0,,false,ok,,false,ok,true,'
unchanged
expect_status 1 dmabuf --direction read -d 0.5 -R 1k
expect_line out 'n/a'
unchanged

# Words in a table, units everywhere, nothing else on standard output
expect_status 0 iiodma-bench -q --api all --direction all -b 64Ki -k 16 -d 0.3 -R 0
expect_line out '^fileio read +kernel +kernel \(cached: DMA is coherent here\) +2 blocks uncapped +[0-9.]+ MiB/s'
expect_line out '^dmabuf write +heap:system +noncoherent +16 blocks uncapped +[0-9.]+ MiB/s'
[ ! -s err ] || fail "-q still says: $(cat err)"

# fileio has two blocks, whatever is asked for.
expect_status 0 iiodma-bench --api fileio --direction read -b 256Ki -k 16 -d 0.5 -R 0 --json
expect_line err 'fileio uses 2 kernel blocks; -k ignored'
expect_line out '"block_count": 2,'

# Live lines
expect_status 0 dmabuf --direction read -d 0.9 -I 0.3 --json-lines
expect_equal 'first event' 1 "$(head -n 1 out | grep -c '^{"event":"start",')"
expect_equal 'intervals' 3 "$(grep -c '^{"event":"interval",' out)"
expect_equal 'last event' 1 "$(tail -n 1 out | grep -c '^{"event":"end",')"

# Stopped by the user: what there is, in a document that is whole, and the rate put back
iiodma-bench --api dmabuf -b 64Ki -k 16 --direction read -d 60 -R 2M --json >out 2>err &
pid=$!
sleep 2
kill -INT $pid
status=0
wait $pid || status=$?
expect_equal 'status after SIGINT' 130 "$status"
expect_line out '^  "status": "interrupted",'
expect_line out '"total_bytes": [1-9]'
expect_equal 'end of the document' '}' "$(tail -n 1 out)"
unchanged

# Conditions
expect_status 6 dmabuf --direction read -d 0.3 --require 'dmabuf.read>=1GiB/s'
expect_line out 'NOT MET'
expect_status 0 dmabuf --direction read -d 0.3 --require '*.read>=10MiB/s' --max-lost 0

# Nothing comes, or no longer: a time limit, and no rate out of nothing
simctl inject rx stall 1
expect_status 4 dmabuf --direction read -d 1 -T 300 --json
expect_line out '^  "status": "failed",'
expect_line out '"bytes_per_second": null,'
expect_line out '"total_bytes": 0,'
simctl inject rx stall 0
unchanged

# What this machine has not got is n/a with the reason.
expect_status 0 dmabuf --heap nosuch,system --direction read -d 0.3
expect_line out 'n/a \(.*nosuch'
expect_status 1 dmabuf --heap nosuch --direction read -d 0.3

# The disk is full.
expect_status 1 dmabuf --direction read -d 0.3 -o /dev/full
expect_line err 'ENOSPC'
unchanged

# Wrong words touch no device.
for wrong in '-b 0' '-b 64kk' '-k 0' '--api usb' '--direction up' '--touch hard' '-R fast' '-n 0' '-d -1' '--require x' \
	'-b 1,,2' '--json --csv' '--map cached' '--bytes 3'; do
	# shellcheck disable=SC2086 # words
	expect_status 2 iiodma-bench --direction read $wrong
	expect_equal "lines about $wrong" 1 "$(wc -l <err)"
done
unchanged

# The device goes away.
iiodma-bench --api dmabuf -b 64Ki -k 16 --direction read -d 30 --json >out 2>err &
pid=$!
sleep 2
simctl unbind rx
status=0
wait $pid || status=$?
expect_equal 'status after an unbind' 5 "$status"
expect_line out '^  "status": "disconnected",'
simctl bind rx
