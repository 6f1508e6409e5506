# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# C91 C92 C93 C94 C96: the channels asked for, no others, whatever their indexes; put back afterwards.
fake 'machine=shapes'
expect 2 iiodma-readdev -s 10 sparse voltage4 voltagX
has err voltagX
has err voltage9
expect 2 iiodma-readdev -s 10 sparse voltage4 voltage4
has err voltage4
untouched

expect 0 iiodma-readdev -s 3 sparse voltage6 voltage9
equal "$(od -An -tu2 -w4 out | tr -s ' ' | tr '\n' ';')" ' 6000 9000; 6001 9001; 6002 9002;' 'values of voltage6 and voltage9'

rm -f log
expect 0 iiodma-readdev -s 2 wide voltage0 voltage33 voltage69
equal "$(od -An -tu2 -w6 out | tr -s ' ' | tr '\n' ';')" ' 0 33000 3464; 1 33001 3465;' 'values of 3 channels of 70'
calls '_en 1$' 3
calls '_en 0$' 3
expect 0 iiodma-readdev -s 2 wide voltage1
size out 4

expect 0 iiodma-readdev -s 1000 forced voltage1 voltage3
size out 4000
equal "$(od -An -tu2 -w4 -N8 out | tr -s ' ' | tr '\n' ';')" ' 1000 3000; 1001 3001;' 'values taken out of a wider sample'
has err 'more channels than asked'
expect 2 iiodma-readdev -s 10 bare
has err 'no buffer'
expect 1 iiodma-readdev -s 10 broken
has err voltage0
