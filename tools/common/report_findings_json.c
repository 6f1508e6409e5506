/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "json_values.h"
#include "report_findings.h"

/* What a reader needs to know of the cell that stands for others. */
static json_t *json_way(const struct result *result, size_t index)
{
	const struct result_setup *setup = &result->cells[index].setup;

	return json_pack("{s:I, s:s, s:s, s:o, s:o, s:o}", "cell_index", (json_int_t)index, "api",
			 iiodma_api_name(setup->api), "direction", result_direction_name(setup->direction), "mapping",
			 json_value_text(setup->mapping_in_force), "channels", json_value_text(setup->channels),
			 "touch", json_string(result_touch_name(setup->touch)));
}

static json_t *json_block(const struct result *result, size_t index)
{
	const struct result_setup *setup;

	if (index == FINDINGS_NO_CELL)
		return json_null();
	setup = &result->cells[index].setup;
	return json_pack("{s:I, s:I, s:I, s:I}", "cell_index", (json_int_t)index, "block_samples",
			 (json_int_t)setup->block_samples, "block_bytes", (json_int_t)setup->block_bytes, "block_count",
			 (json_int_t)setup->depth);
}

static json_t *json_fit(const struct line_fit *fit)
{
	return json_pack("{s:o, s:o, s:o, s:I, s:I}", "per_block_seconds", json_value_real(fit->base),
			 "per_byte_seconds", json_value_real(fit->slope), "residual_ratio",
			 json_value_real(fit->residual_ratio), "point_count", (json_int_t)fit->count,
			 "used_point_count", (json_int_t)fit->used);
}

static json_t *json_cost(const struct result *result, const struct finding_cost *cost)
{
	return json_pack("{s:o, s:I, s:o, s:o}", "way", json_way(result, cost->cell), "block_count",
			 (json_int_t)result->cells[cost->cell].setup.depth, "time", json_fit(&cost->time), "cpu",
			 json_fit(&cost->cpu));
}

static json_t *json_overtake(const struct result *result, const struct finding_overtake *overtake)
{
	bool from = overtake->order == FINDING_FROM || overtake->order == FINDING_ALWAYS;

	return json_pack("{s:o, s:o, s:s, s:o}", "way", json_way(result, overtake->dmabuf_cell), "against",
			 json_way(result, overtake->fileio_cell), "faster", finding_order_name(overtake->order), "from",
			 json_block(result, from ? overtake->dmabuf_cell : FINDINGS_NO_CELL));
}

static json_t *json_hold(const struct result *result, const struct finding_hold *hold)
{
	return json_pack("{s:o, s:b, s:o, s:o}", "way", json_way(result, hold->cell), "known", hold->known,
			 "smallest_block", json_block(result, hold->smallest_block), "smallest_depth",
			 json_block(result, hold->smallest_depth));
}

static json_t *json_limit(const struct result *result, const struct finding_limit *limit)
{
	const struct result_setup *setup = limit->cell == FINDINGS_NO_CELL ? NULL : &result->cells[limit->cell].setup;
	double sample_bytes = setup ? (double)setup->sample_bytes : 0;

	return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:b, s:I}", "way",
			 setup ? json_way(result, limit->cell) : json_null(), "block", json_block(result, limit->cell),
			 "bound", finding_bound_name(limit->bound), "carried_samples_per_second",
			 json_value_real(limit->carried), "carried_bytes_per_second",
			 json_value_real(limit->carried * sample_bytes), "not_carried_samples_per_second",
			 json_value_real(limit->not_carried), "monotone", limit->monotone, "try_count",
			 (json_int_t)limit->tries);
}

json_t *report_json_findings(const struct result *result)
{
	const struct findings *findings = result->findings;
	json_t *costs = json_array(), *overtakes = json_array(), *holds = json_array(), *limits = json_array();

	for (size_t i = 0; costs && i < findings->cost_count; i++)
		json_array_append_new(costs, json_cost(result, &findings->costs[i]));
	for (size_t i = 0; overtakes && i < findings->overtake_count; i++)
		json_array_append_new(overtakes, json_overtake(result, &findings->overtakes[i]));
	for (size_t i = 0; holds && i < findings->hold_count; i++)
		json_array_append_new(holds, json_hold(result, &findings->holds[i]));
	for (size_t i = 0; limits && i < findings->limit_count; i++)
		json_array_append_new(limits, json_limit(result, &findings->limits[i]));
	return json_pack("{s:o, s:o, s:o, s:o}", "costs", costs, "overtakes", overtakes, "holds", holds, "limits",
			 limits);
}
