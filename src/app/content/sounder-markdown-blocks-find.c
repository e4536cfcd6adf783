/* sounder-markdown-blocks-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-markdown.h"
#include "mcp-text-search.h"
#include "sounder-markdown-blocks-private.h"

/* Finding a text in what is drawn. The hits of all places are one row, from the top to the bottom. */

#define MAX_HITS 1000
#define HIT      "sounder-hit"
#define SELECTED "sounder-hit-selected"

static guint
count_in (const char *text,
          const char *needle)
{
  g_autoptr (GArray) hits = mcp_text_search (text, strlen (text), needle, MAX_HITS, NULL, NULL);

  return hits->len;
}

static guint
count_in_markup (const char *markup,
                 const char *needle)
{
  g_autofree char *plain = mcp_markdown_dup_plain (markup);

  return count_in (plain, needle);
}

static guint
count_in_block (const McpMarkdownBlock *block,
                const char             *needle)
{
  guint n = 0;

  if (block->kind == MCP_MARKDOWN_CODE)
    {
      g_autofree char *code = sounder_markdown_blocks_dup_code (block->code);

      return count_in (code, needle);
    }

  /* Of a picture there are only its words, which are not drawn. */
  if (block->markup != NULL && block->picture == NULL)
    n += count_in_markup (block->markup, needle);
  for (guint i = 0; block->rows != NULL && i < block->rows->len; i++)
    {
      GPtrArray *row = block->rows->pdata[i];

      for (guint j = 0; j < row->len; j++)
        n += count_in_markup (row->pdata[j], needle);
    }

  return n;
}

/**
 * sounder_markdown_blocks_count:
 * @blocks: (element-type McpMarkdownBlock): a text
 * @text: what to look for; with a capital letter in it, case counts
 *
 * Counts where a text stands in another one that need not be drawn.
 *
 * Returns: how often
 */
guint
sounder_markdown_blocks_count (GPtrArray  *blocks,
                               const char *text)
{
  guint n = 0;

  g_return_val_if_fail (blocks != NULL, 0);
  g_return_val_if_fail (text != NULL, 0);

  for (guint i = 0; i < blocks->len; i++)
    n += count_in_block (blocks->pdata[i], text);

  return n;
}

static char *
dup_text (GtkWidget *place)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;

  if (GTK_IS_LABEL (place))
    return g_strdup (gtk_label_get_text (GTK_LABEL (place)));

  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (place));
  gtk_text_buffer_get_bounds (buffer, &start, &end);

  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static void
mark_label (GtkLabel *label,
            GArray   *hits,
            gsize     length,
            int       selected)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  for (guint i = 0; i < hits->len; i++)
    {
      PangoAttribute *colors[] = {
        (int) i == selected ? pango_attr_background_new (0xff00, 0x7800, 0x0000)
                            : pango_attr_background_new (0xf800, 0xe400, 0x5c00),
        pango_attr_foreground_new (0, 0, 0),
      };

      for (guint j = 0; j < G_N_ELEMENTS (colors); j++)
        {
          colors[j]->start_index = (guint) g_array_index (hits, gsize, i);
          colors[j]->end_index = colors[j]->start_index + (guint) length;
          pango_attr_list_insert (attributes, colors[j]);
        }
    }

  gtk_label_set_attributes (label, hits->len > 0 ? attributes : NULL);
}

static void
set_iter (GtkTextBuffer *buffer,
          GtkTextIter   *iter,
          const char    *text,
          gsize          offset)
{
  gtk_text_buffer_get_iter_at_offset (buffer, iter,
                                      (int) g_utf8_pointer_to_offset (text, text + offset));
}

