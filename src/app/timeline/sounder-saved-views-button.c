/* sounder-saved-views-button.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "sounder-saved-views-button.h"
#include "sounder-template.h"
#include "sounder-timeline-private.h"
#include "sounder-widgets.h"

struct _SounderSavedViewsButton
{
  AdwBin         parent_instance;

  GtkMenuButton *button;
  GtkPopover    *popover;
  GtkListBox    *list;
  GtkEditable   *name_entry;
  GtkButton     *save_button;
  GtkLabel      *error_label;

  McpSavedViews *views;
  char          *renamed;   /* (nullable): whose new name is being typed */
};

G_DEFINE_FINAL_TYPE (SounderSavedViewsButton, sounder_saved_views_button, ADW_TYPE_BIN)

static SounderTimeline *
get_timeline (SounderSavedViewsButton *self)
{
  return SOUNDER_TIMELINE (gtk_widget_get_ancestor (GTK_WIDGET (self), SOUNDER_TYPE_TIMELINE));
}

static void
show_error (SounderSavedViewsButton *self,
            const GError            *error)
{
  gtk_label_set_label (self->error_label, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), error != NULL);
}

static void
set_renamed (SounderSavedViewsButton *self,
             const char              *name)
{
  g_free (self->renamed);
  self->renamed = g_strdup (name);
  gtk_button_set_label (self->save_button, name != NULL ? _("_Rename") : _("_Save"));
  gtk_editable_set_text (self->name_entry, name != NULL ? name : "");
}

static void
rename_cb (SounderSavedViewsButton *self,
           GtkWidget               *button)
{
  set_renamed (self, g_object_get_data (G_OBJECT (button), "name"));
  gtk_widget_grab_focus (GTK_WIDGET (self->name_entry));
}

static void
remove_cb (SounderSavedViewsButton *self,
           GtkWidget               *button)
{
  g_autofree char *name = g_strdup (g_object_get_data (G_OBJECT (button), "name"));
  g_autoptr (GError) error = NULL;

  mcp_saved_views_remove (self->views, name, &error);
  show_error (self, error);
}

static void
add_button (SounderSavedViewsButton *self,
            GtkWidget               *row,
            const char              *name,
            const char              *icon_name,
            const char              *label,
            GCallback                callback)
{
  g_autofree char *text = g_strdup_printf (label, name);
  GtkWidget *button = sounder_widgets_new_icon_button (icon_name, text, text);

  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  SounderSavedViewsButton *self = user_data;
  const char *name = MCP_SAVED_VIEW (item)->name;
  const char *filter = MCP_SAVED_VIEW (item)->filter;
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), *filter != '\0' ? filter : _("No filter"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  sounder_widgets_set_spoken (row, name);
  /* Translators: %s is the name of a view */
  add_button (self, row, name, "document-edit-symbolic", _("Rename “%s”"), G_CALLBACK (rename_cb));
  add_button (self, row, name, "user-trash-symbolic", _("Remove “%s”"), G_CALLBACK (remove_cb));

  return row;
}

static void
shown_cb (SounderSavedViewsButton *self)
{
  g_autoptr (GError) error = NULL;

  /* Another window or program may have saved some. */
  mcp_saved_views_load (self->views, &error);
  show_error (self, error);
  set_renamed (self, NULL);
}

static void
name_changed_cb (SounderSavedViewsButton *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button),
                            *gtk_editable_get_text (self->name_entry) != '\0');
}

static void
name_entered_cb (SounderSavedViewsButton *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name_entry)));
  g_autoptr (GError) error = NULL;

  if (*name == '\0')
    return;

  if (self->renamed == NULL)
    {
      sounder_saved_views_button_save (self, name);
      return;
    }

  mcp_saved_views_rename (self->views, self->renamed, name, &error);
  show_error (self, error);
  set_renamed (self, NULL);
}

static void
row_activated_cb (SounderSavedViewsButton *self,
                  GtkListBoxRow           *row)
{
  g_autoptr (McpSavedView) view =
    g_list_model_get_item (mcp_saved_views_get_model (self->views), gtk_list_box_row_get_index (row));

  gtk_popover_popdown (self->popover);
  if (view != NULL)
    sounder_saved_views_button_apply (self, view->name);
}

