/* sounder-connect-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-evidence.h"
#include "mcp-host.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-address.h"
#include "sounder-certificate-dialog.h"
#include "sounder-connect-report.h"
#include "sounder-remedy.h"
#include "sounder-step-row.h"
#include "sounder-template.h"

/**
 * SounderConnectReport:
 *
 * The steps of connecting as they happen; after a failure what failed and what
 * was seen, how the process ended, its last words, and one thing to do about
 * it, with the button that does it.
 */

struct _SounderConnectReport
{
  SounderPage  base;

  McpRemedyAction chosen; /* what the button beside the advice does */

  GtkSpinner  *spinner;
  GtkWidget   *failed_image;
  GtkLabel    *heading;
  GtkLabel    *message;
  GtkLabel    *exit_label;
  GtkWidget   *remedy_box;
  GtkLabel    *remedy;
  GtkButton   *remedy_button;
  GtkWidget   *buttons;
  GtkWidget   *retry_button;
  GtkWidget   *edit_button;
  GtkWidget   *timeline_button;
  GtkWidget   *copy_button;
  GtkListBox  *steps;
  GtkWidget   *evidence_box;
  GtkLabel    *evidence_text;
  GtkWidget   *stderr_box;
  GtkLabel    *stderr_text;
};

G_DEFINE_FINAL_TYPE (SounderConnectReport, sounder_connect_report, SOUNDER_TYPE_PAGE)

static GtkWidget *
create_step_row (gpointer item,
                 gpointer user_data)
{
  return sounder_step_row_new (item);
}

static void
update_stderr (SounderConnectReport *self)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *visible = NULL;

  lines = mcp_session_dup_stderr_tail (self->base.session);
  gtk_widget_set_visible (self->stderr_box, lines != NULL && lines[0] != NULL);
  if (lines == NULL)
    return;

  /* Each is cut, and never the last of them away. */
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_steal_pointer (&lines[i]);

      lines[i] = mcp_format_label (line, FALSE);
    }
  visible = g_strjoinv ("\n", lines);
  if (g_strcmp0 (gtk_label_get_text (self->stderr_text), visible) != 0)
    gtk_label_set_text (self->stderr_text, visible);
}

/*
 * What came and was no message, and what the server broke: also while it starts, where a question
 * waits for somebody to see it. The last lines of standard error stand in a box of their own.
 */
static char *
dup_evidence (SounderConnectReport *self)
{
  g_autoptr (GPtrArray) found = mcp_session_dup_evidence (self->base.session, 0);

  return mcp_evidence_dup_text (found, FALSE);
}

static void
update_evidence (SounderConnectReport *self)
{
  g_autofree char *text = NULL;

  text = dup_evidence (self);
  gtk_widget_set_visible (self->evidence_box, *text != '\0');
  if (g_strcmp0 (gtk_label_get_text (self->evidence_text), text) != 0)
    gtk_label_set_text (self->evidence_text, text);
}

static void
journal_changed (SounderConnectReport *self)
{
  McpSession *session = self->base.session;

  update_stderr (self);
  /* A connection that is ready fills the journal; nothing of it is shown here. */
  if (session != NULL && mcp_session_get_state (session) != MCP_SESSION_READY)
    update_evidence (self);
}

static void
set_optional_text (GtkLabel   *label,
                   GtkWidget  *holder,
                   const char *text)
{
  g_autofree char *visible = text != NULL ? mcp_format_label (text, TRUE) : NULL;

  gtk_label_set_text (label, visible != NULL ? visible : "");
  gtk_widget_set_visible (holder, visible != NULL);
}

static char *
dup_heading (SounderConnectReport *self,
             gboolean              failed)
{
  guint seconds = 0;

  if (mcp_session_was_not_started (self->base.session))
    return g_strdup (_("Not started"));
  if (failed)
    return g_strdup (mcp_session_get_handshake_usec (self->base.session) >= 0
                       ? _("The connection was lost")
                       : _("The connection could not be made"));
  if (mcp_session_get_state (self->base.session) == MCP_SESSION_CLOSING)
    return g_strdup (_("Closing…"));

  g_object_get (self->base.session, "still-starting-seconds", &seconds, NULL);

  return seconds > 0 ? g_strdup_printf (_("Still starting, %u s"), seconds)
                     : g_strdup (_("Connecting…"));
}

/* How the process ended, where that is why it failed and the error does not say it already. */
static char *
dup_exit_text (SounderConnectReport *self,
               const GError         *error)
{
  const GError *cause = mcp_error_get_cause (error);
  McpExit status;
  g_autofree char *how = NULL;

  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_DIED)
      || (cause != NULL && (cause->domain == G_SPAWN_EXIT_ERROR || cause->domain == G_SPAWN_ERROR))
      || !mcp_session_get_exit (self->base.session, &status))
    return NULL;

  how = mcp_exit_to_text (&status);

  /* Translators: how a process ended: "exit code 3". */
  return g_strdup_printf (_("The program ended with %s."), how);
}

