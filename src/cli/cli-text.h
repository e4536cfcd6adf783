/* cli-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint  cli_text_width       (const char *text);
char  *cli_text_ellipsize   (const char *text,
                             guint       columns);
void   cli_text_append_padded (GString  *out,
                               const char *text,
                               guint     columns);
void   cli_text_append_wrapped (GString *out,
                                const char *text,
                                guint    indent,
                                guint    columns);
char  *cli_text_visible     (const char *text,
                             gssize      length,
                             gboolean    keep_newlines);
void   cli_text_append_escaped (GString *out,
                                const char *text,
                                gsize       length);
char  *cli_json_visible     (const char *text,
                             gsize       length);

G_END_DECLS
