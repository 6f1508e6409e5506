# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Finds a kernel's cries for help in its log. Runs on the host (bash) and in the guest (busybox).

SCAN_FAULTS='Oops[: ]|BUG[: ]|WARNING: |Call [Tt]race:|Kernel panic|[Gg]eneral protection fault'
SCAN_FAULTS="$SCAN_FAULTS|[Uu]nable to handle|soft lockup|hard LOCKUP|detected stalls|self-detected stall"
SCAN_FAULTS="$SCAN_FAULTS|blocked for more than|UBSAN: |KASAN: |KFENCE: |refcount_t: |list_(add|del) corruption"
SCAN_FAULTS="$SCAN_FAULTS|Internal error: |cut here ---|Unhandled (fault|prefetch)|SError Interrupt"
SCAN_FAULTS="$SCAN_FAULTS|Out of memory: |DMA-API: |sleeping function called|scheduling while atomic"

# A clock check that emulated CPUs fail now and then, at no harm.
SCAN_HARMLESS='clocksource: Watchdog remote CPU'

# scan_log FILE: status 0 when the log is clean; else 1, and the lines around each fault are printed.
scan_log() {
	tr -d '\r' <"$1" | grep -vE "$SCAN_HARMLESS" | awk -v faults="$SCAN_FAULTS" '
		{ line[NR] = $0 }
		$0 ~ faults { for (i = NR - 2; i <= NR + 40; i++) wanted[i] = 1; found = 1 }
		END {
			for (i = 1; i <= NR; i++)
				if (i in wanted)
					print line[i]
			exit found
		}'
}
