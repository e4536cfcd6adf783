/* mcp-recorder-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-recorder.h"

G_BEGIN_DECLS

/* For saving: a recorder of a file that is open, that ends bit by bit. Internal to the layer. */
gboolean     mcp_recorder_may_record   (McpJournal   *journal,
                                        GError      **error);
McpRecorder *mcp_recorder_new_for_fd   (McpJournal   *journal,
                                        int           fd,
                                        const char   *path,
                                        const char   *profile_json,
                                        McpRedactor  *redactor,
                                        GError      **error);
gboolean     mcp_recorder_finish_slice (McpRecorder  *self,
                                        gint64        deadline_usec);

G_END_DECLS
