/* sounder-resource-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-resource-tree.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-icon.h"
#include "sounder-match.h"
#include "sounder-resource-tree.h"
#include "sounder-tree-keys.h"
#include "sounder-widgets.h"

/**
 * SounderResourceTree:
 *
 * The resources of a list, in folders by what their URIs have in common; tools and prompts by the words that
 * their names begin with. It is made anew when the
 * list changes, while it is in sight; which folders are folded is kept by their URIs.
 *
 * A resource that is a directory is asked for what is in it when it is unfolded, where the server answers that. What is
 * listed below it all the same comes first.
 *
 * One file: what is below a folder is decided where the list makes it, and folding, choosing and asking all go by it.
 */

/* Up to here all folders are unfolded to begin with. */
#define MAX_OPEN 500

struct _SounderResourceTree
{
  AdwBin              parent_instance;

  GListModel         *resources;
  McpSession         *session;   /* (nullable) */
  GtkListView        *view;
  GtkSingleSelection *selection;
  GtkTreeListModel   *rows;      /* (nullable) */
  GHashTable         *folds;     /* URIs of folders to whether they are unfolded */
  GHashTable         *directories; /* URIs to McpCatalog, of those that were unfolded */
  McpCatalogItem     *shown;     /* (nullable): what is to be selected */
  const McpMatch     *match;     /* (nullable): what is sought */
  gboolean            is_dirty;  /* the list, or why it is as it is, changed since the rows were made */
  gboolean            is_kept;   /* how the rows are folded is how they were left */
  gboolean            has_uris;  /* they make the folders, and not names */
  gboolean            is_following; /* a selection is moved, nothing is chosen */
};

G_DEFINE_FINAL_TYPE (SounderResourceTree, sounder_resource_tree, ADW_TYPE_BIN)

enum {
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What a row is made of; hangs on its expander. */
typedef struct
{
  McpCatalog  *directory;  /* (nullable): what the row follows */
  GtkWidget   *folder;
  SounderIcon *icon;
  GtkLabel    *label;
  GtkLabel    *name;
  GtkLabel    *count;
  gboolean     has_uris;   /* they make the folders, and not names */
} RowParts;

static void
parts_free (gpointer data)
{
  RowParts *parts = data;

  g_clear_object (&parts->directory);
  g_free (parts);
}

static GtkLabel *
add_label (GtkWidget  *box,
           const char *classes)
{
  GtkWidget *label = sounder_widgets_new_line (NULL, classes);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);

  return GTK_LABEL (label);
}

/* Beside the arrow, which unfolds by itself: a list that activates with a single click would take that away. */
static void
clicked_cb (GtkListItem     *list_item,
            int              n_press,
            double           x,
            double           y,
            GtkGestureClick *gesture)
{
  GtkWidget *view = gtk_widget_get_ancestor (gtk_list_item_get_child (list_item), GTK_TYPE_LIST_VIEW);

  if (n_press == 1 && view != NULL)
    g_signal_emit_by_name (view, "activate", gtk_list_item_get_position (list_item));
}

static void
setup_cb (GtkListItemFactory  *factory,
          GtkListItem         *list_item,
          SounderResourceTree *self)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkGesture *click = gtk_gesture_click_new ();
  RowParts *parts = g_new0 (RowParts, 1);

  parts->folder = gtk_image_new_from_icon_name ("folder-symbolic");
  gtk_box_append (GTK_BOX (box), parts->folder);
  parts->icon = g_object_new (SOUNDER_TYPE_ICON, "pixel-size", 16, "icon-name", "sounder-resources-symbolic", NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (parts->icon));
  parts->label = add_label (box, NULL);
  parts->name = add_label (box, "dim-label caption");
  gtk_widget_set_hexpand (GTK_WIDGET (parts->name), TRUE);
  parts->count = add_label (box, "dim-label caption numeric");
  gtk_label_set_ellipsize (parts->count, PANGO_ELLIPSIZE_NONE);

  g_object_set_data_full (G_OBJECT (expander), "parts", parts, parts_free);
  gtk_widget_set_hexpand (box, TRUE);
  g_signal_connect_object (click, "released", G_CALLBACK (clicked_cb), list_item, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (click));
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (list_item, expander);
}

