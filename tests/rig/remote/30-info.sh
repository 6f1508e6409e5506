# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# From here the devices look as they do there. C72 C80

names() {
	grep -oE '(cf-ad9361[a-z-]*|ad9361-phy|voltage[0-9]|altvoltage[0-9])' | sort -u
}

iiodma-info -u "$uri" >there
guest 'iiodma-info >/tmp/info; echo "names $(grep -oE "(cf-ad9361[a-z-]*|ad9361-phy|voltage[0-9]|altvoltage[0-9])" /tmp/info | sort -u | tr "\n" " ")"'
sed -n 's/^names //p' "$IIODMA_ANSWERS" | tail -n 1 | tr ' ' '\n' | grep . | sort -u >wanted
names <there >found
diff wanted found || fail 'the remote list differs'
