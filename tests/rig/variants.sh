# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The same sources with another compiler and with sanitizers, tested without the VM, and for other architectures, with
# one: built with every warning an error.

variant_dir() {
	echo "$(checkout_dir)/$1"
}

variant_build() {
	local name=$1
	step_try "configuring the variant $name" cmake -S "$source_dir" -B "$(variant_dir "$name")" --preset "$name" ||
		return 1
	step_try "building the variant $name" ninja -C "$(variant_dir "$name")"
}

# tier_variant NAME LABELS: NAME is a preset of CMakePresets.json.
tier_variant() {
	local name=$1 labels=$2
	echo "== $name"
	if variant_build "$name"; then
		tier_ctest_in "$(variant_dir "$name")" "$name" "^($labels)\$"
	else
		tier_count "$name" 0 1 0
	fi
}

# tier_arch ARCH NAME...: a run for another architecture; the last line that it prints is its sum.
tier_arch() {
	local name=$1 output=$run_dir/output-$1
	shift
	echo "== $name"
	"$source_dir/run" --arch "$name" ${verbose:+-v} test "$@" </dev/null | tee "$output" | sed "s/^/$name: /" || true
	if [[ $(tail -n 1 "$output") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
		tier_count "$name" "${BASH_REMATCH[@]:1}"
	else
		tier_count "$name" 0 1 0
	fi
}

tier_valgrind() {
	local good=0 bad=0 line
	echo "== valgrind"
	while read -r line; do
		echo "$line"
		case $line in
		PASS*) good=$((good + 1)) ;;
		FAIL*) bad=$((bad + 1)) ;;
		esac
	done < <("$source_dir/tests/valgrind.sh" "$(build_dir)")
	tier_count valgrind "$good" "$bad" 0
}

tier_variants() {
	tier_variant developer-clang 'unit|conformance|consumer'
	tier_variant asan 'unit|conformance|cli'
	tier_variant tsan 'unit|conformance'
	tier_arch armhf "${TIERS_EMULATED[@]}"
	tier_valgrind
}
