/* sounder-window-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-otlp-json.h"
#include "mcp-otlp-tracer.h"
#include "mcp-recorder.h"
#include "mcp-session-secrets.h"
#include "sounder-compat.h"
#include "sounder-recent.h"
#include "sounder-template.h"
#include "sounder-timeline-page.h"
#include "sounder-window-private.h"

/*
 * Saving a session as a recording, and exporting it for other programs: what is taken out of it,
 * the file, and a line at the foot of the window until it is whole.
 */

/* A session that is to be written, from the choice of the file to its last byte. */
typedef struct
{
  SounderWindow     *window;
  SounderServer     *server;
  SounderSaveChoice  choice;
  GFile             *file;   /* (nullable): while it is not chosen */
  SounderFileJob    *job;    /* (nullable): while nothing is written */
} Saving;

static Saving *
saving_new (SounderWindow *self,
            SounderServer *server)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->window = g_object_ref (self);
  saving->server = g_object_ref (server);

  return saving;
}

static void
saving_free (Saving *saving)
{
  g_clear_pointer (&saving->job, sounder_file_job_end);
  g_clear_object (&saving->file);
  g_object_unref (saving->window);
  g_object_unref (saving->server);
  g_free (saving);
}

static McpRedactor *
new_redactor (SounderServer *server)
{
  McpRedactor *redactor = mcp_redactor_new ();

  mcp_session_tell_secrets (sounder_server_get_session (server), redactor);

  return redactor;
}

static const char *
get_success (const SounderSaveChoice *choice)
{
  if (choice->as_export)
    return choice->redact ? _("Exported, without the secrets known")
                          : _("Exported as it was, with its secrets");

  return choice->redact ? _("Recording saved, without the secrets known")
                        : _("Recording saved as it was, with its secrets");
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Saving *saving = user_data;
  McpJournal *journal = MCP_JOURNAL (source);
  gboolean as_export = saving->choice.as_export;
  g_autoptr (GError) error = NULL;
  gboolean written = saving->choice.as_spans ? mcp_otlp_save_finish (journal, result, &error)
                     : as_export             ? mcp_export_save_finish (journal, result, &error)
                                             : mcp_recorder_save_finish (journal, result, &error);

  if (written && !as_export)
    sounder_recent_add (saving->file);
  if (written)
    sounder_window_toast (saving->window, get_success (&saving->choice));
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    sounder_window_toast (saving->window, _("Given up: nothing was written"));
  else
    sounder_window_show_error (saving->window,
                               as_export ? _("The Session Was Not Exported")
                                         : _("The Recording Was Not Saved"),
                               error);
  saving_free (saving);
}

static SounderTimeline *
get_timeline (SounderWindow *self)
{
  GtkWidget *page = sounder_session_view_find_page (self->session_view, "timeline");

  return sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (page));
}

/* Whether the timeline shows a part of the selected session only. */
static gboolean
is_filtered (SounderWindow *self)
{
  SounderTimelineScope scope;
  g_autofree char *filter = NULL;

  g_object_get (get_timeline (self), "filter", &filter, "scope", &scope, NULL);

  return scope != SOUNDER_TIMELINE_ALL || (filter != NULL && *filter != '\0');
}

/* Takes the saving over. */
static void
write_file (Saving *saving)
{
  const SounderSaveChoice *choice = &saving->choice;
  McpSession *session = sounder_server_get_session (saving->server);
  McpRedactor *redactor = choice->redact ? new_redactor (saving->server) : NULL;
  g_autofree char *path = g_file_get_path (saving->file);
  g_autofree char *base = g_file_get_basename (saving->file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *title = NULL;
  GCancellable *cancellable;

  /* Translators: %s is the name of a file. */
  title = g_strdup_printf (choice->as_export ? _("Exporting %s") : _("Saving %s"), name);
  saving->job = sounder_file_jobs_begin (saving->window->file_jobs, title);
  cancellable = sounder_file_job_get_cancellable (saving->job);

  if (choice->as_spans)
    {
      g_autofree char *resource = mcp_otlp_dup_resource (NULL, NULL, NULL);

      mcp_otlp_save_async (mcp_session_get_journal (session), path,
                           mcp_profile_get_name (sounder_server_get_profile (saving->server)),
                           resource, redactor, cancellable, sounder_file_job_set_progress,
                           saving->job, written_cb, saving);
    }
  else if (choice->as_export)
    {
      g_autoptr (GArray) serials = NULL;

      if (choice->only_selected && saving->window->selected == saving->server)
        serials = sounder_timeline_dup_selected_serials (get_timeline (saving->window));
      else if (choice->only_shown && saving->window->selected == saving->server)
        serials = sounder_timeline_dup_serials (get_timeline (saving->window));
      mcp_export_save_async (mcp_session_get_journal (session), path, choice->format, serials,
                             redactor, cancellable, sounder_file_job_set_progress, saving->job,
                             written_cb, saving);
    }
  else
    {
      g_autofree char *profile_json = mcp_profile_to_public_json (
        sounder_server_get_profile (saving->server));

      mcp_recorder_save_async (mcp_session_get_journal (session), path, profile_json, redactor,
                               cancellable, sounder_file_job_set_progress, saving->job, written_cb,
                               saving);
    }
}

static void
target_chosen_cb (GFile    *file,
                  gpointer  user_data)
{
  Saving *saving = user_data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path == NULL)
    {
      saving_free (saving);
      return;
    }

  saving->file = g_object_ref (file);
  write_file (saving);
}