/* The advice with its button; the same button below would only be there twice. */
static void
update_remedy (SounderConnectReport *self,
               gboolean              failed)
{
  const McpFailure *failure = mcp_session_get_failure (self->base.session);
  const char *text = failed ? failure->remedy : NULL;
  g_autofree char *label = NULL;
  gboolean is_url = !mcp_profile_is_stdio (mcp_session_get_profile (self->base.session));

  set_optional_text (self->remedy, self->remedy_box, text);
  self->chosen = failed ? sounder_remedy_for (self->base.session) : MCP_REMEDY_RETRY;
  label = sounder_remedy_dup_label (self->chosen, failure->target);
  gtk_button_set_label (self->remedy_button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->remedy_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  sounder_remedy_get_accessible (self->chosen), -1);
  gtk_widget_set_visible (self->retry_button, text == NULL || self->chosen != MCP_REMEDY_RETRY);
  gtk_widget_set_visible (self->edit_button, text == NULL || self->chosen != MCP_REMEDY_EDIT);
  gtk_widget_set_visible (self->timeline_button,
                          is_url && (text == NULL || self->chosen != MCP_REMEDY_TIMELINE));
  gtk_widget_set_visible (self->copy_button,
                          !is_url && (text == NULL || self->chosen != MCP_REMEDY_COPY_COMMAND));
}

static void
update (SounderConnectReport *self)
{
  McpSessionState state;
  const GError *error;
  gboolean failed;
  gboolean lost;
  g_autofree char *heading = NULL;
  g_autofree char *exit_text = NULL;

  error = mcp_session_get_error (self->base.session);
  state = mcp_session_get_state (self->base.session);
  failed = error != NULL && (state == MCP_SESSION_CLOSED || state == MCP_SESSION_WAITING);
  lost = failed && mcp_session_get_handshake_usec (self->base.session) >= 0;
  heading = dup_heading (self, failed);
  if (failed)
    exit_text = dup_exit_text (self, error);

  gtk_label_set_text (self->heading, heading);
  gtk_spinner_set_spinning (self->spinner, !failed);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), !failed);
  gtk_widget_set_visible (self->failed_image,
                          failed && !mcp_session_was_not_started (self->base.session));
  gtk_widget_set_visible (self->buttons, failed);
  /* A lost connection had finished every step; a failure before the first has nothing to list. */
  gtk_widget_set_visible (GTK_WIDGET (self->steps),
                          !lost && !(failed && gtk_list_box_get_row_at_index (self->steps, 0) == NULL));
  set_optional_text (self->message, GTK_WIDGET (self->message), failed ? error->message : NULL);
  set_optional_text (self->exit_label, GTK_WIDGET (self->exit_label), exit_text);
  update_remedy (self, failed);
  update_stderr (self);
  if (failed)
    mcp_journal_flush (mcp_session_get_journal (self->base.session));
  if (state != MCP_SESSION_READY)
    update_evidence (self);
}

/* Another setting: the list of servers is told, and it is tried. */
static void
apply (SounderConnectReport *self,
       McpRemedyAction       action,
       const char           *target)
{
  McpProfile *profile = mcp_session_get_profile (self->base.session);

  if (target == NULL)
    return;

  mcp_remedy_apply (action, target, profile);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.save-profile", "s",
                              mcp_profile_get_name (profile));
  gtk_widget_activate_action (GTK_WIDGET (self), "session.connect", NULL);
}

/* What a person has to fill in: the dialog opens at its row. */
static void
edit_for (SounderConnectReport *self,
          const char           *target)
{
  if (target == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.edit-server", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.edit-server-for", "(us)", self->chosen, target);
}

static void
remedy_cb (SounderConnectReport *self)
{
  const char *url = mcp_profile_get_url (mcp_session_get_profile (self->base.session));
  const char *target = mcp_session_get_failure (self->base.session)->target;
  g_autofree char *command = NULL;
  g_autofree char *other = NULL;

  if (mcp_remedy_applies (self->chosen, target))
    {
      apply (self, self->chosen, target);
      return;
    }

  switch (self->chosen)
    {
    case MCP_REMEDY_EDIT:
    case MCP_REMEDY_SET_HEADER:
    case MCP_REMEDY_SET_VARIABLE:
    case MCP_REMEDY_USE_PROTOCOL:
    case MCP_REMEDY_ADD_ARGUMENT:
      edit_for (self, self->chosen == MCP_REMEDY_EDIT ? NULL : target);
      break;

    case MCP_REMEDY_COPY_COMMAND:
      gtk_widget_activate_action (GTK_WIDGET (self), "win.copy-command", NULL);
      break;

    case MCP_REMEDY_CERTIFICATE:
      sounder_certificate_dialog_present (GTK_WIDGET (self), self->base.session);
      break;

    case MCP_REMEDY_USE_HTTPS:
    case MCP_REMEDY_USE_HTTP:
      other = sounder_address_switch_tls (url);
      apply (self, MCP_REMEDY_USE_URL, other);
      break;

    case MCP_REMEDY_USE_PATH:
      other = sounder_address_with_path (url, target);
      apply (self, MCP_REMEDY_USE_URL, other);
      break;

    case MCP_REMEDY_SIGN_IN:
      gtk_widget_activate_action (GTK_WIDGET (self), "session.sign-in", NULL);
      break;

    case MCP_REMEDY_PERMIT:
      command = mcp_host_dup_permit_command ();
      gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", command);
      break;

    case MCP_REMEDY_TIMELINE:
      gtk_widget_activate_action (GTK_WIDGET (self), "session.show-page", "s", "timeline");
      break;

    case MCP_REMEDY_NONE:
    case MCP_REMEDY_RETRY:
    case MCP_REMEDY_USE_URL:
    case MCP_N_REMEDIES:
    default:
      gtk_widget_activate_action (GTK_WIDGET (self), "session.connect", NULL);
      break;
    }
}

