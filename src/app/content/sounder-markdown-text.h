/* sounder-markdown-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean sounder_markdown_text_is_for    (const char *mime_type,  /* (nullable) */
                                          const char *text);
void     sounder_markdown_text_open_link (GtkWidget  *widget,
                                          const char *uri);

G_END_DECLS
