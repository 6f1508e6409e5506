# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Every sample of an unpaced source arrives once and in order, exactly as many as asked for. C09 C17 C53
# limit: 120

simctl rate 0
for api in dmabuf fileio; do
	for count in 1 2 255 4096 10000 1000001; do
		expect_status 0 sh -c "iiodma-readdev --api $api -b 4096 -s $count cf-ad9361-lpc voltage0 voltage1 >samples"
		expect_equal "bytes of $count samples by $api" $((4 * count)) "$(stat -c %s samples)"
		expect_status 0 ramp check <samples
	done
	expect_status 0 iiodma-readdev --api $api -b 65536 -s 50M --verify counter cf-ad9361-lpc voltage0 voltage1 -o /dev/null
	expect_line err 'overflow_events=0 lost_samples=0'
done
