/* sounder-markdown-blocks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_MARKDOWN_BLOCKS (sounder_markdown_blocks_get_type ())

/* Finds a picture of ours by its address; NULL leaves the link that says what it shows. */
typedef GdkPaintable *(*SounderMarkdownPicture) (const char *address);

/* Markdown, drawn. Signals: link-activated, with the address. */
G_DECLARE_FINAL_TYPE (SounderMarkdownBlocks, sounder_markdown_blocks, SOUNDER, MARKDOWN_BLOCKS, GtkBox)

GtkWidget *sounder_markdown_blocks_new          (GPtrArray              *blocks,
                                                 SounderMarkdownPicture  find_picture); /* (nullable) */
void       sounder_markdown_blocks_build        (SounderMarkdownBlocks  *self,
                                                 gboolean                at_once);
GtkWidget *sounder_markdown_blocks_find_heading (SounderMarkdownBlocks  *self,
                                                 const char             *anchor);

/* Searching what was built. */
guint      sounder_markdown_blocks_count        (GPtrArray              *blocks,
                                                 const char             *text);
guint      sounder_markdown_blocks_search       (SounderMarkdownBlocks  *self,
                                                 const char             *text);
GtkWidget *sounder_markdown_blocks_select_hit   (SounderMarkdownBlocks  *self,
                                                 const char             *text,
                                                 guint                   hit,
                                                 int                    *y);    /* (out): in the widget */

G_END_DECLS
