/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include "common/hash.h"

static void assert_hash(const struct hash *hash, enum hash_kind kind, const char *expected)
{
	char text[HASH_TEXT];

	assert_string_equal(hash_text(hash, kind, text), expected);
}

/* Of nothing, and of "abc": what xxhsum and sha256sum print. */
static void hashes_are_those_of_the_usual_programs(void **state)
{
	struct hash *hash;

	assert_int_equal(hash_new((1u << HASH_KINDS) - 1, &hash), 0);
	assert_hash(hash, HASH_XXH3, "2d06800538d394c2");
	assert_hash(hash, HASH_XXH128, "99aa06d3014798d86001c324468d497f");
	assert_hash(hash, HASH_SHA256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	hash_add(hash, "a", 1);
	hash_add(hash, "bc", 2);
	assert_hash(hash, HASH_XXH3, "78af5f94892f3950");
	assert_hash(hash, HASH_SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	/* Asked twice, and asked before the end: nothing changes. */
	assert_hash(hash, HASH_SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	hash_reset(hash);
	assert_hash(hash, HASH_XXH3, "2d06800538d394c2");
	assert_hash(hash, HASH_SHA256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	hash_free(hash);
}

static void pieces_make_no_difference(void **state)
{
	char whole[HASH_TEXT], pieces[HASH_TEXT];
	unsigned char data[10000];
	struct hash *a, *b;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i * i);
	assert_int_equal(hash_new((1u << HASH_KINDS) - 1, &a), 0);
	assert_int_equal(hash_new((1u << HASH_KINDS) - 1, &b), 0);
	hash_add(a, data, sizeof(data));
	for (size_t i = 0; i < sizeof(data);) {
		const size_t piece = i % 700 + 1 < sizeof(data) - i ? i % 700 + 1 : sizeof(data) - i;

		hash_add(b, data + i, piece);
		i += piece;
	}
	for (int kind = 0; kind < HASH_KINDS; kind++)
		assert_string_equal(hash_text(a, (enum hash_kind)kind, whole),
				    hash_text(b, (enum hash_kind)kind, pieces));
	hash_free(a);
	hash_free(b);
}

static void only_what_was_asked_for(void **state)
{
	struct hash *hash;

	assert_int_equal(hash_new(1u << HASH_SHA256, &hash), 0);
	assert_hash(hash, HASH_XXH3, "");
	assert_hash(hash, HASH_XXH128, "");
	hash_free(hash);
}

static void words_are_taken(void **state)
{
	unsigned int kinds = 0;

	assert_int_equal(hash_kinds_from_text("xxh3,sha256", &kinds), 0);
	assert_int_equal(kinds, 1u << HASH_XXH3 | 1u << HASH_SHA256);
	assert_int_equal(hash_kinds_from_text("xxh128", &kinds), 0);
	assert_int_equal(kinds, (1u << HASH_KINDS) - 1);
	kinds = 0;
	assert_int_equal(hash_kinds_from_text("", &kinds), -EINVAL);
	assert_int_equal(hash_kinds_from_text("xxh3,", &kinds), -EINVAL);
	assert_int_equal(hash_kinds_from_text("xxh", &kinds), -EINVAL);
	assert_int_equal(hash_kinds_from_text("md5", &kinds), -EINVAL);
	assert_int_equal(kinds, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hashes_are_those_of_the_usual_programs),
		cmocka_unit_test(pieces_make_no_difference),
		cmocka_unit_test(only_what_was_asked_for),
		cmocka_unit_test(words_are_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
