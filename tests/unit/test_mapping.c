/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include "common/mapping.h"

static void knows_its_words(void **state)
{
	assert_string_equal(mapping_find("coherent")->heap, "iiodma-coherent");
	assert_string_equal(mapping_find("noncoherent-nosync")->heap, "iiodma-noncoherent");
	assert_null(mapping_find("cached"));
	assert_null(mapping_find(""));
	for (const char *word = mapping_names(); word;) {
		char name[64];
		const char *comma = strchr(word, ',');
		const size_t length = comma ? (size_t)(comma - word) : strlen(word);

		assert_true(length < sizeof(name));
		memcpy(name, word, length);
		name[length] = '\0';
		assert_non_null(mapping_find(name));
		word = comma ? comma + 2 : NULL;
	}
}

static void names_what_is_in_force(void **state)
{
	static const struct {
		struct iiodma_stream_info info;
		const char *name;
	} cases[] = {
		{{.api = IIODMA_API_FILEIO, .memory = IIODMA_MEMORY_KERNEL}, "kernel"},
		{{.api = IIODMA_API_NULL, .memory = IIODMA_MEMORY_KERNEL}, "none"},
		{{.memory = IIODMA_MEMORY_HEAP, .mapping = IIODMA_MAPPING_COHERENT}, "coherent"},
		{{.memory = IIODMA_MEMORY_HEAP, .mapping = IIODMA_MAPPING_COHERENT, .sync = IIODMA_SYNC_NONE},
		 "coherent"},
		{{.memory = IIODMA_MEMORY_UDMABUF, .mapping = IIODMA_MAPPING_NONCOHERENT}, "noncoherent"},
		{{.memory = IIODMA_MEMORY_UDMABUF, .mapping = IIODMA_MAPPING_NONCOHERENT, .sync = IIODMA_SYNC_NONE},
		 "noncoherent-nosync"},
		{{.memory = IIODMA_MEMORY_HEAP, .mapping = IIODMA_MAPPING_WRITECOMBINE}, "writecombine"},
		{{.memory = IIODMA_MEMORY_HEAP, .heap = "iiodma-coherent"}, "unknown"},
		{{.memory = IIODMA_MEMORY_FD}, "unknown"},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(mapping_in_force(&cases[i].info), cases[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_its_words),
		cmocka_unit_test(names_what_is_in_force),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
