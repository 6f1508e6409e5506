/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

/* Each access as word_copy() makes it: naturally aligned and of at most 8 bytes. */
#define WORD_COPY_ACCESS(address, bytes) look_at_access((uintptr_t)(address), bytes)

static void look_at_access(uintptr_t address, size_t bytes)
{
	assert_true(bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
	assert_int_equal(address % bytes, 0);
}

#include "common/word_copy.c"

#define AREA 128u

/* Every alignment of both sides and every length near a word. C101 */
static void copies_like_memcpy(void **state)
{
	_Alignas(8) unsigned char from[AREA], to[AREA], expected[AREA];

	for (size_t i = 0; i < AREA; i++)
		from[i] = (unsigned char)(i * 7 + 1);
	for (size_t source = 0; source < 16; source++)
		for (size_t target = 0; target < 16; target++)
			for (size_t bytes = 0; bytes <= 64; bytes++) {
				memset(to, 0xee, AREA);
				memset(expected, 0xee, AREA);
				memcpy(expected + target, from + source, bytes);
				word_copy(to + target, from + source, bytes);
				assert_memory_equal(to, expected, AREA);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(copies_like_memcpy)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
