/* sounder-json-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-json-content.h"
#include "sounder-json-table.h"
#include "sounder-json-view.h"
#include "sounder-settings.h"
#include "sounder-widgets.h"

/**
 * SounderJsonContent:
 *
 * Which of the two was looked at last is what the next array is shown as.
 */

#define SETTING   "json-table"
/* More is not offered as a table: it is read at once, and each row has an object. */
#define MAX_BYTES (8 * 1024 * 1024)
#define MAX_ROWS  200000

struct _SounderJsonContent
{
  AdwBin            parent_instance;

  GtkBox           *head;
  GtkLabel         *title;
  GtkToggleButton  *table_button;
  GtkWidget        *copy_button;
  GtkStack         *stack;
  SounderJsonView  *view;
  SounderJsonTable *shown;    /* (nullable): a child of the stack */
  McpJsonTable     *table;    /* (nullable): there is none in it */
};

G_DEFINE_FINAL_TYPE (SounderJsonContent, sounder_json_content, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
update_shown (SounderJsonContent *self)
{
  gboolean is_table = self->table != NULL && gtk_toggle_button_get_active (self->table_button);

  if (is_table && self->shown == NULL)
    {
      self->shown = SOUNDER_JSON_TABLE (sounder_json_table_new (self->table));
      gtk_stack_add_child (self->stack, GTK_WIDGET (self->shown));
    }
  gtk_stack_set_visible_child (self->stack,
                               is_table ? GTK_WIDGET (self->shown) : GTK_WIDGET (self->view));
  gtk_widget_set_visible (self->copy_button, is_table);
}

static void
toggled_cb (SounderJsonContent *self)
{
  sounder_settings_set (SETTING, "b", gtk_toggle_button_get_active (self->table_button));
  update_shown (self);
}

static void
copy_cb (SounderJsonContent *self)
{
  g_autofree char *csv = sounder_json_table_dup_csv (self->shown);

  gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", csv);
}

static McpJsonTable *
read_table (GBytes  *bytes,
            char   **name)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr (McpJsonTable) table = NULL;
  McpSpan array;

  *name = NULL;
  if (length > MAX_BYTES || !mcp_json_validate (text, (gssize) length, NULL)
      || !mcp_json_table_find (text, length, &array, name))
    return NULL;

  table = mcp_json_table_new (bytes, &array);

  return mcp_json_table_get_n_rows (table) <= MAX_ROWS ? g_steal_pointer (&table) : NULL;
}

static char *
dup_title (McpJsonTable *table,
           const char   *name)
{
  guint n_rows = mcp_json_table_get_n_rows (table);
  g_autofree char *rows = g_strdup_printf (ngettext ("%u row", "%u rows", n_rows), n_rows);
  g_autofree char *shown = name != NULL ? mcp_format_label (name, FALSE) : NULL;
  GString *title = g_string_new (shown);

  g_string_append_printf (title, "%s%s", title->len > 0 ? " · " : "", rows);
  if (mcp_json_table_has_more_columns (table))
    g_string_append_printf (title, " · %s", _("not all members have a column"));

  return g_string_free (title, FALSE);
}

void
sounder_json_content_set_bytes (SounderJsonContent *self,
                                GBytes             *bytes)
{
  g_autofree char *name = NULL;

  g_return_if_fail (SOUNDER_IS_JSON_CONTENT (self));

  g_clear_pointer (&self->table, mcp_json_table_unref);
  sounder_json_view_set_bytes (self->view, bytes);
  if (bytes != NULL)
    self->table = read_table (bytes, &name);

  gtk_widget_set_visible (GTK_WIDGET (self->head), self->table != NULL);
  if (self->table != NULL)
    {
      g_autofree char *title = dup_title (self->table, name);

      gtk_label_set_text (self->title, title);
    }

  /* Of what was shown before. */
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->view));
  if (self->shown != NULL)
    gtk_stack_remove (self->stack, GTK_WIDGET (self->shown));
  self->shown = NULL;
  update_shown (self);
}

void
sounder_json_content_set_label (SounderJsonContent *self,
                                const char         *label)
{
  g_return_if_fail (SOUNDER_IS_JSON_CONTENT (self));

  sounder_json_view_set_label (self->view, label);
}

static void
sounder_json_content_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  switch (id)
    {
    case PROP_LABEL:
      sounder_json_content_set_label (SOUNDER_JSON_CONTENT (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sounder_json_content_finalize (GObject *object)
{
  SounderJsonContent *self = SOUNDER_JSON_CONTENT (object);

  g_clear_pointer (&self->table, mcp_json_table_unref);

  G_OBJECT_CLASS (sounder_json_content_parent_class)->finalize (object);
}

static void
sounder_json_content_class_init (SounderJsonContentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = sounder_json_content_set_property;
  object_class->finalize = sounder_json_content_finalize;

  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL,
                                                G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
build_head (SounderJsonContent *self)
{
  self->head = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_widget_add_css_class (GTK_WIDGET (self->head), "table-head");

  self->title = GTK_LABEL (sounder_widgets_new_line (NULL, "dim-label caption"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_box_append (self->head, GTK_WIDGET (self->title));

  self->copy_button = gtk_button_new_with_label (_("Copy as CSV"));
  gtk_widget_set_tooltip_text (self->copy_button,
                               _("Copy the selected rows, or all of them, as comma-separated values"));
  gtk_widget_add_css_class (self->copy_button, "flat");
  gtk_widget_add_css_class (self->copy_button, "caption");
  g_signal_connect_swapped (self->copy_button, "clicked", G_CALLBACK (copy_cb), self);
  gtk_box_append (self->head, self->copy_button);

  self->table_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_("Table")));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->table_button),
                               _("Show it as a table, sorted by a click on a column"));
  gtk_widget_add_css_class (GTK_WIDGET (self->table_button), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self->table_button), "caption");
  gtk_toggle_button_set_active (self->table_button, sounder_settings_get_boolean (SETTING, TRUE));
  g_signal_connect_swapped (self->table_button, "toggled", G_CALLBACK (toggled_cb), self);
  gtk_box_append (self->head, GTK_WIDGET (self->table_button));
}

static void
sounder_json_content_init (SounderJsonContent *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  build_head (self);
  gtk_widget_set_visible (GTK_WIDGET (self->head), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->head));

  self->stack = GTK_STACK (gtk_stack_new ());
  self->view = SOUNDER_JSON_VIEW (sounder_json_view_new ());
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  adw_bin_set_child (ADW_BIN (self), box);
}

GtkWidget *
sounder_json_content_new (void)
{
  return g_object_new (SOUNDER_TYPE_JSON_CONTENT, NULL);
}
