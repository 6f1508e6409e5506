/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <endian.h>

#include "common/verify.h"

#define BLOCK 256u

static const struct verify_column one_pair[] = {{0, 0}, {2, 1}};
static const struct verify_column two_pairs[] = {{0, 0}, {2, 1}, {4, 2}, {6, 3}};
static const struct verify_column even_alone[] = {{0, 2}};
static const struct verify_column odd_alone[] = {{0, 1}};
static const struct verify_column crossed[] = {{0, 1}, {2, 2}};

/* What a converter in @kind delivers as sample @number. */
static void put_sample(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
		       void *samples, size_t index, uint32_t number)
{
	unsigned char *sample = (unsigned char *)samples + index * sample_bytes;

	for (size_t i = 0; i < count; i++) {
		uint16_t value = (uint16_t)(columns[i].channel % 2 ? number >> 16 : number);

		if (kind == VERIFY_RAMP)
			value = (uint16_t)((number + 512 * columns[i].channel) % 4096 - 2048);
		value = htole16(value);
		memcpy(sample + columns[i].offset, &value, sizeof(value));
	}
}

struct bed {
	struct verify *verify;
	enum verify_kind kind;
	const struct verify_column *columns;
	size_t count;
	size_t sample_bytes;
	uint64_t samples[BLOCK * 32];
	struct verify_result result;
};

static void bed_open(struct bed *bed, enum verify_kind kind, const struct verify_column *columns, size_t count)
{
	*bed = (struct bed){.kind = kind, .columns = columns, .count = count, .sample_bytes = 2 * count};
	assert_int_equal(verify_new(kind, columns, count, bed->sample_bytes, &bed->verify), 0);
}

static void bed_fill(struct bed *bed, size_t count, uint32_t first)
{
	assert_true(count * bed->sample_bytes <= sizeof(bed->samples));
	for (size_t i = 0; i < count; i++)
		put_sample(bed->kind, bed->columns, bed->count, bed->sample_bytes, bed->samples, i,
			   first + (uint32_t)i);
}

static void bed_feed(struct bed *bed, size_t count)
{
	verify_block(bed->verify, bed->samples, count * bed->sample_bytes);
	verify_result(bed->verify, &bed->result);
}

static void bed_deliver(struct bed *bed, size_t count, uint32_t first)
{
	bed_fill(bed, count, first);
	bed_feed(bed, count);
}

static void bed_close(struct bed *bed)
{
	verify_free(bed->verify);
}

static const struct {
	enum verify_kind kind;
	const struct verify_column *columns;
	size_t count;
	uint64_t period;
} sources[] = {
	{VERIFY_COUNTER, one_pair, COUNT(one_pair), UINT64_C(1) << 32},
	{VERIFY_COUNTER, two_pairs, COUNT(two_pairs), UINT64_C(1) << 32},
	{VERIFY_COUNTER, crossed, COUNT(crossed), UINT64_C(1) << 32},
	{VERIFY_COUNTER, even_alone, COUNT(even_alone), 65536},
	{VERIFY_RAMP, one_pair, COUNT(one_pair), 4096},
	{VERIFY_RAMP, two_pairs, COUNT(two_pairs), 4096},
	{VERIFY_RAMP, odd_alone, COUNT(odd_alone), 4096},
};

/* Long enough for the vector path, and over the wrap of the counter. C08 */
static void finds_nothing_where_nothing_is(void **state)
{
	for (size_t i = 0; i < COUNT(sources); i++) {
		struct bed bed;

		bed_open(&bed, sources[i].kind, sources[i].columns, sources[i].count);
		for (uint32_t block = 0; block < 3; block++)
			bed_deliver(&bed, 5000, 0xfffff000u + 5000 * block);
		assert_true(bed.result.samples == 15000);
		assert_true(bed.result.blocks == 3);
		assert_true(bed.result.period == sources[i].period);
		assert_int_equal(bed.result.lost_exact, sources[i].period == UINT64_C(1) << 32);
		assert_false(verify_failed(&bed.result));
		bed_close(&bed);
	}
}

