/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tool_child.h"

#include <math.h>

#include "common/stream_request.h"

#define SECOND INT64_C(1000000000)

struct setting {
	enum option_key key;
	const char *argument;
};

struct wish {
	struct setting settings[4]; /* ended by key 0 */
	const char *heap_variable;  /* NULL = not set */
};

static struct stream_request read_wish(const struct wish *wish)
{
	struct stream_request request = STREAM_REQUEST_INIT;

	unsetenv("LIBIIO_DMA_HEAP_PATH");
	if (wish->heap_variable)
		setenv("LIBIIO_DMA_HEAP_PATH", wish->heap_variable, 1);
	for (size_t i = 0; i < COUNT(wish->settings) && wish->settings[i].key; i++)
		assert_true(stream_request_take_option(&request, wish->settings[i].key, "--option",
						       wish->settings[i].argument));
	stream_request_complete(&request);
	return request;
}

static void run_wish(const void *wish)
{
	read_wish(wish);
}

static void leaves_defaults_alone(void **state)
{
	const struct wish wish = {0};
	const struct stream_request request = read_wish(&wish);

	assert_int_equal(request.api, IIODMA_API_AUTO);
	assert_int_equal(request.memory, IIODMA_MEMORY_AUTO);
	assert_int_equal(request.depth, IIODMA_DEPTH_DEFAULT);
	assert_null(request.heap);
	assert_false(request.no_sync);
}

static void takes_a_heap_from_option_or_environment(void **state) /* C66 */
{
	const struct wish option = {{{OPTION_HEAP, "my_pool"}}, "other"};
	const struct wish name = {{{0}}, "reserved"};
	const struct wish path = {{{0}}, "/dev/dma_heap/reserved"};
	const struct wish empty = {{{0}}, ""};
	struct stream_request request = read_wish(&option);

	assert_string_equal(request.heap, "my_pool");
	assert_int_equal(request.memory, IIODMA_MEMORY_HEAP);
	assert_false(request.heap_from_environment);
	request = read_wish(&name);
	assert_string_equal(request.heap, "reserved");
	assert_int_equal(request.memory, IIODMA_MEMORY_AUTO);
	assert_true(request.heap_from_environment);
	request = read_wish(&path);
	assert_string_equal(request.heap, "reserved");
	request = read_wish(&empty);
	assert_null(request.heap);
}

static void takes_a_mapping_as_heap_and_sync(void **state)
{
	const struct wish nosync = {{{OPTION_MAP, "noncoherent-nosync"}}, "other"};
	const struct wish combined = {{{OPTION_MAP, "writecombine"}}, NULL};
	struct stream_request request = read_wish(&nosync);

	assert_string_equal(request.heap, "iiodma-noncoherent");
	assert_int_equal(request.memory, IIODMA_MEMORY_HEAP);
	assert_int_equal(request.mapping->sync, IIODMA_SYNC_NONE);
	request = read_wish(&combined);
	assert_string_equal(request.heap, "iiodma-writecombine");
	assert_int_equal(request.mapping->sync, IIODMA_SYNC_DIRECTION);
}

