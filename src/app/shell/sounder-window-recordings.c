/* sounder-window-recordings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "mcp-journal-archive.h"
#include "mcp-profile-journal.h"
#include "mcp-recording.h"
#include "sounder-compat.h"
#include "sounder-recent.h"
#include "sounder-template.h"
#include "sounder-window-private.h"

/*
 * Recordings in the window: opening them by menu and by name, and journals that
 * outlived their session. Each is a row without a server.
 */

static void
show_session (SounderWindow *self,
              const char    *name,
              const char    *profile_json,
              McpJournal    *journal)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_recording (name, profile_json);
  g_autoptr (McpSession) session = mcp_session_new_recorded (profile, journal);

  sounder_window_select (self, sounder_server_model_add_recorded (self->model, session));
}

/* What a recording has to say about itself, once it is read. */
typedef struct
{
  SounderWindow *window;     /* weak */
  McpRecording  *recording;
} Reading;

static void
reading_free (gpointer  data,
              GClosure *closure)
{
  Reading *reading = data;

  g_clear_weak_pointer (&reading->window);
  g_object_unref (reading->recording);
  g_free (reading);
}

static char *
describe_problems (McpRecording *recording)
{
  g_autoptr (GPtrArray) problems = mcp_recording_dup_problems (recording);
  guint n_problems = mcp_recording_get_n_problems (recording);
  const McpRecordingProblem *first = problems->len > 0 ? problems->pdata[0] : NULL;

  if (first == NULL)
    return NULL;

  return g_strdup_printf (ngettext ("%u line is no event. Line %" PRIu64 ": %s",
                                    "%u lines are no events. Line %" PRIu64 ": %s",
                                    n_problems),
                          n_problems, first->line, first->text);
}

static void
loaded_cb (McpJournal *journal,
           GParamSpec *pspec,
           Reading    *reading)
{
  const GError *error = mcp_journal_get_load_error (journal);
  g_autofree char *problems = NULL;

  if (mcp_journal_is_loading (journal) || reading->window == NULL)
    return;

  problems = describe_problems (reading->recording);
  if (error != NULL)
    sounder_window_show_error (reading->window, _("The Recording Is Not Whole"), error);
  else if (problems != NULL)
    sounder_window_toast (reading->window, problems);
}

/* As a person called it, who may have several of one server. */
static char *
dup_file_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  char *name = g_filename_display_name (base);

  if (g_str_has_suffix (name, ".mcprec") && strlen (name) > strlen (".mcprec"))
    name[strlen (name) - strlen (".mcprec")] = '\0';

  return name;
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderWindow) self = SOUNDER_WINDOW (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecording) recording = mcp_recording_open_finish (result, &error);
  g_autofree char *name = NULL;
  McpJournal *journal;
  Reading *reading;

  if (recording == NULL)
    {
      sounder_window_show_error (self, _("The Recording Was Not Opened"), error);
      return;
    }

  if (mcp_recording_is_newer (recording))
    sounder_window_toast (self, _("A later version of Sounder wrote this recording: it can "
                                  "be read as far as it is understood, and not be saved"));
  journal = mcp_recording_get_journal (recording);
  reading = g_new0 (Reading, 1);
  reading->recording = g_object_ref (recording);
  g_set_weak_pointer (&reading->window, self);
  g_signal_connect_data (journal, "notify::loading", G_CALLBACK (loaded_cb), reading,
                         reading_free, 0);

  sounder_recent_add (mcp_recording_get_file (recording));
  name = dup_file_name (mcp_recording_get_file (recording));
  show_session (self, name, mcp_recording_get_profile_json (recording), journal);
}

/* Shows a recording in a row of its own. */
void
sounder_window_open_recording (SounderWindow *self,
                               GFile         *file)
{
  g_return_if_fail (SOUNDER_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  mcp_recording_open_async (file, NULL, NULL, opened_cb, g_object_ref (self));
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderWindow) self = SOUNDER_WINDOW (user_data);

  if (file != NULL)
    sounder_window_open_recording (self, file);
}

static void
open_recording_cb (SounderWindow *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Open Recording"), SOUNDER_CHOOSE_OPEN, NULL,
                              chosen_cb, g_object_ref (self));
}

/* A row without a server is closed; there is nothing to lose that is not in the file. */
static void
close_recording_cb (SounderWindow *self)
{
  if (self->selected != NULL && sounder_server_is_recorded (self->selected))
    sounder_server_model_remove (self->model, self->selected, NULL);
}

