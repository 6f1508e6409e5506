/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>

#include <iiodma/error.h>
#include <iiodma/types.h>

#include "error.h"

/* Goes first: the text is per process and nothing has failed yet. */
static void text_is_empty_before_the_first_failure(void **state)
{
	assert_string_equal(iiodma_error_text(), "");
}

static void set_names_step_reason_and_symbol(void **state)
{
	assert_int_equal(error_set(-ENOENT, "open %s", "/dev/iio:device2"), -ENOENT);
	assert_string_equal(iiodma_error_text(), "open /dev/iio:device2: No such file or directory (ENOENT)");
}

static void say_keeps_the_sentence(void **state)
{
	assert_int_equal(error_say(-EINVAL, "depth %d is too many; valid: 1 to %d", 2000, 1024), -EINVAL);
	assert_string_equal(iiodma_error_text(), "depth 2000 is too many; valid: 1 to 1024 (EINVAL)");
}

static void previous_text_can_be_part_of_the_next(void **state)
{
	error_say(-EIO, "inner");
	error_say(-EIO, "outer: %s", iiodma_error_text());
	assert_string_equal(iiodma_error_text(), "outer: inner (EIO) (EIO)");
}

static void symbol_survives_a_sentence_that_is_too_long(void **state)
{
	char word[8192];
	size_t length;

	memset(word, 'x', sizeof(word));
	word[sizeof(word) - 1] = '\0';
	error_set(-EBUSY, "%s", word);
	length = strlen(iiodma_error_text());
	assert_true(length > 1024 && length < 4096);
	assert_string_equal(iiodma_error_text() + length - strlen(" (EBUSY)"), " (EBUSY)");
}

static void *fail_in_thread(void *unused)
{
	static const char text[] = "other thread (EPERM)";

	assert_string_equal(iiodma_error_text(), "");
	error_say(-EPERM, "other thread");
	return strcmp(iiodma_error_text(), text) == 0 ? unused : NULL;
}

static void text_belongs_to_the_thread(void **state)
{
	pthread_t thread;
	void *same = NULL;
	int mark;

	error_say(-EIO, "this thread");
	assert_int_equal(pthread_create(&thread, NULL, fail_in_thread, &mark), 0);
	assert_int_equal(pthread_join(thread, &same), 0);
	assert_ptr_equal(same, &mark);
	assert_string_equal(iiodma_error_text(), "this thread (EIO)");
}

static void names_are_those_of_libc(void **state)
{
	assert_string_equal(iiodma_errno_name(ENODEV), "ENODEV");
	assert_string_equal(iiodma_errno_name(-ENODEV), "ENODEV");
	assert_string_equal(iiodma_errno_name(-ENOTSUP), "ENOTSUP");
	assert_string_equal(iiodma_errno_name(0), "E?");
	assert_string_equal(iiodma_errno_name(99999), "E?");
	assert_string_equal(iiodma_errno_name(INT32_MIN), "E?");
#ifdef __GLIBC__
	for (int error = 1; error < 4096; error++) {
		const char *name = strerrorname_np(error);

		if (error != ENOTSUP)
			assert_string_equal(iiodma_errno_name(error), name ? name : "E?");
	}
#endif
}

/* C109: and the description stays English, so that it can be searched for. */
static void locale_changes_nothing(void **state)
{
	static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"};
	bool set = false;

	for (size_t i = 0; i < COUNT(locales); i++) {
		if (!setlocale(LC_ALL, locales[i]))
			continue;
		set = true;
		error_set(-EACCES, "open x");
		assert_string_equal(iiodma_error_text(), "open x: Permission denied (EACCES)");
	}
	setlocale(LC_ALL, "C");
	assert_true(set);
}

static void lists_end_in_an_ellipsis_when_full(void **state)
{
	char list[24] = "";

	error_list_add(list, sizeof(list), "one");
	assert_string_equal(list, "one");
	error_list_add(list, sizeof(list), "two");
	assert_string_equal(list, "one, two");
	error_list_add(list, sizeof(list), "much too long for it");
	assert_string_equal(list, "one, two, …");
	error_list_add(list, sizeof(list), "much too long for it");
	assert_string_equal(list, "one, two, …");
}

static void words_of_enumerations(void **state)
{
	enum iiodma_api api = IIODMA_API_NULL;

	assert_string_equal(iiodma_api_name(IIODMA_API_DMABUF), "dmabuf");
	assert_string_equal(iiodma_memory_name(IIODMA_MEMORY_UDMABUF), "udmabuf");
	assert_string_equal(iiodma_direction_name(IIODMA_OUTPUT), "out");
	assert_string_equal(iiodma_api_name((enum iiodma_api)77), "?");
	assert_string_equal(iiodma_memory_name((enum iiodma_memory) - 1), "?");

	for (unsigned int value = IIODMA_API_AUTO; value <= IIODMA_API_NULL; value++) {
		assert_int_equal(iiodma_api_from_name(iiodma_api_name((enum iiodma_api)value), &api), 0);
		assert_int_equal(api, value);
	}
	assert_int_equal(iiodma_api_from_name("mmap", &api), -EINVAL);
	assert_int_equal(api, IIODMA_API_NULL);
	assert_string_equal(iiodma_error_text(),
			    "no API is called \"mmap\"; valid: auto, fileio, dmabuf, null, libiio (EINVAL)");
	assert_int_equal(iiodma_api_from_name("", &api), -EINVAL);
	assert_int_equal(iiodma_api_from_name("dma", &api), -EINVAL);
	assert_int_equal(iiodma_api_from_name(NULL, &api), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_empty_before_the_first_failure),
		cmocka_unit_test(set_names_step_reason_and_symbol),
		cmocka_unit_test(say_keeps_the_sentence),
		cmocka_unit_test(previous_text_can_be_part_of_the_next),
		cmocka_unit_test(symbol_survives_a_sentence_that_is_too_long),
		cmocka_unit_test(text_belongs_to_the_thread),
		cmocka_unit_test(names_are_those_of_libc),
		cmocka_unit_test(locale_changes_nothing),
		cmocka_unit_test(lists_end_in_an_ellipsis_when_full),
		cmocka_unit_test(words_of_enumerations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
