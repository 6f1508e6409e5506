/* SPDX-License-Identifier: GPL-2.0-or-later */
/* C114: what the DMA did not write is found, whatever the source delivers. */
#include "unit.h"

#include "common/freshness.h"

#define SAMPLES 4096u
#define SAMPLE_BYTES 4u
#define BYTES (SAMPLES * SAMPLE_BYTES)

struct bed {
	struct freshness freshness;
	uint32_t block[SAMPLES + 1];
};

static void bed_open(struct bed *bed)
{
	freshness_init(&bed->freshness);
	bed->freshness.sample_bytes = SAMPLE_BYTES;
}

static void mark(struct bed *bed, uint64_t sequence)
{
	freshness_mark(&bed->freshness, sequence, bed->block, BYTES);
}

static void look(struct bed *bed, uint64_t sequence)
{
	freshness_block(&bed->freshness, sequence, bed->block, BYTES);
}

static void a_block_not_written_is_found(void **state)
{
	struct bed bed;

	bed_open(&bed);
	for (uint64_t sequence = 0; sequence < 3; sequence++) {
		mark(&bed, sequence);
		look(&bed, sequence);
	}
	assert_true(bed.freshness.result.blocks == 3);
	assert_true(bed.freshness.result.stale_blocks == 3);
	assert_true(bed.freshness.result.stale_samples == 3 * SAMPLES);
	assert_string_equal(bed.freshness.result.fault, "block 0: 4096 of 4096 samples unchanged, DMA did not write");
}

static void a_tail_not_written_is_placed(void **state)
{
	struct bed bed;

	bed_open(&bed);
	for (uint64_t sequence = 0; sequence < 5; sequence++) {
		mark(&bed, sequence);
		memset(bed.block, 0x11, sequence == 3 ? BYTES - 16 : BYTES);
		look(&bed, sequence);
	}
	assert_true(bed.freshness.result.first_block == 3);
	assert_true(bed.freshness.result.stale_samples == 4);
	assert_string_equal(bed.freshness.result.fault,
			    "block 3: 4 of 4096 samples unchanged from byte 16368 on, DMA did not write");
}

static void holes_are_counted_by_the_sample(void **state)
{
	struct bed bed;

	bed_open(&bed);
	bed.freshness.sample_bytes = 16;
	mark(&bed, 0);
	for (size_t i = 0; i < SAMPLES; i++)
		if (i != 101 && i != 102 && (i < 200 || i >= 209))
			bed.block[i] = 0;
	look(&bed, 0);
	/* Words 101 and 102 lie in sample 25; 200 to 208 in samples 50 to 52. */
	assert_true(bed.freshness.result.stale_samples == 4);
	assert_non_null(strstr(bed.freshness.result.fault, "from byte 404 on"));
}

/* Two runs in one sample are one sample. */
static void a_sample_counts_once(void **state)
{
	struct bed bed;

	bed_open(&bed);
	bed.freshness.sample_bytes = 32;
	mark(&bed, 0);
	for (size_t i = 0; i < SAMPLES; i++)
		if (i != 0 && i != 1 && i != 6 && i != 7)
			bed.block[i] = 0;
	look(&bed, 0);
	assert_true(bed.freshness.result.stale_samples == 1);
}

/* Less than a bus can leave out is chance. */
static void a_single_word_is_chance(void **state)
{
	struct bed bed;

	bed_open(&bed);
	mark(&bed, 9);
	for (size_t i = 0; i < SAMPLES; i++)
		if (i != 777)
			bed.block[i] = 0;
	look(&bed, 9);
	assert_true(bed.freshness.result.stale_blocks == 0);
}

/* Odd lengths: the bytes after the last word go with it. */
static void the_last_bytes_count(void **state)
{
	struct bed bed;

	bed_open(&bed);
	bed.freshness.sample_bytes = 2;
	freshness_mark(&bed.freshness, 4, bed.block, 14);
	memset(bed.block, 0, 4);
	freshness_block(&bed.freshness, 4, bed.block, 14);
	assert_string_equal(bed.freshness.result.fault,
			    "block 4: 5 of 7 samples unchanged from byte 4 on, DMA did not write");
}

/* A source that repeats one value, even one that was left in a block, is none that did not write. */
static void a_constant_source_is_fresh(void **state)
{
	struct bed bed;

	bed_open(&bed);
	for (uint64_t value = 0; value < 40; value++) {
		uint32_t word = value == 0 ? 0 : value == 1 ? UINT32_MAX : 0;

		mark(&bed, value);
		if (value > 1)
			word = bed.block[value * 100];
		for (size_t i = 0; i < SAMPLES; i++)
			bed.block[i] = word;
		look(&bed, value);
	}
	assert_true(bed.freshness.result.blocks == 40);
	assert_true(bed.freshness.result.stale_blocks == 0);
}

/* The pattern of one block is not that of the next: a block that comes twice, or stays from its last turn, is not taken for it. */
static void patterns_differ_from_block_to_block(void **state)
{
	struct bed first, second;

	bed_open(&first);
	second = first;
	mark(&first, 0);
	mark(&second, 1);
	for (size_t i = 0; i < SAMPLES; i++)
		assert_true(first.block[i] != second.block[i]);
	look(&first, 1);
	look(&first, 4);
	assert_true(first.freshness.result.stale_blocks == 0);
}

/* A counter as the converter makes it, from wherever it starts. */
static void a_counter_is_fresh(void **state)
{
	struct bed bed;

	bed_open(&bed);
	for (uint32_t sequence = 0; sequence < 2000; sequence++) {
		mark(&bed, sequence);
		for (uint32_t i = 0; i < SAMPLES; i++)
			bed.block[i] = sequence * 0x10000000u + sequence * SAMPLES + i;
		look(&bed, sequence);
	}
	assert_true(bed.freshness.result.stale_blocks == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block_not_written_is_found),
		cmocka_unit_test(a_tail_not_written_is_placed),
		cmocka_unit_test(holes_are_counted_by_the_sample),
		cmocka_unit_test(a_sample_counts_once),
		cmocka_unit_test(a_single_word_is_chance),
		cmocka_unit_test(the_last_bytes_count),
		cmocka_unit_test(a_constant_source_is_fresh),
		cmocka_unit_test(patterns_differ_from_block_to_block),
		cmocka_unit_test(a_counter_is_fresh),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
