/* sounder-invocation-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

/* A row of a list box that tells of a call: how it goes, when it was made and with what. */
GtkWidget     *sounder_invocation_row_new            (McpInvocation *invocation);
McpInvocation *sounder_invocation_row_get_invocation (GtkWidget     *inside);    /* the row, or what is in it */
void           sounder_invocation_row_append         (GtkWidget     *row,
                                                      GtkWidget     *child);

G_END_DECLS
