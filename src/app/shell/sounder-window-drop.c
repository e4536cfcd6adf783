/* sounder-window-drop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-server.h"
#include "mcp-error.h"
#include "mcp-server-link.h"
#include "sounder-import-dialog.h"
#include "sounder-server-dialog.h"
#include "sounder-window-private.h"

/*
 * What is dropped on the window, or opened with it: recordings, lists of servers, links, addresses
 * and commands. Nobody typed any of it, so that it is only shown: adding it is for the person to
 * do, and before it is started or reached they are asked.
 */

/* A command is one line that somebody can read. */
#define MAX_LINE_BYTES 4096
/* As of a file. */
#define MAX_TEXT_BYTES (4u * 1024 * 1024)

/* By its ending: settings of a client, or a bundle. */
gboolean
sounder_window_takes_servers_from (const char *name)
{
  static const char *const lists[] = { ".json", ".jsonc", ".toml", ".yaml", ".yml", ".mcpb", ".dxt" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_has_suffix (lower, lists[i]))
      return TRUE;

  return FALSE;
}

static gboolean
is_address (const char *uri)
{
  static const char *const schemes[] = { "http", "https", "ws", "wss", NULL };
  const char *scheme = g_uri_peek_scheme (uri);

  return scheme != NULL && g_strv_contains (schemes, scheme);
}

/**
 * sounder_window_open_link:
 * @link: a link that offers a server
 *
 * Shows what a link offers, and what is wrong with it.
 */
void
sounder_window_open_link (SounderWindow *self,
                          const char    *link)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;

  g_return_if_fail (SOUNDER_IS_WINDOW (self));
  g_return_if_fail (link != NULL);

  json = mcp_server_link_read (link, &error);
  if (json != NULL)
    sounder_import_dialog_present_text (self, json, "sounder:");
  else
    sounder_window_show_error (self, _("The Link Was Not Opened"), error);
}

static gboolean
is_json (const char *text)
{
  /* As pasted: an object, a member of one, or a comment before it. */
  return *text == '{' || *text == '[' || *text == '"' || g_str_has_prefix (text, "//") || g_str_has_prefix (text, "/*");
}

/* TOML or YAML with servers, as pasted. */
static gboolean
has_servers (const char *text)
{
  g_autoptr (GPtrArray) servers = NULL;

  if (strchr (text, '\n') == NULL || strlen (text) > MAX_TEXT_BYTES)
    return FALSE;

  servers = mcp_client_read_text (text, strlen (text), NULL);

  return servers != NULL && servers->len > 0;
}

/* Shows the server in a text, as if it had been pasted where one is added. */
static void
open_text (SounderWindow *self,
           const char    *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  if (*stripped == '\0')
    return;

  if (mcp_server_link_is (stripped))
    sounder_window_open_link (self, stripped);
  else if ((is_json (stripped) && strlen (stripped) <= MAX_TEXT_BYTES) || has_servers (stripped))
    sounder_import_dialog_present_text (self, stripped, NULL);
  else if (strlen (stripped) <= MAX_LINE_BYTES && strpbrk (stripped, "\r\n") == NULL)
    sounder_server_dialog_present_text (self, stripped);
  else
    sounder_window_toast (self, _("This text is no server: neither a list of servers, nor an address or a command"));
}

/**
 * sounder_window_open_file:
 * @file: a recording, a list of servers, or what stands for a link
 *
 * Opens what a file is, by its name: a list of servers is shown, to be imported; others are recordings.
 */
void
sounder_window_open_file (SounderWindow *self,
                          GFile         *file)
{
  g_autofree char *name = NULL;
  g_autofree char *uri = NULL;

  g_return_if_fail (SOUNDER_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  name = g_file_get_basename (file);
  uri = g_file_get_uri (file);
  /* A browser that lets go of a link says that it is a file. */
  if (mcp_server_link_is (uri) || is_address (uri))
    open_text (self, uri);
  else if (name != NULL && sounder_window_takes_servers_from (name))
    sounder_import_dialog_present_file (self, file);
  else
    sounder_window_open_recording (self, file);
}

static gboolean
dropped_cb (GtkDropTarget *target,
            const GValue  *value,
            double         x,
            double         y,
            SounderWindow *self)
{
  if (G_VALUE_HOLDS_STRING (value))
    {
      open_text (self, g_value_get_string (value));
      return TRUE;
    }

  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    sounder_window_open_file (self, l->data);

  return g_value_get_boxed (value) != NULL;
}

/* Words that are dragged within our own windows are for their entries. */
static gboolean
accept_cb (GtkDropTarget *target,
           GdkDrop       *drop,
           gpointer       user_data)
{
  return gdk_drop_get_drag (drop) == NULL
         && gdk_content_formats_match (gtk_drop_target_get_formats (target), gdk_drop_get_formats (drop));
}

static void
current_drop_cb (GtkDropTarget *target,
                 GParamSpec    *pspec,
                 GtkWidget     *hint)
{
  gtk_widget_set_visible (hint, gtk_drop_target_get_current_drop (target) != NULL);
}

static GtkWidget *
create_hint (void)
{
  GtkWidget *hint = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *image = gtk_image_new_from_icon_name ("document-open-symbolic");
  GtkWidget *label = gtk_label_new (_("Drop a recording, a list of servers, an address or a command"));

  gtk_image_set_pixel_size (GTK_IMAGE (image), 48);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "title-4");
  gtk_box_append (GTK_BOX (hint), image);
  gtk_box_append (GTK_BOX (hint), label);
  gtk_widget_set_valign (image, GTK_ALIGN_END);
  gtk_widget_set_vexpand (image, TRUE);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_vexpand (label, TRUE);
  gtk_widget_add_css_class (hint, "drop-hint");
  gtk_widget_set_can_target (hint, FALSE);
  gtk_widget_set_visible (hint, FALSE);

  return hint;
}

/* Anywhere on the window; a sheet above everything says so while something is held over it. */
void
sounder_window_init_drop (SounderWindow *self)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GtkWidget *content = g_object_ref (adw_toast_overlay_get_child (self->toasts));
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *hint = create_hint ();

  adw_toast_overlay_set_child (self->toasts, NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), content);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), hint);
  adw_toast_overlay_set_child (self->toasts, overlay);
  g_object_unref (content);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), NULL);
  g_signal_connect (target, "drop", G_CALLBACK (dropped_cb), self);
  g_signal_connect_object (target, "notify::current-drop", G_CALLBACK (current_drop_cb), hint, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
