/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <unistd.h>

#include <iiodma/error.h>
#include <iiodma/heap.h>

#include "fake_kernel.h"
#include "sys.h"

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

static void heaps_are_listed_sorted(void **state)
{
	char **names = NULL;

	fake_heap_add("system", FAKE_NEVER, true);
	fake_heap_add("linux,cma", FAKE_NEVER, true);
	fake_heap_add("reserved", FAKE_NEVER, true);
	assert_int_equal(iiodma_heap_list(&names), 3);
	assert_string_equal(names[0], "linux,cma");
	assert_string_equal(names[1], "reserved");
	assert_string_equal(names[2], "system");
	assert_null(names[3]);
	iiodma_heap_list_free(names);
	iiodma_heap_list_free(NULL);
}

static void no_folder_is_an_empty_list(void **state)
{
	char **names = NULL;

	assert_int_equal(iiodma_heap_list(&names), 0);
	assert_non_null(names);
	assert_null(names[0]);
	iiodma_heap_list_free(names);
}

static void unreadable_folder_is_an_error(void **state)
{
	char **names = NULL;

	fake_heap_add("system", FAKE_NEVER, true);
	fake_fail("list /dev/dma_heap", 1, EACCES);
	assert_int_equal(iiodma_heap_list(&names), -EACCES);
	assert_null(names);
	assert_error_has("list /dev/dma_heap");
}

/* C66 */
static void names_that_are_paths_are_refused(void **state)
{
	static const char *const names[] = {"", ".", "..", "../../etc/passwd", "/dev/dma_heap/system", "a/b"};
	char long_name[301];

	memset(long_name, 'h', sizeof(long_name) - 1);
	long_name[sizeof(long_name) - 1] = '\0';
	for (size_t i = 0; i < COUNT(names); i++) {
		assert_int_equal(iiodma_heap_name_check(names[i]), -EINVAL);
		assert_int_equal(iiodma_heap_alloc(names[i], 4096), -EINVAL);
		assert_error_has("heap name");
	}
	assert_int_equal(iiodma_heap_alloc(long_name, 4096), -EINVAL);
	assert_int_equal(iiodma_heap_name_check(NULL), -EINVAL);
	assert_int_equal(fake_system_calls(), 0);

	long_name[127] = '\0';
	assert_int_equal(iiodma_heap_name_check(long_name), 0);
	assert_int_equal(iiodma_heap_alloc(long_name, 4096), -ENOENT);
	long_name[127] = 'h';
	long_name[128] = '\0';
	assert_int_equal(iiodma_heap_name_check(long_name), -EINVAL);
	assert_int_equal(iiodma_heap_name_check("..hidden"), 0);
}

/* C66 */
static void any_heap_can_be_named(void **state)
{
	int fd;

	fake_heap_add("my_pool", FAKE_NEVER, true);
	fd = iiodma_heap_alloc("my_pool", 65536);
	assert_true(fd >= 0);
	assert_int_equal(fake_count("open /dev/dma_heap/my_pool"), 1);
	assert_int_equal(fake_count("ioctl HEAP_ALLOC /dev/dma_heap/my_pool 65536"), 1);
	assert_int_equal(fake_open_dmabufs(), 1);
	assert_int_equal(fake_open_files(), 1); /* the block, not the heap */
	sys->close(fd);
	assert_int_equal(fake_open_dmabufs(), 0);
}

/* C66 C67 C120 */
static void missing_heap_is_named_with_those_there_are(void **state)
{
	fake_heap_add("system", FAKE_NEVER, true);
	fake_heap_add("linux,cma", FAKE_NEVER, true);
	assert_int_equal(iiodma_heap_alloc("reserved", 4096), -ENOENT);
	assert_string_equal(iiodma_error_text(),
			    "heap /dev/dma_heap/reserved does not exist; there are: linux,cma, system (ENOENT)");
	assert_int_equal(fake_count("ioctl *"), 0);
}

/* C120 */
static void machine_without_heaps_is_another_sentence(void **state)
{
	assert_int_equal(iiodma_heap_alloc("system", 4096), -ENOENT);
	assert_error_has("no DMA heap at all");
	assert_error_has("/dev/dma_heap/system");
}

/* C64 C71 */
static void lack_of_memory_stays_lack_of_memory(void **state)
{
	fake_heap_add("system", 16 << 20, true);
	assert_int_equal(iiodma_heap_alloc("system", 32 << 20), -ENOMEM);
	assert_error_has("33554432 bytes from /dev/dma_heap/system");
	assert_error_has("ENOMEM");
}

/* C74 */
static void refused_heap_names_its_path(void **state)
{
	fake_heap_add("system", FAKE_NEVER, true);
	fake_file_chmod("/dev/dma_heap/system", 0);
	assert_int_equal(iiodma_heap_alloc("system", 4096), -EACCES);
	assert_string_equal(iiodma_error_text(), "open /dev/dma_heap/system: Permission denied (EACCES)");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(heaps_are_listed_sorted),
		TEST(no_folder_is_an_empty_list),
		TEST(unreadable_folder_is_an_error),
		TEST(names_that_are_paths_are_refused),
		TEST(any_heap_can_be_named),
		TEST(missing_heap_is_named_with_those_there_are),
		TEST(machine_without_heaps_is_another_sentence),
		TEST(lack_of_memory_stays_lack_of_memory),
		TEST(refused_heap_names_its_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
