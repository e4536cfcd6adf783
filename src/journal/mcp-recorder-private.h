/* mcp-recorder-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-recorder.h"

G_BEGIN_DECLS

/* For saving: a recorder of a file with another name, that ends bit by bit. Internal to the layer. */
McpRecorder *mcp_recorder_new_named    (McpJournal   *journal,
                                        const char   *path,
                                        const char   *name,
                                        const char   *profile_json,
                                        McpRedactor  *redactor,
                                        GError      **error);
gboolean     mcp_recorder_finish_slice (McpRecorder  *self,
                                        gint64        deadline_usec);

G_END_DECLS
