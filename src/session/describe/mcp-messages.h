/* mcp-messages.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The messages of a prompt, to be put elsewhere. */
char *mcp_messages_to_text (const char *json,
                            gsize       length,
                            gboolean    as_markdown);
char *mcp_messages_to_json (const char *json,
                            gsize       length);

G_END_DECLS
