/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** The format of one value, as the kernel writes it in scan_elements: "le:s12/16>>4", "be:u24/32X2>>8", "le:S12/16>>0". */
#ifndef IIODMA_FORMAT_H
#define IIODMA_FORMAT_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * Parse the kernel's notation.
 * @ret_format: freed by the caller with iiodma_format_free(); untouched on failure.
 * Returns 0, -EINVAL (not a format, or one that cannot be: more bits than its storage, storage not 8, 16, 24, 32, 64 or
 * 128 bits, real bits + shift over storage) or -ENOMEM.
 */
int iiodma_format_parse(const char *text, struct iiodma_format **ret_format) IIODMA_MUST_CHECK;

/** NULL is fine. Formats got from a channel belong to the channel and must not be freed. */
void iiodma_format_free(struct iiodma_format *format);

bool iiodma_format_is_signed(const struct iiodma_format *format);

/** Written "S" or "U": every bit of the storage is defined, so the value is sign- or zero-extended over it already. */
bool iiodma_format_is_fully_defined(const struct iiodma_format *format);

bool iiodma_format_is_big_endian(const struct iiodma_format *format);
unsigned int iiodma_format_bits(const struct iiodma_format *format);         /**< bits that mean something */
unsigned int iiodma_format_storage_bits(const struct iiodma_format *format); /**< bits one value occupies */
unsigned int iiodma_format_shift(const struct iiodma_format *format);        /**< right shift to apply */
unsigned int iiodma_format_repeat(const struct iiodma_format *format);       /**< values per channel, 1 normally */

/** Bytes of the channel in a sample: storage_bits / 8 * repeat. */
size_t iiodma_format_bytes(const struct iiodma_format *format);

/**
 * The notation back as text, as sysfs prints it. Returns the length, -ENOSPC, or -EINVAL for NULL, which is the format of a
 * channel that nobody can read.
 */
int iiodma_format_text(const struct iiodma_format *format, char *text, size_t size) IIODMA_MUST_CHECK;

/**
 * Value of the stored word at @raw (storage_bits / 8 bytes, any alignment): shifted, masked, sign-extended (a fully
 * defined value is taken whole). For storage of more than 64 bits the low 64 bits of the shifted value. An unsigned
 * 64-bit value comes back in the same 64 bits.
 */
int64_t iiodma_format_decode(const struct iiodma_format *format, const void *raw);

/**
 * Store @value at @raw: masked to the format's bits (a fully defined value to its whole storage), shifted, other bits 0,
 * in the format's byte order.
 */
void iiodma_format_encode(const struct iiodma_format *format, int64_t value, void *raw);

IIODMA_END_DECLS

#endif
