# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The search for the highest rate. The fake converter runs at its own rate whatever is set: what is searched is what it says.
fake 'rate=1000000'
expect 0 iiodma-bench limit --api dmabuf --direction read -b 4096 -k 4 -d 0.02 -R 500k,1M --json $lpc voltage0 voltage1
has out '"bound": "range"'
has out '"carried_samples_per_second": 1000000'
calls '^write .*sampling_frequency 1000000' 0 # it was in force

# Above it the fake converter is slower than it says: that is loss.
expect 0 iiodma-bench limit --api dmabuf --direction read -b 4096 -k 4 -d 0.02 -n 1 $lpc voltage0 voltage1
has out 'lose samples'
equal "$(grep -E '^write .*sampling_frequency' log | tail -n 1 | grep -oE '[0-9]+$')" 1000000 'rate put back'

# Without a sample rate there is nothing to search.
for wrong in '-R 1M' '-R 0,1M' '-R 1M,2M,3M' '-s 5' '-n 0'; do
	fake
	# shellcheck disable=SC2086 # words
	expect 2 iiodma-bench limit $wrong
	equal "$(wc -l <err)" 1 "lines about $wrong"
	untouched
done
