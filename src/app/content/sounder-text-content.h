/* sounder-text-content.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

#include "sounder-content.h"

G_BEGIN_DECLS

/* Text to read and select: words, highlighted source, or JSON, whichever it is. */
GtkWidget *sounder_text_content_new        (const SounderContent *content);
GtkWidget *sounder_text_content_new_source (const char           *text,
                                            GtkSourceLanguage    *language);

G_END_DECLS
