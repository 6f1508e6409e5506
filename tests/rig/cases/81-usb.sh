# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Over USB, to a gadget of this very guest: both ways byte-exact, and the plug pulled in mid-stream. C84 C86
# limit: 240

lossless() {
	simctl reset
	simctl rate 0
	simctl set rx/fifo_samples 1000000000
	simctl set tx/fifo_samples 1000000000
}

lossless
usb-iiod start || fail "no gadget: $(cat /tmp/usb-iiod.log)"
expect_status 0 iiodma-readdev -u usb: -T 5000 -b 65536 -s 20000000 -B --verify counter cf-ad9361-lpc voltage0 voltage1
expect_line err '20000000 samples \(80000000 bytes\)'

usb-iiod plug
ramp make 7864320 >samples
expect_status 0 iiodma-writedev -u usb: -T 5000 -b 65536 -f samples cf-ad9361-dds-core-lpc voltage0 voltage1
expect_equal 'samples played' 7864320 "$(sim_counter tx tx_samples)"
expect_equal 'wrong samples' 0 "$(sim_counter tx tx_errors)"

usb-iiod plug
expect_status 0 iiodma-info -u usb:
expect_line out 'cf-ad9361-lpc'

# Pulling the plug ends at once, with what was received.
lossless
simctl rate 1000000
usb-iiod plug
(sleep 4 && usb-iiod unplug && cut -d' ' -f1 /proc/uptime >unplugged) &
status=0
iiodma-readdev -u usb: -T 10000 -b 16384 cf-ad9361-lpc voltage0 voltage1 >samples 2>err || status=$?
ended=$(cut -d' ' -f1 /proc/uptime)
wait
[ $status -eq 5 ] || fail "exit status $status after the plug was pulled: $(cat err)"
awk "BEGIN { exit !($ended - $(cat unplugged) < 1) }" || fail "took $ended - $(cat unplugged) s"
expect_line err 'disconnected'
expect_equal 'bytes beyond whole samples' 0 $(($(stat -c %s samples) % 4))
[ "$(stat -c %s samples)" -gt 0 ] || fail 'nothing was received before'

expect_status 1 iiodma-readdev -u usb: -s 1 -B cf-ad9361-lpc voltage0
expect_line err 'no USB device with IIO is plugged in|there is nothing of this name'

# Plugged in again all is well; that iiod itself does not get over a session that was cut off.
usb-iiod stop
usb-iiod start
expect_status 0 iiodma-readdev -u usb: -T 5000 -b 65536 -s 1000000 -B --verify counter cf-ad9361-lpc voltage0 voltage1
usb-iiod stop
