/* sounder-player.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-player"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "mcp-media.h"
#include "sounder-player.h"

/**
 * SounderPlayer:
 *
 * A button that plays a sound. GTK's GStreamer backend aborts when it is given a stream, and
 * reads files alone: the sound is written to a private one, which goes when the sound stops
 * being shown, or cannot be played.
 */

struct _SounderPlayer
{
  AdwBin          parent_instance;

  GBytes         *bytes;
  char           *path;  /* of the private file, while there is one */
  GtkMediaStream *media; /* while there is one */
};

G_DEFINE_FINAL_TYPE (SounderPlayer, sounder_player, ADW_TYPE_BIN)

static void
stop (SounderPlayer *self)
{
  if (self->media != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->media, self);
      gtk_media_file_clear (GTK_MEDIA_FILE (self->media));
      g_clear_object (&self->media);
    }
  if (self->path != NULL)
    g_unlink (self->path);
  g_clear_pointer (&self->path, g_free);
}

static void
show_problem (SounderPlayer *self,
              const char   *problem)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (problem);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Save…"));

  stop (self);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "warning");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "content.save");
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), button);
  adw_bin_set_child (ADW_BIN (self), line);
}

/* The name of a file that nobody else may read. In a worker: the bytes may be many. */
static void
write_cb (GTask        *task,
          gpointer      source_object,
          gpointer      task_data,
          GCancellable *cancellable)
{
  GError *error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (task_data, &length);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("sounder-player-XXXXXX", &path, &error);

  if (fd != -1)
    close (fd);
  if (fd != -1
      && !g_file_set_contents_full (path, data, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600,
                                    &error))
    g_unlink (path);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&path), g_free);
}

/* Says nothing of why: that is a backend's message for developers. */
static void
error_cb (SounderPlayer *self)
{
  const GError *error = gtk_media_stream_get_error (self->media);

  if (error == NULL)
    return;

  g_debug ("cannot play: %s", error->message);
  show_problem (self, _("The sound cannot be played here. It can be saved."));
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  SounderPlayer *self = SOUNDER_PLAYER (source);
  g_autoptr (GError) error = NULL;
  GtkWidget *controls;

  self->path = g_task_propagate_pointer (G_TASK (result), &error);
  if (error != NULL)
    {
      g_autofree char *text =
        g_strdup_printf (_("The sound could not be written to play it: %s"), error->message);

      show_problem (self, text);
      return;
    }
  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    {
      stop (self);
      return;
    }

  self->media = gtk_media_file_new_for_filename (self->path);
  g_signal_connect_swapped (self->media, "notify::error", G_CALLBACK (error_cb), self);
  if (gtk_media_stream_get_error (self->media) != NULL)
    {
      error_cb (self);
      return;
    }

  controls = gtk_media_controls_new (self->media);
  gtk_accessible_update_property (GTK_ACCESSIBLE (controls), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Sound from the server"), -1);
  adw_bin_set_child (ADW_BIN (self), controls);
  gtk_widget_child_focus (controls, GTK_DIR_TAB_FORWARD);
  gtk_media_stream_play (self->media);
}

static void
play_cb (SounderPlayer *self,
         GtkWidget    *button)
{
  g_autoptr (GTask) task = NULL;

  if (!mcp_media_is_sound (self->bytes))
    {
      show_problem (self, _("This is no kind of sound that is played here. It can be saved."));
      return;
    }

  gtk_widget_set_sensitive (button, FALSE);
  task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_task_data (task, g_bytes_ref (self->bytes), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, write_cb);
}

static void
add_button (SounderPlayer *self)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = adw_button_content_new ();

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), "media-playback-start-symbolic");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), _("_Play"));
  adw_button_content_set_use_underline (ADW_BUTTON_CONTENT (content), TRUE);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Play the sound"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (play_cb), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), button);
}

/* What is not shown any more cannot be stopped by hand. */
static void
sounder_player_unroot (GtkWidget *widget)
{
  stop (SOUNDER_PLAYER (widget));

  GTK_WIDGET_CLASS (sounder_player_parent_class)->unroot (widget);
}

static void
sounder_player_dispose (GObject *object)
{
  SounderPlayer *self = SOUNDER_PLAYER (object);

  stop (self);
  g_clear_pointer (&self->bytes, g_bytes_unref);

  G_OBJECT_CLASS (sounder_player_parent_class)->dispose (object);
}

static void
sounder_player_class_init (SounderPlayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_player_dispose;
  GTK_WIDGET_CLASS (klass)->unroot = sounder_player_unroot;
}

static void
sounder_player_init (SounderPlayer *self)
{
}

/**
 * sounder_player_new:
 * @file: a sound's file
 *
 * Creates a button that plays a sound. Inside of a #SounderContentView, for its action that saves.
 *
 * Returns: (transfer floating): a new sound
 */
GtkWidget *
sounder_player_new (GBytes *file)
{
  SounderPlayer *self = g_object_new (SOUNDER_TYPE_PLAYER, NULL);

  self->bytes = g_bytes_ref (file);
  add_button (self);

  return GTK_WIDGET (self);
}
