# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Faults of the playing side end in the right words and the right status, and the next run is fine.
# limit: 120

write_counter() {
	iiodma-writedev --api "$api" -b 4096 "$@" cf-ad9361-dds-core-lpc voltage0 voltage1 <samples
}

healthy() {
	simctl reset
	simctl set tx/fifo_samples 1000000000
	expect_status 0 write_counter
	expect_equal 'wrong samples' 0 "$(sim_counter tx tx_errors)"
	simctl reset
	simctl set tx/fifo_samples 1000000000
}

simctl rate 1000000
ramp make 409600 >samples
for api in dmabuf fileio; do
	healthy

	# Nothing is played: the time limit holds, here and while the last blocks are waited for. C33
	simctl inject tx stall 1
	expect_status 4 write_counter -T 500
	expect_line err '500 ms'
	healthy

	simctl inject tx fail_start 5
	expect_status 1 write_counter
	expect_line err 'EIO'
	healthy

	# The status bit is counted.
	(sleep 1 && simctl inject tx raise 1) &
	cat samples samples samples samples samples >many
	expect_status 3 sh -c "iiodma-writedev --api $api -b 4096 cf-ad9361-dds-core-lpc voltage0 voltage1 <many"
	wait
	expect_line err 'underflow_events=1'
	healthy

	# One block for ever: cyclic goes on until a signal ends it. C88
	[ "$api" = dmabuf ] || continue
	head -c 16384 samples | iiodma-writedev --api dmabuf -c -b 4096 cf-ad9361-dds-core-lpc voltage0 voltage1 2>err &
	sleep 2
	kill -INT "$(pidof iiodma-writedev)"
	status=0
	wait $! || status=$?
	expect_equal 'status after SIGINT' 130 $status
	[ "$(sim_counter tx cyclic_repeats)" -gt 100 ] || fail "played $(sim_counter tx cyclic_repeats) rounds in 2 s"
	healthy
done

# Short streams at the speed of memory: every sample once and in order, however the first blocks are played. C51 C118
simctl rate 0
for samples in 2 1000 4096 4098 8192 65536 65538 100000; do
	ramp make $samples >samples
	simctl reset
	expect_status 0 write_counter --api dmabuf
	expect_equal "wrong samples of $samples" 0 "$(sim_counter tx tx_errors)"
	expect_equal "samples played of $samples" $samples "$(sim_counter tx tx_samples)"
done

# A DMA that cannot gather refuses blocks of scattered pages, which the kernel itself never says: no success comes of it,
# however short the stream. C114
simctl set tx/tx_check 0
simctl set tx/contiguous_only 1
for rate in 0 1000000; do
	simctl rate $rate
	for blocks in 1 2 3 4 9; do
		head -c $((blocks * 262144)) /dev/zero >samples
		expect_status 1 sh -c 'iiodma-writedev --memory udmabuf -b 65536 cf-ad9361-dds-core-lpc voltage0 voltage1 <samples'
		expect_line err 'DMA controller'
	done
done