/**
 * sounder_window_open_journal:
 * @path: (type filename): a spool
 * @follow: whether another program may be writing it
 *
 * Shows the journal of a session that was left, or of another program, in a row of its own.
 *
 * Returns: %FALSE when it cannot be opened
 */
gboolean
sounder_window_open_journal (SounderWindow  *self,
                             const char     *path,
                             gboolean        follow,
                             GError        **error)
{
  g_autoptr (McpJournalInfo) info = NULL;
  g_autoptr (McpJournal) journal = NULL;

  g_return_val_if_fail (SOUNDER_IS_WINDOW (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  info = mcp_journal_archive_look_at (path);
  journal = mcp_journal_open_spool (path, follow, error);
  if (journal == NULL)
    return FALSE;

  show_session (self, info != NULL ? info->name : path, info != NULL ? info->profile_json : NULL,
                journal);

  return TRUE;
}

/* What was recorded beside the sessions of the list, at a record, in a row of its own. */
void
sounder_window_show_beside (SounderWindow *self,
                            McpSession    *session,
                            const char    *name,
                            guint          serial)
{
  McpJournal *journal = mcp_session_get_journal (session);
  g_autoptr (SounderServer) shown = NULL;

  for (guint i = 0; shown == NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      shown = g_list_model_get_item (G_LIST_MODEL (self->model), i);
      if (mcp_session_get_journal (sounder_server_get_session (shown)) != journal)
        g_clear_object (&shown);
    }

  if (shown != NULL)
    sounder_window_select (self, shown);
  else
    show_session (self, name, NULL, journal);
  gtk_widget_activate_action (GTK_WIDGET (self->session_view), "session.show-record", "u", serial);
  gtk_window_present (GTK_WINDOW (self));
}

/* Says which of them make sense for the selected row. */
void
sounder_window_update_recordings (SounderWindow *self)
{
  gboolean recorded = self->selected != NULL && sounder_server_is_recorded (self->selected);
  static const char *const needs_server[] = {
    "win.connect", "win.restart", "win.toggle-connection", "win.reconnect-as",
    "win.compare-eras", "win.remove-server", "win.edit-server", "win.refresh",
    "win.probe", "win.load", "win.export-to-client", "win.compose", "win.tests",
    "win.withdraw-consent",
  };

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.close-recording", recorded);
  /* The status bar says why. */
  if (recorded
      && mcp_journal_is_newer (
        mcp_session_get_journal (sounder_server_get_session (self->selected))))
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-recording", FALSE);
  for (guint i = 0; recorded && i < G_N_ELEMENTS (needs_server); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), needs_server[i], FALSE);
}

/* --- The section of the main menu with the recordings that were opened or written last --- */

#define POSITION 1

/* An underline is no mnemonic in the name of a file. */
static char *
make_label (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv ("__", parts);
}

/* Looks what is there, each time just before the menu opens. */
static void
menu_opens_cb (GtkMenuButton *button,
               gpointer       user_data)
{
  SounderWindow *self = SOUNDER_WINDOW (user_data);
  g_autoptr (GPtrArray) files = sounder_recent_dup ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (files->pdata[i]);
      g_autofree char *label = make_label (files->pdata[i]);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-recent", "s", uri);
      g_menu_append_item (section, item);
    }

  if (self->recent_shown)
    g_menu_remove (self->main_menu, POSITION);
  self->recent_shown = files->len > 0;
  if (self->recent_shown)
    g_menu_insert_section (self->main_menu, POSITION, _("Recent Recordings"),
                           G_MENU_MODEL (section));
}

static void
open_recent_cb (SounderWindow *self,
                const char    *action_name,
                GVariant      *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  sounder_window_open_recording (self, file);
}

/* The button does not notify of being active in every version of GTK 4. */
void
sounder_window_init_recent (SounderWindow *self)
{
  gtk_menu_button_set_create_popup_func (self->main_menu_button, menu_opens_cb, self, NULL);
}

void
sounder_window_install_recordings (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "win.open-recording", NULL, open_recording_cb);
  sounder_template_action (widget_class, "win.close-recording", NULL, close_recording_cb);
  sounder_template_action (widget_class, "win.open-recent", "s", open_recent_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK,
                                       "win.open-recording", NULL);
}
