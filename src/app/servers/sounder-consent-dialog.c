/* sounder-consent-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-consent.h"
#include "mcp-host.h"
#include "mcp-risk.h"
#include "mcp-summary.h"
#include "sounder-command-text.h"
#include "sounder-consent-dialog.h"
#include "sounder-template.h"

/**
 * SounderConsentDialog:
 *
 * The whole command line, an argument a line, or the address; its directory, its variables or
 * headers with their values; and what is dangerous in it, marked where it stands and in words. Yes
 * is for exactly what was shown: a profile that changed meanwhile is asked about again.
 */

struct _SounderConsentDialog
{
  AdwWindow             parent_instance;

  McpProfile           *profile;  /* as it was when it was shown */
  char                 *shown;    /* (nullable): its files at that time */
  GPtrArray            *risks;    /* of McpRisk */
  SounderAnsweredFunc   answered; /* (nullable) */
  gpointer              user_data;
  gboolean              agreed;

  GtkWidget            *cancel_button;
  GtkButton            *run_button;
  GtkLabel             *intro;
  AdwPreferencesGroup  *command_group;
  GtkScrolledWindow    *command_scroller;
  GtkTextView          *command;
  AdwPreferencesGroup  *risks_group;
  AdwActionRow         *origin_row;
  AdwActionRow         *cwd_row;
  AdwActionRow         *inherit_row;
  AdwActionRow         *values_row;
};

G_DEFINE_FINAL_TYPE (SounderConsentDialog, sounder_consent_dialog, ADW_TYPE_WINDOW)

