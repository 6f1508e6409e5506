/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Results come back from their documents as they were, or not at all. */
#include "unit.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

#include "common/report.h"
#include "common/result_merge.h"
#include "common/result_read.h"

#define GOLDEN GOLDEN_FOLDER "/bench.json"
#define PATH "result-read.json"
#define OTHER_PATH "other.json"
#define TEXT_SIZE 65536

static size_t golden(char text[TEXT_SIZE])
{
	FILE *file = fopen(GOLDEN, "r");
	size_t length;

	assert_non_null(file);
	length = fread(text, 1, TEXT_SIZE - 1, file);
	text[length] = '\0';
	fclose(file);
	return length;
}

static void put_file(const char *path, const char *text, size_t length)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static char *json_of(const struct result *result)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(report_json(out, result), 0);
	fclose(out);
	return text;
}

/* Reading and writing change nothing: all that a document holds is in the struct. */
static void a_document_survives_the_round_trip(void **state)
{
	char before[TEXT_SIZE];
	struct result_file file;
	char *after;

	golden(before);
	assert_int_equal(result_file_read(&file, GOLDEN), 0);
	after = json_of(&file.result);
	assert_string_equal(after, before);
	free(after);
	result_file_clear(&file);
}

static void is_refused(const char *text, size_t length, int error, const char *part)
{
	struct result_file file;

	put_file(PATH, text, length);
	assert_int_equal(result_file_read(&file, PATH), error);
	if (strncmp(file.reason, PATH ": ", strlen(PATH ": ")) != 0 || !strstr(file.reason, part))
		fail_msg("\"%s\" does not name the file and '%s'", file.reason, part);
	assert_null(strchr(file.reason, '\n'));
	result_file_clear(&file);
}

/* C29: wherever a file was cut off */
static void what_was_cut_off_is_refused(void **state)
{
	char text[TEXT_SIZE];
	const size_t length = golden(text);

	for (size_t cut = 0; cut + 2 < length; cut += 97)
		is_refused(text, cut, -EBADMSG, "no whole JSON document");
}

/* The document with one member replaced (NULL: taken out). @path: keys and indexes separated by '/' */
static json_t *changed(const char *path, json_t *value)
{
	char copy[128];
	json_t *document = json_load_file(GOLDEN, 0, NULL), *at = document;
	char *rest = copy, *key;

	snprintf(copy, sizeof(copy), "%s", path);
	while ((key = strsep(&rest, "/")) && rest)
		at = json_is_array(at) ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
	assert_non_null(at);
	if (!value)
		json_object_del(at, key);
	else if (json_is_array(at))
		json_array_set_new(at, (size_t)atoi(key), value);
	else
		json_object_set_new(at, key, value);
	return document;
}

static void change_is_refused(const char *path, json_t *value, int error, const char *part)
{
	json_t *document = changed(path, value);
	char *text = json_dumps(document, 0);

	is_refused(text, strlen(text), error, part);
	free(text);
	json_decref(document);
}

static void what_is_no_sound_result_is_refused(void **state)
{
	is_refused("{}", 2, -EBADMSG, "schema_version");
	is_refused("[1]", 3, -EBADMSG, "schema_version");
	is_refused("{\"tool\": 1, \"tool\": 2}", 22, -EBADMSG, "duplicate");
	change_is_refused("tool", json_string("iiodma-readdev"), -EBADMSG, "'iiodma-readdev'");
	change_is_refused("schema_version", json_integer(2), -EPROTONOSUPPORT, "schema version is 2");
	change_is_refused("cells", json_array(), -EBADMSG, "cells");
	change_is_refused("cells", NULL, -EBADMSG, "cells");
	change_is_refused("method", NULL, -EBADMSG, "method");
	change_is_refused("system", json_array(), -EBADMSG, "system");
	change_is_refused("cells/1", json_integer(1), -EBADMSG, "cells[1]");
	change_is_refused("cells/0/api", json_string("usb"), -EBADMSG, "cells[0].api");
	change_is_refused("cells/0/api", NULL, -EBADMSG, "cells[0].api is missing");
	change_is_refused("cells/0/block_samples", json_integer(-1), -EBADMSG, "cells[0].block_samples");
	change_is_refused("cells/0/block_count", json_integer(INT64_C(5000000000)), -EBADMSG, "cells[0].block_count");
	change_is_refused("cells/0/direction", json_string("up"), -EBADMSG, "cells[0].direction");
	change_is_refused("cells/0/memory", json_string("heapless"), -EBADMSG, "cells[0].memory");
	change_is_refused("cells/0/runs", json_integer(3), -EBADMSG, "cells[0].runs");
	change_is_refused("cells/0/runs/1/elapsed_seconds", json_real(-1), -EBADMSG, "runs[1].elapsed_seconds");
	change_is_refused("cells/0/runs/1/elapsed_seconds", json_real(1e300), -EBADMSG, "runs[1].elapsed_seconds");
	change_is_refused("cells/0/runs/1/status", json_null(), -EBADMSG, "runs[1].status");
	change_is_refused("cells/0/runs/0/sum_of_words", json_string("12x"), -EBADMSG, "runs[0].sum_of_words");
	change_is_refused("cells/0/runs/0/block_interval_seconds", json_integer(1), -EBADMSG, "block_interval_seconds");
}