static gboolean
is_directory (SounderResourceTree *self,
              McpResourceNode     *node)
{
  McpCatalogItem *item = mcp_resource_node_get_item (node);

  return item != NULL && self->session != NULL && mcp_catalog_item_get_uri (item) != NULL
         && g_strcmp0 (mcp_catalog_item_get_mime_type (item), MCP_DIRECTORY_TYPE) == 0
         && mcp_session_reads_directories (self->session);
}

/* (nullable) */
static McpCatalog *
get_directory (SounderResourceTree *self,
               McpResourceNode     *node)
{
  return is_directory (self, node)
           ? g_hash_table_lookup (self->directories, mcp_catalog_item_get_uri (mcp_resource_node_get_item (node)))
           : NULL;
}

/* How far it is, until it is there. */
static void
show_directory (GtkWidget *expander)
{
  RowParts *parts = g_object_get_data (G_OBJECT (expander), "parts");
  McpCatalogState state = mcp_catalog_get_state (parts->directory);
  const GError *error = mcp_catalog_get_error (parts->directory);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (parts->directory));
  g_autofree char *failure = state == MCP_CATALOG_FAILED && error != NULL ? mcp_format_label (error->message, FALSE) : NULL;
  g_autofree char *count = state == MCP_CATALOG_LOADED || n_items > 0 ? g_strdup_printf ("%u", n_items) : NULL;
  g_autofree char *said = g_strdup_printf (ngettext ("%u resource", "%u resources", n_items), n_items);

  gtk_label_set_text (parts->count, count != NULL ? count : state == MCP_CATALOG_LOADING ? "…" : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (parts->count), count != NULL ? said : NULL);
  gtk_widget_set_visible (GTK_WIDGET (parts->count), TRUE);
  if (failure != NULL)
    {
      gtk_label_set_text (parts->name, failure);
      gtk_widget_set_tooltip_text (expander, failure);
      gtk_widget_add_css_class (GTK_WIDGET (parts->name), "error");
    }
}

static void
follow_directory (GtkWidget  *expander,
                  McpCatalog *directory)
{
  RowParts *parts = g_object_get_data (G_OBJECT (expander), "parts");

  if (parts->directory != NULL)
    g_signal_handlers_disconnect_by_func (parts->directory, show_directory, expander);
  g_set_object (&parts->directory, directory);
  gtk_widget_remove_css_class (GTK_WIDGET (parts->name), "error");
  if (directory == NULL)
    return;

  g_signal_connect_object (directory, "notify::state", G_CALLBACK (show_directory), expander, G_CONNECT_SWAPPED);
  show_directory (expander);
}

