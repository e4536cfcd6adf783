/* sounder-client-export-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-export.h"
#include "mcp-host.h"
#include "mcp-summary.h"
#include "mcp-text.h"
#include "sounder-client-export-dialog.h"
#include "sounder-compat.h"
#include "sounder-literal.h"
#include "sounder-template.h"

/**
 * SounderClientExportDialog:
 *
 * The file of a client, what putting the server into it changes, line by line, and a button that does exactly that. The
 * file as it was stays beside it.
 */

/* Characters of a client and its path in the list of them. */
#define MAX_NAME 70

struct _SounderClientExportDialog
{
  AdwWindow        parent_instance;

  McpProfile      *profile;
  GPtrArray       *files;    /* of McpClientFile, as in target */
  McpClientChange *change;   /* (nullable) */

  GtkWidget       *write_button;
  GtkDropDown     *target;
  GtkWidget       *sandbox;
  GtkTextView     *diff;
  GtkLabel        *note;
  GtkLabel        *error;
};

G_DEFINE_FINAL_TYPE (SounderClientExportDialog, sounder_client_export_dialog, ADW_TYPE_WINDOW)

/* "~/.cursor/mcp.json" */
static char *
dup_short_path (const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  const char *home = g_get_home_dir ();

  if (g_str_has_prefix (path, home) && path[strlen (home)] == '/')
    return g_strconcat ("~", name + strlen (home), NULL);

  return g_steal_pointer (&name);
}

static void
append_line (GtkTextBuffer *buffer,
             const char    *line)
{
  g_autofree char *visible = mcp_format_visible (line, -1, FALSE);
  g_autofree char *whole = g_strconcat (visible, "\n", NULL);
  const char *tag = *line == '+' ? "added" : *line == '-' ? "removed" : *line == '@' ? "place" : "same";
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert_with_tags_by_name (buffer, &end, whole, -1, tag, NULL);
}

static void
show_diff (SounderClientExportDialog *self,
           const char                *diff)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->diff);
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);

  gtk_text_buffer_set_text (buffer, "", 0);
  /* The first two name the file, which stands above. */
  for (guint i = MIN (2, g_strv_length (lines)); lines[i] != NULL && (lines[i + 1] != NULL || lines[i][0] != '\0'); i++)
    append_line (buffer, lines[i]);
}

static void
show_note (SounderClientExportDialog *self)
{
  g_autofree char *visible = NULL;
  g_autofree char *text = NULL;

  if (self->change == NULL)
    text = g_strdup ("");
  else if (self->change->diff[0] == '\0')
    text = g_strdup (_("The file says so already."));
  else if (self->change->left_out != NULL)
    {
      visible = mcp_format_visible (self->change->left_out, -1, FALSE);
      text = g_strdup_printf (_("Left out, since it is in the keyring: %s"), visible);
    }
  else if (self->change->before == NULL)
    text = g_strdup (_("The file is new."));
  else
    text = g_strdup (_("Everything else in the file stays as it is. As it was, it is kept beside it."));
  gtk_label_set_text (self->note, text);
}

static void
update (SounderClientExportDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->target);
  g_autoptr (GPtrArray) profiles = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->change, mcp_client_change_free);
  g_ptr_array_add (profiles, self->profile);
  if (selected < self->files->len)
    self->change = mcp_client_change_new (self->files->pdata[selected], profiles, &error);

  sounder_literal_show (self->error, error != NULL ? error->message : NULL);
  show_diff (self, self->change != NULL ? self->change->diff : "");
  show_note (self);
  gtk_widget_set_sensitive (self->write_button, self->change != NULL && self->change->diff[0] != '\0');
}

static void
target_cb (SounderClientExportDialog *self)
{
  if (self->profile != NULL)
    update (self);
}

/* --- Which file --- */

/* Takes @file. */
static void
add_file (SounderClientExportDialog *self,
          McpClientFile             *file)
{
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (self->target));
  g_autofree char *path = dup_short_path (file->path);
  g_autofree char *line = g_strdup_printf ("%s  %s", file->client->name, path);
  g_autofree char *elided = mcp_text_elide (line, MAX_NAME);
  g_autofree char *visible = mcp_format_visible (elided, -1, FALSE);

  g_ptr_array_add (self->files, file);
  gtk_string_list_append (names, visible);
}

static gboolean
has_client (SounderClientExportDialog *self,
            const McpClient           *client)
{
  for (guint i = 0; i < self->files->len; i++)
    if (((McpClientFile *) self->files->pdata[i])->client == client)
      return TRUE;

  return FALSE;
}

/* Those that are there; then, for clients without one, where it would be. What a sandbox hides is not made anew. */
static void
list_files (SounderClientExportDialog *self)
{
  g_autoptr (GPtrArray) files = mcp_client_list_files (NULL);

  for (guint i = 0; i < files->len; i++)
    {
      McpClientFile *file = files->pdata[i];

      if (!file->client->is_read_only && g_file_test (file->path, G_FILE_TEST_EXISTS))
        add_file (self, mcp_client_file_new (file->client, file->path, NULL));
    }
  for (guint i = 0; i < files->len && mcp_host_get_state () == MCP_HOST_NONE; i++)
    {
      McpClientFile *file = files->pdata[i];

      if (!file->client->is_read_only && !has_client (self, file->client))
        add_file (self, mcp_client_file_new (file->client, file->path, NULL));
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->target), self->files->len > 0);
}

