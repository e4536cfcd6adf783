/* sounder-json-view-print.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-summary.h"
#include "sounder-json-view-private.h"

/*
 * How bytes become the text of a view: printed, inserted slice by slice, shown.
 */

/* Up to here printing takes less than 2 ms and is done at once: no flicker. */
#define PRINT_AT_ONCE_BYTES (64 * 1024)

/* A slice costs the buffer about 2 ms. */
#define SLICE_BYTES         (64 * 1024)

typedef struct
{
  GWeakRef view;
  GBytes  *bytes;
  gsize    max_bytes;
  gsize    max_string_bytes;
  gboolean exact;
  gsize    place;
  gsize    place_length;
} PrintJob;

static void
print_job_free (PrintJob *job)
{
  g_weak_ref_clear (&job->view);
  g_bytes_unref (job->bytes);
  g_free (job);
}

static void
set_busy (SounderJsonView *self,
          gboolean         busy)
{
  if (self->busy == busy)
    return;

  self->busy = busy;
  g_object_notify (G_OBJECT (self), "busy");
}

static void
add_part (GStrvBuilder *builder,
          char         *part)
{
  g_strv_builder_add (builder, part);
  g_free (part);
}

static char *
describe (SounderJsonView *self)
{
  g_autofree char *size = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  if (self->bytes == NULL || (self->printing == NULL && self->rendering == NULL))
    return g_strdup ("");

  size = mcp_format_size (g_bytes_get_size (self->bytes));
  if (self->printing != NULL)
    /* Translators: %s is a size */
    return g_strdup_printf (_("Preparing %s…"), size);

  if (self->rendering->kind == SOUNDER_RENDERING_HEX)
    /* Translators: %s is a size */
    add_part (builder, g_strdup_printf (_("Binary, %s"), size));
  if (self->rendering->truncated && self->exact)
    /* Translators: a part of a message: its first byte, its last, and the size of the message */
    add_part (builder, g_strdup_printf (_("Bytes %zu to %zu of %s"), self->rendering->from + 1,
                                        self->rendering->to, size));
  else if (self->rendering->truncated)
    /* Translators: %s is a size */
    add_part (builder, g_strdup_printf (_("Only the start of %s"), size));
  if (self->rendering->n_elided_strings > 0)
    add_part (builder, g_strdup_printf (ngettext ("%u long string shortened",
                                                  "%u long strings shortened",
                                                  self->rendering->n_elided_strings),
                                        self->rendering->n_elided_strings));
  if (self->rendering->folded)
    /* Translators: ↩ is the sign that marks such a place */
    add_part (builder, g_strdup (_("Long lines are broken at ↩")));

  parts = g_strv_builder_end (builder);

  return g_strjoinv (" · ", parts);
}

static void
update_footer (SounderJsonView *self)
{
  g_autofree char *status = describe (self);
  gboolean printed = self->printing == NULL && self->rendering != NULL;

  gtk_label_set_label (GTK_LABEL (self->status_label), status);
  gtk_widget_set_visible (self->all_button, printed && !self->whole
                                              && (self->rendering->n_elided_strings > 0
                                                  || self->rendering->truncated));
  gtk_widget_set_visible (self->more_button, printed && self->rendering->truncated);
  gtk_widget_set_visible (self->back_button,
                          printed && self->exact && self->rendering->from > 0);
  gtk_widget_set_visible (self->footer, *status != '\0');
}

static gboolean
insert_slice_cb (gpointer data)
{
  SounderJsonView *self = data;
  const char *text = self->rendering->text + self->inserted_bytes;
  gsize left = self->rendering->length - self->inserted_bytes;
  gsize n_bytes = left;
  GtkTextIter end;

  if (n_bytes > SLICE_BYTES)
    n_bytes = g_utf8_find_prev_char (text, text + SLICE_BYTES + 1) - text;

  self->filling = TRUE;
  gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self->buffer), &end);
  gtk_text_buffer_insert (GTK_TEXT_BUFFER (self->buffer), &end, text, n_bytes);
  self->filling = FALSE;

  self->inserted_bytes += n_bytes;
  if (self->inserted_bytes < self->rendering->length)
    return G_SOURCE_CONTINUE;

  self->insert_id = 0;
  sounder_json_view_show_mark (self);
  g_clear_pointer (&self->rendering->text, g_free);
  set_busy (self, FALSE);

  return G_SOURCE_REMOVE;
}

