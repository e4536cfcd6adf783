/* sounder-sign-in-step-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-json-row.h"
#include "sounder-sign-in-step-row.h"
#include "sounder-step-row.h"

struct _SounderSignInStepRow
{
  AdwExpanderRow  parent_instance;

  McpAuthStep    *step;
  GtkImage       *image;
  GPtrArray      *rows;   /* of GtkWidget, owned by the list in it */
};

G_DEFINE_FINAL_TYPE (SounderSignInStepRow, sounder_sign_in_step_row, ADW_TYPE_EXPANDER_ROW)

char *
sounder_sign_in_dup_shown (const char *text)
{
  g_autofree char *label = mcp_format_label (text != NULL ? text : "", TRUE);

  return g_markup_escape_text (label, -1);
}

/* It looks as a step of connecting does. */
static McpStepState
to_step_state (McpAuthStepState state)
{
  switch (state)
    {
    case MCP_AUTH_STEP_RUNNING:
      return MCP_STEP_RUNNING;
    case MCP_AUTH_STEP_DONE:
      return MCP_STEP_DONE;
    case MCP_AUTH_STEP_FAILED:
      return MCP_STEP_FAILED;
    case MCP_AUTH_STEP_SKIPPED:
      return MCP_STEP_NOT_NEEDED;
    case MCP_AUTH_STEP_WAITING:
    default:
      return MCP_STEP_PENDING;
    }
}

static void
show_state (GtkImage     *image,
            McpStepState  state)
{
  const char *css_class = sounder_step_state_get_css_class (state);

  gtk_image_set_from_icon_name (image, sounder_step_state_get_icon_name (state));
  gtk_widget_remove_css_class (GTK_WIDGET (image), "state-failed");
  gtk_widget_remove_css_class (GTK_WIDGET (image), "state-ready");
  if (css_class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (image), css_class);
}

static GtkWidget *
new_check_icon (McpAuthCheckResult result)
{
  GtkWidget *image = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  if (result == MCP_AUTH_CHECK_WARNS)
    gtk_widget_add_css_class (image, "state-slow");
  else
    show_state (GTK_IMAGE (image),
                result == MCP_AUTH_CHECK_HOLDS ? MCP_STEP_DONE : MCP_STEP_FAILED);

  return image;
}

GtkWidget *
sounder_sign_in_new_verdict_icon (McpAuthVerdict verdict)
{
  GtkWidget *image;

  if (verdict != MCP_AUTH_UNTRIED)
    return new_check_icon (verdict == MCP_AUTH_REFUSED    ? MCP_AUTH_CHECK_HOLDS
                           : verdict == MCP_AUTH_ACCEPTED ? MCP_AUTH_CHECK_BREAKS
                                                          : MCP_AUTH_CHECK_WARNS);

  image = gtk_image_new ();
  show_state (GTK_IMAGE (image), MCP_STEP_NOT_NEEDED);

  return image;
}

static void
add (SounderSignInStepRow *self,
     GtkWidget            *row)
{
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
  g_ptr_array_add (self->rows, row);
}

static GtkWidget *
new_row (GtkWidget  *icon,     /* (nullable) */
         const char *title,
         const char *subtitle) /* (nullable) */
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *above = sounder_sign_in_dup_shown (title);
  g_autofree char *below = sounder_sign_in_dup_shown (subtitle);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), above);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), below);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (icon != NULL)
    adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);

  return row;
}

/* A row that leads to the timeline, and a button that copies the command. */
static GtkWidget *
new_exchange_row (McpAuthExchange *exchange)
{
  g_autofree char *text = mcp_auth_exchange_describe (exchange);
  GtkWidget *row = new_row (gtk_image_new_from_icon_name ("network-transmit-receive-symbolic"), text,
                            exchange->error != NULL ? exchange->error->message : NULL);
  GtkWidget *copy;

  if (exchange->serial == 0)
    return row;

  copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (copy, _("Copy as curl"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Copy as curl"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "sign-in.copy-curl");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (copy), "u", exchange->serial);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), copy);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_widget_set_tooltip_text (row, _("Show in the Timeline"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "sign-in.show-record");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "u", exchange->serial);

  return row;
}

static void
fill (SounderSignInStepRow *self)
{
  McpAuthStage stage = mcp_auth_step_get_stage (self->step);
  GPtrArray *checks = mcp_auth_step_get_checks (self->step);
  GPtrArray *exchanges = mcp_auth_step_get_exchanges (self->step);
  const char *document = mcp_auth_step_get_document (self->step);

  for (guint i = 0; i < self->rows->len; i++)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self), g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);

  add (self, new_row (NULL, mcp_auth_stage_get_reason (stage), mcp_auth_stage_get_paragraph (stage)));
  for (guint i = 0; i < exchanges->len; i++)
    add (self, new_exchange_row (g_ptr_array_index (exchanges, i)));
  for (guint i = 0; i < checks->len; i++)
    {
      McpAuthCheck *check = g_ptr_array_index (checks, i);
      g_autofree char *rule = g_strdup_printf ("%s · %s", check->rule, check->paragraph);

      add (self, new_row (new_check_icon (check->result), check->text, rule));
    }
  if (document != NULL)
    {
      GtkWidget *row = sounder_json_row_new (_("Document"));

      sounder_json_row_set_json (SOUNDER_JSON_ROW (row), document);
      add (self, row);
    }
}

static void
changed_cb (SounderSignInStepRow *self)
{
  AdwExpanderRow *row = ADW_EXPANDER_ROW (self);
  McpStepState state = to_step_state (mcp_auth_step_get_state (self->step));
  gint64 took_usec = mcp_auth_step_get_took_usec (self->step);
  g_autofree char *shown = sounder_sign_in_dup_shown (mcp_auth_step_get_detail (self->step));
  g_autofree char *took = took_usec >= 0 ? mcp_format_duration (took_usec) : NULL;
  g_autofree char *subtitle = shown[0] != '\0' && took != NULL ? g_strjoin (" · ", shown, took, NULL)
                              : took != NULL                  ? g_strdup (took)
                                                              : g_strdup (shown);
  g_autofree char *spoken = NULL;

  adw_expander_row_set_subtitle (row, subtitle);
  show_state (self->image, state);
  spoken = g_strjoin (", ", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)),
                      sounder_step_state_get_text (state), shown, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  fill (self);
  /* What went wrong is what people have come for. */
  if (state == MCP_STEP_FAILED)
    adw_expander_row_set_expanded (row, TRUE);
}

static void
sounder_sign_in_step_row_finalize (GObject *object)
{
  SounderSignInStepRow *self = SOUNDER_SIGN_IN_STEP_ROW (object);

  g_ptr_array_unref (self->rows);
  g_clear_object (&self->step);

  G_OBJECT_CLASS (sounder_sign_in_step_row_parent_class)->finalize (object);
}

static void
sounder_sign_in_step_row_class_init (SounderSignInStepRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_sign_in_step_row_finalize;
}

static void
sounder_sign_in_step_row_init (SounderSignInStepRow *self)
{
  self->rows = g_ptr_array_new ();
  self->image = GTK_IMAGE (gtk_image_new ());
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (self), GTK_WIDGET (self->image));
}

GtkWidget *
sounder_sign_in_step_row_new (McpAuthStep *step)
{
  SounderSignInStepRow *self = g_object_new (SOUNDER_TYPE_SIGN_IN_STEP_ROW, NULL);

  self->step = g_object_ref (step);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 mcp_auth_stage_get_title (mcp_auth_step_get_stage (step)));
  g_signal_connect_object (step, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);

  return GTK_WIDGET (self);
}