/* A resource says what it is called as well; a folder how many are in it. */
static void
show_words (GtkWidget       *expander,
            McpResourceNode *node,
            const McpMatch  *match)
{
  RowParts *parts = g_object_get_data (G_OBJECT (expander), "parts");
  McpCatalogItem *item = mcp_resource_node_get_item (node);
  gboolean is_folder = mcp_resource_node_get_children (node) != NULL;
  gboolean has_uri = parts->has_uris;
  g_autofree char *part = mcp_resource_node_dup_label (node);
  g_autofree char *label = mcp_format_label (part, FALSE);
  g_autofree char *name = item == NULL ? g_strdup ("")
                          : mcp_format_label (parts->has_uris ? mcp_catalog_item_get_display_name (item)
                                                              : mcp_catalog_item_get_description (item),
                                              FALSE);
  g_autofree char *uri = mcp_resource_node_dup_uri (node);
  g_autofree char *tooltip = mcp_format_label (uri, FALSE);
  g_autofree char *count = NULL;
  g_autofree char *said = NULL;
  g_autofree char *spoken = NULL;
  gboolean is_named;
  guint n_items = mcp_resource_node_get_n_items (node);

  /* A name is not cut, as a URI is. */
  if (!has_uri && item != NULL)
    {
      g_free (label);
      label = mcp_format_label (mcp_catalog_item_get_display_name (item), FALSE);
    }
  if (*label == '\0')
    {
      g_free (label);
      label = g_strdup (*name != '\0' ? name : _("Without a name"));
    }
  if (is_folder)
    {
      count = g_strdup_printf ("%u", n_items);
      said = has_uri ? g_strdup_printf (ngettext ("%u resource", "%u resources", n_items), n_items)
                     : g_strdup (count);
    }
  gtk_label_set_text (parts->label, label);
  /* Some call a resource by its URI. */
  is_named = *name != '\0' && !g_str_equal (name, label) && !g_str_equal (name, tooltip);
  gtk_label_set_text (parts->name, is_named ? name : "");
  sounder_match_mark (parts->label, match);
  sounder_match_mark (parts->name, match);
  gtk_label_set_text (parts->count, count != NULL ? count : "");
  gtk_widget_set_visible (GTK_WIDGET (parts->count), is_folder);
  gtk_widget_set_tooltip_text (GTK_WIDGET (parts->count), said);
  gtk_widget_set_tooltip_text (expander, tooltip);
  spoken = g_strjoin (", ", label, is_named ? name : said, NULL);
  sounder_compat_name_list_item (expander, spoken);
}

/* The children of a row are made only to know whether there can be any; the server is asked when they are to be seen. */
static void
load_directory (SounderResourceTree *self,
                GtkTreeListRow      *row)
{
  g_autoptr (McpResourceNode) node = gtk_tree_list_row_get_item (row);
  /* (nullable): a row that is gone folds, too. */
  McpCatalog *directory = node != NULL ? get_directory (self, node) : NULL;

  if (directory != NULL && gtk_tree_list_row_get_expanded (row)
      && mcp_catalog_get_state (directory) == MCP_CATALOG_EMPTY)
    mcp_catalog_refresh_soon (directory);
}

static void
expanded_cb (GtkListItem *list_item)
{
  GtkWidget *expander = gtk_list_item_get_child (list_item);
  SounderResourceTree *self = SOUNDER_RESOURCE_TREE (gtk_widget_get_ancestor (expander, SOUNDER_TYPE_RESOURCE_TREE));

  if (self != NULL)
    load_directory (self, gtk_list_item_get_item (list_item));
}

static void
bind_cb (GtkListItemFactory  *factory,
         GtkListItem         *list_item,
         SounderResourceTree *self)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item));
  RowParts *parts = g_object_get_data (G_OBJECT (expander), "parts");
  g_autoptr (McpResourceNode) node = gtk_tree_list_row_get_item (row);
  McpCatalogItem *item = mcp_resource_node_get_item (node);
  gboolean is_folder = item == NULL || is_directory (self, node);

  gtk_tree_expander_set_list_row (expander, row);
  parts->has_uris = self->has_uris;
  show_words (GTK_WIDGET (expander), node, self->match);
  gtk_widget_set_visible (parts->folder, is_folder);
  sounder_icon_show_item (parts->icon, self->session, is_folder ? NULL : item);
  gtk_widget_set_visible (GTK_WIDGET (parts->icon), !is_folder);
  follow_directory (GTK_WIDGET (expander), get_directory (self, node));
  g_signal_connect_object (row, "notify::expanded", G_CALLBACK (expanded_cb), list_item, G_CONNECT_SWAPPED);
}

static void
unbind_cb (GtkListItemFactory  *factory,
           GtkListItem         *list_item,
           SounderResourceTree *self)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);

  if (row != NULL)
    g_signal_handlers_disconnect_by_func (row, expanded_cb, list_item);
  follow_directory (gtk_list_item_get_child (list_item), NULL);
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item)), NULL);
}

