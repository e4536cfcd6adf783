/* sounder-graph-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <cairo-svg.h>

#include "sounder-graph-export.h"

/*
 * A graph and its samples as the bytes of a file. A week of samples is written in slices, a
 * picture is recorded here and drawn by a worker: neither holds up the window.
 */

#define SECOND_USEC     G_GINT64_CONSTANT (1000000)
#define SLICE_USEC      4000
#define SLICE_SAMPLES   64
/* As wide as a page; twice as fine for a picture of pixels. */
#define PICTURE_WIDTH   1200
#define PICTURE_HEIGHT  480
#define TITLE_HEIGHT    44
#define PICTURE_SCALE   2

/**
 * sounder_export_guess_format:
 * @name: of a file
 * @fallback: if its ending says nothing
 *
 * Gets what a file of that name is.
 *
 * Returns: a format
 */
SounderExportFormat
sounder_export_guess_format (const char          *name,
                             SounderExportFormat  fallback)
{
  static const char *const endings[] = { ".csv", ".png", ".svg" };
  g_autofree char *lower = NULL;

  g_return_val_if_fail (name != NULL, fallback);

  lower = g_ascii_strdown (name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i]))
      return i;

  return fallback;
}

typedef struct
{
  McpSampleStore *store;
  guint           next;
  guint           end;
  gint64          offset_usec;   /* from the monotonic clock to the time of day */
  GString        *text;
} Csv;

static void
csv_free (Csv *csv)
{
  g_clear_object (&csv->store);
  if (csv->text != NULL)
    g_string_free (csv->text, TRUE);
  g_free (csv);
}

static void
append_sample (GString               *text,
               const McpHealthSample *sample,
               gint64                 offset_usec)
{
  static const char *const names[] = { "ok", "lost", "failed" };
  gint64 wall_usec = sample->time_usec + offset_usec;
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (wall_usec / SECOND_USEC);
  g_autofree char *date = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");

  g_string_append_printf (text, "%s.%06dZ,%" G_GINT64_FORMAT ",", date,
                          (int) (wall_usec % SECOND_USEC), sample->time_usec);
  if (sample->status == MCP_SAMPLE_OK)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, sample->rtt_usec);
  g_string_append_printf (text, ",%s,%u,%s,%u\r\n", names[sample->status], sample->queued_usec,
                          sample->modern ? "server/discover" : "ping", sample->life);
}

static gboolean
csv_slice_cb (gpointer data)
{
  GTask *task = data;
  Csv *csv = g_task_get_task_data (task);
  gint64 until_usec = g_get_monotonic_time () + SLICE_USEC;
  McpHealthSample sample;

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;

  while (csv->next < csv->end)
    {
      for (guint i = 0; i < SLICE_SAMPLES && csv->next < csv->end; i++, csv->next++)
        if (mcp_sample_store_get (csv->store, csv->next, &sample))
          append_sample (csv->text, &sample, csv->offset_usec);
      if (g_get_monotonic_time () >= until_usec)
        return G_SOURCE_CONTINUE;
    }

  g_task_return_pointer (task, g_string_free_to_bytes (g_steal_pointer (&csv->text)),
                         (GDestroyNotify) g_bytes_unref);

  return G_SOURCE_REMOVE;
}

/**
 * sounder_export_csv_async:
 * @store: what has the samples
 * @first: the index of the first
 * @end: one past that of the last
 *
 * Writes samples as comma-separated values (RFC 4180) with a head: when the probe was sent as
 * ISO 8601 in UTC and in microseconds of the monotonic clock, the round trip in microseconds
 * (empty unless answered), "ok", "lost" or "failed", the microseconds it waited in our own queue,
 * the method, and which connection of the session it was. Never translated.
 */
void
sounder_export_csv_async (McpSampleStore      *store,
                          guint                first,
                          guint                end,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Csv *csv;

  g_return_if_fail (MCP_IS_SAMPLE_STORE (store));

  task = g_task_new (NULL, cancellable, callback, user_data);
  csv = g_new0 (Csv, 1);
  csv->store = g_object_ref (store);
  csv->next = first;
  csv->end = end;
  csv->offset_usec = mcp_sample_store_get_wall_offset_usec (store);
  csv->text = g_string_new ("time,t_usec,rtt_usec,status,queued_usec,method,connection\r\n");
  g_task_set_source_tag (task, sounder_export_csv_async);
  g_task_set_task_data (task, csv, (GDestroyNotify) csv_free);
  g_idle_add_full (G_PRIORITY_LOW, csv_slice_cb, g_object_ref (task), g_object_unref);
}

