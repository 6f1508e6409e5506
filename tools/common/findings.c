/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "findings.h"

#include <errno.h>
#include <stdlib.h>

/* Room for one more; the lists stay short. NULL when memory ran out, the list is then as it was. */
static void *longer(void *list, size_t count, size_t size)
{
	return realloc(list, (count + 1) * size);
}

int findings_add_cost(struct findings *findings, const struct finding_cost *cost)
{
	struct finding_cost *list = longer(findings->costs, findings->cost_count, sizeof(*list));

	if (!list)
		return -ENOMEM;
	list[findings->cost_count++] = *cost;
	findings->costs = list;
	return 0;
}

int findings_add_overtake(struct findings *findings, const struct finding_overtake *overtake)
{
	struct finding_overtake *list = longer(findings->overtakes, findings->overtake_count, sizeof(*list));

	if (!list)
		return -ENOMEM;
	list[findings->overtake_count++] = *overtake;
	findings->overtakes = list;
	return 0;
}

int findings_add_hold(struct findings *findings, const struct finding_hold *hold)
{
	struct finding_hold *list = longer(findings->holds, findings->hold_count, sizeof(*list));

	if (!list)
		return -ENOMEM;
	list[findings->hold_count++] = *hold;
	findings->holds = list;
	return 0;
}

int findings_add_limit(struct findings *findings, const struct finding_limit *limit)
{
	struct finding_limit *list = longer(findings->limits, findings->limit_count, sizeof(*list));

	if (!list)
		return -ENOMEM;
	list[findings->limit_count++] = *limit;
	findings->limits = list;
	return 0;
}

const char *finding_bound_name(enum finding_bound bound)
{
	static const char *const names[] = {
		[FINDING_BOUND_LOSS] = "loss",       [FINDING_BOUND_DEVICE] = "device",
		[FINDING_BOUND_RANGE] = "range",     [FINDING_BOUND_NOTHING] = "nothing",
		[FINDING_BOUND_NO_RATE] = "no rate", [FINDING_BOUND_UNKNOWN] = "unknown",
	};

	return names[bound];
}

const char *finding_order_name(enum finding_order order)
{
	static const char *const names[] = {
		[FINDING_ALWAYS] = "always",
		[FINDING_FROM] = "from",
		[FINDING_NEVER] = "never",
		[FINDING_EQUAL] = "equal",
	};

	return names[order];
}

void findings_free(struct findings *findings)
{
	if (!findings)
		return;
	free(findings->costs);
	free(findings->overtakes);
	free(findings->holds);
	free(findings->limits);
	free(findings);
}
