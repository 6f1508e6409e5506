# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The server stops, dies, comes back; the cable is cut: each ends in bounded time with what was received. C36 C82 C86
# limit: 120

endless() {
	expect_line_status=$1
	shift
	status=0
	within "$@" iiodma-readdev -u "$uri" -T 2000 -b 65536 cf-ad9361-lpc voltage0 voltage1 >samples 2>err || status=$?
	case " $expect_line_status " in
	*" $status "*) ;;
	*) fail "exit status $status instead of one of $expect_line_status:
$(tail -n 5 err)" ;;
	esac
	expect_line err 'samples \('
	expect_equal 'bytes beyond whole samples' 0 $(($(stat -c %s samples) % 4))
	[ "$(stat -c %s samples)" -gt 0 ] || fail 'nothing was received before the fault'
}

healthy() {
	expect_status 0 iiodma-readdev -u "$uri" -T 5000 -b 65536 -s 1000000 -B --verify counter cf-ad9361-lpc voltage0 voltage1
}

lossless
guest 'simctl rate 1000000'
healthy

(sleep 2 && guest 'killall -STOP iiod') &
endless '4 5' 6
wait
expect_line err '2000 ms'
guest 'killall -CONT iiod'
healthy

(sleep 2 && guest 'killall -KILL iiod') &
endless '5' 4
wait
expect_status 5 within 2 iiodma-readdev -u "$uri" -s 1000 cf-ad9361-lpc voltage0 voltage1
expect_line err 'refused \(is iiod running\?\)'
guest 'iiod >/tmp/iiod.log 2>&1 & sleep 1'
healthy

(sleep 2 && ip link set iiodma0 down) &
endless '4 5' 6
wait
ip link set iiodma0 up
sleep 1
healthy