/* C21: a rate that does not follow from its totals was not measured */
static void a_rate_that_was_edited_is_refused(void **state)
{
	change_is_refused("cells/0/runs/1/bytes_per_second", json_real(3e8), -EBADMSG, "runs[1].bytes_per_second");
	change_is_refused("cells/0/runs/1/total_bytes", json_integer(5), -EBADMSG, "runs[1].bytes_per_second");
}

/* Keys are added without a new schema version: one of tomorrow, and one that yesterday had not yet. */
static void other_versions_of_the_tool_are_understood(void **state)
{
	json_t *document = changed("cells/0/tomorrow_bytes", json_integer(1));
	struct result_file file;

	json_object_del(json_array_get(json_object_get(document, "cells"), 0), "source_paced");
	assert_int_equal(json_dump_file(document, PATH, 0), 0);
	json_decref(document);
	assert_int_equal(result_file_read(&file, PATH), 0);
	assert_true(file.result.cells[0].setup.source_rate > 0);
	result_file_clear(&file);
}

/* C110: no terminal takes orders from a file */
static void control_characters_are_tamed(void **state)
{
	json_t *document = changed("cells/1/runs/0/reason", json_string("\x1b[2J"));
	struct result_file file;

	assert_int_equal(json_dump_file(document, PATH, 0), 0);
	json_decref(document);
	assert_int_equal(result_file_read(&file, PATH), 0);
	assert_string_equal(file.result.cells[1].runs[0].reason, "?[2J");
	result_file_clear(&file);
}

static void files_that_cannot_be_read_are_named(void **state)
{
	struct result_file file;

	assert_int_equal(result_file_read(&file, "nosuch.json"), -ENOENT);
	assert_non_null(strstr(file.reason, "nosuch.json: No such file"));
	result_file_clear(&file);
	assert_int_equal(result_file_read(&file, "."), -EISDIR);
	result_file_clear(&file);
	put_file(PATH, "", 0);
	assert_int_equal(truncate(PATH, (off_t)RESULT_FILE_BYTES_MAX + 1), 0);
	assert_int_equal(result_file_read(&file, PATH), -EFBIG);
	assert_non_null(strstr(file.reason, "larger than any result"));
	result_file_clear(&file);
}

/* Two files, the second of another kernel */
static void merge_two(struct result_file files[2], struct result_merged *merged)
{
	json_t *document = changed("system/kernel_release", json_string("6.12.1"));

	assert_int_equal(json_dump_file(document, OTHER_PATH, 0), 0);
	json_decref(document);
	assert_int_equal(result_file_read(&files[0], GOLDEN), 0);
	assert_int_equal(result_file_read(&files[1], OTHER_PATH), 0);
	assert_int_equal(result_merge(files, 2, merged), 0);
}

/* What the files agree in is said once, the rest by each. */
static void merged_results_keep_their_origins(void **state)
{
	struct result_file files[2], again;
	struct result_merged merged, same;
	char *text, *text_again;

	merge_two(files, &merged);
	assert_int_equal(merged.result.cell_count, 6);
	assert_string_equal(merged.result.cells[0].setup.from, "bench");
	assert_string_equal(merged.result.cells[5].setup.from, "other");
	assert_string_equal(merged.system.kernel_release, "");
	assert_string_equal(merged.system.machine, "armv7l");
	assert_int_equal(merged.result.origin_count, 2);
	assert_string_equal(merged.result.origins[1].system->kernel_release, "6.12.1");
	text = json_of(&merged.result);

	/* and as a file they are merged already */
	put_file(PATH, text, strlen(text));
	assert_int_equal(result_file_read(&again, PATH), 0);
	assert_int_equal(result_merge(&again, 1, &same), 0);
	text_again = json_of(&same.result);
	assert_string_equal(text_again, text);

	free(text);
	free(text_again);
	result_clear(&same.result);
	result_file_clear(&again);
	result_clear(&merged.result);
	result_file_clear(&files[0]);
	result_file_clear(&files[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_document_survives_the_round_trip),
		cmocka_unit_test(what_was_cut_off_is_refused),
		cmocka_unit_test(what_is_no_sound_result_is_refused),
		cmocka_unit_test(a_rate_that_was_edited_is_refused),
		cmocka_unit_test(other_versions_of_the_tool_are_understood),
		cmocka_unit_test(control_characters_are_tamed),
		cmocka_unit_test(files_that_cannot_be_read_are_named),
		cmocka_unit_test(merged_results_keep_their_origins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
