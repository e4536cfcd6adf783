/* sounder-player.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "sounder-compat.h"
#include "sounder-player.h"
#include "sounder-widgets.h"

/**
 * SounderPlayer:
 *
 * A button that plays a sound or a video. GTK's GStreamer backend aborts when it is given a stream,
 * and reads files alone: what is played is written to a private one, which goes when it is no more
 * shown, or cannot be played. One that was given to another program goes when this one ends.
 */

/* It is written to where temporary files are, which may be memory. */
#define MAX_BYTES (256 * 1024 * 1024)

#define VIDEO_HEIGHT 270

struct _SounderPlayer
{
  AdwBin          parent_instance;

  McpPlayable     playable;
  GBytes         *bytes;
  char           *path;   /* of the private file, while there is one */
  GtkMediaStream *media;  /* while there is one */
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
add_action (GtkWidget  *line,
            const char *label,
            const char *action_name)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action_name);
  gtk_box_append (GTK_BOX (line), button);
}

/* What is known can be opened elsewhere: what is not might be anything, also a program. */
static void
show_problem (SounderPlayer *self,
              const char    *problem,
              gboolean       is_known)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = sounder_widgets_new_paragraph (problem, "warning");

  stop (self);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (line), label);
  if (is_known)
    add_action (line, _("_Open With…"), "player.open");
  add_action (line, _("_Save…"), "content.save");
  adw_bin_set_child (ADW_BIN (self), line);
}

static void
show_write_problem (SounderPlayer *self,
                    const GError  *error)
{
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      show_problem (self, error->message, FALSE);
      return;
    }

  text = g_strdup_printf (_("The file for the player could not be written: %s"), error->message);
  show_problem (self, text, FALSE);
}

static gboolean
check (McpPlayable   playable,
       GBytes       *bytes,
       const char  **suffix,
       GError      **error)
{
  gboolean is_video = playable == MCP_PLAYABLE_VIDEO;

  *suffix = mcp_playable_get_suffix (playable, bytes);
  if (*suffix == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         is_video ? _("This is no kind of video that is played here. It can be saved.")
                                  : _("This is no kind of sound that is played here. It can be saved."));
  else if (g_bytes_get_size (bytes) > MAX_BYTES)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         is_video ? _("The video is too large to be played here. It can be saved.")
                                  : _("The sound is too large to be played here. It can be saved."));
  else
    return TRUE;

  return FALSE;
}

typedef struct
{
  McpPlayable  playable;
  GBytes      *bytes;
} WriteJob;

static void
write_job_free (WriteJob *job)
{
  g_bytes_unref (job->bytes);
  g_free (job);
}

/* The name of a file that nobody else may read. In a worker: the bytes may be many. */
static void
write_in_worker (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  const WriteJob *job = task_data;
  GError *error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (job->bytes, &length);
  const char *suffix;
  g_autofree char *template = NULL;
  g_autofree char *path = NULL;
  int fd = -1;

  if (check (job->playable, job->bytes, &suffix, &error))
    {
      template = g_strconcat ("sounder-XXXXXX", suffix, NULL);
      fd = g_file_open_tmp (template, &path, &error);
    }
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

static void
write_async (SounderPlayer       *self,
             GAsyncReadyCallback  written)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, written, g_object_ref (self));
  WriteJob *job = g_new0 (WriteJob, 1);

  job->playable = self->playable;
  job->bytes = g_bytes_ref (self->bytes);
  g_task_set_source_tag (task, write_async);
  g_task_set_task_data (task, job, (GDestroyNotify) write_job_free);
  g_task_run_in_thread (task, write_in_worker);
}

/* Says nothing of why: that is a backend's message for developers. */
static void
error_cb (SounderPlayer *self)
{
  const GError *error = gtk_media_stream_get_error (self->media);

  if (error == NULL)
    return;

  g_debug ("cannot play: %s", error->message);
  show_problem (self,
                self->playable == MCP_PLAYABLE_VIDEO
                  ? _("The video cannot be played here. It can be saved, or opened with another program.")
                  : _("The sound cannot be played here. It can be saved, or opened with another program."),
                TRUE);
}

static void
show_media (SounderPlayer *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *controls = gtk_media_controls_new (self->media);
  gboolean is_video = self->playable == MCP_PLAYABLE_VIDEO;
  const char *label = is_video ? _("Video from the server") : _("Sound from the server");

  if (is_video)
    {
      GtkWidget *picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (self->media));

      gtk_picture_set_alternative_text (GTK_PICTURE (picture), label);
      gtk_widget_set_size_request (picture, -1, VIDEO_HEIGHT);
      gtk_widget_add_css_class (picture, "content-picture");
      gtk_box_append (GTK_BOX (box), picture);
    }
  sounder_widgets_set_spoken (controls, label);
  gtk_box_append (GTK_BOX (box), controls);
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_child_focus (controls, GTK_DIR_TAB_FORWARD);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (SounderPlayer) self = user_data;
  g_autoptr (GError) error = NULL;

  self->path = g_task_propagate_pointer (G_TASK (result), &error);
  if (error != NULL)
    {
      show_write_problem (self, error);
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

  show_media (self);
  gtk_media_stream_play (self->media);
}

static void
play_cb (SounderPlayer *self,
         GtkWidget     *button)
{
  gtk_widget_set_sensitive (button, FALSE);
  write_async (self, written_cb);
}

static void
opened_cb (const GError *error,
           gpointer      user_data)
{
  g_autoptr (SounderPlayer) self = user_data;
  g_autofree char *text = NULL;

  if (error == NULL)
    return;

  text = g_strdup_printf (_("No other program could be opened: %s"), error->message);
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", text);
}

static void
remove_cb (GApplication *application,
           char         *path)
{
  g_unlink (path);
  g_free (path);
}

static void
written_to_open_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (SounderPlayer) self = user_data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_task_propagate_pointer (G_TASK (result), &error);

  if (path == NULL)
    show_write_problem (self, error);
  else if (root == NULL)
    g_unlink (path);
  else
    {
      g_signal_connect (g_application_get_default (), "shutdown", G_CALLBACK (remove_cb),
                        g_strdup (path));
      sounder_compat_open_file (GTK_WINDOW (root), path, opened_cb, g_object_ref (self));
    }
}

static void
answered_cb (gboolean confirmed,
             gpointer user_data)
{
  g_autoptr (SounderPlayer) self = user_data;

  if (confirmed)
    write_async (self, written_to_open_cb);
}

static void
open_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  sounder_compat_confirm (GTK_WINDOW (gtk_widget_get_root (widget)), _("Open with another program?"),
                          _("The program for such files gets what the server sent. A flaw in it could be used by the "
                            "server."),
                          _("_Open"), FALSE, answered_cb, g_object_ref (widget));
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
  sounder_widgets_set_spoken (button, self->playable == MCP_PLAYABLE_VIDEO ? _("Play the video") : _("Play the sound"));
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
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "player.open", NULL, open_cb);
}

static void
sounder_player_init (SounderPlayer *self)
{
}

/**
 * sounder_player_new:
 * @playable: what it is
 * @file: the file of a sound or a video
 *
 * Creates a button that plays it. Inside of a #SounderContentView, for its action that saves.
 */
GtkWidget *
sounder_player_new (McpPlayable  playable,
                    GBytes      *file)
{
  SounderPlayer *self = g_object_new (SOUNDER_TYPE_PLAYER, NULL);

  self->playable = playable;
  self->bytes = g_bytes_ref (file);
  add_button (self);

  return GTK_WIDGET (self);
}
