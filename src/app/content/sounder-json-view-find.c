/* sounder-json-view-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-text-search.h"

#include "sounder-json-view-private.h"

/* The bytes as they are, and places in them and in the printed text. */

static void
select_range (SounderJsonView *self,
              int              start_chars,
              int              n_chars)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter whole_start;
  GtkTextIter whole_end;
  GtkTextIter start;
  GtkTextIter end;

  /* The selection is pale while the keys go elsewhere; these two are seen in any style. */
  if (self->hit_tag == NULL)
    self->hit_tag = gtk_text_buffer_create_tag (buffer, NULL, "background", "#f8e45c",
                                                "foreground", "#241f31", NULL);
  gtk_text_buffer_get_bounds (buffer, &whole_start, &whole_end);
  gtk_text_buffer_get_iter_at_offset (buffer, &start, start_chars);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, start_chars + n_chars);
  gtk_text_buffer_remove_tag (buffer, self->hit_tag, &whole_start, &whole_end);
  gtk_text_buffer_apply_tag (buffer, self->hit_tag, &start, &end);
  gtk_text_buffer_select_range (buffer, &start, &end);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->source_view),
                                gtk_text_buffer_get_insert (buffer), 0.1, FALSE, 0, 0.3);
}

/* Scrolls to the part that the rendering was made for, and selects it. */
void
sounder_json_view_show_mark (SounderJsonView *self)
{
  SounderRendering *rendering = self->rendering;

  if (rendering->mark_length > 0)
    select_range (self, g_utf8_strlen (rendering->text, rendering->mark),
                  g_utf8_strlen (rendering->text + rendering->mark, rendering->mark_length));
}

/**
 * sounder_json_view_set_exact:
 * @exact: whether to show the bytes as they are
 *
 * Shows the text as it came instead of printed over several lines.
 */
void
sounder_json_view_set_exact (SounderJsonView *self,
                             gboolean         exact)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  if (self->exact == !!exact)
    return;

  self->exact = !!exact;
  self->place = self->place_length = 0;
  if (self->bytes != NULL)
    sounder_json_view_print (self);
}

/**
 * sounder_json_view_show_place:
 * @self: a view that shows bytes as they are
 * @place: in bytes from the start
 *
 * Selects a place and shows what is around it.
 */
void
sounder_json_view_show_place (SounderJsonView *self,
                              gsize            place,
                              gsize            length)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  self->exact = TRUE;
  self->place = place;
  self->place_length = length;
  if (self->bytes != NULL)
    sounder_json_view_print (self);
}

/**
 * sounder_json_view_select_hit:
 * @needle: as for mcp_text_search()
 * @hit: which one to select, from 0 on
 * @n_hits: how many there are in the bytes
 *
 * Selects a text where it stands in what is shown. That can be done when all is shown, and when
 * printing made the text neither more nor less often found than it is in the bytes.
 *
 * Returns: %FALSE when it cannot
 */
gboolean
sounder_json_view_select_hit (SounderJsonView *self,
                              const char      *needle,
                              guint            hit,
                              guint            n_hits)
{
  g_autofree char *text = NULL;
  g_autoptr (GArray) hits = NULL;
  gsize offset;

  g_return_val_if_fail (SOUNDER_IS_JSON_VIEW (self), FALSE);

  if (self->rendering == NULL || self->busy || self->rendering->truncated
      || self->rendering->n_elided_strings > 0)
    return FALSE;

  text = sounder_json_view_dup_text (self);
  hits = mcp_text_search (text, strlen (text), needle, n_hits + 1, NULL, NULL);
  if (hits->len != n_hits || hit >= n_hits)
    return FALSE;

  offset = g_array_index (hits, gsize, hit);
  select_range (self, g_utf8_strlen (text, offset),
                g_utf8_strlen (text + offset, strlen (needle)));

  return TRUE;
}
