/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "hash.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL /* nothing to link */
#include <xxhash.h>

struct hash {
	unsigned int kinds;
	XXH3_state_t *xxh3;
	XXH3_state_t *xxh128;
	struct sha256_ctx sha256;
};

static const char *const names[] = {
	[HASH_XXH3] = "xxh3",
	[HASH_XXH128] = "xxh128",
	[HASH_SHA256] = "sha256",
};

const char *hash_kind_name(enum hash_kind kind)
{
	return names[kind];
}

static int find_kind(const char *word, size_t length)
{
	for (int kind = 0; kind < HASH_KINDS; kind++)
		if (strlen(names[kind]) == length && !strncmp(names[kind], word, length))
			return kind;
	return -EINVAL;
}

int hash_kinds_from_text(const char *text, unsigned int *kinds)
{
	unsigned int found = *kinds;

	for (;;) {
		const size_t length = strcspn(text, ",");
		const int kind = find_kind(text, length);

		if (kind < 0)
			return kind;
		found |= 1u << kind;
		if (!text[length])
			break;
		text += length + 1;
	}
	*kinds = found;
	return 0;
}

static bool wants(const struct hash *hash, enum hash_kind kind)
{
	return hash->kinds & 1u << kind;
}

int hash_new(unsigned int kinds, struct hash **ret_hash)
{
	struct hash *hash = calloc(1, sizeof(*hash));

	if (!hash)
		return -ENOMEM;
	hash->kinds = kinds;
	hash->xxh3 = XXH3_createState();
	hash->xxh128 = XXH3_createState();
	if (!hash->xxh3 || !hash->xxh128) {
		hash_free(hash);
		return -ENOMEM;
	}
	hash_reset(hash);
	*ret_hash = hash;
	return 0;
}

void hash_free(struct hash *hash)
{
	if (!hash)
		return;
	XXH3_freeState(hash->xxh3);
	XXH3_freeState(hash->xxh128);
	free(hash);
}

void hash_reset(struct hash *hash)
{
	XXH3_64bits_reset(hash->xxh3);
	XXH3_128bits_reset(hash->xxh128);
	sha256_init(&hash->sha256);
}

void hash_add(struct hash *hash, const void *data, size_t bytes)
{
	if (wants(hash, HASH_XXH3))
		XXH3_64bits_update(hash->xxh3, data, bytes);
	if (wants(hash, HASH_XXH128))
		XXH3_128bits_update(hash->xxh128, data, bytes);
	if (wants(hash, HASH_SHA256))
		sha256_update(&hash->sha256, bytes, data);
}

static void put_hex(const unsigned char *bytes, size_t count, char text[HASH_TEXT])
{
	for (size_t i = 0; i < count; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

const char *hash_text(const struct hash *hash, enum hash_kind kind, char text[HASH_TEXT])
{
	struct sha256_ctx sha256 = hash->sha256; /* asking for the digest ends a context */
	unsigned char digest[SHA256_DIGEST_SIZE];
	XXH128_canonical_t canonical128;
	XXH64_canonical_t canonical;

	text[0] = '\0';
	if (!wants(hash, kind))
		return text;
	switch (kind) {
	case HASH_XXH3:
		XXH64_canonicalFromHash(&canonical, XXH3_64bits_digest(hash->xxh3));
		put_hex(canonical.digest, sizeof(canonical.digest), text);
		break;
	case HASH_XXH128:
		XXH128_canonicalFromHash(&canonical128, XXH3_128bits_digest(hash->xxh128));
		put_hex(canonical128.digest, sizeof(canonical128.digest), text);
		break;
	default:
		sha256_digest(&sha256, sizeof(digest), digest);
		put_hex(digest, sizeof(digest), text);
		break;
	}
	return text;
}
