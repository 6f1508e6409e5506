/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "units.h"

void report_mib_words(double bytes_per_second, char *text, size_t size)
{
	char words[UNITS_TEXT];

	snprintf(text, size, "%s", units_mib_per_second(words, bytes_per_second));
}

void report_mb_words(double bytes_per_second, char *text, size_t size)
{
	char words[UNITS_TEXT];

	snprintf(text, size, "%s", units_mb_per_second(words, bytes_per_second));
}

void report_percent_words(double ratio, char *text, size_t size)
{
	if (isfinite(ratio))
		snprintf(text, size, "%.1f %%", 100 * ratio);
	else
		snprintf(text, size, "-");
}

void report_duration_words(double seconds, char *text, size_t size)
{
	static const struct {
		double least;
		double divisor;
		const char *unit;
	} scales[] = {{1, 1, "s"}, {1e-3, 1e-3, "ms"}, {1e-6, 1e-6, "us"}, {0, 1e-9, "ns"}};
	size_t scale = 0;

	if (!isfinite(seconds) || seconds < 0) {
		snprintf(text, size, "-");
		return;
	}
	while (seconds > 0 && seconds < scales[scale].least)
		scale++;
	snprintf(text, size, "%.3f %s", seconds / scales[scale].divisor, scales[scale].unit);
}

unsigned int report_channel_count(const struct result_setup *setup)
{
	unsigned int count = setup->channels[0] ? 1 : 0;

	for (const char *comma = setup->channels; (comma = strchr(comma, ',')); comma++)
		count++;
	return count;
}

void report_source_words(const struct result_setup *setup, char *text, size_t size)
{
	double rate = isnan(setup->source_rate) ? setup->rate_asked : setup->source_rate;
	char words[UNITS_TEXT];

	if (setup->api == IIODMA_API_NULL)
		snprintf(text, size, "-");
	else if (isnan(rate))
		snprintf(text, size, "unknown");
	else if (rate == 0)
		snprintf(text, size, "uncapped");
	else
		snprintf(text, size, "%s", units_sample_rate(words, rate));
}

void report_mapping_words(const struct result_setup *setup, char *text, size_t size)
{
	const char *name = setup->mapping_in_force[0] ? setup->mapping_in_force : setup->mapping;

	snprintf(text, size, setup->mapping_note[0] ? "%s (%s)" : "%s", name[0] ? name : "-", setup->mapping_note);
}

static bool any_loss_known(const struct result_cell *cell)
{
	for (size_t i = 0; i < cell->run_count; i++)
		if (result_run_loss_known(&cell->runs[i]))
			return true;
	return false;
}

void report_lost_words(const struct result_cell *cell, char *text, size_t size)
{
	int64_t lost = result_cell_lost_samples(cell);

	if (cell->run_count == 0 || cell->setup.api == IIODMA_API_NULL)
		snprintf(text, size, "-");
	else if (lost >= 0)
		snprintf(text, size, "%" PRId64 " sample%s", lost, lost == 1 ? "" : "s");
	else
		snprintf(text, size, "%s", any_loss_known(cell) ? "some" : "unknown");
}

static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void append(char *text, size_t size, const char *format, ...)
{
	size_t used = strlen(text);
	va_list arguments;

	if (used > 0 && used < size)
		used += (size_t)snprintf(text + used, size - used, ", ");
	if (used >= size)
		return;
	va_start(arguments, format);
	vsnprintf(text + used, size - used, format, arguments);
	va_end(arguments);
}

/* The event counts of all runs; -1 as soon as one is unknown. */
static int64_t overflow_events(const struct result_cell *cell)
{
	int64_t events = cell->run_count > 0 ? 0 : -1;

	for (size_t i = 0; i < cell->run_count && events >= 0; i++)
		events = cell->runs[i].overflow_events < 0 ? -1 : events + cell->runs[i].overflow_events;
	return events;
}

static void append_events(const struct result_cell *cell, char *text, size_t size)
{
	const char *kind = cell->setup.direction == IIODMA_INPUT ? "overflow" : "underflow";
	int64_t events = overflow_events(cell);

	if (events > 0)
		append(text, size, "%" PRId64 " %s event%s", events, kind, events == 1 ? "" : "s");
}

static void append_shortfall(const struct result_cell *cell, char *text, size_t size)
{
	double worst = 0;

	for (size_t i = 0; i < cell->run_count; i++)
		if (cell->runs[i].shortfall_proved)
			worst = fmax(worst, cell->runs[i].shortfall_ratio);
	if (worst > 0)
		append(text, size, "%.2f %% below source rate", 100 * worst);
}

static void append_wrong(const struct result_cell *cell, char *text, size_t size)
{
	for (size_t i = 0; i < cell->run_count; i++) {
		if (cell->runs[i].fault[0]) {
			append(text, size, "%s", cell->runs[i].fault);
			return;
		}
	}
}

void report_note_words(const struct result_cell *cell, char *text, size_t size)
{
	char cost[UNITS_TEXT];

	text[0] = '\0';
	if (cell->status == RESULT_IMPOSSIBLE) {
		append(text, size, "n/a (%s)", cell->reason);
		return;
	}
	if (cell->status != RESULT_OK)
		append(text, size, "%s: %s", result_status_name(cell->status), cell->reason);
	if (cell->best)
		append(text, size, "best");
	if (result_cell_capped(cell))
		append(text, size, "capped by the source");
	if (result_cell_over_source_rate(cell))
		append(text, size, "above source rate: measurement error");
	append_shortfall(cell, text, size);
	append_events(cell, text, size);
	append_wrong(cell, text, size);
	if (cell->setup.api == IIODMA_API_NULL && cell->run_count > 0) {
		report_duration_words(result_cell_block_seconds(cell).mean, cost, sizeof(cost));
		append(text, size, "%s%s per block", cell->setup.touch == RESULT_TOUCH_NONE ? "the meter costs " : "",
		       cost);
	}
}

void report_method_words(const struct result_method *method, char *text, size_t size)
{
	char words[UNITS_TEXT];

	text[0] = '\0';
	append(text, size, "%u run%s", method->repeats, method->repeats == 1 ? "" : "s");
	if (method->duration_ns >= 0)
		append(text, size, "%s each", units_seconds(words, method->duration_ns));
	if (method->samples > 0)
		append(text, size, "%" PRIu64 " samples each", method->samples);
	if (method->warmup_ns > 0)
		append(text, size, "warm-up %s", units_seconds(words, method->warmup_ns));
	if (method->verify[0])
		append(text, size, "verify %s", method->verify);
}

bool report_shows_rate(const struct result_cell *cell)
{
	return cell->setup.api != IIODMA_API_NULL || cell->setup.touch != RESULT_TOUCH_NONE;
}
