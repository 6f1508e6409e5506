/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_axis_options.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "common/setting.h"
#include "common/units.h"

#define ITEM_BYTES 256u
#define BLOCK_DEFAULT 65536u
#define DEPTH_DEFAULT 16u
#define RATE_MAX 1e12

/* An axis: how one item of its list is taken, and what "all" stands for. */
struct axis {
	enum option_key key;
	const char *name; /* of its option */
	size_t count;     /* offset in struct bench_axes */
	/* The list has room for the item. */
	void (*take)(struct bench_axes *axes, const char *spelling, const char *item);
	/* Items ended by NULL; NULL: there is no list of all. */
	const char *const *all;
	bool adds_up; /* does not replace an earlier list: several options are names of one axis */
};

static void take_api(struct bench_axes *axes, const char *spelling, const char *item)
{
	if (iiodma_api_from_name(item, &axes->api[axes->api_count++]) < 0)
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is no API; valid: fileio, dmabuf, libiio, null, auto, all", spelling,
			    item);
}

static void take_direction(struct bench_axes *axes, const char *spelling, const char *item)
{
	enum iiodma_direction *direction = &axes->direction[axes->direction_count++];

	if (strcmp(item, "read") == 0 || strcmp(item, "in") == 0)
		*direction = IIODMA_INPUT;
	else if (strcmp(item, "write") == 0 || strcmp(item, "out") == 0)
		*direction = IIODMA_OUTPUT;
	else
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no direction; valid: read, write, all", spelling,
			    item);
}

static void take_touch(struct bench_axes *axes, const char *spelling, const char *item)
{
	if (result_touch_from_name(item, &axes->touch[axes->touch_count++]) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no touch mode; valid: none, read, copy, write, all",
			    spelling, item);
}

static void take_block(struct bench_axes *axes, const char *spelling, const char *item)
{
	axes->block_samples[axes->block_count++] = units_option_count(spelling, item, 1, IIODMA_BLOCK_BYTES_MAX);
}

static void take_depth(struct bench_axes *axes, const char *spelling, const char *item)
{
	axes->depth[axes->depth_count++] = (unsigned int)units_option_count(spelling, item, 1, IIODMA_DEPTH_MAX);
	axes->depth_given = true;
}

static void take_rate(struct bench_axes *axes, const char *spelling, const char *item)
{
	axes->rate[axes->rate_count++] = units_option_real(spelling, item, 0, RATE_MAX);
}

static void add_placement(struct bench_axes *axes, const char *setting, struct bench_place reads,
			  struct bench_place writes)
{
	struct bench_placement *placement = &axes->placement[axes->placement_count++];

	*placement = (struct bench_placement){.place = {reads, writes}};
	result_name_set(placement->setting, setting);
}

static void add_place(struct bench_axes *axes, struct bench_place place)
{
	add_placement(axes, "", place, place);
}

static struct bench_place place_of(const struct mapping *mapping)
{
	struct bench_place place = {.memory = IIODMA_MEMORY_HEAP, .sync = mapping->sync, .mapping = mapping->name};

	result_name_set(place.heap, mapping->heap);
	return place;
}

static void take_heap(struct bench_axes *axes, const char *spelling, const char *item)
{
	struct bench_place place = {.memory = IIODMA_MEMORY_HEAP};

	if (iiodma_heap_name_check(item) < 0)
		message_die(EXIT_STATUS_USAGE, "option %s: %s", spelling, iiodma_error_text());
	result_name_set(place.heap, item);
	add_place(axes, place);
}

static const struct mapping *mapping_named(const char *spelling, const char *item, const char *also)
{
	const struct mapping *mapping = mapping_find(item);

	if (!mapping)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is no mapping; valid: %s%s", spelling, item,
			    mapping_names(), also);
	return mapping;
}

static void take_mapping(struct bench_axes *axes, const char *spelling, const char *item)
{
	add_place(axes, place_of(mapping_named(spelling, item, ", all")));
}

static void take_fileio_map(struct bench_axes *axes, const char *spelling, const char *item)
{
	axes->fileio_map[axes->fileio_map_count++] = mapping_named(spelling, item, ", all")->name;
}

