/* sounder-test-details.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-test-result.h"

G_BEGIN_DECLS

/* What a test expected and what came, one below the other. */
void sounder_test_details_fill (GtkBox        *box,
                                McpTestResult *result);  /* (nullable) */

G_END_DECLS
