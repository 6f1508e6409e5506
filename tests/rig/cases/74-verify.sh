# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Each kind of check passes what is right and finds what was planted, on the real kernel, and the chip is as before. C08 C102 C114
# limit: 300

phy=$(dirname "$(grep -lx ad9361-phy /sys/bus/iio/devices/*/name)")
modes=/sys/kernel/debug/iio/${phy##*/}
rx='cf-ad9361-lpc voltage0 voltage1'
tx='cf-ad9361-dds-core-lpc voltage0 voltage1'

# The FIFO so deep that a busy host loses nothing of its own accord.
calm() {
	simctl reset
	simctl set rx/fifo_samples 1000000000
	simctl rate "$1"
}

modes_are_off() {
	expect_equal 'test modes' '0 0 0' "$(cat "$modes/loopback" "$modes/bist_prbs" "$modes/bist_tone" | xargs)"
}

# check KIND ARGUMENT...: 4098 samples a block, so that the periods of ramp (4096) and tone (32) do not hide a lost one.
check() {
	# shellcheck disable=SC2086 # device and channels are words
	iiodma-readdev --api "$api" -b 4098 -o /dev/null --verify "$@" $rx
}

# await_prbs VALUE: until the chip's test mode reads so, at most 20 s.
await_prbs() {
	tries=0
	until [ "$(cat "$modes/bist_prbs")" = "$1" ]; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "bist_prbs is $(cat "$modes/bist_prbs") instead of $1"
		sleep 0.1
	done
}

# Faults strike at the head of the queue, where a start may judge two blocks: they come while streaming.
inject_soon() {
	(
		tries=0
		while [ "$(sim_counter rx blocks_completed)" -lt 20 ] && [ $tries -lt 200 ]; do
			tries=$((tries + 1))
			sleep 0.1
		done
		simctl inject rx "$@"
	) &
}

pattern_of() {
	case $1 in
	counter | ramp) echo "$1" ;;
	*) echo counter ;;
	esac
}

for api in dmabuf fileio; do
	for kind in counter ramp prbs tone stale hash; do
		calm 0
		simctl set rx/rx_pattern "$(pattern_of $kind)"
		expect_status 0 check $kind -s 2M
		modes_are_off
	done

	# A lost block: its length as far as the period tells.
	for lost in 'counter 4098' 'ramp 2 or more' 'prbs 4098 or more' 'tone 2 or more'; do
		kind=${lost%% *}
		calm 1000000
		simctl set rx/rx_pattern "$(pattern_of "$kind")"
		inject_soon lose 1
		expect_status 3 check "$kind" -s 2M
		wait
		expect_line err "verify=$kind: gaps=1 lost_samples=${lost#* } repeated_samples=0 wrong_samples=0;"
		expect_line err 'first error at sample [0-9]+ \(block [0-9]+\)'
		modes_are_off
	done

	# One flipped bit; a tone has a tolerance and does not see the lowest.
	for kind in counter ramp prbs; do
		calm 1000000
		simctl set rx/rx_pattern "$(pattern_of $kind)"
		inject_soon corrupt 5
		expect_status 3 check $kind -s 2M
		wait
		expect_line err 'gaps=0 lost_samples=0.* wrong_samples=1;'
	done
done

# The same in a hundred million samples. C08
calm 20000000
api=dmabuf
inject_soon corrupt 77
expect_status 3 check counter -b 65536 -k 8 -s 100M
wait
expect_line err '100000000 samples'
expect_line err 'gaps=0 lost_samples=0 repeated_samples=0 wrong_samples=1; first error at sample [0-9]+ '

# A block that the DMA says it wrote, and did not: no rate. C114
calm 1000000
inject_soon no_write 1
expect_status 3 check stale -s 2M --json
wait
expect_line err 'block [0-9]+: 4098 of 4098 samples unchanged, DMA did not write'
expect_line out '"bytes_per_second": null'
simctl inject rx no_write 100000
# shellcheck disable=SC2086
expect_status 3 iiodma-bench --api dmabuf --direction read -b 4096 -s 100000 --verify stale --json $rx
expect_line err 'block 0: 4096 of 4096 samples unchanged, DMA did not write'
expect_line out '"bytes_per_second": null'

# Hashes are the file's.
calm 0
for api in dmabuf fileio; do
	# shellcheck disable=SC2086
	expect_status 0 iiodma-readdev --api $api -b 4096 -s 100001 --hash sha256,xxh3 -o samples $rx
	expect_line err "sha256=$(sha256sum <samples | cut -d ' ' -f 1)"
done
xxh3=$(sed -n 's/.* xxh3=//p' err)

# What is sent is checked on its way: the counter in the file, and where it is broken.
simctl set tx/tx_check 0
# shellcheck disable=SC2086
expect_status 0 iiodma-writedev --verify counter --hash xxh3 -b 4096 -f samples $tx
expect_line err "xxh3=$xxh3"
dd if=/dev/zero of=samples bs=4 seek=54321 count=1 conv=notrunc 2>/dev/null
# shellcheck disable=SC2086
expect_status 3 iiodma-writedev --verify counter -b 4096 -f samples $tx
expect_line err 'wrong_samples=1; first error at sample 54321 \(block 13\)'

# Through the chip's loopback what was sent comes back. RX waits for it at rate 0.
echo 1 >"$modes/loopback"
# shellcheck disable=SC2086
iiodma-readdev -b 4096 -s 65536 -T 30000 -o back $rx 2>back.err &
sleep 2
ramp make 65536 >sent
# shellcheck disable=SC2086
expect_status 0 iiodma-writedev -b 4096 -f sent $tx
wait $! || fail "loopback: $(cat back.err)"
cmp sent back || fail 'the loopback changed samples'
echo 0 >"$modes/loopback"

# Stopped, or killed: the test mode ends with the tool.
for signal in TERM KILL; do
	calm 1000000
	# shellcheck disable=SC2086
	iiodma-readdev -b 4096 -o /dev/null --verify prbs $rx 2>killed.err &
	pid=$!
	await_prbs 2
	kill -$signal $pid
	wait $pid || true
	await_prbs 0
done
calm 0
api=dmabuf
expect_status 0 check counter -s 100k
