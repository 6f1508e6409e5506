# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The tiers of tests, run one after the other and added up.

# Those that need no VM. An emulator runs the first two for another architecture; cli goes by the clock, and consumer
# builds for this machine.
readonly TIERS_CTEST=(unit conformance cli consumer) TIERS_EMULATED=(unit conformance)
passed=0 failed=0 skipped=0

# tier_count NAME PASSED FAILED SKIPPED: a tier of which nothing passed did not run, and that is a failure.
tier_count() {
	local name=$1 failures=$3
	echo "== $name: $2 passed, $3 failed, $4 skipped"
	if [ "$2" -eq 0 ] && [ "$failures" -eq 0 ]; then
		echo "== $name: nothing was tested, which counts as a failure"
		failures=1
	fi
	passed=$((passed + $2)) failed=$((failed + failures)) skipped=$((skipped + $4))
}

# tier_number REPORT ATTRIBUTE: from the head of ctest's JUnit report.
tier_number() {
	sed -n "/<testsuite/,/>/ s/^[[:space:]]*$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1
}

# tier_ctest_in BUILD NAME LABELS: what ctest finds in a build directory, LABELS being a regular expression.
tier_ctest_in() {
	local build=$1 name=$2 labels=$3 report total bad skips
	report=$build/$name.xml
	rm -f "$report"
	ctest --test-dir "$build" --label-regex "$labels" --timeout 120 --parallel 2 --output-on-failure \
		--output-junit "$report" </dev/null || true
	[ -e "$report" ] || die "ctest left no report of tier $name"
	total=$(tier_number "$report" tests) bad=$(tier_number "$report" failures) skips=$(tier_number "$report" skipped)
	tier_count "$name" $((total - bad - skips)) "$bad" "$skips"
}

tier_ctest() {
	echo "== $1"
	tier_ctest_in "$(build_dir)" "$1" "^$1\$"
}

# tier_unlabelled: a test that belongs to no tier would never run.
tier_unlabelled() {
	local labels count
	labels=$(IFS='|' && echo "^(${TIERS_CTEST[*]})\$")
	count=$(ctest --test-dir "$(build_dir)" --label-exclude "$labels" -N | sed -n 's/^Total Tests: //p')
	[ "${count:-0}" -eq 0 ] || tier_count "tests without a tier" 0 "$count" 0
}

tier_verdicts() {
	sed -n "s/^$1 \([^ ]*\).*/\1/p" "$2"
}

# cases_limit CASE...: seconds that a boot with these cases may take, a minute for the rest included.
cases_limit() {
	local name limit total=60
	for name in "$@"; do
		limit=$(sed -n 's/^# limit: \([0-9]*\)$/\1/p' "$rig_dir/cases/$name")
		total=$((total + ${limit:-60}))
	done
	echo "$total"
}

# tier_rig CASE...: the case scripts in the VM. When the guest dies in one of them that one has failed, and a
# new boot goes on with the next.
tier_rig() {
	local left=("$@") output good=0 bad=0 skips=0 status
	output=$run_dir/output
	echo "== rig"
	while [ ${#left[@]} -gt 0 ]; do
		status=0
		run_again --time-limit "${time_limit:-$(cases_limit "${left[@]}")}" exec -- \
			run-cases ${verbose:+-v} "${left[@]}" </dev/null | tee "$output" || status=$?
		good=$((good + $(tier_verdicts PASS "$output" | wc -l)))
		bad=$((bad + $(tier_verdicts FAIL "$output" | wc -l)))
		skips=$((skips + $(tier_verdicts SKIP "$output" | wc -l)))
		mapfile -t left < <(printf '%s\n' "${left[@]}" | grep -vxFf <(tier_verdicts '[PFS][A-Z]*' "$output"))
		if [ ${#left[@]} -gt 0 ] && ! grep -q '^RUN ' "$output"; then
			echo "FAIL ${left[*]} (the VM did not get as far as running them)"
			bad=$((bad + ${#left[@]})) left=()
		elif [ ${#left[@]} -gt 0 ]; then
			echo "FAIL ${left[0]} (the guest did not survive it)"
			bad=$((bad + 1)) left=("${left[@]:1}")
		elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
			echo "FAIL the run as a whole (status $status)"
			bad=$((bad + 1))
		fi
	done
	tier_count rig "$good" "$bad" "$skips"
}

# tiers_everything: all there is for the architecture.
tiers_everything() {
	local tier tiers=("${TIERS_CTEST[@]}")
	arch_is_native || tiers=("${TIERS_EMULATED[@]}")
	for tier in "${tiers[@]}"; do
		tier_ctest "$tier"
	done
	! arch_is_native || tier_unlabelled
	tier_selfcheck
	mapfile -t cases < <(cd "$rig_dir/cases" && ls -- *.sh)
	tier_rig "${cases[@]}"
	if arch_is_native; then
		tier_remote
		tier_variants
	fi
}

# tiers_named NAME...: of the tiers without a VM, and of the cases.
tiers_named() {
	local name cases=()
	for name; do
		if [[ " ${TIERS_CTEST[*]} " == *" $name "* ]]; then
			tier_ctest "$name"
		else
			cases+=("$name")
		fi
	done
	[ ${#cases[@]} -eq 0 ] || tier_rig "${cases[@]}"
}

# tiers_run [NAME...]: The last line is the sum, and the status says whether anything failed.
tiers_run() {
	if [ $# -eq 0 ]; then
		tiers_everything
	else
		tiers_named "$@"
	fi
	tier_sum
}

tier_sum() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
}
