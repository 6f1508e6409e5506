/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tool_child.h"

#include "common/options.h"

static const enum tool tools[] = {TOOL_READDEV, TOOL_WRITEDEV, TOOL_INFO, TOOL_BENCH};

/* No letter and no name may mean two things in one tool. */
static void table_is_unambiguous(void **state)
{
	for (size_t i = 0; i < option_count; i++) {
		const struct option_entry *one = &option_table[i];

		assert_non_null(one->name);
		assert_true(strlen(one->help) > 10);
		assert_int_equal(one->help[strlen(one->help) - 1], '.');
		for (size_t k = i + 1; k < option_count; k++) {
			const struct option_entry *other = &option_table[k];

			if (!(one->tools & other->tools))
				continue;
			assert_string_not_equal(one->name, other->name);
			if (one->letter)
				assert_int_not_equal(one->letter, other->letter);
			assert_int_not_equal(one->key, other->key);
		}
	}
}

/* The words of libiio's tools. */
static void table_has_the_known_letters(void **state)
{
	static const char known[] = "uaSTtbsBhi";

	for (const char *letter = known; *letter; letter++) {
		unsigned int found = 0;

		for (size_t i = 0; i < option_count; i++)
			if (option_table[i].letter == *letter)
				found |= option_table[i].tools;
		if ((found & TOOLS_MOVING) != TOOLS_MOVING)
			fail_msg("-%c is missing", *letter);
	}
}

static char *help_of(enum tool tool)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	options_print_help(out, tool, "DEVICE", "About.");
	assert_int_equal(fclose(out), 0);
	return text;
}

static void help_shows_every_option(void **state)
{
	for (size_t t = 0; t < COUNT(tools); t++) {
		char *help = help_of(tools[t]);

		for (size_t i = 0; i < option_count; i++) {
			char word[64];

			if (!(option_table[i].tools & tools[t]))
				continue;
			snprintf(word, sizeof(word), "--%s", option_table[i].name);
			if (!strstr(help, word))
				fail_msg("help of %s lacks %s", option_tool_name(tools[t]), word);
		}
		free(help);
	}
}

static void help_fits_a_terminal(void **state)
{
	for (size_t t = 0; t < COUNT(tools); t++) {
		char *help = help_of(tools[t]);
		char *rest = help;

		for (char *line; (line = strsep(&rest, "\n"));)
			if (strlen(line) > 80)
				fail_msg("too long: %s", line);
		free(help);
	}
}

static void reads_letters_names_and_operands(void **state)
{
	char *argv[] = {"tool", "dev",    "-b",       "64Ki", "--depth=3", "voltage0", "-avoid",
			"-a",   "--json", "--json=x", "-qB",  "--",        "-odd",     NULL};
	struct options *options = options_begin(TOOL_READDEV, (int)COUNT(argv) - 1, argv);
	const char *argument;
	char **operands;
	size_t count;

	assert_int_equal(options_next(options, &argument), OPTION_BLOCK);
	assert_string_equal(argument, "64Ki");
	assert_string_equal(options_spelling(options), "-b");
	assert_int_equal(options_next(options, &argument), OPTION_DEPTH);
	assert_string_equal(argument, "3");
	assert_string_equal(options_spelling(options), "--depth");
	assert_int_equal(options_next(options, &argument), OPTION_AUTO);
	assert_string_equal(argument, "void");
	assert_int_equal(options_next(options, &argument), OPTION_AUTO);
	assert_null(argument);
	assert_int_equal(options_next(options, &argument), OPTION_JSON);
	assert_null(argument);
	assert_int_equal(options_next(options, &argument), OPTION_JSON);
	assert_string_equal(argument, "x");
	assert_int_equal(options_next(options, &argument), OPTION_QUIET);
	assert_int_equal(options_next(options, &argument), OPTION_BENCHMARK);
	assert_int_equal(options_next(options, &argument), OPTION_END);
	operands = options_operands(options, &count);
	assert_int_equal(count, 3);
	assert_string_equal(operands[0], "dev");
	assert_string_equal(operands[1], "voltage0");
	assert_string_equal(operands[2], "-odd");
	assert_null(operands[3]);
	options_end(options);
}

struct line {
	enum tool tool;
	const char *words[4];
};

static void read_line(const void *argument)
{
	const struct line *line = argument;
	char *argv[COUNT(line->words) + 2] = {"tool"};
	struct options *options;
	const char *value;
	int argc = 1;

	for (size_t i = 0; i < COUNT(line->words) && line->words[i]; i++)
		argv[argc++] = (char *)(uintptr_t)line->words[i];
	options = options_begin(line->tool, argc, argv);
	while (options_next(options, &value) != OPTION_END)
		continue;
	options_end(options);
}

static void refuses_with_one_sentence(void **state)
{
	static const struct {
		struct line line;
		const char *said;
	} cases[] = {
		{{TOOL_READDEV, {"--frob"}}, "'--frob'"},
		{{TOOL_READDEV, {"--frob=1"}}, "'--frob=1'"},
		{{TOOL_READDEV, {"-Z"}}, "'-Z'"},
		{{TOOL_READDEV, {"-qZ"}}, "'-Z'"},
		{{TOOL_READDEV, {"-c"}}, "'-c'"}, /* C89 */
		{{TOOL_INFO, {"-b", "1"}}, "'-b'"},
		{{TOOL_READDEV, {"-b"}}, "option -b needs a value: SAMPLES"},
		{{TOOL_READDEV, {"-q", "-qb"}}, "option -b needs a value: SAMPLES"},
		{{TOOL_READDEV, {"--depth"}}, "option --depth needs a value: BLOCKS"},
		{{TOOL_READDEV, {"--heap"}}, "option --heap needs a value: NAME"},
		{{TOOL_READDEV, {"--quiet=3"}}, "--quiet takes no value"},
		{{TOOL_READDEV, {"--mlock=x"}}, "--mlock takes no value"},
		{{TOOL_READDEV, {"--ver"}}, "ambiguous"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct tool_child child = tool_child_run(read_line, &cases[i].line);

		assert_refused(&child, 2, cases[i].said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_is_unambiguous),
		cmocka_unit_test(table_has_the_known_letters),
		cmocka_unit_test(help_shows_every_option),
		cmocka_unit_test(help_fits_a_terminal),
		cmocka_unit_test(reads_letters_names_and_operands),
		cmocka_unit_test(refuses_with_one_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
