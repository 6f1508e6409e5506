/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page that stands alone: no script, no font, nothing that is fetched from elsewhere. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "plain_numbers.h"
#include "report.h"
#include "report_columns.h"
#include "report_findings.h"
#include "report_html_parts.h"
#include "report_html_style.h"
#include "report_setup.h"
#include "sysinfo.h"

static void put_machine(FILE *out, const struct result *result)
{
	const struct system_info *system = result->system;

	html_text(out, result->start_time);
	if (!system)
		return;
	fputs(" on ", out);
	html_text(out, system->board[0] ? system->board : system->machine);
	if (system->kernel_release[0])
		fputs(", Linux ", out);
	html_text(out, system->kernel_release);
}

static void put_head(FILE *out, const struct result *result)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
	      out);
	html_text(out, result->tool);
	fputs(" ", out);
	put_machine(out, result);
	fputs("</title>\n<style>\n" REPORT_HTML_STYLE "</style>\n</head>\n<body>\n", out);
}

static void put_title(FILE *out, const struct result *result)
{
	char agreed[2 * REPORT_COLUMN_TEXT];

	fputs("<header><h1>", out);
	html_text(out, result->tool);
	fputs("</h1>\n<p class=\"quiet\">", out);
	put_machine(out, result);
	fputs("</p>\n<p>", out);
	report_columns_agreed(result, agreed, sizeof(agreed));
	html_text(out, agreed);
	fputs("</p>\n", out);
	if (result->status != RESULT_OK)
		fprintf(out, "<p class=\"bad\">Status: %s</p>\n", result_status_name(result->status));
	fputs("</header>\n<main>\n", out);
}

/* Tables of figures as they are in text. */
static int put_findings(FILE *out, const struct result *result)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = result->findings ? open_memstream(&text, &size) : NULL;
	int ret;

	if (!memory)
		return result->findings ? -ENOMEM : 0;
	ret = report_findings(memory, result);
	if (fclose(memory) != 0)
		ret = -ENOMEM;
	fputs("<h2>Findings</h2>\n<pre class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Findings\">", out);
	for (char *rest = ret == 0 ? text : NULL, *line; (line = strsep(&rest, "\n"));) {
		html_text(out, line);
		fputc('\n', out);
	}
	fputs("</pre>\n", out);
	free(text);
	return ret;
}

static void put_requirements(FILE *out, const struct result *result)
{
	if (result->requirement_count == 0)
		return;
	fputs("<h2>Conditions</h2>\n<ul>\n", out);
	for (size_t i = 0; i < result->requirement_count; i++) {
		const struct result_requirement *one = &result->requirements[i];

		fputs("<li>", out);
		html_text(out, one->text);
		fputs(one->met ? ": met" : ": <span class=\"bad\">not met</span>", out);
		if (one->finding[0])
			fputs(", ", out);
		html_text(out, one->finding);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static void put_warnings(FILE *out, const struct result *result)
{
	if (result->warning_count == 0)
		return;
	fputs("<h2>Notes</h2>\n<ul>\n", out);
	for (size_t i = 0; i < result->warning_count; i++) {
		fputs("<li>", out);
		html_text(out, result->warnings[i]);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static void put_fact(void *context, const char *name, const char *value)
{
	FILE *out = context;

	fputs("<tr><th scope=\"row\">", out);
	html_text(out, name);
	fputs("</th><td>", out);
	html_text(out, value);
	fputs("</td></tr>\n", out);
}

static void put_setup(FILE *out, const struct result *result)
{
	fputs("<h2>Set-up</h2>\n<table class=\"facts\"><tbody>\n", out);
	report_setup(result, put_fact, out);
	fputs("</tbody></table>\n", out);
}

int report_html(FILE *out, const struct result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();
	int ret;

	errno = 0;
	put_head(out, result);
	put_title(out, result);
	report_html_tables(out, result);
	ret = put_findings(out, result);
	put_requirements(out, result);
	put_warnings(out, result);
	report_html_bars(out, result);
	report_html_split(out, result);
	report_html_curves(out, result);
	put_setup(out, result);
	fputs("</main>\n</body>\n</html>\n", out);
	plain_numbers_end(&numbers);
	if (ret < 0)
		return ret;
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
