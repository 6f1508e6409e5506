/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * libiiodma: stream samples through the Linux Industrial I/O (IIO) buffers.
 *
 * One header per noun; this one brings them all. The contract that holds for every function (errors, NULL, ownership,
 * threads, fork, signals, cancel) stands on one page: doc/contract.md.
 */
#ifndef IIODMA_H
#define IIODMA_H

#include <iiodma/buffer.h>
#include <iiodma/channel.h>
#include <iiodma/context.h>
#include <iiodma/device.h>
#include <iiodma/error.h>
#include <iiodma/format.h>
#include <iiodma/heap.h>
#include <iiodma/histogram.h>
#include <iiodma/link.h>
#include <iiodma/memory.h>
#include <iiodma/status.h>
#include <iiodma/stream.h>
#include <iiodma/version.h>

#endif
