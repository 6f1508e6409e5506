# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# A thousand streams opened and closed in one process leave nothing behind, and the device free each time. C46 C47
# limit: 240

simctl rate 0
for api in dmabuf fileio; do
	for device in cf-ad9361-lpc cf-ad9361-dds-core-lpc; do
		expect_status 0 cycles $api $device 1000
		cat out
	done
done
