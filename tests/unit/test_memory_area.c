/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <iiodma/error.h>
#include <iiodma/memory.h>
#include <iiodma/stream.h>

#include "fake.h"
#include "fake_kernel.h"

#define HUGE_PAGES(total, free)                                                                     \
	"MemTotal:        1017388 kB\nHugePages_Total:      " total "\nHugePages_Free:       " free \
	"\nHugePages_Rsvd:        0\nHugepagesize:       2048 kB\nHugetlb:               0 kB"

static int boot(void **state)
{
	fake_boot();
	fake_heap_add("system", FAKE_NEVER, true);
	fake_heap_add("small", 65536, true);
	fake_lock();
	fake_udmabuf_add();
	fake_unlock();
	fake_file_set("/proc/meminfo", HUGE_PAGES("4", "3"));
	fake_file_set("/proc/sys/vm/nr_overcommit_hugepages", "0");
	return 0;
}

static int shut_down(void **state)
{
	assert_int_equal(fake_open_files(), 0);
	assert_int_equal(fake_open_dmabufs(), 0);
	assert_int_equal(fake_mappings(), 0);
	fake_shutdown();
	return 0;
}

static struct iiodma_memory_area *area_of(enum iiodma_memory kind, const char *heap, size_t bytes)
{
	struct iiodma_memory_area *area = NULL;

	assert_int_equal(iiodma_memory_area_new(kind, heap, bytes, &area), 0);
	assert_non_null(area);
	assert_int_equal(iiodma_memory_area_bytes(area), bytes);
	assert_int_equal((uintptr_t)iiodma_memory_area_data(area) % 4096, 0);
	memset(iiodma_memory_area_data(area), 0x5a, bytes);
	return area;
}

static void refused(enum iiodma_memory kind, const char *heap, size_t bytes, int error, const char *sentence)
{
	struct iiodma_memory_area *area = NULL;

	assert_int_equal(iiodma_memory_area_new(kind, heap, bytes, &area), error);
	assert_null(area);
	assert_error_has(sentence);
}

static void each_kind_can_be_had(void **state)
{
	static const enum iiodma_memory kinds[] = {IIODMA_MEMORY_HEAP, IIODMA_MEMORY_UDMABUF,
						   IIODMA_MEMORY_UDMABUF_HUGE};

	for (size_t i = 0; i < COUNT(kinds); i++) {
		struct iiodma_memory_area *area = area_of(kinds[i], NULL, 12288);

		assert_true(iiodma_memory_area_fd(area) >= 0);
		assert_int_equal(fake_open_dmabufs(), 1);
		assert_int_equal(fake_open_files(), 1); /* neither the heap nor the memfd */
		iiodma_memory_area_free(area);
	}
	assert_int_equal(fake_count("ioctl HEAP_ALLOC /dev/dma_heap/system 12288"), 1);
	assert_int_equal(fake_count("ioctl UDMABUF_CREATE /dev/udmabuf 12288"), 1);
	iiodma_memory_area_free(NULL);
}

static void ordinary_memory_is_no_dmabuf(void **state)
{
	struct iiodma_memory_area *area = area_of(IIODMA_MEMORY_ORDINARY, NULL, 4096);

	assert_int_equal(fake_count("ioctl *"), 0);
	assert_int_equal(iiodma_memory_area_fd(area), -ENOTSUP);
	assert_int_equal(iiodma_memory_area_begin(area, IIODMA_INPUT), -ENOTSUP);
	assert_error_has("no DMABUF");
	assert_int_equal(iiodma_memory_area_end(area, IIODMA_INPUT), -ENOTSUP);
	iiodma_memory_area_free(area);
}

/* C102 */
static void sync_has_the_direction_asked_for(void **state)
{
	struct iiodma_memory_area *area = area_of(IIODMA_MEMORY_HEAP, "system", 4096);

	assert_int_equal(iiodma_memory_area_begin(area, IIODMA_INPUT), 0);
	assert_int_equal(iiodma_memory_area_end(area, IIODMA_INPUT), 0);
	assert_int_equal(fake_count("ioctl SYNC*"), 2);
	assert_int_equal(fake_count("ioctl SYNC * START READ"), 1);
	assert_int_equal(fake_count("ioctl SYNC * END READ"), 1);
	assert_int_equal(iiodma_memory_area_begin(area, IIODMA_OUTPUT), 0);
	assert_int_equal(iiodma_memory_area_end(area, IIODMA_OUTPUT), 0);
	assert_int_equal(fake_count("ioctl SYNC * START WRITE"), 1);
	assert_int_equal(fake_count("ioctl SYNC * END WRITE"), 1);
	iiodma_memory_area_free(area);
}

