/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "block_curves.h"
#include "plain_numbers.h"
#include "report_words.h"

#define MIB 1048576.0
#define GNUPLOT "gnuplot"
#define PATH_TEXT 4096

bool report_plot_possible(void)
{
	const char *folders = getenv("PATH");
	char path[PATH_TEXT];

	while (folders && *folders) {
		const size_t length = strcspn(folders, ":");

		snprintf(path, sizeof(path), "%.*s/" GNUPLOT, (int)length, folders);
		if (length > 0 && access(path, X_OK) == 0)
			return true;
		folders += length + (folders[length] == ':');
	}
	return false;
}

/* ---- the script ---- */

/* In quotes in which gnuplot puts in nothing and runs nothing. */
static void put_quoted(FILE *script, const char *text)
{
	fputc('\'', script);
	for (; *text; text++) {
		if (*text == '\'')
			fputc('\'', script);
		fputc((unsigned char)*text < ' ' ? ' ' : *text, script);
	}
	fputc('\'', script);
}

/* The first word of a line of data, which knows no escape. */
static void put_word(FILE *script, const char *text)
{
	fputc('"', script);
	for (; *text; text++)
		fputc(*text == '"' || *text == '\\' ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text, script);
	fputc('"', script);
}

static void put_head(FILE *script)
{
	fputs("set terminal svg size 960,540 dynamic enhanced background '#ffffff'\n"
	      "set grid\nset key outside bottom center noenhanced\nset yrange [0:*]\nset ylabel "
	      "'MiB/s'\n",
	      script);
}

static void put_rates(FILE *script, const struct statistics *rates)
{
	const double deviation = isfinite(rates->standard_deviation) ? rates->standard_deviation : 0;

	fprintf(script, " %.6g %.6g\n", rates->mean / MIB, deviation / MIB);
}

static void put_curves(FILE *script, const struct block_curves *curves)
{
	fputs("set logscale x 2\nset format x '%.0f'\nset xlabel 'samples in a block'\nset xtics rotate by -30\n",
	      script);
	for (size_t i = 0; i < curves->curve_count; i++) {
		fprintf(script, "$curve%zu << EOD\n", i);
		for (size_t j = 0; j < curves->curves[i].cell_count; j++) {
			const struct result_cell *cell = curves->curves[i].cells[j];
			const struct statistics rates = result_cell_rates(cell);

			fprintf(script, "%" PRIu64, cell->setup.block_samples);
			put_rates(script, &rates);
		}
		fputs("EOD\n", script);
	}
	for (size_t i = 0; i < curves->curve_count; i++) {
		fprintf(script, "%s$curve%zu using 1:2:3 with yerrorlines title ", i ? ", " : "plot ", i);
		put_quoted(script, curves->curves[i].name);
	}
	fputc('\n', script);
}

static bool has_bar(const struct result_cell *cell)
{
	return report_shows_rate(cell) && result_cell_rates(cell).count > 0;
}

static void put_bars(FILE *script, const struct result *result)
{
	const struct report_label label = report_label_choose(result);
	char text[REPORT_LABEL_TEXT];

	fputs("set boxwidth 0.7\nset style fill solid 0.6\nset xtics rotate by -40 noenhanced\nunset key\n$cells << "
	      "EOD\n",
	      script);
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct statistics rates = result_cell_rates(&result->cells[i]);

		if (!has_bar(&result->cells[i]))
			continue;
		report_label_words(&label, &result->cells[i], text);
		put_word(script, text);
		put_rates(script, &rates);
	}
	fputs("EOD\nplot $cells using 0:2:3:xtic(1) with boxerrorbars\n", script);
}

static bool any_bar(const struct result *result)
{
	for (size_t i = 0; i < result->cell_count; i++)
		if (has_bar(&result->cells[i]))
			return true;
	return false;
}

static int write_script(FILE *script, const struct result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();
	struct block_curves curves;
	int ret = block_curves_find(result, &curves);

	put_head(script);
	if (ret == 0 && curves.curve_count > 0)
		put_curves(script, &curves);
	else if (ret == 0)
		put_bars(script, result);
	block_curves_clear(&curves);
	plain_numbers_end(&numbers);
	if (ret == 0 && (fflush(script) < 0 || fseek(script, 0, SEEK_SET) < 0))
		ret = -errno;
	return ret;
}

/* ---- gnuplot ---- */

extern char **environ;

static int start(FILE *script, int output, pid_t *ret_pid)
{
	char *const words[] = {(char *)(uintptr_t)GNUPLOT, NULL};
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return -error;
	error = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	if (!error)
		error = posix_spawnp(ret_pid, GNUPLOT, &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	return -error;
}

/* What gnuplot says goes through here, so that a full disk is noticed. */
static int copy(int from, FILE *out)
{
	char bytes[65536];
	int ret = 0;
	ssize_t got;

	while ((got = read(from, bytes, sizeof(bytes))) != 0) {
		if (got < 0 && errno != EINTR)
			return -errno;
		if (got > 0 && ret == 0 && fwrite(bytes, 1, (size_t)got, out) != (size_t)got)
			ret = errno ? -errno : -EIO; /* read on: gnuplot shall end by itself */
	}
	if (ret == 0 && fflush(out) < 0)
		ret = -errno;
	return ret;
}

static int draw(FILE *script, FILE *out)
{
	int ends[2], status = 0, ret;
	pid_t pid;

	if (pipe(ends) < 0)
		return -errno;
	ret = start(script, ends[1], &pid);
	close(ends[1]);
	if (ret == 0) {
		errno = 0;
		ret = copy(ends[0], out);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(ends[0]);
	return ret < 0 ? ret : status == 0 ? 0 : -EIO;
}

int report_plot(FILE *out, const struct result *result)
{
	FILE *script;
	int ret;

	if (!any_bar(result))
		return -ENODATA;
	script = tmpfile();
	if (!script)
		return -errno;
	ret = write_script(script, result);
	if (ret == 0)
		ret = draw(script, out);
	fclose(script);
	return ret;
}
