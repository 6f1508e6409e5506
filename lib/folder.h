/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a folder holds, as a list. */
#ifndef IIODMA_LIB_FOLDER_H
#define IIODMA_LIB_FOLDER_H

/*
 * Names in @folder, sorted by bytes. @ret_names: array ended by NULL, one allocation, freed by the caller with free();
 * untouched on failure. Returns the number of names or -errno; sets no error text.
 */
int folder_names(const char *folder, char ***ret_names);

#endif