static void
sounder_saved_views_button_dispose (GObject *object)
{
  SounderSavedViewsButton *self = SOUNDER_SAVED_VIEWS_BUTTON (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  g_clear_object (&self->views);
  g_clear_pointer (&self->renamed, g_free);

  G_OBJECT_CLASS (sounder_saved_views_button_parent_class)->dispose (object);
}

static void
sounder_saved_views_button_class_init (SounderSavedViewsButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_saved_views_button_dispose;

  sounder_template_set (widget_class, "sounder-saved-views-button.ui");
  sounder_template_bind (widget_class, SounderSavedViewsButton, button, popover, list, name_entry,
                         save_button, error_label);
  sounder_template_connect (widget_class, shown_cb, name_changed_cb, name_entered_cb,
                            row_activated_cb);
}

static void
sounder_saved_views_button_init (SounderSavedViewsButton *self)
{
  g_autoptr (McpSavedViews) views = mcp_saved_views_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_saved_views_button_set_views (self, views);
}

/* Shows other views. They are read when the list is opened. */
void
sounder_saved_views_button_set_views (SounderSavedViewsButton *self,
                                      McpSavedViews           *views)
{
  g_return_if_fail (SOUNDER_IS_SAVED_VIEWS_BUTTON (self));
  g_return_if_fail (MCP_IS_SAVED_VIEWS (views));

  if (g_set_object (&self->views, views))
    gtk_list_box_bind_model (self->list, mcp_saved_views_get_model (views), create_row, self, NULL);
}

/* The names of the columns that are shown, in their order. */
static char *
dup_columns (SounderTimelineColumns *columns)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      SounderColumn column = sounder_timeline_columns_get_at (columns, i);

      if (sounder_timeline_columns_get_visible (columns, column))
        g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "",
                                sounder_column_get_nick (column));
    }

  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* What is no name of a column is passed over. */
static void
apply_columns (SounderTimelineColumns *columns,
               const char             *names)
{
  g_auto (GStrv) words = g_strsplit (names, ",", -1);
  guint position = 0;

  for (guint column = 0; column < SOUNDER_N_COLUMNS; column++)
    if (sounder_column_can_hide (column))
      sounder_timeline_columns_set_visible (
        columns, column, g_strv_contains ((const char *const *) words,
                                          sounder_column_get_nick (column)));

  for (guint i = 0; words[i] != NULL; i++)
    for (guint column = 0; column < SOUNDER_N_COLUMNS; column++)
      if (g_str_equal (words[i], sounder_column_get_nick (column)))
        sounder_timeline_columns_move (columns, column, position++);
}

/**
 * sounder_saved_views_button_save:
 * @self: a button in a timeline
 *
 * Saves the filter, the scope and the columns of the timeline, in place of a view of that name.
 *
 * Returns: %FALSE when that did not work; the list says why
 */
gboolean
sounder_saved_views_button_save (SounderSavedViewsButton *self,
                                 const char              *name)
{
  SounderTimeline *timeline;
  GEnumValue *scope_value;
  g_autofree char *filter = NULL;
  g_autofree char *columns = NULL;
  g_autoptr (McpSavedView) view = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (SOUNDER_IS_SAVED_VIEWS_BUTTON (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  timeline = get_timeline (self);
  g_return_val_if_fail (timeline != NULL, FALSE);

  scope_value = g_enum_get_value (g_type_class_peek (SOUNDER_TYPE_TIMELINE_SCOPE), timeline->scope);
  g_object_get (timeline, "filter", &filter, NULL);
  columns = dup_columns (timeline->columns);
  view = mcp_saved_view_new (name, filter != NULL ? filter : "",
                             scope_value != NULL ? scope_value->value_nick : NULL, columns);
  mcp_saved_views_set (self->views, view, &error);
  show_error (self, error);
  if (error == NULL)
    set_renamed (self, NULL);

  return error == NULL;
}

/**
 * sounder_saved_views_button_apply:
 * @self: a button in a timeline
 * @name: of a view
 *
 * Shows in the timeline what the view has saved.
 */
void
sounder_saved_views_button_apply (SounderSavedViewsButton *self,
                                  const char              *name)
{
  SounderTimeline *timeline;
  McpSavedView *view;
  GEnumValue *scope = NULL;

  g_return_if_fail (SOUNDER_IS_SAVED_VIEWS_BUTTON (self));
  g_return_if_fail (name != NULL);

  timeline = get_timeline (self);
  view = mcp_saved_views_find (self->views, name);
  if (timeline == NULL || view == NULL)
    return;

  if (view->scope != NULL)
    scope = g_enum_get_value_by_nick (g_type_class_peek (SOUNDER_TYPE_TIMELINE_SCOPE),
                                      view->scope);
  if (scope != NULL)
    sounder_timeline_set_scope (timeline, scope->value);
  if (view->columns != NULL)
    apply_columns (timeline->columns, view->columns);
  sounder_timeline_set_filter (timeline, view->filter);
}