/* What was listed is there already. */
static gboolean
is_no_child_cb (gpointer item,
                gpointer user_data)
{
  GHashTable *listed = user_data;
  const char *uri = mcp_catalog_item_get_uri (item);

  return uri == NULL || !g_hash_table_contains (listed, uri);
}

static gpointer
new_node_cb (gpointer item,
             gpointer user_data)
{
  g_autoptr (McpCatalogItem) resource = item;

  return mcp_resource_node_new (resource, user_data);
}

/* @children: (nullable): what is listed below it */
static GListModel *
new_directory_children (SounderResourceTree *self,
                        McpCatalogItem      *item,
                        GListModel          *children)
{
  const char *uri = mcp_catalog_item_get_uri (item);
  McpCatalog *catalog = g_hash_table_lookup (self->directories, uri);
  GHashTable *listed = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  GListModel *others;
  GListStore *both;

  if (catalog == NULL)
    {
      catalog = mcp_catalog_new_for_directory (self->session, uri);
      g_hash_table_insert (self->directories, g_strdup (uri), catalog);
    }

  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (McpResourceNode) child = g_list_model_get_item (children, i);

      g_hash_table_add (listed, mcp_resource_node_dup_uri (child));
    }
  others = G_LIST_MODEL (gtk_filter_list_model_new (
    G_LIST_MODEL (g_object_ref (catalog)),
    GTK_FILTER (gtk_custom_filter_new (is_no_child_cb, listed, (GDestroyNotify) g_hash_table_unref))));
  others = G_LIST_MODEL (gtk_map_list_model_new (others, new_node_cb, g_strdup (uri), g_free));
  if (children == NULL)
    return others;

  both = g_list_store_new (G_TYPE_LIST_MODEL);
  g_list_store_append (both, children);
  g_list_store_append (both, others);
  g_object_unref (others);

  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (both)));
}

static GListModel *
create_children (gpointer item,
                 gpointer user_data)
{
  SounderResourceTree *self = user_data;
  GListModel *children = mcp_resource_node_get_children (item);

  /* A filter is one of the list; it asks the server for nothing. */
  if (is_directory (self, item) && self->match == NULL)
    return new_directory_children (self, mcp_resource_node_get_item (item), children);

  return children != NULL ? g_object_ref (children) : NULL;
}

static McpResourceNode *
dup_node (SounderResourceTree *self,
          guint                position)
{
  g_autoptr (GtkTreeListRow) row = self->rows != NULL ? gtk_tree_list_model_get_row (self->rows, position) : NULL;

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

static void
keep_folds (SounderResourceTree *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, i);
      g_autoptr (McpResourceNode) node = gtk_tree_list_row_get_item (row);

      if (gtk_tree_list_row_is_expandable (row))
        g_hash_table_insert (self->folds, mcp_resource_node_dup_uri (node),
                             GINT_TO_POINTER (gtk_tree_list_row_get_expanded (row)));
    }
}

/* As they were left; those that nobody saw are unfolded while there are few, and ask the server for nothing. */
static void
apply_folds (SounderResourceTree *self)
{
  gboolean are_few = g_list_model_get_n_items (self->resources) <= MAX_OPEN;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, i);
      g_autoptr (McpResourceNode) node = gtk_tree_list_row_get_item (row);
      g_autofree char *uri = NULL;
      gboolean asks = is_directory (self, node) && self->match == NULL;
      gpointer unfolded;

      if (!gtk_tree_list_row_is_expandable (row))
        continue;

      uri = mcp_resource_node_dup_uri (node);
      if (self->match != NULL || !g_hash_table_lookup_extended (self->folds, uri, NULL, &unfolded))
        unfolded = GINT_TO_POINTER (are_few && !asks);
      /* A directory may have itself in it. */
      if (!asks || g_hash_table_add (seen, g_steal_pointer (&uri)))
        gtk_tree_list_row_set_expanded (row, GPOINTER_TO_INT (unfolded));
      load_directory (self, row);
    }
}

