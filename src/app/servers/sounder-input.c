/* sounder-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-input.h"
#include "sounder-text-field.h"

struct _SounderInput
{
  const McpVariable   *variable;
  AdwPreferencesGroup *group;
  GPtrArray           *rows;      /* of GtkWidget */
  SounderInputDone     done;
  gpointer             user_data;
};

static gboolean
is_format (SounderInput *self,
           const char   *format)
{
  return g_strcmp0 (self->variable->format, format) == 0;
}

/* --- Rows --- */

static void
done_cb (SounderInput *self)
{
  self->done (self->user_data);
}

static void
choose_cb (GtkWidget *button,
           gpointer   user_data)
{
  SounderInput *self = user_data;
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ENTRY_ROW);

  sounder_compat_choose_path (GTK_EDITABLE (row), self->variable->title,
                              is_format (self, "directory") ? SOUNDER_CHOOSE_FOLDER : SOUNDER_CHOOSE_OPEN);
}

static void
add_button (SounderInput *self,
            GtkWidget    *row)
{
  gboolean is_folder = is_format (self, "directory");
  GtkWidget *button = gtk_button_new_from_icon_name (is_folder ? "folder-open-symbolic" : "document-open-symbolic");
  const char *label = is_folder ? _("Choose a folder") : _("Choose a file");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (choose_cb), self);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
}

static GtkWidget *
new_entry (SounderInput *self,
           const char   *text)
{
  GtkWidget *row = self->variable->secret ? adw_password_entry_row_new () : adw_entry_row_new ();

  gtk_editable_set_text (GTK_EDITABLE (row), text);
  if (is_format (self, "number"))
    g_object_set (row, "input-purpose", GTK_INPUT_PURPOSE_NUMBER, NULL);
  if (is_format (self, "directory") || is_format (self, "file"))
    add_button (self, row);
  g_signal_connect_swapped (row, "entry-activated", G_CALLBACK (done_cb), self);

  return row;
}

static GtkWidget *
new_choice (SounderInput *self)
{
  const McpVariable *variable = self->variable;
  g_autoptr (GtkStringList) options = gtk_string_list_new ((const char * const *) variable->options);
  GtkWidget *row = adw_combo_row_new ();

  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (options));
  for (guint i = 0; variable->options[i] != NULL; i++)
    if (g_strcmp0 (variable->options[i], variable->initial) == 0)
      adw_combo_row_set_selected (ADW_COMBO_ROW (row), i);

  return row;
}

static GtkWidget *
new_switch (SounderInput *self,
            const char   *title)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *widget = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (widget), g_strcmp0 (self->variable->initial, "true") == 0);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);

  return row;
}

static void
add_row (SounderInput *self,
         const char   *text)
{
  g_autofree char *title = mcp_format_label (self->variable->title, FALSE);
  GtkWidget *row = is_format (self, "boolean")       ? new_switch (self, title)
                   : self->variable->options != NULL ? new_choice (self)
                                                     : new_entry (self, text);

  g_object_set (row, "use-markup", FALSE, "use-underline", FALSE, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
}

static void
add_cb (SounderInput *self)
{
  add_row (self, "");
  gtk_widget_grab_focus (self->rows->pdata[self->rows->len - 1]);
}

/* Another row each time; empty ones count for nothing. */
static void
add_rows (SounderInput *self,
          const char   *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GtkWidget *button = gtk_button_new_from_icon_name ("list-add-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Add another"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Add another"), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (add_cb), self);
  adw_preferences_group_set_header_suffix (self->group, button);
  for (guint i = 0; lines[i] != NULL; i++)
    add_row (self, lines[i]);
  if (lines[0] == NULL)
    add_row (self, "");
}

/* --- Of one variable --- */

/**
 * sounder_input_has_group:
 *
 * Returns: whether it is told more of it than its name, or several values are asked for, so that it has a group of its own
 */
gboolean
sounder_input_has_group (const McpVariable *variable)
{
  g_return_val_if_fail (variable != NULL, FALSE);

  return variable->multiple || variable->help != NULL;
}

/**
 * sounder_input_new:
 * @variable: what is filled in, which stays as long as the rows do
 * @group: where to
 * @done: called when somebody is through with all of it
 *
 * Adds the rows of a variable, with what it may be left at.
 *
 * Returns: (transfer full): the rows, to be freed when those are gone
 */
SounderInput *
sounder_input_new (const McpVariable   *variable,
                   AdwPreferencesGroup *group,
                   SounderInputDone     done,
                   gpointer             user_data)
{
  SounderInput *self = g_new0 (SounderInput, 1);
  const char *initial = variable->initial != NULL ? variable->initial : "";

  g_return_val_if_fail (ADW_IS_PREFERENCES_GROUP (group), self);

  self->variable = variable;
  self->group = group;
  self->rows = g_ptr_array_new ();
  self->done = done;
  self->user_data = user_data;
  if (variable->help != NULL)
    {
      g_autofree char *help = mcp_format_label (variable->help, FALSE);
      g_autofree char *escaped = g_markup_escape_text (help, -1);

      adw_preferences_group_set_description (group, escaped);
    }
  if (variable->multiple)
    add_rows (self, initial);
  else
    add_row (self, initial);

  return self;
}

void
sounder_input_free (SounderInput *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self);
}

/* What stands in a row. */
static const char *
get_text (SounderInput *self,
          GtkWidget    *row)
{
  guint selected;

  if (is_format (self, "boolean"))
    return gtk_switch_get_active (GTK_SWITCH (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row))))
             ? "true"
             : "false";
  if (!ADW_IS_COMBO_ROW (row))
    return gtk_editable_get_text (GTK_EDITABLE (row));

  selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row));

  return selected != GTK_INVALID_LIST_POSITION ? self->variable->options[selected] : "";
}

/**
 * sounder_input_dup_value:
 *
 * Returns: (transfer full): what was filled in; of several values one in each line
 */
char *
sounder_input_dup_value (SounderInput *self)
{
  GString *value = g_string_new (NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const char *text = get_text (self, self->rows->pdata[i]);

      if (*text != '\0')
        g_string_append_printf (value, "%s%s", value->len > 0 ? "\n" : "", text);
    }

  return g_string_free (value, FALSE);
}

/**
 * sounder_input_check:
 *
 * Checks what was filled in, and marks what is wrong.
 *
 * Returns: %FALSE with %MCP_ERROR_INPUT
 */
gboolean
sounder_input_check (SounderInput  *self,
                     GError       **error)
{
  g_autofree char *value = sounder_input_dup_value (self);
  gboolean good = TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const char *text = get_text (self, self->rows->pdata[i]);
      gboolean bad = good && (*text != '\0' || *value == '\0') && !mcp_variables_check_value (self->variable, text, error);

      sounder_field_mark (self->rows->pdata[i], bad);
      good = good && !bad;
    }

  return good;
}

void
sounder_input_focus (SounderInput *self)
{
  gtk_widget_grab_focus (self->rows->pdata[0]);
}