typedef struct
{
  cairo_surface_t *surface;   /* what was drawn: of SVG, written when it is finished */
  GByteArray      *bytes;     /* of the file; (nullable) when they are given away */
} Picture;

static void
picture_free (Picture *picture)
{
  cairo_surface_destroy (picture->surface);
  g_clear_pointer (&picture->bytes, g_byte_array_unref);
  g_free (picture);
}

static cairo_status_t
write_cb (void                *closure,
          const unsigned char *data,
          unsigned int         length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
write_png (Picture *picture)
{
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, PICTURE_WIDTH * PICTURE_SCALE,
                                PICTURE_HEIGHT * PICTURE_SCALE);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, PICTURE_SCALE, PICTURE_SCALE);
  cairo_set_source_surface (cr, picture->surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  status = cairo_surface_write_to_png_stream (surface, write_cb, picture->bytes);
  cairo_surface_destroy (surface);

  return status;
}

static cairo_status_t
write_svg (Picture *picture)
{
  cairo_surface_finish (picture->surface);

  return cairo_surface_status (picture->surface);
}

/* In a worker: nobody else touches the surface any more. */
static void
picture_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Picture *picture = task_data;
  gboolean is_svg = cairo_surface_get_type (picture->surface) == CAIRO_SURFACE_TYPE_SVG;
  cairo_status_t status = is_svg ? write_svg (picture) : write_png (picture);

  if (status != CAIRO_STATUS_SUCCESS)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
                             cairo_status_to_string (status));
  else
    g_task_return_pointer (task, g_byte_array_free_to_bytes (g_steal_pointer (&picture->bytes)),
                           (GDestroyNotify) g_bytes_unref);
}

/*
 * Both keep what is drawn and do the work later. A recording that is painted on a surface of SVG
 * would never be freed: cairo 1.16 loses a reference to it (to_recording_surface()).
 */
static cairo_surface_t *
create_surface (SounderExportFormat  format,
                GByteArray          *bytes)
{
  cairo_rectangle_t extents = { 0, 0, PICTURE_WIDTH, PICTURE_HEIGHT };

  if (format == SOUNDER_EXPORT_SVG)
    return cairo_svg_surface_create_for_stream (write_cb, bytes, PICTURE_WIDTH, PICTURE_HEIGHT);

  return cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
}

static void
draw (cairo_surface_t *surface,
      SounderChart    *chart,
      const char      *title,
      const char      *subtitle)
{
  cairo_t *cr = cairo_create (surface);
  SounderPlot head;

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  sounder_plot_init (&head, cr, gtk_widget_get_pango_context (GTK_WIDGET (chart)), PICTURE_WIDTH,
                     TITLE_HEIGHT);
  sounder_plot_use_paper (&head);
  sounder_plot_text (&head, title, 16, 8, 0, 0, SOUNDER_TONE_TEXT);
  sounder_plot_text (&head, subtitle, 16, 25, 0, 0, SOUNDER_TONE_DIM);

  cairo_translate (cr, 0, TITLE_HEIGHT);
  sounder_chart_render (chart, cr, PICTURE_WIDTH, PICTURE_HEIGHT - TITLE_HEIGHT - 8);
  cairo_destroy (cr);
}

/**
 * sounder_export_picture_async:
 * @chart: what to draw, as it is now
 * @title: of what it is
 * @subtitle: what it says
 * @format: %SOUNDER_EXPORT_PNG or %SOUNDER_EXPORT_SVG
 *
 * Draws a chart on white, for a report.
 */
void
sounder_export_picture_async (SounderChart        *chart,
                              const char          *title,
                              const char          *subtitle,
                              SounderExportFormat  format,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Picture *picture;

  g_return_if_fail (SOUNDER_IS_CHART (chart));
  g_return_if_fail (format != SOUNDER_EXPORT_CSV);

  task = g_task_new (NULL, cancellable, callback, user_data);
  picture = g_new0 (Picture, 1);
  picture->bytes = g_byte_array_new ();
  picture->surface = create_surface (format, picture->bytes);
  draw (picture->surface, chart, title, subtitle);
  g_task_set_source_tag (task, sounder_export_picture_async);
  g_task_set_task_data (task, picture, (GDestroyNotify) picture_free);
  g_task_run_in_thread (task, picture_thread);
}

/**
 * sounder_export_finish:
 * @result: of one of the above
 *
 * Ends an export.
 *
 * Returns: (transfer full) (nullable): the bytes of the file, or %NULL
 */
GBytes *
sounder_export_finish (GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