static void
run_cb (SounderConsentDialog *self)
{
  mcp_consent_give_shown (self->profile, self->shown);
  self->agreed = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
sounder_consent_dialog_close_request (GtkWindow *window)
{
  SounderConsentDialog *self = SOUNDER_CONSENT_DIALOG (window);
  SounderAnsweredFunc answered = g_steal_pointer (&self->answered);
  gboolean stopped = GTK_WINDOW_CLASS (sounder_consent_dialog_parent_class)->close_request (window);

  if (answered != NULL)
    answered (self->agreed, self->user_data);

  return stopped;
}

static void
show_around (SounderConsentDialog *self)
{
  gboolean is_stdio = mcp_profile_is_stdio (self->profile);
  const char *cwd = mcp_profile_get_settings (self->profile)->cwd;
  const char *origin = mcp_profile_get_settings (self->profile)->origin;
  g_autofree char *visible_origin = mcp_format_exact (origin != NULL ? origin : "", -1);
  g_autofree char *visible_cwd = mcp_format_exact (cwd != NULL ? cwd : "", -1);

  gtk_widget_set_visible (GTK_WIDGET (self->origin_row), origin != NULL);
  adw_action_row_set_subtitle (self->origin_row, visible_origin);
  gtk_widget_set_visible (GTK_WIDGET (self->cwd_row), is_stdio);
  adw_action_row_set_subtitle (self->cwd_row, cwd != NULL ? visible_cwd : _("That of Sounder"));
  gtk_widget_set_visible (GTK_WIDGET (self->inherit_row), is_stdio);
  adw_action_row_set_subtitle (self->inherit_row,
                               mcp_profile_get_settings (self->profile)->inherit_env == MCP_INHERIT_ALL
                                 ? _("All variables, with what is secret in them")
                                 : _("Basic variables, such as HOME and PATH"));
}

/* What stands for names in the command; it is as much a part of it. */
static void
show_values (SounderConsentDialog *self)
{
  g_autofree char *values = g_strjoinv ("\n", mcp_profile_get_settings (self->profile)->values);
  g_autofree char *visible = mcp_format_visible (values, -1, TRUE);

  adw_action_row_set_subtitle (self->values_row, visible);
  gtk_widget_set_visible (GTK_WIDGET (self->values_row), *visible != '\0');
}

static const char *
get_intro (McpProfile *profile)
{
  const char * const *argv = mcp_profile_get_argv (profile);

  if (!mcp_profile_is_stdio (profile) && mcp_address_is_deceptive (mcp_profile_get_url (profile)))
    return _("The host of this address is written so that it looks like another. Connect only if "
              "it is the one that "
              "you mean.");
  if (!mcp_profile_is_stdio (profile))
    return _("The address of this server came from a file, a link or another program, or was changed there. "
             "Connect only if you know where it leads.");
  if (argv[0] != NULL && mcp_host_runs (argv[0]))
    return _("This server came from a file, a link or another program, or was changed there. It runs on your system, "
             "outside the sandbox of Sounder, and can do there what you can: read, change and send your files.");

  return _("This server came from a file, a link or another program, or was changed there. It can do what you can: "
           "read, change and send your files. Run it only if you know what it is.");
}

static void
load (SounderConsentDialog *self)
{
  gboolean is_stdio = mcp_profile_is_stdio (self->profile);
  g_autofree char *name = mcp_format_label (mcp_profile_get_name (self->profile), FALSE);
  /* Translators: %s is a server. */
  g_autofree char *title = g_strdup_printf (is_stdio ? _("Run %s?") : _("Connect to %s?"), name);

  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_label_set_text (self->intro, get_intro (self->profile));
  adw_preferences_group_set_title (
      self->command_group, is_stdio ? _("Command and Variables") : _("Address and Headers"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->command), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_stdio ? _("Command, an argument a line, and its variables")
                                           : _("Address, and its headers"), -1);
  gtk_button_set_label (self->run_button, is_stdio ? _("_Run") : _("C_onnect"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_stdio ? _("Run") : _("Connect"), -1);
  if (mcp_risks_get_grade (self->risks) != MCP_RISK_LOOK)
    gtk_widget_add_css_class (GTK_WIDGET (self->run_button),
                              mcp_risks_get_grade (self->risks) == MCP_RISK_DANGER
                                ? "destructive-action"
                                : "suggested-action");
  sounder_command_text_show (self->command, self->command_scroller, self->profile, self->risks);
  sounder_command_text_show_risks (self->risks_group, self->profile, self->risks);
  show_around (self);
  show_values (self);
}

static void
sounder_consent_dialog_dispose (GObject *object)
{
  SounderConsentDialog *self = SOUNDER_CONSENT_DIALOG (object);

  g_clear_object (&self->profile);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->risks, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_consent_dialog_parent_class)->dispose (object);
}

static void
sounder_consent_dialog_class_init (SounderConsentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_consent_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sounder_consent_dialog_close_request;

  sounder_template_set (widget_class, "sounder-consent-dialog.ui");
  sounder_template_bind (widget_class, SounderConsentDialog, cancel_button, run_button, intro,
                         command_group, command_scroller, command, risks_group, origin_row, cwd_row,
                         inherit_row, values_row);
  sounder_template_connect (widget_class, run_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_consent_dialog_init (SounderConsentDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Enter must not run it. */
  gtk_window_set_default_widget (GTK_WINDOW (self), self->cancel_button);
  gtk_widget_grab_focus (self->cancel_button);
}

static SounderConsentDialog *
new_dialog (McpProfile *profile)
{
  SounderConsentDialog *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (SOUNDER_TYPE_CONSENT_DIALOG, NULL);
  self->profile = mcp_profile_copy (profile);
  self->shown = mcp_consent_dup_shown (self->profile);
  self->risks = mcp_risks_find (self->profile);
  load (self);

  return self;
}

/* The one that asks about the same already. */
static SounderConsentDialog *
find_dialog (McpProfile *profile)
{
  GListModel *windows = gtk_window_get_toplevels ();
  g_autofree char *digest = mcp_consent_dup_digest (profile);

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      SounderConsentDialog *dialog = SOUNDER_IS_CONSENT_DIALOG (window) ? SOUNDER_CONSENT_DIALOG (window) : NULL;
      g_autofree char *other = dialog != NULL && dialog->profile != NULL
                                 ? mcp_consent_dup_digest (dialog->profile)
                                 : NULL;

      if (g_strcmp0 (other, digest) == 0 && dialog->answered != NULL)
        return dialog;
    }

  return NULL;
}

/**
 * sounder_consent_ask:
 * @parent: (nullable): the window it is about
 * @profile: what is about to be run or reached
 * @answered: told whether it may be
 *
 * Asks a person, unless it is agreed to. While one dialog asks about the same, the later question is
 * answered with no.
 */
void
sounder_consent_ask (GtkWindow           *parent,
                     McpProfile          *profile,
                     SounderAnsweredFunc  answered,
                     gpointer             user_data)
{
  SounderConsentDialog *self;

  g_return_if_fail (MCP_IS_PROFILE (profile));
  g_return_if_fail (answered != NULL);

  if (mcp_consent_check (profile, NULL))
    {
      answered (TRUE, user_data);
      return;
    }

  self = find_dialog (profile);
  if (self != NULL)
    {
      gtk_window_present (GTK_WINDOW (self));
      answered (FALSE, user_data);
      return;
    }

  self = new_dialog (profile);
  self->answered = answered;
  self->user_data = user_data;
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}
