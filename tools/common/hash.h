/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hashes of a stream of bytes, the same that xxhsum and sha256sum print for a file of them. */
#ifndef TOOLS_HASH_H
#define TOOLS_HASH_H

#include <stddef.h>

enum hash_kind {
	HASH_XXH3,   /* xxhsum -H3: XXH3 with 64 bit */
	HASH_XXH128, /* xxhsum -H2 */
	HASH_SHA256, /* sha256sum */
	HASH_KINDS,
};

#define HASH_TEXT 65 /* of the longest, in hexadecimal */
#define HASH_WORDS "xxh3, xxh128, sha256"

struct hash;

/* Add the kinds in "xxh3,sha256" to the bits of @kinds. Returns 0 or -EINVAL; @kinds is untouched then. */
int hash_kinds_from_text(const char *text, unsigned int *kinds);
const char *hash_kind_name(enum hash_kind kind);

/* @kinds: bits 1 << enum hash_kind. Returns 0 or -ENOMEM. @ret_hash: freed with hash_free(), NULL is fine there. */
int hash_new(unsigned int kinds, struct hash **ret_hash);
void hash_free(struct hash *hash);

void hash_add(struct hash *hash, const void *data, size_t bytes);

/* Begin anew. */
void hash_reset(struct hash *hash);

/* Of all that was added so far, in hexadecimal; "" for a kind not asked for. More may be added. Returns @text. */
const char *hash_text(const struct hash *hash, enum hash_kind kind, char text[HASH_TEXT]);

#endif