static void what_cannot_be_is_refused_before_anything_is_opened(void **state)
{
	refused(IIODMA_MEMORY_KERNEL, NULL, 4096, -EINVAL, "valid: heap, udmabuf, udmabuf-huge, ordinary");
	refused(IIODMA_MEMORY_FD, NULL, 4096, -EINVAL, "memory 'fd'");
	refused(IIODMA_MEMORY_AUTO, NULL, 4096, -EINVAL, "memory 'auto'");
	refused(IIODMA_MEMORY_ORDINARY, NULL, 0, -EINVAL, "0 bytes");
	refused(IIODMA_MEMORY_ORDINARY, NULL, IIODMA_BLOCK_BYTES_MAX + 1, -EINVAL,
		"out of range; valid: 1 to 1073741824");
	refused(IIODMA_MEMORY_HEAP, "a/b", 4096, -EINVAL, "is a path");
	assert_int_equal(fake_system_calls(), 0);
}

/* C66 C120 */
static void missing_and_full_are_told_apart(void **state)
{
	refused(IIODMA_MEMORY_HEAP, "nosuch", 4096, -ENOENT, "there are: small, system");
	refused(IIODMA_MEMORY_HEAP, "small", 65537, -ENOMEM, "heap small has no room");
	fake_fail("mmap *", 1, ENOMEM);
	refused(IIODMA_MEMORY_HEAP, "system", 4096, -ENOMEM, "map a block of 4096 bytes");
	fake_fail("mmap *", 1, ENOMEM);
	refused(IIODMA_MEMORY_ORDINARY, NULL, 4096, -ENOMEM, "get 4096 bytes of ordinary memory");
	fake_file_remove("/dev/udmabuf");
	refused(IIODMA_MEMORY_UDMABUF, NULL, 4096, -ENOENT, "open /dev/udmabuf");
	refused(IIODMA_MEMORY_UDMABUF_HUGE, NULL, 4096, -ENOENT, "open /dev/udmabuf");
}

/* The kernel says EINVAL; what may be done about it is in a file. */
static void limit_of_udmabuf_is_named(void **state)
{
	refused(IIODMA_MEMORY_UDMABUF, NULL, (64 << 20) + 1, -EINVAL, "udmabuf for block 1");
	fake_file_set("/sys/module/udmabuf/parameters/size_limit_mb", "64");
	refused(IIODMA_MEMORY_UDMABUF, NULL, (64 << 20) + 1, -ENOMEM, "at most 64 MiB");
	iiodma_memory_area_free(area_of(IIODMA_MEMORY_UDMABUF, NULL, 64 << 20));
}

static void huge_pages_are_whole_and_reserved(void **state)
{
	iiodma_memory_area_free(area_of(IIODMA_MEMORY_UDMABUF_HUGE, NULL, (2 << 20) + 1));
	assert_int_equal(fake_count("memfd huge 4194304"), 1);
	assert_int_equal(fake_count("ioctl UDMABUF_CREATE /dev/udmabuf 4194304"), 1);
	assert_int_equal(fake_count("mmap * 4194304"), 1); /* reserved before the kernel is asked for a DMABUF */
}

static void want_of_huge_pages_says_what_to_do(void **state)
{
	fake_fail("mmap *", 1, ENOMEM);
	refused(IIODMA_MEMORY_UDMABUF_HUGE, NULL, 8 << 20, -ENOMEM,
		"a block needs 4 huge pages of 2048 KiB, and 3 of 4 reserved are free; reserve some with: echo COUNT > "
		"/proc/sys/vm/nr_hugepages");
	fake_file_set("/proc/meminfo", HUGE_PAGES("0", "0"));
	refused(IIODMA_MEMORY_UDMABUF_HUGE, NULL, 4096, -ENOTSUP, "0 of 0 reserved are free");
	assert_int_equal(fake_count("memfd *"), 1);
	fake_file_set("/proc/sys/vm/nr_overcommit_hugepages", "8");
	iiodma_memory_area_free(area_of(IIODMA_MEMORY_UDMABUF_HUGE, NULL, 4096));
	fake_file_set("/proc/meminfo", "MemTotal:        1017388 kB");
	refused(IIODMA_MEMORY_UDMABUF_HUGE, NULL, 4096, -ENOTSUP, "no huge pages");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_kind_can_be_had),
		TEST(ordinary_memory_is_no_dmabuf),
		TEST(sync_has_the_direction_asked_for),
		TEST(what_cannot_be_is_refused_before_anything_is_opened),
		TEST(missing_and_full_are_told_apart),
		TEST(limit_of_udmabuf_is_named),
		TEST(huge_pages_are_whole_and_reserved),
		TEST(want_of_huge_pages_says_what_to_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