static void
set_buffer (SounderJsonView *self,
            const char      *text)
{
  self->filling = TRUE;
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), text, -1);
  self->filling = FALSE;
}

static void
take_rendering (SounderJsonView  *self,
                SounderRendering *rendering)
{
  GtkTextIter start;

  g_clear_handle_id (&self->insert_id, g_source_remove);
  g_clear_pointer (&self->rendering, sounder_rendering_free);
  self->rendering = rendering;
  self->inserted_bytes = 0;

  sounder_json_view_set_highlighting (self, rendering->kind == SOUNDER_RENDERING_JSON && !rendering->folded);
  set_buffer (self, "");

  set_busy (self, TRUE);
  if (insert_slice_cb (self) == G_SOURCE_CONTINUE)
    self->insert_id = g_idle_add (insert_slice_cb, self);

  if (rendering->mark_length == 0)
    {
      gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &start);
      gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &start);
    }
  update_footer (self);
}

static SounderRendering *
render (const PrintJob *job)
{
  if (job->exact)
    return sounder_rendering_new_part (job->bytes, job->max_bytes, job->place, job->place_length);

  return sounder_rendering_new (job->bytes, job->max_bytes, job->max_string_bytes);
}

static PrintJob *
print_job_new (SounderJsonView *self)
{
  PrintJob *job = g_new0 (PrintJob, 1);

  g_weak_ref_init (&job->view, self);
  job->bytes = g_bytes_ref (self->bytes);
  job->max_bytes = self->max_bytes;
  job->max_string_bytes = self->max_string_bytes;
  job->exact = self->exact;
  job->place = self->place;
  job->place_length = self->place_length;

  return job;
}

static void
print_in_worker (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  g_task_return_pointer (task, render (task_data), (GDestroyNotify) sounder_rendering_free);
}

static void
printed_cb (GObject      *source_object,
            GAsyncResult *result,
            gpointer      user_data)
{
  PrintJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (SounderJsonView) self = g_weak_ref_get (&job->view);
  g_autoptr (SounderRendering) rendering = NULL;

  rendering = g_task_propagate_pointer (G_TASK (result), NULL);
  if (self == NULL || rendering == NULL
      || self->printing != g_task_get_cancellable (G_TASK (result)))
    return;

  g_clear_object (&self->printing);
  take_rendering (self, g_steal_pointer (&rendering));
}

static void
print_async (SounderJsonView *self)
{
  g_autoptr (GTask) task = NULL;

  self->printing = g_cancellable_new ();
  task = g_task_new (NULL, self->printing, printed_cb, NULL);
  g_task_set_source_tag (task, print_async);
  g_task_set_task_data (task, print_job_new (self), (GDestroyNotify) print_job_free);
  g_task_run_in_thread (task, print_in_worker);
}

void
sounder_json_view_stop (SounderJsonView *self)
{
  if (self->printing != NULL)
    g_cancellable_cancel (self->printing);
  g_clear_object (&self->printing);
  g_clear_handle_id (&self->insert_id, g_source_remove);
  g_clear_pointer (&self->rendering, sounder_rendering_free);
}

/* Nothing has no first line. */
void
sounder_json_view_update_line_numbers (SounderJsonView *self)
{
  gboolean has_text = self->bytes != NULL || sounder_json_view_get_editable (self);

  gtk_source_view_set_show_line_numbers (self->source_view, self->line_numbers && has_text);
}

/* Makes the text anew from the bytes. */
void
sounder_json_view_print (SounderJsonView *self)
{
  sounder_json_view_stop (self);
  sounder_json_view_update_line_numbers (self);

  if (self->bytes == NULL)
    {
      set_buffer (self, "");
      set_busy (self, FALSE);
      update_footer (self);
    }
  else if (g_bytes_get_size (self->bytes) <= PRINT_AT_ONCE_BYTES)
    {
      PrintJob *job = print_job_new (self);

      take_rendering (self, render (job));
      print_job_free (job);
    }
  else
    {
      set_busy (self, TRUE);
      print_async (self);
      update_footer (self);
    }
}

/* Shows a text as it is, in the place of bytes. */
void
sounder_json_view_put_text (SounderJsonView *self,
                            const char      *text)
{
  sounder_json_view_stop (self);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  set_busy (self, FALSE);
  sounder_json_view_set_highlighting (self, TRUE);
  set_buffer (self, text);
  update_footer (self);
}
