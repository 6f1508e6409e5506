# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C16 C21 C109 C110: only unambiguous units, a decimal point in every locale, no escape codes, a rate that is the totals' own.
fake
for locale in C de_DE.UTF-8; do
	LC_ALL=$locale expect 0 iiodma-readdev -s 61440000 -b 61440 -o /dev/null $lpc voltage0 voltage1
	! grep -qE '[MGk]i?[Bb]ps' err || fail 'ambiguous unit'
	has err '61440000 samples (245760000 bytes)'
	has err '234.38 MiB/s'
	has err '245.76 MB/s'
	! grep -q "$(printf '[\033\r]')" err || fail 'escape codes without a terminal'
done
