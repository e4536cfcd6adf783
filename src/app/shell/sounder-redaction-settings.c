/* sounder-redaction-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-redactor.h"
#include "sounder-literal.h"
#include "sounder-redaction-settings.h"
#include "sounder-template.h"
#include "sounder-text-field.h"

/**
 * SounderRedactionSettings:
 *
 * The names and patterns of McpRedactionRules, each a row. A change is kept at once; one that makes
 * no sense is told and not kept. What they do is seen in a text of one's own.
 */

struct _SounderRedactionSettings
{
  AdwWindow            parent_instance;

  McpRedactionRules   *rules;
  GPtrArray           *rows;      /* of the names and patterns */

  AdwPreferencesGroup *names_group;
  GtkEditable         *name_entry;
  AdwPreferencesGroup *patterns_group;
  GtkEditable         *pattern_entry;
  AdwPreferencesGroup *try_group;
  GtkLabel            *error;
  GtkTextBuffer       *sample;
  GtkTextBuffer       *result;
};

G_DEFINE_FINAL_TYPE (SounderRedactionSettings, sounder_redaction_settings, ADW_TYPE_WINDOW)

static void show_rules (SounderRedactionSettings *self);

static void
update_result (SounderRedactionSettings *self)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new_with_rules (self->rules);
  g_autofree char *text = NULL;
  g_autofree char *redacted = NULL;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (self->sample, &start, &end);
  text = gtk_text_buffer_get_text (self->sample, &start, &end, TRUE);
  redacted = mcp_redactor_redact (redactor, text, -1, NULL);
  gtk_text_buffer_set_text (self->result, redacted, -1);
}

/* Keeps rules with other lists. Returns: whether they make sense and are kept. */
static gboolean
change (SounderRedactionSettings *self,
        const char *const        *names,
        const char *const        *patterns)
{
  g_autofree char *path = mcp_redaction_rules_dup_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRedactionRules) rules = mcp_redaction_rules_new (names, patterns, &error);
  gboolean kept = rules != NULL && mcp_redaction_rules_save (rules, path, &error);

  sounder_literal_show (self->error, error != NULL ? error->message : NULL);
  if (!kept)
    return FALSE;

  mcp_redaction_rules_unref (self->rules);
  self->rules = g_steal_pointer (&rules);
  mcp_redaction_rules_set_default (self->rules);
  show_rules (self);
  update_result (self);

  return TRUE;
}

static char **
dup_with (const char *const *list,
          const char        *text)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **) list);
  if (!g_strv_contains (list, text))
    g_strv_builder_add (builder, text);

  return g_strv_builder_end (builder);
}

static char **
dup_without (const char *const *list,
             const char        *text)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; list[i] != NULL; i++)
    if (!g_str_equal (list[i], text))
      g_strv_builder_add (builder, list[i]);

  return g_strv_builder_end (builder);
}

static void
add_name_cb (SounderRedactionSettings *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name_entry)));
  g_auto (GStrv) names = dup_with (mcp_redaction_rules_get_names (self->rules), name);

  if (change (self, (const char *const *) names, mcp_redaction_rules_get_patterns (self->rules)))
    gtk_editable_set_text (self->name_entry, "");
}

static void
add_pattern_cb (SounderRedactionSettings *self)
{
  const char *pattern = gtk_editable_get_text (self->pattern_entry);
  g_auto (GStrv) patterns = dup_with (mcp_redaction_rules_get_patterns (self->rules), pattern);

  if (*pattern != '\0'
      && change (self, mcp_redaction_rules_get_names (self->rules), (const char *const *) patterns))
    gtk_editable_set_text (self->pattern_entry, "");
}

static void
remove_cb (SounderRedactionSettings *self,
           GtkWidget                *button)
{
  AdwPreferencesRow *row = ADW_PREFERENCES_ROW (gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW));
  gboolean is_name = gtk_widget_is_ancestor (button, GTK_WIDGET (self->names_group));
  const char *const *names = mcp_redaction_rules_get_names (self->rules);
  const char *const *patterns = mcp_redaction_rules_get_patterns (self->rules);
  g_auto (GStrv) rest = dup_without (is_name ? names : patterns, adw_preferences_row_get_title (row));

  change (self, is_name ? (const char *const *) rest : names, is_name ? patterns : (const char *const *) rest);
}

static void
add_row (SounderRedactionSettings *self,
         AdwPreferencesGroup      *group,
         const char               *text)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  /* Translators: %s is a name or a pattern. */
  g_autofree char *label = g_strdup_printf (_("Remove %s"), text);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (group, row);
  g_ptr_array_add (self->rows, row);
}

static void
show_rules (SounderRedactionSettings *self)
{
  const char *const *names = mcp_redaction_rules_get_names (self->rules);
  const char *const *patterns = mcp_redaction_rules_get_patterns (self->rules);

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = self->rows->pdata[i];
      gboolean is_name = gtk_widget_is_ancestor (row, GTK_WIDGET (self->names_group));

      adw_preferences_group_remove (is_name ? self->names_group : self->patterns_group, row);
    }
  g_ptr_array_set_size (self->rows, 0);

  for (guint i = 0; names[i] != NULL; i++)
    add_row (self, self->names_group, names[i]);
  for (guint i = 0; patterns[i] != NULL; i++)
    add_row (self, self->patterns_group, patterns[i]);
}

static void
sounder_redaction_settings_dispose (GObject *object)
{
  SounderRedactionSettings *self = SOUNDER_REDACTION_SETTINGS (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->rules, mcp_redaction_rules_unref);

  G_OBJECT_CLASS (sounder_redaction_settings_parent_class)->dispose (object);
}

static void
sounder_redaction_settings_class_init (SounderRedactionSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_redaction_settings_dispose;

  sounder_template_set (widget_class, "sounder-redaction-settings.ui");
  sounder_template_bind (widget_class, SounderRedactionSettings, names_group, name_entry,
                         patterns_group, pattern_entry, try_group, error);
  sounder_template_connect (widget_class, add_name_cb, add_pattern_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
add_text (SounderRedactionSettings  *self,
          const char                *id,
          const char                *name,
          GtkTextBuffer            **buffer)
{
  GtkWidget *field = sounder_text_field_new (name, TRUE, buffer);
  GtkWidget *view = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (field));

  gtk_widget_set_name (view, id);
  gtk_widget_set_margin_bottom (field, 12);
  adw_preferences_group_add (self->try_group, field);

  return view;
}

static void
sounder_redaction_settings_init (SounderRedactionSettings *self)
{
  g_autofree char *path = mcp_redaction_rules_dup_path ();
  g_autoptr (GError) error = NULL;
  GtkWidget *result;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
  self->rules = mcp_redaction_rules_load (path, &error);
  sounder_literal_show (self->error, error != NULL ? error->message : NULL);
  /* Saving would overwrite a rules file that could not be read. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->name_entry), self->rules != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->pattern_entry), self->rules != NULL);
  if (self->rules == NULL)
    {
      const char *const none[] = { NULL };

      self->rules = mcp_redaction_rules_new (none, none, NULL);
    }

  add_text (self, "sample", _("A text to try it out"), &self->sample);
  result = add_text (self, "result", _("What is left of it"), &self->result);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (result), FALSE);
  g_signal_connect_object (self->sample, "changed", G_CALLBACK (update_result), self, G_CONNECT_SWAPPED);
  show_rules (self);
}

void
sounder_redaction_settings_present (GtkWindow *parent)
{
  GtkWindow *window = g_object_new (SOUNDER_TYPE_REDACTION_SETTINGS, "transient-for", parent, NULL);

  gtk_window_present (window);
}
