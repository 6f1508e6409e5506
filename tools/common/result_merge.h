/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several results as one: several kernels, several boards, in one table. */
#ifndef IIODMA_TOOLS_RESULT_MERGE_H
#define IIODMA_TOOLS_RESULT_MERGE_H

#include "result_read.h"

/* A merged result and the machine it points to. */
struct result_merged {
	struct result result;
	struct system_info system;
};

/*
 * Move all cells of @files into one result; of machine and method it keeps what all of them agree in. Each cell says which file it
 * came from, by the shortest name that tells the files apart. A single file is taken as it is.
 * @merged: cleared with result_clear(&merged->result), in any case; what it points to beside that belongs to the files.
 * Returns 0 or -ENOMEM.
 */
int result_merge(struct result_file *files, size_t count, struct result_merged *merged);

#endif