/* What the file is called unless somebody says otherwise. */
static char *
suggest_name (Saving *saving)
{
  const char *name = mcp_profile_get_name (sounder_server_get_profile (saving->server));
  const char *suffix = saving->choice.as_spans    ? ".otlp.jsonl"
                       : saving->choice.as_export ? mcp_export_get_suffix (saving->choice.format)
                                                  : ".mcprec";

  return g_strdelimit (g_strconcat (name, suffix, NULL), "/", '-');
}

static void
preview_answered_cb (const SounderSaveChoice *choice,
                     gpointer                 user_data)
{
  Saving *saving = user_data;
  g_autofree char *name = NULL;

  if (choice == NULL)
    {
      saving_free (saving);
      return;
    }

  saving->choice = *choice;
  name = suggest_name (saving);
  sounder_compat_choose_file (GTK_WINDOW (saving->window),
                              choice->as_export ? _("Export") : _("Save Recording"),
                              SOUNDER_CHOOSE_SAVE, name, target_chosen_cb, saving);
}

static void
ask (SounderWindow *self,
     gboolean       as_export,
     gboolean       only_selected)
{
  SounderServer *server = self->selected;
  SounderSaveChoice proposal = { .as_export = as_export, .format = MCP_EXPORT_JSONL,
                                 .only_selected = only_selected };
  GtkWidget *dialog;

  if (server == NULL)
    return;

  /* Of what crossed no HTTP an archive says little. */
  proposal.is_http = mcp_profile_get_reach (sounder_server_get_profile (server)) == MCP_REACH_HTTP;
  if (proposal.is_http)
    proposal.format = MCP_EXPORT_HAR;

  dialog = sounder_redaction_dialog_new (
    GTK_WINDOW (self), mcp_session_get_journal (sounder_server_get_session (server)),
    new_redactor (server), &proposal, as_export && is_filtered (self), preview_answered_cb,
    saving_new (self, server));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
save_recording_cb (SounderWindow *self)
{
  ask (self, FALSE, FALSE);
}

static void
export_cb (SounderWindow *self)
{
  ask (self, TRUE, FALSE);
}

static void
export_selected_cb (SounderWindow *self)
{
  ask (self, TRUE, TRUE);
}

/**
 * sounder_window_write_session:
 * @server: whose session
 * @choice: what of it, and how
 * @file: a file with a path, which is replaced when all is written
 *
 * Saves or exports a session. The foot of the window shows how far it is; what went wrong is told.
 */
void
sounder_window_write_session (SounderWindow           *self,
                              SounderServer           *server,
                              const SounderSaveChoice *choice,
                              GFile                   *file)
{
  Saving *saving;

  g_return_if_fail (SOUNDER_IS_WINDOW (self));
  g_return_if_fail (SOUNDER_IS_SERVER (server));
  g_return_if_fail (choice != NULL);
  g_return_if_fail (G_IS_FILE (file));

  saving = saving_new (self, server);
  saving->choice = *choice;
  saving->file = g_object_ref (file);
  write_file (saving);
}

void
sounder_window_install_saving (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "win.save-recording", NULL, save_recording_cb);
  sounder_template_action (widget_class, "win.export", NULL, export_cb);
  sounder_template_action (widget_class, "win.export-selected", NULL, export_selected_cb);
}