static void
file_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (SounderClientExportDialog) self = SOUNDER_CLIENT_EXPORT_DIALOG (user_data);
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;
  McpClientFile *chosen;

  if (path == NULL)
    return;

  chosen = mcp_client_file_new_for_path (path);
  sounder_client_export_dialog_set_file (self, chosen != NULL
                                                 ? chosen
                                                 : mcp_client_file_new (mcp_client_find ("claude-code"), path, NULL));
}

static void
choose_cb (SounderClientExportDialog *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Choose the File of a Client"), SOUNDER_CHOOSE_OPEN, NULL,
                              file_chosen_cb, g_object_ref (self));
}

static void
write_cb (SounderClientExportDialog *self)
{
  if (sounder_client_export_dialog_write (self))
    gtk_window_close (GTK_WINDOW (self));
}

/* --- The class --- */

static void
sounder_client_export_dialog_dispose (GObject *object)
{
  SounderClientExportDialog *self = SOUNDER_CLIENT_EXPORT_DIALOG (object);

  g_clear_object (&self->profile);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->change, mcp_client_change_free);

  G_OBJECT_CLASS (sounder_client_export_dialog_parent_class)->dispose (object);
}

static void
sounder_client_export_dialog_class_init (SounderClientExportDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_client_export_dialog_dispose;

  sounder_template_set (widget_class, "sounder-client-export-dialog.ui");
  sounder_template_bind (widget_class, SounderClientExportDialog, write_button, target, sandbox,
                         diff, note, error);
  sounder_template_connect (widget_class, target_cb, choose_cb, write_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_client_export_dialog_init (SounderClientExportDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkTextBuffer *buffer;

  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_file_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drop_down_set_model (self->target, G_LIST_MODEL (names));
  gtk_widget_set_visible (self->sandbox, mcp_host_get_state () != MCP_HOST_NONE);

  buffer = gtk_text_view_get_buffer (self->diff);
  gtk_text_buffer_create_tag (buffer, "same", NULL);
  gtk_text_buffer_create_tag (buffer, "place", "weight", PANGO_WEIGHT_BOLD, NULL);
  /* The sign before each line says the same without colour. */
  gtk_text_buffer_create_tag (buffer, "added", "background", "rgba(46,194,126,0.25)", NULL);
  gtk_text_buffer_create_tag (buffer, "removed", "background", "rgba(224,27,36,0.25)", NULL);
}

SounderClientExportDialog *
sounder_client_export_dialog_new (McpProfile *profile)
{
  SounderClientExportDialog *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (SOUNDER_TYPE_CLIENT_EXPORT_DIALOG, NULL);
  list_files (self);
  self->profile = g_object_ref (profile);
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->target));

  return self;
}

/**
 * sounder_client_export_dialog_set_file:
 * @file: (transfer full): a client’s file
 *
 * Shows what would change in this file.
 */
void
sounder_client_export_dialog_set_file (SounderClientExportDialog *self,
                                       McpClientFile             *file)
{
  g_return_if_fail (SOUNDER_IS_CLIENT_EXPORT_DIALOG (self));
  g_return_if_fail (file != NULL);

  add_file (self, file);
  gtk_widget_set_sensitive (GTK_WIDGET (self->target), TRUE);
  gtk_drop_down_set_selected (self->target, self->files->len - 1);
  update (self);
}

/**
 * sounder_client_export_dialog_write:
 *
 * Makes the change that is shown. An error is shown under it.
 *
 * Returns: whether the file is written
 */
gboolean
sounder_client_export_dialog_write (SounderClientExportDialog *self)
{
  GtkWindow *parent;
  g_autofree char *message = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (SOUNDER_IS_CLIENT_EXPORT_DIALOG (self), FALSE);
  g_return_val_if_fail (self->change != NULL, FALSE);

  if (!mcp_client_change_apply (self->change, NULL, &error))
    {
      update (self);
      sounder_literal_show (self->error, error != NULL ? error->message : NULL);
      return FALSE;
    }

  parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  path = dup_short_path (self->change->path);
  message = g_strdup_printf (_("%s was written"), path);
  if (parent != NULL)
    sounder_window_toast (SOUNDER_WINDOW (parent), message);

  return TRUE;
}

/**
 * sounder_client_export_dialog_present:
 * @profile: a server
 *
 * Lets the user put a server into the file of another client.
 */
void
sounder_client_export_dialog_present (SounderWindow *parent,
                                      McpProfile    *profile)
{
  SounderClientExportDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));

  self = sounder_client_export_dialog_new (profile);
  gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (parent));
  gtk_window_present (GTK_WINDOW (self));
}
