/* mcp-validation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-schema.h"

G_BEGIN_DECLS

void       mcp_validation_run_async  (McpSchema            *schema,
                                      GBytes               *value,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
void       mcp_validation_run_text_async (const char       *schema,
                                      GBytes               *value,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
GPtrArray *mcp_validation_run_finish (GAsyncResult         *result,
                                      GError              **error);

G_END_DECLS
