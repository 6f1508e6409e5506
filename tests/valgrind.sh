#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: valgrind.sh BUILD_DIR: the tools under valgrind, on no device and on the fake kernel. One line PASS or FAIL for each.
set -u

build=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

# check STATUS TOOL ARGUMENT...: valgrind finds nothing, and the tool ends with STATUS.
check() {
	expected=$1
	shift
	valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=99 \
		--trace-children=no "$@" </dev/null >/dev/null 2>"$log"
	status=$?
	name="$(basename "$1")"
	shift
	if [ "$status" -eq "$expected" ] && ! grep -q '^==' "$log"; then
		echo "PASS $name $*"
	else
		echo "FAIL $name $* (status $status, expected $expected)"
		cat "$log"
		failed=1
	fi
}

tools=$build/tools
fake=$build/tests/cli/bin
export IIODMA_FAKE=clock=virtual

check 0 "$tools/iiodma-info" -u null:
check 0 "$tools/iiodma-readdev" -u null: -b 4096 -s 100000 null
check 2 "$tools/iiodma-readdev" -u null: -b 0 null
check 0 "$tools/iiodma-bench" --api null -s 100000
for api in fileio dmabuf; do
	check 0 "$fake/iiodma-readdev" --api $api -b 256 -s 10000 cf-ad9361-lpc voltage0 voltage1
	check 1 "$fake/iiodma-writedev" --api $api -b 256 cf-ad9361-dds-core-lpc voltage0 voltage1
done
check 0 "$fake/iiodma-info"
exit $failed
