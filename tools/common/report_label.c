/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_label.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report_words.h"

typedef void (*part_words)(const struct result_setup *setup, char text[REPORT_LABEL_TEXT]);

static void from_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	snprintf(text, REPORT_LABEL_TEXT, "%s", setup->from);
}

static void setting_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	snprintf(text, REPORT_LABEL_TEXT, "%s", setup->setting);
}

static void mapping_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	snprintf(text, REPORT_LABEL_TEXT, "%s", setup->mapping_in_force[0] ? setup->mapping_in_force : setup->mapping);
}

static void memory_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	result_memory_text(setup, text, REPORT_LABEL_TEXT);
}

static void touch_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	snprintf(text, REPORT_LABEL_TEXT, "touch %s", result_touch_name(setup->touch));
}

static void block_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	snprintf(text, REPORT_LABEL_TEXT, "%" PRIu64 " samples", setup->block_samples);
}

static void depth_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	snprintf(text, REPORT_LABEL_TEXT, "%u blocks", setup->depth_asked);
}

static void source_words(const struct result_setup *setup, char text[REPORT_LABEL_TEXT])
{
	report_source_words(setup, text, REPORT_LABEL_TEXT);
}

/* Between cells of the same API, for what an API does not know is no difference. */
static bool differs(const struct result *result, part_words words)
{
	char first[REPORT_LABEL_TEXT], other[REPORT_LABEL_TEXT];

	for (size_t i = 0; i < result->cell_count; i++) {
		for (size_t j = 0; j < i; j++) {
			if (result->cells[i].setup.api != result->cells[j].setup.api)
				continue;
			words(&result->cells[i].setup, first);
			words(&result->cells[j].setup, other);
			if (strcmp(first, other) != 0)
				return true;
			break; /* the others of this API have been compared with that one */
		}
	}
	return false;
}

struct report_label report_label_choose(const struct result *result)
{
	struct report_label label = {
		.from = differs(result, from_words),
		.setting = differs(result, setting_words),
		.touch = differs(result, touch_words),
		.block = differs(result, block_words),
		.depth = differs(result, depth_words),
		.source = differs(result, source_words),
	};

	/* A setting says the mapping, and a mapping the memory. */
	label.mapping = !label.setting && differs(result, mapping_words);
	label.memory = !label.setting && !label.mapping && differs(result, memory_words);
	return label;
}

static void append(char text[REPORT_LABEL_TEXT], bool wanted, part_words words, const struct result_setup *setup)
{
	const size_t used = strlen(text);
	char part[REPORT_LABEL_TEXT];

	words(setup, part);
	if (wanted && part[0])
		snprintf(text + used, REPORT_LABEL_TEXT - used, ", %s", part);
}

void report_label_words(const struct report_label *label, const struct result_cell *cell, char text[REPORT_LABEL_TEXT])
{
	const struct result_setup *setup = &cell->setup;

	snprintf(text, REPORT_LABEL_TEXT, "%s %s", iiodma_api_name(setup->api),
		 result_direction_name(setup->direction));
	append(text, label->setting, setting_words, setup);
	append(text, label->mapping, mapping_words, setup);
	append(text, label->memory, memory_words, setup);
	append(text, label->touch, touch_words, setup);
	append(text, label->block, block_words, setup);
	append(text, label->depth, depth_words, setup);
	append(text, label->source, source_words, setup);
	append(text, label->from, from_words, setup);
}