static void take_memory(struct bench_axes *axes, const char *spelling, const char *item)
{
	if (strcmp(item, "heap") == 0)
		add_place(axes, (struct bench_place){.memory = IIODMA_MEMORY_HEAP});
	else if (strcmp(item, "udmabuf-huge") == 0)
		add_place(axes, (struct bench_place){.memory = IIODMA_MEMORY_UDMABUF_HUGE});
	else if (strcmp(item, "udmabuf") == 0)
		add_place(axes, (struct bench_place){.memory = IIODMA_MEMORY_UDMABUF});
	else
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is no kind of memory; valid: heap, udmabuf, udmabuf-huge, all", spelling,
			    item);
}

static void take_setting(struct bench_axes *axes, const char *spelling, const char *item)
{
	struct setting setting;

	if (setting_parse(item, &setting) < 0)
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is no setting; valid: a mapping, or one for reads + one for writes, out "
			    "of %s; or all",
			    spelling, item, mapping_names());
	add_placement(axes, item, place_of(setting.mapping[IIODMA_INPUT]), place_of(setting.mapping[IIODMA_OUTPUT]));
}

static const char *const all_apis[] = {"fileio", "dmabuf", NULL};
static const char *const all_directions[] = {"read", "write", NULL};
static const char *const all_touches[] = {"none", "read", "copy", "write", NULL};
static const char *const all_memories[] = {"heap", "udmabuf", "udmabuf-huge", NULL};
/* Those that never give stale data; noncoherent-nosync is one of them with its maintenance left out. */
static const char *const all_mappings[] = {"coherent", "noncoherent", "writecombine", NULL};
static const char *const all_fileio_maps[] = {"coherent", "noncoherent", "noncoherent-nosync", "writecombine", NULL};

static const struct axis axis_table[] = {
	{OPTION_API, "api", offsetof(struct bench_axes, api_count), take_api, all_apis, false},
	{OPTION_DIRECTION, "direction", offsetof(struct bench_axes, direction_count), take_direction, all_directions,
	 false},
	{OPTION_TOUCH, "touch", offsetof(struct bench_axes, touch_count), take_touch, all_touches, false},
	{OPTION_BLOCK, "buffer-size", offsetof(struct bench_axes, block_count), take_block, NULL, false},
	{OPTION_DEPTH, "depth", offsetof(struct bench_axes, depth_count), take_depth, NULL, false},
	{OPTION_RATE, "rate", offsetof(struct bench_axes, rate_count), take_rate, NULL, false},
	{OPTION_HEAP, "heap", offsetof(struct bench_axes, placement_count), take_heap, NULL, true},
	{OPTION_MAP, "map", offsetof(struct bench_axes, placement_count), take_mapping, all_mappings, true},
	{OPTION_MEMORY_KIND, "memory", offsetof(struct bench_axes, placement_count), take_memory, all_memories, true},
	{OPTION_SETTING, "setting", offsetof(struct bench_axes, placement_count), take_setting, setting_reference,
	 true},
	{OPTION_FILEIO_MAP, "fileio-map", offsetof(struct bench_axes, fileio_map_count), take_fileio_map,
	 all_fileio_maps, false},
};

#define AXIS_COUNT (sizeof(axis_table) / sizeof(*axis_table))

static size_t *count_of(struct bench_axes *axes, const struct axis *axis)
{
	return (size_t *)((char *)axes + axis->count);
}

static void take_item(struct bench_axes *axes, const struct axis *axis, const char *spelling, const char *item)
{
	if (*count_of(axes, axis) >= BENCH_AXIS_MAX)
		message_die(EXIT_STATUS_USAGE, "option %s: too many values; valid: at most %u", spelling,
			    BENCH_AXIS_MAX);
	axis->take(axes, spelling, item);
}

static void take_all(struct bench_axes *axes, const struct axis *axis, const char *spelling)
{
	for (const char *const *item = axis->all; *item; item++)
		take_item(axes, axis, spelling, *item);
}

/* A list given again replaces the earlier one, as with any option. */
static void take_list(struct bench_axes *axes, const struct axis *axis, const char *spelling, const char *text)
{
	const char *rest = text;
	char item[ITEM_BYTES];

	if (!axis->adds_up)
		*count_of(axes, axis) = 0;
	while (rest) {
		rest = options_list_item(spelling, text, rest, item, sizeof(item));
		if (axis->all && strcmp(item, "all") == 0)
			take_all(axes, axis, spelling);
		else
			take_item(axes, axis, spelling, item);
	}
}

