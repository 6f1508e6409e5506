/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <stdio.h>

#include <iiodma/error.h>
#include <iiodma/heap.h>

#include "fake_kernel.h"

static int boot(void **state)
{
	fake_boot();
	return 0;
}

static int shut_down(void **state)
{
	assert_int_equal(fake_open_files(), 0);
	fake_shutdown();
	return 0;
}

static void state_attribute(const char *heap, const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/class/iiodma_heap/%s/%s", heap, name);
	fake_file_set(path, text);
}

static void state_heap(const char *heap, const char *mapping, const char *same_as, const char *refused)
{
	state_attribute(heap, "mapping", mapping);
	state_attribute(heap, "same_as", same_as);
	state_attribute(heap, "refused", refused);
}

static struct iiodma_mapping_info of(enum iiodma_memory memory, const char *heap)
{
	struct iiodma_mapping_info info = {.size = sizeof(info)};

	assert_int_equal(iiodma_memory_mapping(memory, heap, &info), 0);
	return info;
}

/* A name proves nothing: what the heap states counts. C100 */
static void a_statement_is_believed(void **state)
{
	struct iiodma_mapping_info info;

	state_heap("iiodma-coherent", "writecombine", "", "");
	state_attribute("iiodma-coherent", "attribute", "write-combining");
	state_attribute("iiodma-coherent", "dma_device", "7c400000.dma");
	info = of(IIODMA_MEMORY_HEAP, "iiodma-coherent");
	assert_int_equal(info.requested, IIODMA_MAPPING_COHERENT);
	assert_int_equal(info.effective, IIODMA_MAPPING_WRITECOMBINE);
	assert_string_equal(info.origin, "stated by the heap");
	assert_string_equal(info.attribute, "write-combining");
	assert_string_equal(info.dma_device, "7c400000.dma");
	assert_string_equal(info.refused, "");
	assert_int_equal(info.same_as, 0);

	state_heap("my_pool", "coherent", "", "");
	info = of(IIODMA_MEMORY_HEAP, "my_pool");
	assert_int_equal(info.requested, IIODMA_MAPPING_UNKNOWN);
	assert_int_equal(info.effective, IIODMA_MAPPING_COHERENT);
}

