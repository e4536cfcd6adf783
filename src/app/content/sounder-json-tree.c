/* sounder-json-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-summary.h"

#include "sounder-compat.h"
#include "sounder-focus.h"
#include "sounder-json-children.h"
#include "sounder-json-tree.h"
#include "sounder-template.h"
#include "sounder-tree-keys.h"
#include "sounder-widgets.h"

/**
 * SounderJsonTree:
 *
 * A list of the rows of a GtkTreeListModel, each of which knows where it is in the bytes and no
 * more. To reveal a place, the rows that it is in are opened one after the other, as they fill.
 *
 * One file, because rows, keys, menu and what is being revealed all work on the one selection.
 */

struct _SounderJsonTree
{
  AdwBin              parent_instance;

  GtkListView        *list_view;
  GtkSingleSelection *selection;
  GtkLabel           *path_label;
  GtkWidget          *footer;
  GtkWidget          *spinner;
  GMenuModel         *node_menu;
  GtkWidget          *popover;

  GBytes             *bytes;
  GtkTreeListModel   *rows;

  /* To be revealed; the row that holds it is expanded and looked into as it fills. */
  gsize               wanted_offset;
  guint               wanted_position;
  gboolean            has_wanted;
  guint               pursue_id;
};

G_DEFINE_FINAL_TYPE (SounderJsonTree, sounder_json_tree, ADW_TYPE_BIN)

/* What a row is made of; hangs on its expander. */
typedef struct
{
  GtkLabel *title;
  GtkLabel *summary;
  GtkLabel *type;
} RowParts;

/* (nullable): the row holds it. */
static SounderJsonNode *
get_selected (SounderJsonTree *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (SounderJsonNode) node = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return node;
}

static const char *
get_type_name (McpJsonType type)
{
  return type != MCP_JSON_NONE ? mcp_json_type_get_name (type) : _("not JSON");
}

static void
show_node (GtkTreeExpander *expander)
{
  RowParts *parts = g_object_get_data (G_OBJECT (expander), "parts");
  g_autoptr (SounderJsonNode) node = gtk_tree_expander_get_item (expander);
  g_autofree char *title = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *name = NULL;
  McpJsonType type;

  if (node == NULL)
    return;

  title = sounder_json_node_dup_title (node);
  summary = sounder_json_node_dup_summary (node);
  type = sounder_json_node_get_json_type (node);

  gtk_label_set_label (parts->title, title);
  gtk_label_set_label (parts->summary, summary);
  gtk_label_set_label (parts->type,
                       sounder_json_node_is_range (node) ? _("range") : get_type_name (type));
  gtk_widget_set_css_classes (GTK_WIDGET (parts->summary),
                              (const char *[]) { "json-value", get_type_name (type), NULL });

  name = g_strdup_printf ("%s: %s", title, summary);
  sounder_widgets_set_spoken (expander, name);
  sounder_compat_name_list_item (GTK_WIDGET (expander), name);
}

static GtkLabel *
add_label (GtkWidget         *box,
           const char        *style,
           PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = sounder_widgets_new_line (NULL, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);

  return GTK_LABEL (label);
}