static void counts_a_lost_block(void **state) /* C01 */
{
	for (size_t i = 0; i < COUNT(sources); i++) {
		struct bed bed;

		bed_open(&bed, sources[i].kind, sources[i].columns, sources[i].count);
		bed_deliver(&bed, BLOCK, 1000);
		bed_deliver(&bed, BLOCK, 1000 + 2 * BLOCK);
		bed_deliver(&bed, BLOCK, 1000 + 3 * BLOCK);
		assert_true(bed.result.gaps == 1);
		assert_true(bed.result.lost == BLOCK);
		assert_true(bed.result.repeated == 0);
		assert_true(bed.result.wrong == 0);
		assert_true(bed.result.first_error_sample == BLOCK);
		assert_true(bed.result.first_error_block == 1);
		bed_close(&bed);
	}
}

static void counts_across_the_wrap(void **state) /* C08 */
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, one_pair, COUNT(one_pair));
	bed_deliver(&bed, BLOCK, 0xfffffff0u);
	bed_deliver(&bed, BLOCK, 0xfffffff0u + BLOCK + 0x80000000u - 1);
	assert_true(bed.result.lost == 0x7fffffff);
	assert_true(bed.result.repeated == 0);
	bed_close(&bed);
}

static void counts_repeats(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, one_pair, COUNT(one_pair));
	bed_deliver(&bed, BLOCK, 0);
	bed_deliver(&bed, BLOCK, 0);
	bed_deliver(&bed, BLOCK, BLOCK);
	assert_true(bed.result.gaps == 1);
	assert_true(bed.result.lost == 0);
	assert_true(bed.result.repeated == BLOCK);
	bed_close(&bed);
}

/* Half a period forward or back is the same to a short counter; overflows are what happens. */
static void takes_every_jump_of_a_short_counter_for_a_loss(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, even_alone, COUNT(even_alone));
	bed_deliver(&bed, BLOCK, 0);
	bed_deliver(&bed, BLOCK, BLOCK + 50000);
	assert_true(bed.result.lost == 50000);
	assert_true(bed.result.repeated == 0);
	assert_false(bed.result.lost_exact);
	bed_close(&bed);
}

static void tells_a_wrong_sample_from_a_gap(void **state)
{
	for (size_t i = 0; i < COUNT(sources); i++) {
		struct bed bed;

		bed_open(&bed, sources[i].kind, sources[i].columns, sources[i].count);
		bed_fill(&bed, 4000, 7);
		((uint16_t *)bed.samples)[sources[i].count * 2345] ^= htole16(0x0410);
		bed_feed(&bed, 4000);
		bed_deliver(&bed, 4000, 4007);
		assert_true(bed.result.wrong == 1);
		assert_true(bed.result.gaps == 0);
		assert_true(bed.result.lost == 0);
		assert_true(bed.result.first_error_sample == 2345);
		assert_true(bed.result.first_error_block == 0);
		bed_close(&bed);
	}
}

/* Every value of a sample is looked at, not only those that make the number. */
static void looks_at_every_column(void **state)
{
	for (size_t column = 0; column < COUNT(two_pairs); column++) {
		struct bed bed;

		bed_open(&bed, VERIFY_COUNTER, two_pairs, COUNT(two_pairs));
		bed_fill(&bed, 2000, 70000);
		((uint16_t *)bed.samples)[4 * 1500 + column] ^= htole16(1);
		bed_feed(&bed, 2000);
		assert_true(bed.result.wrong == 1);
		assert_true(bed.result.first_error_sample == 1500);
		bed_close(&bed);
	}
}

/* The high half of a counter lives rarely: a stuck one must not pass in the chunks that are compared at once. */
static void sees_a_stuck_half(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, crossed, COUNT(crossed));
	bed_fill(&bed, 4096, 65536 - 1024 + 512);
	for (size_t i = 0; i < 4096; i++)
		((uint16_t *)bed.samples)[2 * i] = 0;
	bed_feed(&bed, 4096);
	assert_true(verify_failed(&bed.result));
	assert_true(bed.result.first_error_sample == 512);
	bed_close(&bed);
}

static void sees_a_repeated_ramp(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_RAMP, one_pair, COUNT(one_pair));
	bed_deliver(&bed, 2048, 0);
	bed_deliver(&bed, 2048, 0);
	assert_true(bed.result.gaps == 1);
	assert_true(bed.result.first_error_sample == 2048);
	bed_close(&bed);
}