static void without_a_statement_little_is_known(void **state)
{
	static const struct {
		enum iiodma_memory memory;
		const char *heap;
		enum iiodma_mapping effective;
		const char *origin;
	} cases[] = {
		{IIODMA_MEMORY_HEAP, "iiodma-coherent", IIODMA_MAPPING_UNKNOWN, "the heap does not state it"},
		{IIODMA_MEMORY_HEAP, "my_pool", IIODMA_MAPPING_UNKNOWN, "the heap does not state it"},
		{IIODMA_MEMORY_HEAP, "system", IIODMA_MAPPING_NONCOHERENT, "the kernel's own cached heap"},
		{IIODMA_MEMORY_HEAP, NULL, IIODMA_MAPPING_NONCOHERENT, "the kernel's own cached heap"},
		{IIODMA_MEMORY_AUTO, NULL, IIODMA_MAPPING_NONCOHERENT, "the kernel's own cached heap"},
		{IIODMA_MEMORY_HEAP, "linux,cma", IIODMA_MAPPING_NONCOHERENT, "the kernel's own cached heap"},
		{IIODMA_MEMORY_UDMABUF, NULL, IIODMA_MAPPING_NONCOHERENT, "memfd pages are cached"},
		{IIODMA_MEMORY_KERNEL, NULL, IIODMA_MAPPING_UNKNOWN,
		 "the platform chooses it, and the kernel does not tell"},
		{IIODMA_MEMORY_FD, NULL, IIODMA_MAPPING_UNKNOWN, "brought by the caller"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct iiodma_mapping_info info = of(cases[i].memory, cases[i].heap);

		assert_int_equal(info.effective, cases[i].effective);
		assert_string_equal(info.origin, cases[i].origin);
		assert_string_equal(info.attribute, "");
		assert_int_equal(info.same_as, 0);
	}
}

/* C100 C120 */
static void a_refused_heap_has_a_reason_and_no_mapping(void **state)
{
	struct iiodma_mapping_info info;
	char **names;

	fake_heap_add("system", FAKE_NEVER, true);
	state_heap("iiodma-coherent", "coherent", "", "");
	state_heap("iiodma-writecombine", "writecombine", "", "the page attribute table (PAT) is switched off");
	info = of(IIODMA_MEMORY_HEAP, "iiodma-writecombine");
	assert_int_equal(info.requested, IIODMA_MAPPING_WRITECOMBINE);
	assert_int_equal(info.effective, IIODMA_MAPPING_UNKNOWN);
	assert_string_equal(info.refused, "the page attribute table (PAT) is switched off");

	assert_int_equal(iiodma_heap_list_refused(&names), 1);
	assert_string_equal(names[0], "iiodma-writecombine");
	assert_null(names[1]);
	iiodma_heap_list_free(names);

	assert_int_equal(iiodma_heap_alloc("iiodma-writecombine", 4096), -ENOENT);
	assert_string_equal(iiodma_error_text(), "this platform cannot give heap /dev/dma_heap/iiodma-writecombine: "
						 "the page attribute table (PAT) is switched off (ENOENT)");
}

static void nothing_is_refused_where_nothing_is_stated(void **state)
{
	char **names;

	assert_int_equal(iiodma_heap_list_refused(&names), 0);
	assert_null(names[0]);
	iiodma_heap_list_free(names);
}

static void two_mappings_can_be_one(void **state)
{
	assert_int_equal(iiodma_mapping_same(IIODMA_MAPPING_COHERENT, IIODMA_MAPPING_COHERENT), 1);
	assert_int_equal(iiodma_mapping_same(IIODMA_MAPPING_COHERENT, IIODMA_MAPPING_WRITECOMBINE), -ENOENT);
	assert_error_has("coherent and writecombine");

	state_heap("iiodma-coherent", "coherent", "writecombine", "");
	state_heap("iiodma-noncoherent", "noncoherent", "", "");
	state_heap("iiodma-writecombine", "writecombine", "coherent future-word", "");
	assert_int_equal(iiodma_mapping_same(IIODMA_MAPPING_COHERENT, IIODMA_MAPPING_WRITECOMBINE), 1);
	assert_int_equal(iiodma_mapping_same(IIODMA_MAPPING_WRITECOMBINE, IIODMA_MAPPING_COHERENT), 1);
	assert_int_equal(iiodma_mapping_same(IIODMA_MAPPING_NONCOHERENT, IIODMA_MAPPING_COHERENT), 0);
	assert_int_equal(of(IIODMA_MEMORY_HEAP, "iiodma-writecombine").same_as,
			 IIODMA_MAPPING_BIT(IIODMA_MAPPING_COHERENT));
}

static void bad_calls_are_refused(void **state)
{
	struct iiodma_mapping_info info = {.size = 0};
	enum iiodma_mapping mapping = IIODMA_MAPPING_COHERENT;

	assert_int_equal(iiodma_memory_mapping(IIODMA_MEMORY_HEAP, "system", &info), -EINVAL);
	info.size = sizeof(info);
	assert_int_equal(iiodma_memory_mapping(IIODMA_MEMORY_HEAP, "../class", &info), -EINVAL);
	assert_int_equal(fake_system_calls(), 0);
	assert_int_equal(iiodma_mapping_from_name("cached", &mapping), -EINVAL);
	assert_int_equal(iiodma_mapping_from_name("unknown", &mapping), -EINVAL);
	assert_error_has("coherent, noncoherent, writecombine");
	assert_int_equal(mapping, IIODMA_MAPPING_COHERENT);
	assert_int_equal(iiodma_mapping_from_name("writecombine", &mapping), 0);
	assert_int_equal(mapping, IIODMA_MAPPING_WRITECOMBINE);
}

/* A program built against an older library gets the members it knows. */
static void the_size_limits_what_is_written(void **state)
{
	struct iiodma_mapping_info info = {.size = offsetof(struct iiodma_mapping_info, origin), .origin = "untouched"};

	assert_int_equal(iiodma_memory_mapping(IIODMA_MEMORY_UDMABUF, NULL, &info), 0);
	assert_int_equal(info.effective, IIODMA_MAPPING_NONCOHERENT);
	assert_string_equal(info.origin, "untouched");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_statement_is_believed),
		TEST(without_a_statement_little_is_known),
		TEST(a_refused_heap_has_a_reason_and_no_mapping),
		TEST(nothing_is_refused_where_nothing_is_stated),
		TEST(two_mappings_can_be_one),
		TEST(bad_calls_are_refused),
		TEST(the_size_limits_what_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