static void
setup_row_cb (GtkListItemFactory *factory,
              GtkListItem        *item,
              gpointer            user_data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  RowParts *parts = g_new0 (RowParts, 1);

  parts->title = add_label (box, "json-key", PANGO_ELLIPSIZE_END);
  parts->summary = add_label (box, "json-value", PANGO_ELLIPSIZE_END);
  parts->type = add_label (box, "json-type", PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (parts->title, 1);
  gtk_label_set_max_width_chars (parts->title, 40);
  gtk_widget_set_hexpand (GTK_WIDGET (parts->summary), TRUE);

  g_object_set_data_full (G_OBJECT (expander), "parts", parts, g_free);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
}

static void
bind_row_cb (GtkListItemFactory *factory,
             GtkListItem        *item,
             gpointer            user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  g_autoptr (SounderJsonNode) node = gtk_tree_list_row_get_item (row);

  gtk_tree_expander_set_list_row (expander, row);
  g_signal_connect_object (node, "changed", G_CALLBACK (show_node), expander, G_CONNECT_SWAPPED);
  show_node (expander);
}

static void
unbind_row_cb (GtkListItemFactory *factory,
               GtkListItem        *item,
               gpointer            user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  g_autoptr (SounderJsonNode) node = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (node != NULL)
    g_signal_handlers_disconnect_by_func (node, show_node, expander);
  gtk_tree_expander_set_list_row (expander, NULL);
}

static void
stop_pursuit (SounderJsonTree *self)
{
  self->has_wanted = FALSE;
  g_clear_handle_id (&self->pursue_id, g_source_remove);
  gtk_widget_set_visible (self->spinner, FALSE);
}

/* Goes down towards what is wanted, as far as it has been found. Returns: whether to go on later */
static gboolean
pursue (SounderJsonTree *self)
{
  for (;;)
    {
      g_autoptr (GtkTreeListRow) row =
        gtk_tree_list_model_get_row (self->rows, self->wanted_position);
      g_autoptr (GtkTreeListRow) child = NULL;
      g_autoptr (SounderJsonNode) node = NULL;
      GListModel *children;
      McpSpan value;
      guint position;

      if (row == NULL)
        return FALSE;

      node = gtk_tree_list_row_get_item (row);
      value = sounder_json_node_get_value (node);
      if (!gtk_tree_list_row_is_expandable (row) || self->wanted_offset < value.offset
          || (value.length > 0 && self->wanted_offset >= value.offset + value.length))
        return FALSE;

      gtk_tree_list_row_set_expanded (row, TRUE);
      children = gtk_tree_list_row_get_children (row);
      if (children == NULL)
        return FALSE;
      if (!sounder_json_children_find (SOUNDER_JSON_CHILDREN (children), self->wanted_offset,
                                       &position))
        return sounder_json_children_is_busy (SOUNDER_JSON_CHILDREN (children));

      child = gtk_tree_list_row_get_child_row (row, position);
      if (child == NULL)
        return FALSE;
      self->wanted_position = gtk_tree_list_row_get_position (child);
    }
}

static gboolean
pursue_cb (gpointer data)
{
  SounderJsonTree *self = data;

  if (pursue (self))
    return G_SOURCE_CONTINUE;

  sounder_tree_select (self->list_view, self->wanted_position);
  self->pursue_id = 0;
  stop_pursuit (self);

  return G_SOURCE_REMOVE;
}

static void
selection_changed_cb (SounderJsonTree *self)
{
  SounderJsonNode *node = get_selected (self);
  g_autofree char *path = node != NULL ? sounder_json_node_dup_path (node) : NULL;
  g_autofree char *visible = path != NULL ? mcp_format_label (path, FALSE) : NULL;

  gtk_label_set_label (self->path_label, visible != NULL ? visible : "");
  /* In a small window each line counts. */
  gtk_widget_set_visible (self->footer, node != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-value", node != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-path", node != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-pointer", node != NULL);
}

static void
row_activated_cb (SounderJsonTree *self,
                  guint            position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, position);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
popup_menu (SounderJsonTree *self,
            double           x,
            double           y)
{
  if (get_selected (self) == NULL)
    return;

  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &(GdkRectangle) { x, y, 1, 1 });
  sounder_focus_popup (GTK_POPOVER (self->popover));
}

static gboolean
key_pressed_cb (SounderJsonTree       *self,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                GtkEventControllerKey *controller)
{
  if (keyval == GDK_KEY_Menu && (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0)
    {
      popup_menu (self, 24, 24);
      return TRUE;
    }

  return sounder_tree_take_key (self->list_view, keyval, state);
}

static void
secondary_pressed_cb (SounderJsonTree *self,
                      int              n_press,
                      double           x,
                      double           y,
                      GtkGestureClick *gesture)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->list_view), x, y, GTK_PICK_DEFAULT);
  GtkWidget *expander = picked;
  graphene_point_t point;

  while (expander != NULL && !GTK_IS_TREE_EXPANDER (expander)
         && expander != GTK_WIDGET (self->list_view))
    expander = gtk_widget_get_parent (expander);
  if (expander == NULL || !GTK_IS_TREE_EXPANDER (expander))
    expander = picked != NULL ? gtk_widget_get_first_child (picked) : NULL;
  if (expander == NULL || !GTK_IS_TREE_EXPANDER (expander)
      || !gtk_widget_compute_point (GTK_WIDGET (self->list_view), GTK_WIDGET (self),
                                    &GRAPHENE_POINT_INIT (x, y), &point))
    return;

  gtk_single_selection_set_selected (
    self->selection,
    gtk_tree_list_row_get_position (gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander))));
  popup_menu (self, point.x, point.y);
}

static void
copy_text (SounderJsonTree *self,
           char            *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", _("Copied"));
  g_free (text);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (SounderJsonTree) self = user_data;
  g_autoptr (GBytes) bytes = sounder_json_node_read_finish (SOUNDER_JSON_NODE (source), result,
                                                            NULL);
  g_autoptr (GdkContentProvider) content = NULL;

  if (bytes == NULL)
    return;

  /* Bytes and not a string: they may hold NUL or be no UTF-8. */
  content = gdk_content_provider_new_union (
    (GdkContentProvider *[]) {
      gdk_content_provider_new_for_bytes ("text/plain;charset=utf-8", bytes),
      gdk_content_provider_new_for_bytes ("text/plain", bytes),
    },
    2);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), content);
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", _("Copied"));
}

static void
copy_value_cb (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  SounderJsonNode *node = get_selected (SOUNDER_JSON_TREE (widget));

  if (node != NULL)
    sounder_json_node_read_async (node, NULL, read_cb, g_object_ref (widget));
}

static void
copy_path_cb (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  SounderJsonTree *self = SOUNDER_JSON_TREE (widget);

  if (get_selected (self) != NULL)
    copy_text (self, sounder_json_node_dup_path (get_selected (self)));
}

static void
copy_pointer_cb (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  SounderJsonTree *self = SOUNDER_JSON_TREE (widget);

  if (get_selected (self) != NULL)
    copy_text (self, sounder_json_node_dup_pointer (get_selected (self)));
}

