# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The hash of what was moved is the hash of the file, whichever way it went.
fake
expect 0 iiodma-readdev -b 1000 -s 50001 --hash sha256,xxh3,xxh128 --json=report -o samples $lpc voltage0 voltage1
sum=$(sha256sum <samples | cut -d ' ' -f 1)
has err "sha256=$sum"
has report "\"hash_sha256\": \"$sum\""
xxh3=$(sed -n 's/.* xxh3=//p' err)
xxh128=$(sed -n 's/.* xxh128=//p' err)
equal "${#xxh3} ${#xxh128}" '16 32' 'digits of the hashes'
if command -v xxhsum >/dev/null; then
	xxhsum -H3 <samples | grep -q "$xxh3" || fail "xxhsum knows no $xxh3"
	xxhsum -H2 <samples | grep -q "$xxh128" || fail "xxhsum knows no $xxh128"
fi
expect 0 iiodma-readdev -b 700 --api fileio -s 50001 --verify hash -o samples $lpc voltage0 voltage1
has err "xxh3=$xxh3"
expect 0 iiodma-writedev -b 300 -f samples --hash sha256,xxh3 $dds voltage0 voltage1
has err "sha256=$sum"
has err "xxh3=$xxh3"
expect 0 iiodma-writedev -b 300 -f samples $dds voltage0 voltage1
lacks err xxh3
expect 0 iiodma-bench --verify hash --api dmabuf --direction read -b 1000 -s 50001 --json $lpc voltage0 voltage1
has out '"hash_xxh3": "'
for word in md5 '' xxh3, 'xxh3 sha256'; do
	fake
	expect 2 iiodma-readdev --hash "$word" $lpc
	has err "option --hash: '$word' is no hash; valid: xxh3, xxh128, sha256"
	untouched
done