static void refuses_what_contradicts(void **state)
{
	char long_name[301];
	const struct {
		struct wish wish;
		const char *said;
	} cases[] = {
		{{{{OPTION_SAMPLES, "1"}, {OPTION_BYTES, "4"}}, NULL}, "exclude each other"},
		{{{{OPTION_MAP, "coherent"}, {OPTION_HEAP, "x"}}, NULL}, "--map coherent"},
		{{{{OPTION_MEMORY_KIND, "udmabuf"}, {OPTION_HEAP, "x"}}, NULL}, "--memory udmabuf"},
		{{{{OPTION_API, "fileio"}, {OPTION_HEAP, "x"}}, NULL}, "--heap needs --api dmabuf"},
		{{{{OPTION_API, "null"}, {OPTION_MAP, "coherent"}}, NULL}, "--map needs --api dmabuf"},
		{{{{OPTION_MAP, "cached"}}, NULL}, "'cached' is no mapping; valid: coherent"},
		{{{{OPTION_API, "mmap"}}, NULL}, "'mmap' is no API; valid: auto"}, /* C69 */
		{{{{OPTION_MEMORY_KIND, "kernel"}}, NULL}, "'kernel'"},
		{{{{OPTION_DEPTH, "1025"}}, NULL}, "1025 is out of range; valid: 1 to 1024"},
		{{{{OPTION_DEPTH, "0"}}, NULL}, "out of range"},
		{{{{OPTION_BLOCK, "0"}}, NULL}, "out of range"},
		{{{{OPTION_BLOCK, ""}}, NULL}, "''"},
		{{{{OPTION_BYTES, "0"}}, NULL}, "out of range"},
		{{{{OPTION_TIMEOUT, "-7"}}, NULL}, "'-7' is no time limit"},      /* C33 */
		{{{{OPTION_HEAP, "../../etc/passwd"}}, NULL}, "option --option"}, /* C66 */
		{{{{OPTION_HEAP, long_name}}, NULL}, "option --option"},
		{{{{0}}, "../x"}, "LIBIIO_DMA_HEAP_PATH"},
	};

	memset(long_name, 'x', sizeof(long_name) - 1);
	long_name[sizeof(long_name) - 1] = '\0';
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct tool_child child = tool_child_run(run_wish, &cases[i].wish);

		assert_refused(&child, 2, cases[i].said);
	}
}

static void samples_of_33_bytes(const void *unused)
{
	const struct stream_request request = {.bytes = 33};

	stream_request_samples(&request, 16);
}

static void too_many_samples(const void *unused)
{
	const struct stream_request request = {.samples = INT64_MAX};

	stream_request_samples(&request, 4);
}

static void counts_samples_and_bytes(void **state) /* C17 */
{
	const struct stream_request bytes = {.bytes = 32};
	const struct stream_request samples = {.samples = UINT64_C(5000000000)}; /* C09 */
	struct tool_child child;

	assert_true(stream_request_samples(&bytes, 16) == 2);
	assert_true(stream_request_samples(&samples, 4) == UINT64_C(5000000000));
	child = tool_child_run(samples_of_33_bytes, NULL);
	assert_refused(&child, 2, "--bytes: 33 is not a multiple of the sample's 16 bytes");
	child = tool_child_run(too_many_samples, NULL);
	assert_refused(&child, 2, "out of range");
}

static void waits_for_no_big_block(void **state) /* C54 */
{
	const struct stream_request none = {0};
	const struct stream_request given = {.block_samples = 1000};

	assert_true(stream_request_block_samples(&none, 0) == 256);
	assert_true(stream_request_block_samples(&none, 4) == 4);
	assert_true(stream_request_block_samples(&none, 1000000) == 256);
	assert_true(stream_request_block_samples(&given, 4) == 1000);
}

static void time_limit_follows_the_block(void **state) /* C33 */
{
	const struct stream_request none = {0};
	const struct stream_request given = {.timeout_given = true, .timeout_ns = 7};

	assert_true(stream_request_timeout_ns(&given, 1000, 4, 1000) == 7);
	assert_true(stream_request_timeout_ns(&none, 1000, 4, 1000) == 5 * SECOND);
	assert_true(stream_request_timeout_ns(&none, 4, 4, 1) == 17 * SECOND);
	assert_true(stream_request_timeout_ns(&none, 1000, 4, 0) == 5 * SECOND);
	assert_true(stream_request_timeout_ns(&none, 1000, 4, (double)NAN) == 5 * SECOND);
	assert_true(stream_request_timeout_ns(&none, UINT64_C(1) << 30, 1024, 1e-3) == IIODMA_FOREVER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_defaults_alone),
		cmocka_unit_test(takes_a_heap_from_option_or_environment),
		cmocka_unit_test(takes_a_mapping_as_heap_and_sync),
		cmocka_unit_test(refuses_what_contradicts),
		cmocka_unit_test(counts_samples_and_bytes),
		cmocka_unit_test(waits_for_no_big_block),
		cmocka_unit_test(time_limit_follows_the_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
