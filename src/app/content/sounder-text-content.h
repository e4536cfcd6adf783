/* sounder-text-content.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* Source in a fixed-width font, as high as it is. */
GtkWidget *sounder_text_content_new_source (const char        *text,
                                            GtkSourceLanguage *language);  /* (nullable) */

G_END_DECLS