static const struct axis *axis_with_all(const char *name)
{
	for (size_t i = 0; i < AXIS_COUNT; i++)
		if (axis_table[i].all && strcmp(axis_table[i].name, name) == 0)
			return &axis_table[i];
	return NULL;
}

/* Each axis named gets all its values. */
static void take_matrix(struct bench_axes *axes, const char *spelling, const char *text)
{
	const char *rest = text;
	char item[ITEM_BYTES];

	while (rest) {
		const struct axis *axis;

		rest = options_list_item(spelling, text, rest, item, sizeof(item));
		axis = axis_with_all(item);
		if (!axis)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' is no axis with a list of all its values; valid: api, direction, "
				    "touch, map, memory, setting, fileio-map",
				    spelling, item);
		take_list(axes, axis, spelling, "all");
	}
}

bool bench_axis_take_option(struct bench_axes *axes, enum option_key key, const char *spelling, const char *argument)
{
	if (key == OPTION_MATRIX) {
		take_matrix(axes, spelling, argument);
		return true;
	}
	if (key == OPTION_FILEIO_MAP_WITH) {
		if (!*argument)
			message_die(EXIT_STATUS_USAGE, "option %s: '' is no command", spelling);
		axes->fileio_map_command = argument;
		return true;
	}
	for (size_t i = 0; i < AXIS_COUNT; i++) {
		if (axis_table[i].key == key) {
			take_list(axes, &axis_table[i], spelling, argument);
			return true;
		}
	}
	return false;
}

static void complete_placements(struct bench_axes *axes, const char *default_heap, bool no_sync)
{
	if (axes->placement_count == 0) {
		struct bench_place place = {.memory = default_heap ? IIODMA_MEMORY_HEAP : IIODMA_MEMORY_AUTO};

		result_name_set(place.heap, default_heap ? default_heap : "");
		add_place(axes, place);
	}
	for (size_t i = 0; no_sync && i < axes->placement_count; i++) {
		if (axes->placement[i].setting[0])
			message_die(EXIT_STATUS_USAGE,
				    "option --no-sync: a setting says itself what is synced; valid: --setting "
				    "noncoherent-nosync");
		axes->placement[i].place[IIODMA_INPUT].sync = IIODMA_SYNC_NONE;
		axes->placement[i].place[IIODMA_OUTPUT].sync = IIODMA_SYNC_NONE;
	}
}

static void complete_fileio_maps(struct bench_axes *axes)
{
	if (axes->fileio_map_command && axes->fileio_map_count == 0)
		take_list(axes, axis_with_all("fileio-map"), "--fileio-map", "all");
	if (!axes->fileio_map_command && axes->fileio_map_count > 1)
		message_die(EXIT_STATUS_USAGE,
			    "option --fileio-map: a kernel gives one mapping at a time; valid: one, or several with "
			    "--fileio-map-with COMMAND to put each in force");
}

static bool asks_for_mappings(const struct bench_axes *axes)
{
	for (size_t i = 0; i < axes->placement_count; i++)
		if (axes->placement[i].place[IIODMA_INPUT].mapping)
			return true;
	return false;
}

void bench_axis_complete(struct bench_axes *axes, const char *default_heap, bool no_sync, bool reference)
{
	if (reference && axes->api_count == 0 && axes->direction_count == 0 && axes->placement_count == 0 && !no_sync)
		take_list(axes, axis_with_all("setting"), "--setting", "all");
	if (axes->api_count == 0)
		take_list(axes, axis_with_all("api"), "--api", "all");
	if (axes->touch_count == 0) /* how the CPU sees a block matters only where it looks */
		axes->touch[axes->touch_count++] = asks_for_mappings(axes) ? RESULT_TOUCH_COPY : RESULT_TOUCH_NONE;
	if (axes->block_count == 0)
		axes->block_samples[axes->block_count++] = BLOCK_DEFAULT;
	if (axes->depth_count == 0)
		axes->depth[axes->depth_count++] = DEPTH_DEFAULT;
	if (axes->rate_count == 0)
		axes->rate[axes->rate_count++] = (double)NAN;
	complete_placements(axes, default_heap, no_sync);
	complete_fileio_maps(axes);
}
