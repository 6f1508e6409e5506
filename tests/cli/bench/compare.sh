# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Two results of the same set-up are no different, 5 % are seen, and what is unlike is not compared. C29
compare() {
	wanted_status=$1
	shift
	expect "$wanted_status" iiodma-bench compare "$@"
}

# In at least 19 of 20 tries, over all cells at once
same=0 faster=0 slower=0
try=0
while [ $try -lt 20 ]; do
	try=$((try + 1))
	make-result runs=8 seed=$((2 * try)) >a.json
	make-result runs=8 seed=$((2 * try + 1)) >b.json
	make-result runs=8 seed=$((2 * try + 101)) factor=1.05 >c.json
	compare 0 a.json b.json
	! grep -qE ' (faster|slower) ' out && same=$((same + 1))
	compare 0 a.json c.json
	[ "$(grep -cE ' faster ' out)" -eq 8 ] && faster=$((faster + 1))
	compare 0 c.json a.json
	[ "$(grep -cE ' slower ' out)" -eq 8 ] && slower=$((slower + 1))
done
[ $same -ge 19 ] || fail "the same set-up was no different in $same of 20 tries"
[ $faster -ge 19 ] || fail "5 % more were seen in $faster of 20 tries"
[ $slower -ge 19 ] || fail "5 % less were seen in $slower of 20 tries"

# Every figure has its unit, in both forms. C108 C116
make-result >a.json
make-result seed=2 factor=0.9 >b.json
compare 0 a.json b.json --json=c.json
has out 'slower: 8 cells'
has out 'confidence 99 %, changes below 1 % do not count'
has c.json '"slower_count": 8'
compare 0 a.json b.json --json
cmp out c.json || fail 'two documents of one comparison'
! grep -qE 'nan|inf[^o]' out || fail 'an undefined number'

# A result against itself
compare 0 a.json a.json
has out 'no difference: 8 cells'
compare 0 - a.json <a.json

# Unlike set-ups: every key that differs is named, and nothing is shown.
make-result block=1000 >block.json
compare 2 a.json block.json
empty out
equal "$(wc -l <err)" 1 'sentences about unlike set-ups'
has err 'block_bytes (262144 and 4000)'
has err 'block_samples (65536 and 1000)'
make-result mapping=coherent kernel=6.12.1 seed=3 >mapping.json
compare 2 a.json mapping.json
has err 'kernel_release ("7.3.4" and "6.12.1")'
has err 'mapping ("noncoherent" and "coherent")'
compare 2 a.json mapping.json --only mapping
lacks err 'mapping ('
has err 'kernel_release ('
compare 0 a.json mapping.json --only mapping,kernel_release
has out 'different mapping: "noncoherent" and "coherent"'
has out 'different heap: "iiodma-noncoherent" and "iiodma-coherent"'
make-result cells=6 >fewer.json
compare 2 a.json fewer.json
has err 'fewer.json has no dmabuf.read like the other'

# The heap may differ because the mapping does, and not by itself.
make-result mapping=coherent seed=3 >mapping.json
compare 0 a.json mapping.json --only mapping
sed 's/"iiodma-noncoherent"/"other"/; s/heap:iiodma-noncoherent/heap:other/' a.json >heap.json
compare 2 a.json heap.json --only mapping
has err 'heap ("iiodma-noncoherent" and "other")'
compare 0 a.json heap.json --only heap

# With too few runs nothing is said but that.
make-result runs=2 >few.json
compare 0 a.json few.json
has out 'too few runs: 8 cells'
compare 6 a.json few.json --fail-on slower
has err 'cannot be judged: too few runs'

# A regression ends with status 6 when asked to.
make-result seed=5 factor=0.95 >slow.json
compare 0 a.json slow.json
compare 6 a.json slow.json --fail-on slower
has err 'not met: dmabuf.read is slower by'
compare 0 a.json slow.json --fail-on slower=20
compare 0 slow.json a.json --fail-on slower
compare 6 slow.json a.json --fail-on difference
has err 'is faster by'
compare 6 a.json slow.json --fail-on slower --json=d.json
has d.json '"exit_status": 6'

# What counts can be chosen.
compare 0 a.json slow.json --min-change 20 --fail-on difference
compare 6 a.json slow.json --confidence 90 --fail-on difference

# Wrong words
for wrong in '--only colour' '--only' '--fail-on faster' '--fail-on slower=x' '--confidence 100' '--min-change -1' '--json=' \
	c.json '--csv'; do
	# shellcheck disable=SC2086 # words
	compare 2 a.json a.json $wrong
	equal "$(wc -l <err)" 1 "sentences about $wrong"
	empty out
done
compare 2 a.json
compare 1 a.json nosuch.json
has err 'nosuch.json: No such file'
compare 1 a.json c.json
has err "'iiodma-bench compare'"
iiodma-bench report --json a.json b.json >merged.json
compare 2 merged.json a.json
has err 'merged.json: merged from several results'
compare 1 a.json a.json -o /dev/full --json=kept.json
has err ENOSPC
has kept.json no_difference_count