static void
mark_view (GtkTextView *view,
           const char  *text,
           GArray      *hits,
           gsize        length,
           int          selected)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (buffer);
  GtkTextIter start;
  GtkTextIter end;

  if (gtk_text_tag_table_lookup (tags, HIT) == NULL)
    {
      gtk_text_buffer_create_tag (buffer, HIT, "background", "#f8e45c", "foreground", "#000000", NULL);
      gtk_text_buffer_create_tag (buffer, SELECTED, "background", "#ff7800", NULL);
    }
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, HIT, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, SELECTED, &start, &end);

  for (guint i = 0; i < hits->len; i++)
    {
      gsize offset = g_array_index (hits, gsize, i);

      set_iter (buffer, &start, text, offset);
      set_iter (buffer, &end, text, offset + length);
      gtk_text_buffer_apply_tag_by_name (buffer, HIT, &start, &end);
      if ((int) i == selected)
        gtk_text_buffer_apply_tag_by_name (buffer, SELECTED, &start, &end);
    }
}

/* How far below the top of its widget a hit begins. */
static int
get_y (GtkWidget  *place,
       const char *text,
       gsize       offset)
{
  GtkTextIter iter;
  GdkRectangle area;
  PangoRectangle position;
  int x;
  int y;

  if (GTK_IS_LABEL (place))
    {
      gtk_label_get_layout_offsets (GTK_LABEL (place), &x, &y);
      pango_layout_index_to_pos (gtk_label_get_layout (GTK_LABEL (place)), (int) offset, &position);
      return y + PANGO_PIXELS (position.y);
    }

  set_iter (gtk_text_view_get_buffer (GTK_TEXT_VIEW (place)), &iter, text, offset);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (place), &iter, &area);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (place), GTK_TEXT_WINDOW_WIDGET, area.x,
                                         area.y, &x, &y);

  return y;
}

/* Marks all hits; with @wanted of them set, that one more than the others. */
static guint
mark (SounderMarkdownBlocks *self,
      const char            *needle,
      gint64                 wanted,
      GtkWidget            **wanted_place,
      int                   *wanted_y)
{
  GPtrArray *places = sounder_markdown_blocks_get_places (self);
  guint n = 0;

  for (guint i = 0; i < places->len; i++)
    {
      GtkWidget *place = places->pdata[i];
      g_autofree char *text = dup_text (place);
      g_autoptr (GArray) hits =
        mcp_text_search (text, strlen (text), needle, MAX_HITS, NULL, NULL);
      gboolean is_here = wanted >= n && wanted < n + hits->len;
      int selected = is_here ? (int) (wanted - n) : -1;

      if (GTK_IS_LABEL (place))
        mark_label (GTK_LABEL (place), hits, strlen (needle), selected);
      else
        mark_view (GTK_TEXT_VIEW (place), text, hits, strlen (needle), selected);
      if (is_here)
        {
          *wanted_place = place;
          *wanted_y = get_y (place, text, g_array_index (hits, gsize, selected));
        }
      n += hits->len;
    }

  return n;
}

/**
 * sounder_markdown_blocks_search:
 * @text: what to look for, with a capital letter in it, case counts; empty takes the marks away
 *
 * Marks where a text stands.
 *
 * Returns: how often it does
 */
guint
sounder_markdown_blocks_search (SounderMarkdownBlocks *self,
                                const char            *text)
{
  g_return_val_if_fail (SOUNDER_IS_MARKDOWN_BLOCKS (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  return mark (self, text, -1, NULL, NULL);
}

/**
 * sounder_markdown_blocks_select_hit:
 * @text: what to look for, as for sounder_markdown_blocks_search()
 * @hit: which of the hits, from 0 on
 * @y: (out): where it begins in the widget, in pixels from its top
 *
 * Marks where a text stands, one of the places more than the others.
 *
 * Returns: (transfer none) (nullable): the widget that it is in, or %NULL when there are fewer
 */
GtkWidget *
sounder_markdown_blocks_select_hit (SounderMarkdownBlocks *self,
                                    const char            *text,
                                    guint                  hit,
                                    int                   *y)
{
  GtkWidget *place = NULL;

  g_return_val_if_fail (SOUNDER_IS_MARKDOWN_BLOCKS (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (y != NULL, NULL);

  mark (self, text, hit, &place, y);

  return place;
}
