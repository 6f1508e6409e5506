/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "html.h"

#include <stddef.h>

/* Bytes of the UTF-8 sequence at @text, 0 when it is none. Only what decides where the next one starts is looked at. */
static size_t sequence_length(const char *text)
{
	const unsigned char lead = (unsigned char)text[0];
	const size_t length = lead < 0x80   ? 1
			      : lead < 0xc2 ? 0
			      : lead < 0xe0 ? 2
			      : lead < 0xf0 ? 3
			      : lead < 0xf5 ? 4
					    : 0;

	for (size_t i = 1; i < length; i++)
		if (((unsigned char)text[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

static const char *entity(char character)
{
	switch (character) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return (unsigned char)character < ' ' || character == 0x7f ? " " : NULL;
	}
}

void html_text(FILE *out, const char *text)
{
	while (*text) {
		const size_t length = sequence_length(text);
		const char *instead = length == 0 ? "?" : length == 1 ? entity(*text) : NULL;

		if (instead)
			fputs(instead, out);
		else
			fwrite(text, 1, length, out);
		text += length ? length : 1;
	}
}