/* Unfolds what a resource is in. Returns: where it is, or GTK_INVALID_LIST_POSITION */
static guint
unfold_to (SounderResourceTree *self,
           McpCatalogItem      *item)
{
  guint n_rows;

  for (guint i = 0; i < (n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows))); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, i);
      g_autoptr (McpResourceNode) node = gtk_tree_list_row_get_item (row);

      if (mcp_resource_node_get_item (node) == item)
        return i;
      if (mcp_resource_node_get_children (node) != NULL && mcp_resource_node_holds_item (node, item))
        {
          gtk_tree_list_row_set_expanded (row, TRUE);
          load_directory (self, row);
        }
    }

  return GTK_INVALID_LIST_POSITION;
}

static void
follow_item (SounderResourceTree *self)
{
  guint position;

  if (self->rows == NULL)
    return;

  self->is_following = TRUE;
  position = self->shown != NULL ? unfold_to (self, self->shown) : GTK_INVALID_LIST_POSITION;
  if (position != GTK_INVALID_LIST_POSITION)
    sounder_tree_select (self->view, position);
  else
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->is_following = FALSE;
}

static gboolean
has_uris (GListModel *items)
{
  g_autoptr (McpCatalogItem) first = g_list_model_get_item (items, 0);

  return first == NULL || mcp_catalog_item_get_uri (first) != NULL;
}

static void
build (SounderResourceTree *self)
{
  g_autoptr (GtkTreeListModel) rows = NULL;

  if (self->is_kept)
    keep_folds (self);

  self->is_dirty = FALSE;
  self->is_kept = self->match == NULL;
  /* It begins anew, with a connection or without one. */
  if (g_list_model_get_n_items (self->resources) == 0 && self->match == NULL)
    g_hash_table_remove_all (self->directories);
  self->has_uris = has_uris (self->resources);
  rows = gtk_tree_list_model_new (mcp_resource_tree_new (self->resources), FALSE, FALSE, create_children, self, NULL);
  g_set_object (&self->rows, rows);
  apply_folds (self);
  self->is_following = TRUE;
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (rows));
  self->is_following = FALSE;
  follow_item (self);
}

static void
changed_cb (SounderResourceTree *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    build (self);
  else
    self->is_dirty = TRUE;
}

static void
selected_cb (SounderResourceTree *self)
{
  g_autoptr (McpResourceNode) node = NULL;

  if (self->is_following)
    return;

  node = dup_node (self, gtk_single_selection_get_selected (self->selection));
  if (node != NULL && mcp_resource_node_get_item (node) != NULL)
    {
      g_set_object (&self->shown, mcp_resource_node_get_item (node));
      g_signal_emit (self, signals[CHOSEN], 0, self->shown);
    }
}

static void
activate_cb (SounderResourceTree *self,
             guint                position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, position);
  g_autoptr (McpResourceNode) node = dup_node (self, position);

  if (node == NULL)
    return;
  if (mcp_resource_node_get_item (node) == NULL)
    {
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      return;
    }

  gtk_single_selection_set_selected (self->selection, position);
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static gboolean
key_pressed_cb (SounderResourceTree *self,
                guint                keyval,
                guint                keycode,
                GdkModifierType      state)
{
  return sounder_tree_take_key (self->view, keyval, state);
}

static void
sounder_resource_tree_map (GtkWidget *widget)
{
  SounderResourceTree *self = SOUNDER_RESOURCE_TREE (widget);

  if (self->is_dirty)
    build (self);
  GTK_WIDGET_CLASS (sounder_resource_tree_parent_class)->map (widget);
}

static void
sounder_resource_tree_dispose (GObject *object)
{
  SounderResourceTree *self = SOUNDER_RESOURCE_TREE (object);

  if (self->view != NULL)
    gtk_list_view_set_model (self->view, NULL);
  self->view = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->resources);
  g_clear_object (&self->session);
  g_clear_object (&self->shown);
  g_clear_pointer (&self->folds, g_hash_table_unref);
  g_clear_pointer (&self->directories, g_hash_table_unref);

  G_OBJECT_CLASS (sounder_resource_tree_parent_class)->dispose (object);
}