static void calls_stale_memory_wrong(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, one_pair, COUNT(one_pair));
	bed_deliver(&bed, BLOCK, 500);
	memset(bed.samples, 0xa5, sizeof(bed.samples));
	bed_feed(&bed, BLOCK);
	bed_deliver(&bed, BLOCK, 500 + 2 * BLOCK);
	assert_true(bed.result.wrong == BLOCK);
	assert_true(bed.result.gaps == 0);
	assert_true(bed.result.lost == 0);
	bed_close(&bed);
}

static void claims_no_losses_of_what_is_no_counter(void **state)
{
	struct bed bed, ramp;

	bed_open(&bed, VERIFY_COUNTER, one_pair, COUNT(one_pair));
	bed_open(&ramp, VERIFY_RAMP, one_pair, COUNT(one_pair));
	bed_fill(&ramp, 6000, 0);
	verify_block(bed.verify, ramp.samples, 6000 * bed.sample_bytes);
	verify_result(bed.verify, &bed.result);
	assert_true(bed.result.no_sequence);
	assert_false(bed.result.lost_exact);
	assert_true(verify_failed(&bed.result));
	bed_close(&ramp);
	bed_close(&bed);
}

static void judges_the_last_sample(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, one_pair, COUNT(one_pair));
	bed_fill(&bed, BLOCK, 0);
	((uint32_t *)bed.samples)[BLOCK - 1] = htole32(123456);
	bed_feed(&bed, BLOCK);
	assert_true(verify_failed(&bed.result));
	assert_true(bed.result.wrong == 1);
	assert_true(bed.result.first_error_sample == BLOCK - 1);
	/* What comes after decides: here it was a gap. */
	bed_deliver(&bed, BLOCK, 123457);
	assert_true(bed.result.wrong == 0);
	assert_true(bed.result.gaps == 1);
	assert_true(bed.result.lost == 123456 - (BLOCK - 1));
	bed_close(&bed);
}

static void works_on_blocks_of_one_sample(void **state)
{
	struct bed bed;

	bed_open(&bed, VERIFY_COUNTER, one_pair, COUNT(one_pair));
	for (uint32_t n = 0; n < 10; n++)
		bed_deliver(&bed, 1, n < 5 ? n : n + 3);
	assert_true(bed.result.gaps == 1);
	assert_true(bed.result.lost == 3);
	assert_true(bed.result.first_error_block == 5);
	bed_close(&bed);
}

static void refuses_what_proves_nothing(void **state)
{
	static const struct verify_column askew[] = {{1, 0}};
	struct verify *verify = NULL;

	assert_int_equal(verify_new(VERIFY_COUNTER, odd_alone, 1, 2, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_COUNTER, askew, 1, 4, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_COUNTER, one_pair, 2, 3, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_COUNTER, one_pair, 2, 2, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_COUNTER, one_pair, 0, 4, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_NONE, one_pair, 2, 4, &verify), -EINVAL);
	assert_null(verify);
}

static void says_where(void **state)
{
	const struct verify_result result = {.gaps = 1, .first_error_sample = 9728, .first_error_block = 38};
	const struct verify_result good = {.samples = 5};
	char text[96];

	assert_string_equal(verify_error_text(&result, text, sizeof(text)), "first error at sample 9728 (block 38)");
	assert_string_equal(verify_error_text(&good, text, sizeof(text)), "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_nothing_where_nothing_is),
		cmocka_unit_test(counts_a_lost_block),
		cmocka_unit_test(counts_across_the_wrap),
		cmocka_unit_test(counts_repeats),
		cmocka_unit_test(takes_every_jump_of_a_short_counter_for_a_loss),
		cmocka_unit_test(tells_a_wrong_sample_from_a_gap),
		cmocka_unit_test(looks_at_every_column),
		cmocka_unit_test(sees_a_stuck_half),
		cmocka_unit_test(sees_a_repeated_ramp),
		cmocka_unit_test(calls_stale_memory_wrong),
		cmocka_unit_test(claims_no_losses_of_what_is_no_counter),
		cmocka_unit_test(judges_the_last_sample),
		cmocka_unit_test(works_on_blocks_of_one_sample),
		cmocka_unit_test(refuses_what_proves_nothing),
		cmocka_unit_test(says_where),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
