/* sounder-import-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-client-server.h"

G_BEGIN_DECLS

GtkWidget *sounder_import_row_new (const McpClientServer  *server,
                                   gboolean                ticked,
                                   GtkWidget             **check);

G_END_DECLS
