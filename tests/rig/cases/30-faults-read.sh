# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Each fault the converter can be told to have ends in the right words and the right status, and the next run is fine.
# limit: 180

read_counter() {
	iiodma-readdev --api "$api" -b 4096 --verify counter -o /dev/null "$@" cf-ad9361-lpc voltage0 voltage1
}

# No fault left, and a FIFO so deep that a busy host loses nothing of its own accord.
calm() {
	simctl reset
	simctl set rx/fifo_samples 1000000000
}

healthy() {
	calm
	expect_status 0 read_counter -s 100000
	calm
}

# The fault strikes at the head of the queue; fileio may judge two blocks at the start, so it comes while streaming.
inject_soon() {
	(sleep 1 && simctl inject rx "$@") &
}

for api in dmabuf fileio; do
	simctl rate 1000000
	healthy

	# A lost block is placed and counted to the sample, though the status bit is silent.
	inject_soon lose 1
	expect_status 3 read_counter -s 2M
	wait
	expect_line err 'lost_samples=4096$'
	healthy

	# One flipped bit in two million samples.
	inject_soon corrupt 5
	expect_status 3 read_counter -s 2M
	wait
	expect_line err 'wrong_samples=1'
	healthy

	# A block that was never written is no data.
	inject_soon no_write 1
	expect_status 3 read_counter -s 2M
	wait
	healthy

	# The status bit alone says that something was lost, not how much; without a check that stays unknown.
	inject_soon raise 1
	expect_status 3 iiodma-readdev --api "$api" -b 4096 -s 2M -o /dev/null cf-ad9361-lpc voltage0 voltage1
	wait
	expect_line err 'overflow_events=1 lost_samples=unknown'
	healthy

	# A bit that was set before and does not clear counts nothing. C04
	simctl inject rx raise 1
	simctl inject rx status_sticky 1
	iiodma-readdev --api "$api" -b 4096 -s 100000 -o /dev/null cf-ad9361-lpc voltage0 voltage1 2>err || true
	expect_status 0 iiodma-readdev --api "$api" -b 4096 -s 100000 -o /dev/null cf-ad9361-lpc voltage0 voltage1
	expect_line err 'status bit 2 does not clear, hardware overflow count disabled'
	expect_line err 'overflow_events=unknown'
	healthy

	# Nothing comes: the time limit holds. C33 C112
	simctl inject rx stall 1
	expect_status 4 read_counter -T 500 -s 100000
	expect_line err '500 ms'
	healthy

	# The buffer does not start.
	simctl inject rx fail_start 5
	expect_status 1 read_counter -s 100000
	expect_line err 'EIO'
	healthy
done

# A DMA that cannot gather refuses blocks of scattered pages, which the kernel itself never says: no rate comes of it. C66 C114
calm
simctl set rx/contiguous_only 1
expect_status 1 iiodma-readdev --api dmabuf -b 4Mi -s 8Mi -o /dev/null cf-ad9361-lpc voltage0 voltage1
expect_line err 'contiguous memory.*ENOMEM'
calm
simctl rate 0
simctl set rx/contiguous_only 0

# Blocks that really are ready at once are no refusal: nothing is missing or out of order.
for samples in 2 4 64 1024; do
	expect_status 0 iiodma-readdev --api dmabuf -b $samples -k 4 -s 20000 --verify counter -o /dev/null cf-ad9361-lpc voltage0 voltage1
done
