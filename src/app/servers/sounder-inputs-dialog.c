/* sounder-inputs-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "mcp-summary.h"
#include "mcp-variables.h"
#include "sounder-input.h"
#include "sounder-inputs-dialog.h"
#include "sounder-literal.h"
#include "sounder-secrets.h"
#include "sounder-tell.h"
#include "sounder-template.h"

/**
 * SounderInputsDialog:
 *
 * A row for each variable that has no value: an entry, one for passwords, or a choice; more where it says of what kind it is,
 * or that it is several. What is typed is there at once; secrets go on to the keyring, and what is none is remembered in the list of servers.
 */

struct _SounderInputsDialog
{
  AdwWindow            parent_instance;

  SounderServerModel  *model;
  SounderServer       *server;
  GPtrArray           *variables; /* of McpVariable */
  GPtrArray           *inputs;    /* of SounderInput, one for each */

  GtkWidget           *connect_button;
  AdwPreferencesPage  *page;
  AdwPreferencesGroup *group;
  GtkLabel            *error;
};

G_DEFINE_FINAL_TYPE (SounderInputsDialog, sounder_inputs_dialog, ADW_TYPE_WINDOW)

/* Marks what is wrong, and lets a person mend the first of it. */
static gboolean
check (SounderInputsDialog *self)
{
  g_autoptr (GError) error = NULL;
  SounderInput *first = NULL;

  for (guint i = 0; i < self->inputs->len; i++)
    if (!sounder_input_check (self->inputs->pdata[i], error == NULL ? &error : NULL) && first == NULL)
      first = self->inputs->pdata[i];
  sounder_literal_show (self->error, error != NULL ? error->message : NULL);
  if (first != NULL)
    sounder_input_focus (first);

  return first == NULL;
}

static void
connect_cb (SounderInputsDialog *self)
{
  McpProfile *profile = sounder_server_get_profile (self->server);
  gboolean agreed = mcp_consent_check (profile, NULL);
  gboolean saved = !mcp_profile_is_temporary (profile);
  g_autoptr (McpProfile) changed = NULL;
  g_autoptr (SounderServer) server = g_object_ref (self->server);
  g_autoptr (GError) error = NULL;

  if (!check (self))
    return;

  changed = mcp_profile_copy (profile);
  for (guint i = 0; i < self->variables->len; i++)
    {
      const McpVariable *variable = self->variables->pdata[i];
      g_autofree char *value = sounder_input_dup_value (self->inputs->pdata[i]);
      gboolean is_empty = variable->optional && *value == '\0';

      mcp_profile_give_value (changed, variable->key, value);
      /* That there is none is no secret. */
      if (!variable->secret || is_empty)
        mcp_profile_keep_value (changed, variable->key, value);
      else if (saved)
        sounder_secrets_store_value (changed, variable->key, value);
    }

  /* What was typed here is a part of what was agreed to. */
  if (agreed)
    mcp_consent_give (changed, MCP_CONSENT_TYPED, FALSE);
  if (!sounder_server_model_change (self->model, self->server, changed, &error))
    {
      sounder_tell (GTK_WIDGET (self), _("The Values Are Not Kept"), error->message);
      mcp_profile_assign (profile, changed);
    }
  gtk_window_close (GTK_WINDOW (self));
  sounder_server_open (server);
}

static AdwPreferencesGroup *
add_group (SounderInputsDialog *self,
           const McpVariable   *variable)
{
  GtkWidget *group = adw_preferences_group_new ();

  if (variable->multiple)
    {
      g_autofree char *title = mcp_format_label (variable->title, FALSE);
      g_autofree char *escaped = g_markup_escape_text (title, -1);

      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), escaped);
    }
  adw_preferences_page_add (self->page, ADW_PREFERENCES_GROUP (group));

  return ADW_PREFERENCES_GROUP (group);
}

static void
load (SounderInputsDialog *self)
{
  McpProfile *profile = sounder_server_get_profile (self->server);
  g_autofree char *name = mcp_format_label (mcp_profile_get_name (profile), FALSE);
  /* Translators: %s is a server. */
  g_autofree char *title = g_strdup_printf (_("Values for %s"), name);
  AdwPreferencesGroup *group = self->group;

  gtk_window_set_title (GTK_WINDOW (self), title);
  self->variables = mcp_variables_list (profile);
  self->inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) sounder_input_free);
  for (guint i = 0; i < self->variables->len; i++)
    {
      const McpVariable *variable = self->variables->pdata[i];
      gboolean apart = sounder_input_has_group (variable);

      if (apart || group == NULL)
        group = add_group (self, variable);
      g_ptr_array_add (self->inputs, sounder_input_new (variable, group, (SounderInputDone) connect_cb, self));
      if (apart)
        group = NULL;
    }
  gtk_window_set_default_widget (GTK_WINDOW (self), self->connect_button);
  if (self->inputs->len > 0)
    sounder_input_focus (self->inputs->pdata[0]);
}

static void
sounder_inputs_dialog_dispose (GObject *object)
{
  SounderInputsDialog *self = SOUNDER_INPUTS_DIALOG (object);

  g_clear_object (&self->model);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (sounder_inputs_dialog_parent_class)->dispose (object);
}

/* Not before the rows are gone. */
static void
sounder_inputs_dialog_finalize (GObject *object)
{
  SounderInputsDialog *self = SOUNDER_INPUTS_DIALOG (object);

  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->variables, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_inputs_dialog_parent_class)->finalize (object);
}

static void
sounder_inputs_dialog_class_init (SounderInputsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_inputs_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = sounder_inputs_dialog_finalize;

  sounder_template_set (widget_class, "sounder-inputs-dialog.ui");
  sounder_template_bind (widget_class, SounderInputsDialog, connect_button, page, group, error);
  sounder_template_connect (widget_class, connect_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_inputs_dialog_init (SounderInputsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static SounderInputsDialog *
new_dialog (SounderServerModel *model,
            SounderServer      *server)
{
  SounderInputsDialog *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_INPUTS_DIALOG, NULL);
  self->model = g_object_ref (model);
  self->server = g_object_ref (server);
  load (self);

  return self;
}

/**
 * sounder_inputs_dialog_present:
 * @server: one of them that needs values
 *
 * Asks a person for what a server needs, and connects it when all is there. While one dialog asks for the
 * same server, that is shown.
 */
void
sounder_inputs_dialog_present (GtkWindow          *parent,
                               SounderServerModel *model,
                               SounderServer      *server)
{
  GListModel *windows = gtk_window_get_toplevels ();
  SounderInputsDialog *self;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_INPUTS_DIALOG (window) && SOUNDER_INPUTS_DIALOG (window)->server == server
          && gtk_widget_get_visible (GTK_WIDGET (window)))
        {
          gtk_window_present (window);
          return;
        }
    }

  self = new_dialog (model, server);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}