static void
copy_details_cb (SounderConnectReport *self)
{
  g_autofree char *details = sounder_connect_report_dup_details (self);

  gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", details);
}

static void
sounder_connect_report_constructed (GObject *object)
{
  SounderConnectReport *self = SOUNDER_CONNECT_REPORT (object);

  G_OBJECT_CLASS (sounder_connect_report_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->base.session, "notify::still-starting-seconds", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (mcp_session_get_journal (self->base.session), "items-changed",
                           G_CALLBACK (journal_changed), self, G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->steps, mcp_session_get_steps (self->base.session),
                           create_step_row, NULL, NULL);
  update (self);
}

static void
sounder_connect_report_class_init (SounderConnectReportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_connect_report_constructed;

  sounder_template_set (widget_class, "sounder-connect-report.ui");
  sounder_template_bind (widget_class, SounderConnectReport, spinner, failed_image, heading,
                         message, exit_label, remedy_box, remedy, remedy_button, buttons,
                         retry_button, edit_button, timeline_button, copy_button, steps,
                         evidence_box, evidence_text, stderr_box, stderr_text);
  sounder_template_connect (widget_class, copy_details_cb, remedy_cb);
}

static void
sounder_connect_report_init (SounderConnectReport *self)
{
}

/* One step in words; what was seen is quoted below it. */
static void
append_step (GString        *text,
             McpConnectStep *step)
{
  const McpConnectStepInfo *info = mcp_connect_step_get_info (step);
  const char *detail = info->detail;
  const char *evidence = info->evidence;

  g_string_append_printf (text, "- %s: %s", mcp_connect_step_get_name (step),
                          sounder_step_state_get_text (info->state));
  if (info->took_usec >= 0)
    {
      g_autofree char *took = mcp_format_duration (info->took_usec);

      g_string_append_printf (text, ", %s", took);
    }
  if (detail != NULL)
    g_string_append_printf (text, ", %s", detail);
  g_string_append_c (text, '\n');

  if (evidence != NULL && *evidence != '\0')
    {
      g_autofree char *visible = mcp_format_label (evidence, TRUE);
      g_auto (GStrv) lines = g_strsplit (visible, "\n", -1);

      for (guint i = 0; lines[i] != NULL; i++)
        g_string_append_printf (text, "  > %s\n", lines[i]);
    }
}

/**
 * sounder_connect_report_dup_details:
 *
 * Writes the whole report as text, for a bug report. Neither the environment nor any header's
 * value is in it, nor a password of the address.
 *
 * Returns: (transfer full): some lines
 */
char *
sounder_connect_report_dup_details (SounderConnectReport *self)
{
  GString *text = g_string_new (NULL);
  GListModel *steps;
  g_autofree char *address = NULL;
  g_autofree char *evidence = NULL;
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (SOUNDER_IS_CONNECT_REPORT (self), NULL);

  address = sounder_address_dup_profile (mcp_session_get_profile (self->base.session));
  lines = mcp_session_dup_stderr_tail (self->base.session);
  steps = mcp_session_get_steps (self->base.session);

  g_string_append_printf (text, "%s %s\n%s\n", PACKAGE_NAME, PACKAGE_VERSION, address);
  g_string_append_printf (text, "%s\n", gtk_label_get_text (self->heading));
  if (mcp_session_get_error (self->base.session) != NULL)
    g_string_append_printf (text, "%s\n", mcp_session_get_error (self->base.session)->message);
  if (gtk_widget_get_visible (GTK_WIDGET (self->exit_label)))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (self->exit_label));
  if (mcp_session_get_failure (self->base.session)->remedy != NULL)
    g_string_append_printf (text, "%s\n", mcp_session_get_failure (self->base.session)->remedy);

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);

      append_step (text, step);
    }

  evidence = dup_evidence (self);
  if (*evidence != '\0')
    g_string_append_printf (text, "%s\n", evidence);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    g_string_append_printf (text, "| %s\n", lines[i]);

  return g_string_free (text, FALSE);
}
