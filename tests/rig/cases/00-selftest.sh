# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The simulated converter proves itself before anything is judged by it.
# limit: 60

sim-selftest || fail "the simulated converter is not what the tests take it for"
