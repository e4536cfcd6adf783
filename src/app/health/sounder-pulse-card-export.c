/* sounder-pulse-card-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-pulse-card-private.h"
#include "sounder-template.h"

/* What somebody wants to take along: the samples as text, the graph as a picture. */

typedef struct
{
  SounderPulseCard    *card;
  McpHealth           *health;
  SounderExportFormat  format;
  guint                first;
  guint                end;
  GFile               *file;
} Export;

static void
export_free (Export *export)
{
  g_clear_object (&export->card);
  g_clear_object (&export->health);
  g_clear_object (&export->file);
  g_free (export);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Export, export_free)

/* Exports either the visible samples or all samples. */
static Export *
export_new (SounderPulseCard    *self,
            SounderExportFormat  format,
            gboolean             all)
{
  McpSession *session = sounder_pulse_card_get_session (self);
  McpSampleStore *probes = mcp_health_get_probes (mcp_session_get_health (session));
  Export *export = g_new0 (Export, 1);
  gint64 start_usec;
  gint64 end_usec;

  sounder_time_span_get (sounder_pulse_card_get_span (self), &start_usec, &end_usec);
  export->card = g_object_ref (self);
  export->health = g_object_ref (mcp_session_get_health (session));
  export->format = format;
  export->first = all ? mcp_sample_store_get_first (probes)
                      : mcp_sample_store_find (probes, start_usec);
  export->end = all ? mcp_sample_store_get_end (probes)
                    : mcp_sample_store_find (probes, end_usec + 1);

  return export;
}

static void
copied_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderPulseCard) self = SOUNDER_PULSE_CARD (user_data);
  g_autoptr (GBytes) bytes = sounder_export_finish (result, NULL);
  g_autofree char *text = NULL;

  if (bytes == NULL)
    return;

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", text);
}

static void
copy_csv_cb (SounderPulseCard *self)
{
  g_autoptr (Export) export = export_new (self, SOUNDER_EXPORT_CSV, FALSE);

  sounder_export_csv_async (mcp_health_get_probes (export->health), export->first, export->end,
                            NULL, copied_cb, g_object_ref (self));
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (SounderPulseCard) self = SOUNDER_PULSE_CARD (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    {
      g_autofree char *name = g_file_get_basename (G_FILE (source));
      g_autofree char *visible = g_filename_display_name (name);

      /* Translators: the name of a file. */
      message = g_strdup_printf (_("Exported to %s"), visible);
    }
  else
    {
      message = g_strdup_printf (_("Nothing was exported: %s"), error->message);
    }

  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", message);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Export) export = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = sounder_export_finish (result, &error);

  if (bytes == NULL)
    {
      g_autofree char *message = g_strdup_printf (_("Nothing was exported: %s"), error->message);

      gtk_widget_activate_action (GTK_WIDGET (export->card), "session.toast", "s", message);

      return;
    }

  g_file_replace_contents_bytes_async (export->file, bytes, NULL, FALSE,
                                       G_FILE_CREATE_REPLACE_DESTINATION, NULL, written_cb,
                                       g_object_ref (export->card));
}

/* "Weather · ping · 2026-11-20 14:02 to 14:07", and the figures below. */
static void
export_picture (Export *export)
{
  SounderPulseCard *self = export->card;
  SounderTimeSpan *span = sounder_pulse_card_get_span (self);
  McpProfile *profile = mcp_session_get_profile (sounder_pulse_card_get_session (self));
  gint64 wall_usec =
    mcp_sample_store_get_wall_offset_usec (mcp_health_get_probes (export->health));
  McpHealthStatistics statistics;
  g_autoptr (GDateTime) from = NULL;
  g_autoptr (GDateTime) to = NULL;
  g_autofree char *from_text = NULL;
  g_autofree char *to_text = NULL;
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  gint64 start_usec;
  gint64 end_usec;

  sounder_time_span_get (span, &start_usec, &end_usec);
  from = g_date_time_new_from_unix_local ((start_usec + wall_usec) / G_USEC_PER_SEC);
  to = g_date_time_new_from_unix_local ((end_usec + wall_usec) / G_USEC_PER_SEC);
  from_text = g_date_time_format (from, "%F %T");
  to_text = g_date_time_format (to, "%F %T");
  /* Translators: the head of a picture: a server, a method, two times. */
  title = g_strdup_printf (_("%s · %s · %s to %s"), mcp_profile_get_name (profile),
                           mcp_health_get_method (export->health), from_text, to_text);
  sounder_pulse_card_get_statistics (self, &statistics);
  subtitle = sounder_statistics_dup_text (&statistics);

  sounder_export_picture_async (SOUNDER_CHART (sounder_pulse_card_get_graph (self)), title,
                                subtitle, export->format, NULL, exported_cb, export);
}

static void
file_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (Export) export = user_data;
  g_autofree char *name = NULL;

  if (file == NULL)
    return;

  export->file = g_object_ref (file);
  name = g_file_get_basename (file);
  export->format = sounder_export_guess_format (name, export->format);

  if (export->format == SOUNDER_EXPORT_CSV)
    {
      McpSampleStore *probes = mcp_health_get_probes (export->health);
      guint first = export->first;
      guint end = export->end;

      sounder_export_csv_async (probes, first, end, NULL, exported_cb, g_steal_pointer (&export));
    }
  else if (sounder_pulse_card_get_session (export->card) != NULL)
    {
      export_picture (g_steal_pointer (&export));
    }
}

static void
export_cb (SounderPulseCard *self,
           const char       *action_name,
           GVariant         *parameter)
{
  const char *what = g_variant_get_string (parameter, NULL);
  McpProfile *profile = mcp_session_get_profile (sounder_pulse_card_get_session (self));
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  gboolean is_picture = g_str_equal (what, "png") || g_str_equal (what, "svg");
  SounderExportFormat format = g_str_equal (what, "png")   ? SOUNDER_EXPORT_PNG
                               : g_str_equal (what, "svg") ? SOUNDER_EXPORT_SVG
                                                           : SOUNDER_EXPORT_CSV;
  g_autofree char *name = g_strdup_printf ("%s-pings.%s", mcp_profile_get_name (profile),
                                           is_picture ? what : "csv");

  g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
  sounder_compat_choose_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                              is_picture ? _("Export Graph") : _("Export Samples"),
                              SOUNDER_CHOOSE_SAVE, name, file_chosen_cb,
                              export_new (self, format, g_str_equal (what, "all")));
}

void
sounder_pulse_card_add_export (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "health.copy-csv", NULL, copy_csv_cb);
  sounder_template_action (widget_class, "health.export", "s", export_cb);
}

void
sounder_pulse_card_enable_export (SounderPulseCard *self,
                                  gboolean          has_some)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "health.copy-csv", has_some);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "health.export", has_some);
}