static GListModel *
create_children (gpointer item,
                 gpointer user_data)
{
  if (!sounder_json_node_is_container (item))
    return NULL;

  return G_LIST_MODEL (sounder_json_children_new (item));
}

static void
sounder_json_tree_dispose (GObject *object)
{
  SounderJsonTree *self = SOUNDER_JSON_TREE (object);

  g_clear_handle_id (&self->pursue_id, g_source_remove);
  if (self->selection != NULL)
    gtk_single_selection_set_model (self->selection, NULL);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->bytes, g_bytes_unref);

  G_OBJECT_CLASS (sounder_json_tree_parent_class)->dispose (object);
}

static void
sounder_json_tree_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  GTK_WIDGET_CLASS (sounder_json_tree_parent_class)->size_allocate (widget, width, height, baseline);
  gtk_popover_present (GTK_POPOVER (SOUNDER_JSON_TREE (widget)->popover));
}

static void
sounder_json_tree_class_init (SounderJsonTreeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_json_tree_dispose;
  widget_class->size_allocate = sounder_json_tree_size_allocate;

  sounder_template_set (widget_class, "sounder-json-tree.ui");
  sounder_template_bind (widget_class, SounderJsonTree, list_view, selection, path_label, footer,
                         spinner, node_menu);
  sounder_template_connect (widget_class, row_activated_cb, selection_changed_cb);

  gtk_widget_class_install_action (widget_class, "tree.copy-value", NULL, copy_value_cb);
  gtk_widget_class_install_action (widget_class, "tree.copy-path", NULL, copy_path_cb);
  gtk_widget_class_install_action (widget_class, "tree.copy-pointer", NULL, copy_pointer_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "tree.copy-value", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "tree.copy-path", NULL);
}

static void
sounder_json_tree_init (SounderJsonTree *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkEventController *controller;

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row_cb), NULL);
  gtk_list_view_set_factory (self->list_view, factory);

  self->popover = gtk_popover_menu_new_from_model (self->node_menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));

  /* Before the list, whose own keys would only move. */
  controller = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_object (controller, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->list_view), controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (controller), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (controller, "pressed", G_CALLBACK (secondary_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->list_view), controller);

  selection_changed_cb (self);
}

/* What is inside "result" or "params" is what people look for. */
static void
open_first_rows (SounderJsonTree *self)
{
  g_autoptr (GtkTreeListRow) root = gtk_tree_list_model_get_row (self->rows, 0);
  GListModel *children;
  guint n_children;

  if (root == NULL)
    return;

  gtk_tree_list_row_set_expanded (root, TRUE);
  children = gtk_tree_list_row_get_children (root);
  n_children = children != NULL ? g_list_model_get_n_items (children) : 0;
  for (guint i = 0; i < MIN (n_children, 8); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_row_get_child_row (root, i);
      g_autoptr (SounderJsonNode) node = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
      g_autofree char *title = node != NULL ? sounder_json_node_dup_title (node) : NULL;

      if (title != NULL
          && (g_str_equal (title, "result") || g_str_equal (title, "params")
              || g_str_equal (title, "error")))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/**
 * sounder_json_tree_set_bytes:
 * @bytes: (nullable): JSON, or what should have been
 *
 * Shows a text. It is read as rows are opened.
 */
void
sounder_json_tree_set_bytes (SounderJsonTree *self,
                             GBytes          *bytes)
{
  g_autoptr (SounderJsonNode) root = NULL;
  GListStore *roots;

  g_return_if_fail (SOUNDER_IS_JSON_TREE (self));

  if (self->bytes == bytes)
    return;

  stop_pursuit (self);
  if (bytes != NULL)
    g_bytes_ref (bytes);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = bytes;

  gtk_single_selection_set_model (self->selection, NULL);
  g_clear_object (&self->rows);

  root = bytes != NULL ? sounder_json_node_new_root (bytes) : NULL;
  if (root == NULL)
    return;

  roots = g_list_store_new (SOUNDER_TYPE_JSON_NODE);
  g_list_store_append (roots, root);
  self->rows = gtk_tree_list_model_new (G_LIST_MODEL (roots), FALSE, FALSE, create_children, NULL,
                                        NULL);
  open_first_rows (self);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->rows));
}

/**
 * sounder_json_tree_reveal:
 * @offset: a place in the bytes
 *
 * Opens the rows that a place is in and selects the innermost one. In a big text that takes a
 * while; a newer wish replaces it.
 */
void
sounder_json_tree_reveal (SounderJsonTree *self,
                          gsize            offset)
{
  g_return_if_fail (SOUNDER_IS_JSON_TREE (self));

  stop_pursuit (self);
  if (self->rows == NULL)
    return;

  self->has_wanted = TRUE;
  self->wanted_offset = offset;
  self->wanted_position = 0;
  gtk_widget_set_visible (self->spinner, TRUE);
  gtk_widget_set_visible (self->footer, TRUE);
  self->pursue_id = g_idle_add (pursue_cb, self);
}

GListModel *
sounder_json_tree_get_rows (SounderJsonTree *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_TREE (self), NULL);

  return G_LIST_MODEL (self->rows);
}
