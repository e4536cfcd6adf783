/* sounder-roots-editor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-compat.h"
#include "sounder-roots-editor.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderRootsEditor:
 *
 * Roots as they are being edited (client/roots). What is typed without a scheme is a path. A root
 * that was not touched keeps its name.
 */

struct _SounderRootsEditor
{
  AdwBin       parent_instance;

  McpProfile  *profile;  /* (nullable): for its working directory */
  GtkListBox  *list;
  GtkWidget   *none;
  gboolean     loading;
};

G_DEFINE_FINAL_TYPE (SounderRootsEditor, sounder_roots_editor, ADW_TYPE_BIN)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
changed_cb (SounderRootsEditor *self)
{
  gboolean has_rows = gtk_widget_get_first_child (GTK_WIDGET (self->list)) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->list), has_rows);
  gtk_widget_set_visible (self->none, !has_rows);
  if (!self->loading)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_clicked_cb (GtkButton          *button,
                   SounderRootsEditor *self)
{
  gtk_list_box_remove (self->list,
                       gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ENTRY_ROW));
  changed_cb (self);
}

static GtkWidget *
append_row (SounderRootsEditor *self,
            const char         *uri)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button = sounder_widgets_new_icon_button ("list-remove-symbolic", _("Remove"), _("Remove this root"));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Path or address"));
  gtk_editable_set_text (GTK_EDITABLE (row), uri);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  g_signal_connect_object (row, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  gtk_list_box_append (self->list, row);
  changed_cb (self);

  return row;
}

static void
add_address_cb (SounderRootsEditor *self)
{
  gtk_widget_child_focus (append_row (self, ""), GTK_DIR_TAB_FORWARD);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderRootsEditor) self = user_data;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (uri != NULL)
    append_row (self, uri);
}

static void
add_folder_cb (SounderRootsEditor *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  sounder_compat_choose_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _("Root"),
                              SOUNDER_CHOOSE_FOLDER, NULL, chosen_cb, g_object_ref (self));
}

static void
sounder_roots_editor_dispose (GObject *object)
{
  g_clear_object (&SOUNDER_ROOTS_EDITOR (object)->profile);

  G_OBJECT_CLASS (sounder_roots_editor_parent_class)->dispose (object);
}

static void
sounder_roots_editor_class_init (SounderRootsEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_roots_editor_dispose;

  /**
   * SounderRootsEditor::changed:
   *
   * The user edited the roots.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-roots-editor.ui");
  sounder_template_bind (widget_class, SounderRootsEditor, list, none);
  sounder_template_connect (widget_class, add_folder_cb, add_address_cb);
}

static void
sounder_roots_editor_init (SounderRootsEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sounder_roots_editor_new (void)
{
  return g_object_new (SOUNDER_TYPE_ROOTS_EDITOR, NULL);
}

/**
 * sounder_roots_editor_set_roots:
 * @profile: (nullable): whose roots to begin with
 *
 * Shows the roots of a profile. It is not changed by editing them.
 */
void
sounder_roots_editor_set_roots (SounderRootsEditor *self,
                                McpProfile         *profile)
{
  GListModel *roots;

  g_return_if_fail (SOUNDER_IS_ROOTS_EDITOR (self));

  g_set_object (&self->profile, profile);
  self->loading = TRUE;
  sounder_widgets_remove_children (self->list);

  roots = profile != NULL ? mcp_profile_get_roots (profile) : NULL;
  for (guint i = 0; roots != NULL && i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr (McpRoot) root = g_list_model_get_item (roots, i);

      append_row (self, root->uri);
    }
  changed_cb (self);
  self->loading = FALSE;
}

/* (nullable): as it was when nobody had touched it */
static McpRoot *
dup_known (SounderRootsEditor *self,
           const char         *uri)
{
  GListModel *roots = self->profile != NULL ? mcp_profile_get_roots (self->profile) : NULL;

  for (guint i = 0; roots != NULL && i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr (McpRoot) root = g_list_model_get_item (roots, i);

      if (g_str_equal (root->uri, uri))
        return g_steal_pointer (&root);
    }

  return NULL;
}

static McpRoot *
read_row (SounderRootsEditor *self,
          GtkWidget          *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  McpRoot *known = dup_known (self, text);

  if (known != NULL)
    return known;
  if (strstr (text, "://") != NULL)
    return mcp_root_new (text, NULL);

  return mcp_root_new_for_path (
    text, self->profile != NULL ? mcp_profile_get_settings (self->profile)->cwd : NULL);
}

/**
 * sounder_roots_editor_dup_roots:
 *
 * Gets what is there now; empty rows are none.
 *
 * Returns: (transfer full) (element-type McpRoot): the roots
 */
GPtrArray *
sounder_roots_editor_dup_roots (SounderRootsEditor *self)
{
  GPtrArray *roots = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (SOUNDER_IS_ROOTS_EDITOR (self), roots);

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (*gtk_editable_get_text (GTK_EDITABLE (row)) != '\0')
      g_ptr_array_add (roots, read_row (self, row));

  return roots;
}
