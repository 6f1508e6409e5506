# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C66 C107 C108: memory alone. What is missing is n/a with the reason, what fails leaves the rest, wrong words touch nothing.
fake 'clock=real;heaps=system,small:65536'
expect 0 iiodma-bench memory -q -b 4Ki,64Ki -n 2 -d 1ms --json=all.json
has out 'heap:small'
has out 'heap:iiodma-writecombine'
has out udmabuf-huge
has out 'What the figures mean:'
empty err
equal "$(grep -c '"block_bytes": 4096' all.json)" 8 'number of memories in the document'
! grep -qiE '[:[,] *-?(nan|inf)' all.json || fail 'an undefined number'
lacks log 'iio:device'

expect 0 iiodma-bench memory -b 4Ki -n 1 -d 1ms --csv --memory udmabuf
equal "$(grep -c '^udmabuf,4096,ok,' out)" 1 'lines of udmabuf'
equal "$(grep -c '^ordinary,4096,ok,' out)" 1 'lines of ordinary memory'
equal "$(wc -l <out)" 3 'number of lines'

# One that fails: the others are kept.
expect 1 iiodma-bench memory -b 64Ki,128Ki -n 1 -d 1ms --heap small --json
has err 'heap:small, 131072 bytes: heap small has no room'
has out '"status": "failed"'
equal "$(grep -c '"status": "ok"' out)" 3 'cells that were measured'

# Nothing of what was asked for is there.
expect 1 iiodma-bench memory -b 4Ki -n 1 -d 1ms --heap nosuch
has err 'nothing could be measured: heap /dev/dma_heap/nosuch does not exist; there are: small, system'
has out 'n/a'
expect 0 iiodma-bench memory -b 4Ki -n 1 -d 1ms --heap nosuch,system
has out 'n/a (heap /dev/dma_heap/nosuch does not exist'

fake
for wrong in '-b 0' '-b 4097' '-b 2Gi' '-b 4Ki,,8Ki' '-b x' '-n 0' '-d 0' '--heap ../x' '--memory ram' '--memory heap' '--json --csv' '-o x --json=x' \
	'cf-ad9361-lpc' '--rt 0' '--cpu x' '-u null:'; do
	# shellcheck disable=SC2086 # words
	expect 2 iiodma-bench memory $wrong
	equal "$(wc -l <err)" 1 "number of lines about $wrong"
	untouched
done
fake 'clock=real'
expect 1 iiodma-bench memory -b 4Ki -n 1 -d 1ms --memory ordinary -o /dev/full
has err ENOSPC
