/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_search.h"

#include <math.h>

/* More halvings than any range of rates needs; a device that answers at random must not keep us for ever. */
#define TRIES_MAX 100u

/* Far enough below the limit for chance, near enough to be asked for. */
#define CHECK_RATIO 0.7

struct search {
	const struct search_config *config;
	struct search_result result;
	double low; /* carried, or rejected for being too low */
	bool low_carried;
	double high; /* lost, or rejected for being too high; infinite: none */
	bool high_lost;
	double lowest_lost;
	bool stopped;
};

static enum search_answer try(struct search *search, double *rate)
{
	enum search_answer answer = search->config->try(search->config->context, rate);

	search->result.tries++;
	if (answer == SEARCH_STOPPED)
		search->stopped = true;
	if (answer == SEARCH_LOST)
		search->lowest_lost = fmin(search->lowest_lost, *rate);
	return answer;
}

/* Take note of an answer. What is rejected is too high above what is taken, else too low. */
static void learn(struct search *search, enum search_answer answer, double rate)
{
	if (answer == SEARCH_CARRIED && (!search->low_carried || rate > search->low)) {
		search->low = rate;
		search->low_carried = true;
	} else if (answer == SEARCH_LOST && rate < search->high) {
		search->high = rate;
		search->high_lost = true;
	} else if (answer == SEARCH_REJECTED && (search->low_carried || !search->high_lost) && rate < search->high) {
		search->high = rate;
		search->high_lost = false;
	} else if (answer == SEARCH_REJECTED && search->high_lost && rate > search->low) {
		search->low = rate;
	}
}

static bool going_on(const struct search *search)
{
	return !search->stopped && search->result.tries < TRIES_MAX;
}

/* Until a rate is not carried. */
static void climb(struct search *search, double rate)
{
	while (going_on(search) && search->low_carried && isinf(search->high) && rate < search->config->highest) {
		enum search_answer answer;

		rate = fmin(2 * rate, search->config->highest);
		answer = try(search, &rate);
		learn(search, answer, rate);
	}
}

/* Until a rate is carried, or rejected: the device's lowest is then above it. */
static void descend(struct search *search, double rate)
{
	while (going_on(search) && !search->low_carried && search->low <= 0 && rate > search->config->lowest) {
		enum search_answer answer;

		rate = fmax(rate / 2, search->config->lowest);
		answer = try(search, &rate);
		learn(search, answer, rate);
	}
}

static void narrow(struct search *search)
{
	while (going_on(search) && search->low > 0 && isfinite(search->high) &&
	       search->high > search->low * (1 + search->config->tolerance_ratio)) {
		double rate = (search->low + search->high) / 2;
		enum search_answer answer = try(search, &rate);

		/* A device with coarse steps answers with a rate that is known already. */
		if (answer != SEARCH_STOPPED && (rate <= search->low || rate >= search->high))
			break;
		learn(search, answer, rate);
	}
}

/* One more rate well below the limit: if that is lost, the limit was luck. */
static void check(struct search *search)
{
	double rate = CHECK_RATIO * search->low;
	enum search_answer answer;

	if (!going_on(search) || !search->low_carried || !search->high_lost || rate < search->config->lowest)
		return;
	answer = try(search, &rate);
	if (answer == SEARCH_LOST)
		search->lowest_lost = fmin(search->lowest_lost, rate);
}

static enum finding_bound bound_of(const struct search *search)
{
	if (search->stopped || search->result.tries >= TRIES_MAX)
		return FINDING_BOUND_UNKNOWN;
	if (search->low_carried && isinf(search->high))
		return FINDING_BOUND_RANGE;
	if (search->low_carried)
		return search->high_lost ? FINDING_BOUND_LOSS : FINDING_BOUND_DEVICE;
	return search->high_lost ? FINDING_BOUND_NOTHING : FINDING_BOUND_NO_RATE;
}

struct search_result search_highest(const struct search_config *config)
{
	struct search search = {.config = config, .high = (double)INFINITY, .lowest_lost = (double)INFINITY};
	double rate = config->start;

	learn(&search, try(&search, &rate), rate);
	climb(&search, rate);
	descend(&search, rate);
	narrow(&search);
	check(&search);
	search.result.monotone = !(search.low_carried && search.lowest_lost < search.low);
	search.result.bound = bound_of(&search);
	search.result.carried = search.low_carried ? search.low : (double)NAN;
	search.result.not_carried = isfinite(search.high) ? search.high : (double)NAN;
	return search.result;
}
