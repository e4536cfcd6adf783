/* sounder-record-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-record.h"

G_BEGIN_DECLS

/* Opens a window with the differences between two messages, the earlier one before. */
GtkWindow *sounder_record_compare (GtkWindow *parent,    /* (nullable) */
                                   McpRecord *before,
                                   McpRecord *after);    /* (transfer none) */

G_END_DECLS
