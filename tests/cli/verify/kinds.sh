# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The kinds of check: one list in help and messages; what is sent is checked as what is received.
kinds='none, counter, ramp, prbs, tone, hash, timestamp, stale'
fake
for tool in readdev bench; do
	expect 0 iiodma-$tool --help
	tr -s ' \n' ' ' <out | grep -qF "$kinds" || fail "iiodma-$tool --help has not every kind"
	expect 2 iiodma-$tool --verify crc $lpc
	has err "option --verify: 'crc' is no kind of check; valid: $kinds"
done
expect 2 iiodma-writedev --verify stale $dds
has err "option --verify: 'stale' is no kind of check of what is sent; valid: none, counter, ramp, prbs, tone, hash"
expect 2 iiodma-writedev -B --verify counter $dds
has err '-B and --verify or --hash exclude each other'
untouched

for kind in prbs tone; do
	expect 2 iiodma-readdev --no-test-mode --verify $kind -s 100 $lpc voltage0
	has err "option --verify $kind: these channels cannot prove it; valid: I/Q pairs of 16 bit"
done
# What comes in is a counter, so it is none of these, and says so.
for kind in ramp prbs tone; do
	expect 3 iiodma-readdev --no-test-mode --verify $kind -s 10000 -o samples $lpc voltage0 voltage1
	has err "verify=$kind: the samples are none"
done

# writedev: the input is what it is said to be, or where it is not.
ramp make 100000 >input
expect 0 iiodma-writedev --verify counter -f input -b 1000 --json=report $dds voltage0 voltage1
has err 'verify=counter: every sample right'
has report '"wrong_samples": 0'
{
	head -c 200000 input
	printf 'x'
	tail -c +200002 input
} >wrong
expect 3 iiodma-writedev --verify counter -f wrong -b 1000 $dds voltage0 voltage1
has err 'wrong_samples=1; first error at sample 50000 (block 50)'
{
	head -c 200000 input
	tail -c +200005 input
} >short
expect 3 iiodma-writedev --verify counter -b 1000 $dds voltage0 voltage1 <short
has err 'gaps=1 lost_samples=1 repeated_samples=0 wrong_samples=0; first error at sample 50000 (block 50)'
