/* sounder-server-dialog-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-server-dialog"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-compat.h"
#include "sounder-server-dialog-private.h"

/* Whether each session is recorded, and where to. */

void
sounder_server_dialog_load_record (SounderServerDialog *self)
{
  g_autofree char *folder = mcp_profile_dup_record_folder (self->profile);

  gtk_switch_set_active (self->record, mcp_profile_get_settings (self->profile)->record);
  gtk_editable_set_text (self->record_folder_row, folder);
}

/* An empty folder is the default one. */
void
sounder_server_dialog_store_record (SounderServerDialog *self,
                                    McpProfile          *profile)
{
  const char *folder = gtk_editable_get_text (self->record_folder_row);

  g_object_set (profile, "record", gtk_switch_get_active (self->record), "record-folder", folder, NULL);
}

gboolean
sounder_server_dialog_validate_record (SounderServerDialog *self)
{
  const char *folder = gtk_editable_get_text (self->record_folder_row);
  const char *message = NULL;

  if (*folder != '\0' && !g_path_is_absolute (folder))
    message = _("The folder of recordings must be a whole path, from / on.");

  return sounder_server_dialog_set_field_error (self->record_error, self->record_folder_row,
                                                message);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderServerDialog) self = SOUNDER_SERVER_DIALOG (user_data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    gtk_editable_set_text (self->record_folder_row, path);
}

void
sounder_server_dialog_choose_record_folder (SounderServerDialog *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Folder of Recordings"), SOUNDER_CHOOSE_FOLDER,
                              NULL, chosen_cb, g_object_ref (self));
}
