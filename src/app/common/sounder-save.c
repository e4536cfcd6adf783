/* sounder-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-compat.h"
#include "sounder-save.h"

typedef struct
{
  GtkWidget        *widget;
  GBytes           *bytes;
  GFileCreateFlags  flags;
} Saving;

static void
saving_free (Saving *saving)
{
  g_object_unref (saving->widget);
  g_bytes_unref (saving->bytes);
  g_free (saving);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Saving) saving = user_data;
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  g_autofree char *visible = g_filename_display_name (name);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    message = g_strdup_printf (_("Saved “%s”"), visible);
  else
    message = g_strdup_printf (_("“%s” could not be saved: %s"), visible, error->message);
  gtk_widget_activate_action (saving->widget, "session.toast", "s", message);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (Saving) saving = user_data;
  GBytes *bytes = saving->bytes;
  GFileCreateFlags flags = saving->flags;

  if (file != NULL)
    g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, flags, NULL, written_cb, g_steal_pointer (&saving));
}

/**
 * sounder_save_bytes:
 * @widget: who asks; it lives until the end
 * @title: of the dialog
 * @name: what the file is to be called, if the person likes it
 * @bytes: what is in it
 * @flags: how it is made
 *
 * Asks where to save something, does, and says by "session.toast" what came of it.
 */
void
sounder_save_bytes (GtkWidget        *widget,
                    const char       *title,
                    const char       *name,
                    GBytes           *bytes,
                    GFileCreateFlags  flags)
{
  GtkRoot *root;
  Saving *saving;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (bytes != NULL);

  root = gtk_widget_get_root (widget);
  saving = g_new0 (Saving, 1);
  saving->widget = g_object_ref (widget);
  saving->bytes = g_bytes_ref (bytes);
  saving->flags = flags;
  sounder_compat_choose_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, title, SOUNDER_CHOOSE_SAVE, name,
                              chosen_cb, saving);
}
