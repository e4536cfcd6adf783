/* mcp-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *mcp_text_elide (const char *text,
                      gsize       max_bytes);
gboolean mcp_text_is_base64 (const char *text);
char *mcp_text_from_number (double number);

G_END_DECLS
