/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

/* Each access as word_touch.c makes it: naturally aligned and of at most 8 bytes. */
#define WORD_TOUCH_ACCESS(address, bytes) look_at_access((uintptr_t)(address), bytes)

static size_t accesses;

static void look_at_access(uintptr_t address, size_t bytes)
{
	assert_true(bytes <= 8);
	assert_int_equal(address % bytes, 0);
	accesses++;
}

#include "common/word_touch.c"

#define WORDS 41u

/* C101 */
static void every_word_is_read_once(void **state)
{
	uint64_t data[WORDS];

	for (size_t count = 0; count <= WORDS; count++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < WORDS; i++) {
			data[i] = UINT64_C(1) << i;
			sum += i < count ? data[i] : 0;
		}
		accesses = 0;
		assert_true(word_sum(data, count * sizeof(*data) + (count < WORDS ? 7u : 0u)) == sum);
		assert_int_equal(accesses, count);
	}
}

/* C101 */
static void every_word_is_written_once_and_none_beyond(void **state)
{
	uint64_t data[WORDS];

	for (size_t count = 0; count < WORDS; count++) {
		memset(data, 0xee, sizeof(data));
		accesses = 0;
		word_fill(data, count * sizeof(*data) + 7, 42);
		assert_int_equal(accesses, count);
		for (size_t i = 0; i < WORDS; i++)
			assert_true(data[i] == (i < count ? 42 : UINT64_C(0xeeeeeeeeeeeeeeee)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_word_is_read_once),
		cmocka_unit_test(every_word_is_written_once_and_none_beyond),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
