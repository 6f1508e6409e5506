#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs in the guest for "./run bench": the table of API and direction, paced and uncapped. What the
# caller adds comes last and so wins.
exec iiodma-bench --api fileio,dmabuf --direction read,write --rate 61.44M,0 \
	--buffer-size 64Ki --depth 16 --warmup 0.3 --duration 1.5 --repeat 1 "$@"
