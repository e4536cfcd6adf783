/* sounder-markdown-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-content.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_MARKDOWN_VIEW (sounder_markdown_view_get_type ())

/* Makes what shows the source, when somebody asks for it. */
typedef GtkWidget *(*SounderSourceFunc) (const SounderContent *content);

/* Markdown as it is meant, or its source. */
G_DECLARE_FINAL_TYPE (SounderMarkdownView, sounder_markdown_view, SOUNDER, MARKDOWN_VIEW, AdwBin)

gboolean   sounder_markdown_view_is_for (const SounderContent *content);
GtkWidget *sounder_markdown_view_new    (const SounderContent *content,  /* must stay */
                                         SounderSourceFunc     source);

G_END_DECLS