static void
sounder_resource_tree_class_init (SounderResourceTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_resource_tree_dispose;
  GTK_WIDGET_CLASS (klass)->map = sounder_resource_tree_map;

  /**
   * SounderResourceTree::chosen:
   * @item: a resource
   *
   * A resource was selected.
   */
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, MCP_TYPE_CATALOG_ITEM);

  /**
   * SounderResourceTree::activated:
   *
   * The chosen resource was clicked, or Enter was pressed on it.
   */
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
sounder_resource_tree_init (SounderResourceTree *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->folds = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->directories = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_object_unref);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, 0);
  self->view = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)),
                                                 g_object_ref (factory)));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "navigation-sidebar");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "catalog");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "resource-tree");
  sounder_widgets_set_spoken (self->view, _("Resources by URI"));
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  /* Before the list, whose own keys would only move. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

GtkWidget *
sounder_resource_tree_new (GListModel *resources)
{
  SounderResourceTree *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (resources), NULL);

  self = g_object_new (SOUNDER_TYPE_RESOURCE_TREE, NULL);
  self->resources = g_object_ref (resources);
  self->is_dirty = TRUE;
  g_signal_connect_object (resources, "items-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

/**
 * sounder_resource_tree_set_session:
 * @session: (nullable): whose resources they are
 *
 * Forgets which folders of another server were folded, and asks this one for icons.
 */
void
sounder_resource_tree_set_session (SounderResourceTree *self,
                                   McpSession          *session)
{
  g_return_if_fail (SOUNDER_IS_RESOURCE_TREE (self));

  if (!g_set_object (&self->session, session))
    return;

  g_hash_table_remove_all (self->folds);
  g_hash_table_remove_all (self->directories);
  self->is_kept = FALSE;
}

/**
 * sounder_resource_tree_set_match:
 * @match: (nullable): what only some of the resources match; it stays until the next call
 *
 * Says before the list changes why it will; see sounder_resource_tree_update(). What a filter leaves is unfolded.
 */
void
sounder_resource_tree_set_match (SounderResourceTree *self,
                                 const McpMatch      *match)
{
  g_return_if_fail (SOUNDER_IS_RESOURCE_TREE (self));

  self->is_dirty |= self->match != NULL || match != NULL;
  self->match = match;
}

/* Says that the list is as it is to be. It may be the same as before. */
void
sounder_resource_tree_update (SounderResourceTree *self)
{
  g_return_if_fail (SOUNDER_IS_RESOURCE_TREE (self));

  if (self->is_dirty && gtk_widget_get_mapped (GTK_WIDGET (self)))
    build (self);
}

/* Asks again what is in the directories that were unfolded, at once or when the tree is in sight. */
void
sounder_resource_tree_refresh (SounderResourceTree *self)
{
  GHashTableIter iter;
  gpointer directory;

  g_return_if_fail (SOUNDER_IS_RESOURCE_TREE (self));

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      g_hash_table_remove_all (self->directories);
      self->is_dirty = TRUE;
      return;
    }

  g_hash_table_iter_init (&iter, self->directories);
  while (g_hash_table_iter_next (&iter, NULL, &directory))
    if (mcp_catalog_get_state (directory) != MCP_CATALOG_EMPTY)
      mcp_catalog_refresh_soon (directory);
}

/**
 * sounder_resource_tree_show_item:
 * @item: (nullable): a resource
 *
 * Selects a resource, and unfolds what it is in.
 */
void
sounder_resource_tree_show_item (SounderResourceTree *self,
                                 McpCatalogItem      *item)
{
  g_return_if_fail (SOUNDER_IS_RESOURCE_TREE (self));

  if (!g_set_object (&self->shown, item))
    return;

  if (!self->is_dirty)
    follow_item (self);
}
