/* sounder-record-copy-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-record-copy.h"

G_BEGIN_DECLS

/* Shared by sounder-record-copy.c and -several.c. */
GBytes *sounder_record_copy_print (GBytes    *bytes);  /* (transfer full); safe in a worker */

G_END_DECLS
