/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "setting.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define WORD_BYTES 64u

const char *const setting_reference[] = {
	"coherent",           "coherent+writecombine",           "noncoherent", "noncoherent+writecombine",
	"noncoherent-nosync", "noncoherent-nosync+writecombine", NULL,
};

/* What a mapping is called in a sentence: of its own, and of one direction. */
static const struct {
	const char *mapping;
	const char *alone;
	const char *reads;
	const char *writes;
} phrases[] = {
	{"coherent", "coherent", "coherent reads", "coherent writes"},
	{"noncoherent", "non-coherent", "non-coherent reads", "non-coherent writes"},
	{"noncoherent-nosync", "non-coherent, no cache sync", "non-coherent reads, no sync",
	 "non-coherent writes, no sync"},
	{"writecombine", "write-combine", "write-combine reads", "write-combine writes"},
};

int setting_parse(const char *text, struct setting *ret_setting)
{
	size_t length = strcspn(text, "+");
	char word[WORD_BYTES];
	struct setting setting;

	if (length >= sizeof(word))
		return -EINVAL;
	memcpy(word, text, length);
	word[length] = '\0';
	setting.mapping[IIODMA_INPUT] = mapping_find(word);
	setting.mapping[IIODMA_OUTPUT] = mapping_find(text[length] ? text + length + 1 : word);
	if (!setting.mapping[IIODMA_INPUT] || !setting.mapping[IIODMA_OUTPUT])
		return -EINVAL;
	*ret_setting = setting;
	return 0;
}

static size_t phrase_of(const struct mapping *mapping)
{
	size_t i = 0;

	while (strcmp(phrases[i].mapping, mapping->name) != 0)
		i++;
	return i;
}

void setting_title(const char *text, char *title, size_t size)
{
	struct setting setting;
	size_t reads, writes;

	if (setting_parse(text, &setting) < 0) {
		snprintf(title, size, "%s", text);
		return;
	}
	reads = phrase_of(setting.mapping[IIODMA_INPUT]);
	writes = phrase_of(setting.mapping[IIODMA_OUTPUT]);
	if (reads == writes)
		snprintf(title, size, "%s", phrases[reads].alone);
	else
		snprintf(title, size, "%s + %s", phrases[reads].reads, phrases[writes].writes);
}
