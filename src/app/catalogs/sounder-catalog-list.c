/* sounder-catalog-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-catalog-list.h"
#include "sounder-catalog-row.h"
#include "sounder-catalog-search.h"
#include "sounder-freshness.h"
#include "sounder-page.h"
#include "sounder-resource-tree.h"
#include "sounder-settings.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderCatalogList:
 *
 * The list at the left of Tools, Resources and Prompts. A selection survives a
 * refresh as long as the item's name does.
 *
 * One file: search, pages and the tree all move the one selection. Rows are sounder-catalog-row.c, what is
 * found is sounder-catalog-search.c.
 */

/* Resources have folders, and all else groups. */
#define TREE_SETTING(kind) ((kind) == MCP_CATALOG_RESOURCES ? "resources-tree" : "catalog-groups")

/* Fewer are seen at once. */
#define GROUPED_FROM 20

struct _SounderCatalogList
{
  AdwBin              parent_instance;

  McpCatalog         *catalog;
  SounderPlace       *place;     /* what is typed into the search, and what was selected */
  SounderCatalogSearch *finder;
  GtkSingleSelection *selection;
  SounderMarkFunc     mark_func; /* (nullable) */
  gpointer            mark_data;
  GHashTable         *bound;     /* of GtkListItem that show something now */
  gboolean            restoring; /* a selection is moved, nothing is chosen */
  gboolean            has_icons; /* one of the catalog has */
  gboolean            excluding; /* items that may not be used are struck through */
  SounderResourceTree *tree;     /* (nullable): until somebody wants it */
  McpCatalogItem     *outside;   /* (nullable): what is chosen in the tree and not in the list */

  GtkSearchEntry     *search;
  GtkLabel           *count;
  GtkToggleButton    *tree_button;
  GtkWidget          *refresh;
  GtkStack           *stack;
  GtkScrolledWindow  *scroll;
  GtkListView        *view;
  GtkLabel           *note;
  GtkWidget          *more;
  GtkLabel           *pages;
  GtkWidget          *next_page;
  GtkWidget          *all_pages;
  GtkLabel           *freshness;
};

G_DEFINE_FINAL_TYPE (SounderCatalogList, sounder_catalog_list, ADW_TYPE_BIN)

enum {
  SELECTED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* A resource is known by its URI, all else by its name. */
static const char *
get_key (McpCatalogItem *item)
{
  const char *uri = mcp_catalog_item_get_uri (item);

  return uri != NULL ? uri : mcp_catalog_item_get_name (item);
}

static void
update_mark (SounderCatalogList *self,
             GtkListItem        *list_item)
{
  McpCatalogItem *item = gtk_list_item_get_item (list_item);
  SounderCatalogRow *row = SOUNDER_CATALOG_ROW (gtk_list_item_get_child (list_item));
  const char *exclusion = self->excluding ? mcp_catalog_item_get_exclusion (item) : NULL;
  const char *said = self->mark_func != NULL ? self->mark_func (item, self->mark_data) : NULL;
  g_autofree char *reason = NULL;

  if (exclusion != NULL)
    {
      /* Translators: %s says why a tool cannot be called. */
      reason = g_strdup_printf (_("Left out: %s"), exclusion);
      said = reason;
    }
  sounder_catalog_row_set_struck (row, exclusion != NULL);
  sounder_catalog_row_set_mark (row, said);
}

/* Where one of a list has an icon, all have one, so that their names stand below each other. */
static void
update_icon (SounderCatalogList *self,
             GtkListItem        *list_item)
{
  SounderCatalogRow *row = SOUNDER_CATALOG_ROW (gtk_list_item_get_child (list_item));

  if (self->has_icons)
    sounder_catalog_row_show_icon (row, self->catalog, gtk_list_item_get_item (list_item));
  else
    sounder_catalog_row_hide_icon (row);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *list_item,
          SounderCatalogList       *self)
{
  gtk_list_item_set_child (list_item, sounder_catalog_row_new ());
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *list_item,
         SounderCatalogList       *self)
{
  sounder_catalog_row_set_item (SOUNDER_CATALOG_ROW (gtk_list_item_get_child (list_item)),
                                gtk_list_item_get_item (list_item));
  sounder_catalog_row_set_match (SOUNDER_CATALOG_ROW (gtk_list_item_get_child (list_item)),
                                 sounder_catalog_search_get_match (self->finder));
  g_hash_table_add (self->bound, list_item);
  update_icon (self, list_item);
  update_mark (self, list_item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *list_item,
           SounderCatalogList       *self)
{
  if (self->bound != NULL)
    g_hash_table_remove (self->bound, list_item);
}

/* How many of all were found; all that were listed so far, if there are more. */
static char *
dup_count (SounderCatalogList *self,
           guint               n_items)
{
  guint n = g_list_model_get_n_items (sounder_catalog_search_get_found (self->finder));
  const char *more = mcp_catalog_has_more (self->catalog) ? "+" : "";

  switch (mcp_catalog_get_kind (self->catalog))
    {
    /* Translators: how many were found, of how many, and "+" where there are more. */
    case MCP_CATALOG_TOOLS:
      return g_strdup_printf (ngettext ("%u of %u%s tool", "%u of %u%s tools", n_items), n, n_items, more);
    case MCP_CATALOG_RESOURCES:
      return g_strdup_printf (ngettext ("%u of %u%s resource", "%u of %u%s resources", n_items), n, n_items, more);
    case MCP_CATALOG_TEMPLATES:
      return g_strdup_printf (ngettext ("%u of %u%s template", "%u of %u%s templates", n_items), n, n_items, more);
    case MCP_CATALOG_SKILLS:
      return g_strdup_printf (ngettext ("%u of %u%s skill", "%u of %u%s skills", n_items), n, n_items, more);
    case MCP_CATALOG_PROMPTS:
    case MCP_N_CATALOGS:
    default:
      return g_strdup_printf (ngettext ("%u of %u%s prompt", "%u of %u%s prompts", n_items), n, n_items, more);
    }
}

static void
update_count (SounderCatalogList *self,
              guint               n_items)
{
  gboolean is_searching = sounder_catalog_search_get_match (self->finder) != NULL;
  g_autofree char *text = is_searching ? dup_count (self, n_items) : NULL;

  gtk_label_set_text (self->count, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->count), text != NULL);
}

static void
update_placeholder (SounderCatalogList *self,
                    guint               n_items)
{
  g_autofree char *text = NULL;

  switch (mcp_catalog_get_kind (self->catalog))
    {
    case MCP_CATALOG_TOOLS:
      text = g_strdup_printf (ngettext ("Filter %u tool", "Filter %u tools", n_items), n_items);
      break;
    case MCP_CATALOG_RESOURCES:
      text = g_strdup_printf (ngettext ("Filter %u resource", "Filter %u resources", n_items),
                              n_items);
      break;
    case MCP_CATALOG_TEMPLATES:
      text = g_strdup_printf (ngettext ("Filter %u template", "Filter %u templates", n_items),
                              n_items);
      break;
    case MCP_CATALOG_SKILLS:
      text = g_strdup_printf (ngettext ("Filter %u skill", "Filter %u skills", n_items), n_items);
      break;
    case MCP_CATALOG_PROMPTS:
    case MCP_N_CATALOGS:
    default:
      text =
        g_strdup_printf (ngettext ("Filter %u prompt", "Filter %u prompts", n_items), n_items);
    }

  g_object_set (self->search, "placeholder-text", text, NULL);
}

/* Servers before 2026-07-28 say nothing of it. */
static gboolean
tick_cb (gpointer data)
{
  SounderCatalogList *self = data;
  gint64 ttl_msec = -1;
  const char *scope = NULL;
  gint64 left_usec = 0;
  g_autofree char *text = NULL;
  g_autofree char *hint = NULL;

  if (mcp_catalog_get_state (self->catalog) == MCP_CATALOG_LOADED)
    {
      ttl_msec = mcp_catalog_get_ttl_msec (self->catalog);
      scope = mcp_catalog_get_cache_scope (self->catalog);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->freshness), ttl_msec >= 0 || scope != NULL);
  if (ttl_msec < 0 && scope == NULL)
    return G_SOURCE_CONTINUE;

  if (mcp_catalog_is_fresh (self->catalog))
    left_usec =
      MAX (MIN (ttl_msec, G_MAXINT64 / 1000) * 1000 - mcp_catalog_get_age_usec (self->catalog), 1);
  text = sounder_freshness_dup_state (left_usec, scope);
  hint = sounder_freshness_dup_hint (ttl_msec, scope);
  gtk_label_set_text (self->freshness, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->freshness), hint);

  return G_SOURCE_CONTINUE;
}

static gboolean
any_has_icons (GListModel *items)
{
  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (items, i);
      g_autofree char *icons = mcp_catalog_item_lookup (item, "icons");

      if (icons != NULL)
        return TRUE;
    }

  return FALSE;
}

/* The catalog has other items. */
static void
update_icons (SounderCatalogList *self)
{
  gboolean has_icons;
  GHashTableIter iter;
  gpointer list_item;

  has_icons = any_has_icons (G_LIST_MODEL (self->catalog));
  if (self->has_icons == has_icons)
    return;

  self->has_icons = has_icons;
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    update_icon (self, list_item);
}

/* Where the list goes on, or why it does not although there would be more. */
static void
update_pages (SounderCatalogList *self,
              guint               n_items)
{
  McpCatalogState state = mcp_catalog_get_state (self->catalog);
  const GError *error = state == MCP_CATALOG_FAILED ? mcp_catalog_get_error (self->catalog) : NULL;
  McpSession *session = mcp_catalog_get_session (self->catalog);
  gboolean has_more = mcp_catalog_has_more (self->catalog);
  gboolean can_load = session != NULL && mcp_session_get_state (session) == MCP_SESSION_READY
                      && state != MCP_CATALOG_LOADING;
  guint n_pages = mcp_catalog_get_n_pages (self->catalog);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->more, has_more || (error != NULL && n_items > 0));
  if (error != NULL)
    text = mcp_format_label (error->message, TRUE);
  else if (state == MCP_CATALOG_LOADING)
    text = g_strdup (_("Loading…"));
  else
    text = g_strdup_printf (ngettext ("%u page, and more", "%u pages, and more", n_pages), n_pages);
  gtk_label_set_text (self->pages, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pages), error != NULL ? text : NULL);
  gtk_widget_set_visible (self->next_page, has_more && !mcp_catalog_is_recorded (self->catalog));
  gtk_widget_set_visible (self->all_pages, has_more && !mcp_catalog_is_recorded (self->catalog));
  gtk_widget_set_sensitive (self->next_page, can_load);
  gtk_widget_set_sensitive (self->all_pages, can_load);
}

static gboolean
is_tree (SounderCatalogList *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->tree_button))
         && gtk_toggle_button_get_active (self->tree_button);
}

/* Skills and templates are never that many. */
static void
update_tree_button (SounderCatalogList *self,
                    guint               n_items)
{
  McpCatalogKind kind = mcp_catalog_get_kind (self->catalog);

  gtk_widget_set_visible (GTK_WIDGET (self->tree_button),
                          kind == MCP_CATALOG_RESOURCES
                            || ((kind == MCP_CATALOG_TOOLS || kind == MCP_CATALOG_PROMPTS)
                                && n_items >= GROUPED_FROM));
}

static void make_tree (SounderCatalogList *self);

static void
update (SounderCatalogList *self)
{
  McpCatalogState state;
  const GError *error;
  guint n_items;
  g_autofree char *note = NULL;

  state = mcp_catalog_get_state (self->catalog);
  error = mcp_catalog_get_error (self->catalog);
  n_items = g_list_model_get_n_items (G_LIST_MODEL (self->catalog));
  update_placeholder (self, n_items);
  update_count (self, n_items);
  update_tree_button (self, n_items);
  update_pages (self, n_items);
  gtk_widget_set_visible (self->refresh, !mcp_catalog_is_recorded (self->catalog));
  gtk_widget_set_sensitive (self->refresh, state != MCP_CATALOG_LOADING
                                             && state != MCP_CATALOG_UNSUPPORTED);

  if (n_items == 0 && state == MCP_CATALOG_FAILED)
    note = mcp_format_label (error != NULL ? error->message : "", TRUE);
  else if (n_items == 0 && state == MCP_CATALOG_LOADING)
    note = g_strdup (_("Loading…"));
  else if (n_items == 0)
    note = g_strdup (_("Nothing is listed"));
  else if (g_list_model_get_n_items (sounder_catalog_search_get_found (self->finder)) == 0)
    note = g_strdup (_("Nothing matches"));

  if (note != NULL)
    gtk_label_set_text (self->note, note);
  make_tree (self);
  gtk_stack_set_visible_child_name (self->stack, note != NULL ? "note" : is_tree (self) ? "tree" : "list");
  tick_cb (self);
}

static void
refreshed_cb (SounderCatalogList *self)
{
  update (self);
  if (self->tree != NULL)
    sounder_resource_tree_refresh (self->tree);
}

static guint
find_position (SounderCatalogList *self,
               const char         *key)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; key != NULL && i < n_items; i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (g_str_equal (get_key (item), key))
        return i;
    }

  return GTK_INVALID_LIST_POSITION;
}

/* After a refresh the item of the same name is another object, which the page wants to know. */
static void
items_changed_cb (SounderCatalogList *self)
{
  g_autofree char *chosen = NULL;
  guint position;

  update (self);
  if (gtk_single_selection_get_selected_item (self->selection) != NULL)
    return;

  chosen = sounder_place_dup_chosen (self->place);
  position = find_position (self, chosen);
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_single_selection_set_selected (self->selection, position);
}

static void
selected_cb (SounderCatalogList *self)
{
  McpCatalogItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (self->restoring)
    return;
  /* An item that a filter or a refresh took away stays chosen until another one is. */
  if (item == NULL)
    return;

  g_clear_object (&self->outside);
  sounder_place_set_chosen (self->place, get_key (item));
  if (self->tree != NULL)
    sounder_resource_tree_show_item (self->tree, item);
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
activate_cb (SounderCatalogList *self,
             guint               position)
{
  gtk_single_selection_set_selected (self->selection, position);
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static void
tree_chosen_cb (SounderCatalogList *self,
                McpCatalogItem     *item)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (McpCatalogItem) other = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (other == item)
        {
          gtk_single_selection_set_selected (self->selection, i);
          return;
        }
    }

  /* Of a directory. */
  self->restoring = TRUE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->restoring = FALSE;
  sounder_place_set_chosen (self->place, NULL);
  g_set_object (&self->outside, item);
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
tree_activated_cb (SounderCatalogList *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static void
make_tree (SounderCatalogList *self)
{
  if (is_tree (self) && self->tree == NULL)
    {
      GListModel *found = sounder_catalog_search_get_found (self->finder);

      self->tree = SOUNDER_RESOURCE_TREE (sounder_resource_tree_new (found));
      sounder_resource_tree_set_session (self->tree, mcp_catalog_get_session (self->catalog));
      sounder_resource_tree_set_match (self->tree, sounder_catalog_search_get_match (self->finder));
      sounder_resource_tree_show_item (self->tree, sounder_catalog_list_get_selected (self));
      g_signal_connect_object (self->tree, "chosen", G_CALLBACK (tree_chosen_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->tree, "activated", G_CALLBACK (tree_activated_cb), self, G_CONNECT_SWAPPED);
      gtk_stack_add_named (self->stack, GTK_WIDGET (self->tree), "tree");
    }
}

/* The list or the tree; which it was is remembered for all servers. */
static void
tree_toggled_cb (SounderCatalogList *self)
{
  if (self->catalog == NULL)
    return;

  sounder_settings_set (TREE_SETTING (mcp_catalog_get_kind (self->catalog)), "b",
                        gtk_toggle_button_get_active (self->tree_button));
  update (self);
}

static void
search_changed_cb (SounderCatalogList *self)
{
  GHashTableIter iter;
  gpointer list_item;
  McpMatch *match;

  /* The entry tells of a text again that Enter or a program has applied. */
  if (!sounder_catalog_search_seek (self->finder, gtk_editable_get_text (GTK_EDITABLE (self->search))))
    return;

  match = sounder_catalog_search_get_match (self->finder);
  if (self->tree != NULL)
    sounder_resource_tree_set_match (self->tree, match);
  sounder_catalog_search_apply (self->finder);
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    sounder_catalog_row_set_match (SOUNDER_CATALOG_ROW (gtk_list_item_get_child (list_item)), match);
  if (self->tree != NULL)
    sounder_resource_tree_update (self->tree);
  items_changed_cb (self);
}

/* The search may wait for the next letter; Enter does not. */
static void
search_entered_cb (SounderCatalogList *self)
{
  search_changed_cb (self);
  if (sounder_catalog_search_get_match (self->finder) != NULL
      && g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    activate_cb (self, 0);
}

static void
refresh_cb (SounderCatalogList *self)
{
  /* What fails is told by the catalog's state. */
  if (mcp_catalog_get_state (self->catalog) != MCP_CATALOG_LOADING)
    mcp_catalog_refresh_async (self->catalog, NULL, NULL, NULL);
}

static void
next_page_cb (SounderCatalogList *self)
{
  mcp_catalog_load_more (self->catalog, FALSE);
}

static void
all_pages_cb (SounderCatalogList *self)
{
  mcp_catalog_load_more (self->catalog, TRUE);
}

static void
sounder_catalog_list_dispose (GObject *object)
{
  SounderCatalogList *self = SOUNDER_CATALOG_LIST (object);

  if (self->view != NULL)
    gtk_list_view_set_model (self->view, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->finder);
  g_clear_object (&self->catalog);
  g_clear_object (&self->outside);
  g_clear_object (&self->place);
  g_clear_pointer (&self->bound, g_hash_table_unref);

  G_OBJECT_CLASS (sounder_catalog_list_parent_class)->dispose (object);
}

static void
sounder_catalog_list_class_init (SounderCatalogListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_catalog_list_dispose;

  /**
   * SounderCatalogList::selected:
   *
   * Another item was chosen.
   */
  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderCatalogList::activated:
   *
   * The chosen item was clicked, or Enter was pressed on it.
   */
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-catalog-list.ui");
  sounder_template_bind (widget_class, SounderCatalogList, search, count, refresh, tree_button, stack,
                         scroll, view, note, freshness, more, pages, next_page, all_pages);
  sounder_template_connect (widget_class, setup_cb, bind_cb, unbind_cb, search_changed_cb, search_entered_cb, refresh_cb,
                            tree_toggled_cb, next_page_cb, all_pages_cb, activate_cb);
}

static void
sounder_catalog_list_init (SounderCatalogList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_page_tick_while_mapped (GTK_WIDGET (self), tick_cb);
  self->bound = g_hash_table_new (NULL, NULL);
  self->finder = sounder_catalog_search_new ();
  self->selection =
    gtk_single_selection_new (g_object_ref (sounder_catalog_search_get_ranked (self->finder)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                           self, G_CONNECT_SWAPPED);
  /* After the view: selecting an item that it does not know yet would crash it. */
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);

  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_list_view_set_single_click_activate (self->view, TRUE);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->view));
}

static void
set_up_tree_button (SounderCatalogList *self)
{
  McpCatalogKind kind = mcp_catalog_get_kind (self->catalog);
  const char *words = kind == MCP_CATALOG_RESOURCES ? _("In folders, by URI")
                                                    : _("In groups, by what their names begin with");

  gtk_widget_set_tooltip_text (GTK_WIDGET (self->tree_button), words);
  sounder_widgets_set_spoken (self->tree_button, words);
  gtk_toggle_button_set_active (self->tree_button,
                                sounder_settings_get_boolean (TREE_SETTING (kind), FALSE));
}

/**
 * sounder_catalog_list_set_catalog:
 * @catalog: what to list
 * @place: where the person is in the list
 *
 * Lists a catalog, once and for all. What was chosen last is selected as soon as it is listed.
 */
void
sounder_catalog_list_set_catalog (SounderCatalogList *self,
                                  McpCatalog         *catalog,
                                  SounderPlace       *place)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_LIST (self));
  g_return_if_fail (self->catalog == NULL);

  self->catalog = g_object_ref (catalog);
  self->place = g_object_ref (place);
  g_signal_connect_object (catalog, "notify::state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (catalog, "refreshed", G_CALLBACK (refreshed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (catalog, "items-changed", G_CALLBACK (update_icons), self,
                           G_CONNECT_SWAPPED);
  sounder_place_keep (place, self->search, "text", NULL);
  sounder_place_keep_scroll (place, self->scroll);
  update_icons (self);
  set_up_tree_button (self);
  sounder_catalog_search_set_catalog (self->finder, catalog);
  search_changed_cb (self);
  items_changed_cb (self);
}

McpCatalogItem *
sounder_catalog_list_get_selected (SounderCatalogList *self)
{
  g_return_val_if_fail (SOUNDER_IS_CATALOG_LIST (self), NULL);

  return self->outside != NULL ? self->outside : gtk_single_selection_get_selected_item (self->selection);
}

/**
 * sounder_catalog_list_select:
 * @name: (nullable): a name, or the URI of a resource
 *
 * Chooses an item.
 *
 * Returns: %FALSE if there is none of that name
 */
gboolean
sounder_catalog_list_select (SounderCatalogList *self,
                             const char         *name)
{
  guint position;

  g_return_val_if_fail (SOUNDER_IS_CATALOG_LIST (self), FALSE);

  if (self->catalog == NULL)
    return FALSE;

  g_clear_object (&self->outside);
  position = find_position (self, name);
  gtk_single_selection_set_selected (self->selection, position);
  if (name == NULL)
    sounder_place_set_chosen (self->place, NULL);
  if (name == NULL && self->tree != NULL)
    sounder_resource_tree_show_item (self->tree, NULL);

  return position != GTK_INVALID_LIST_POSITION;
}

/**
 * sounder_catalog_list_set_mark_func:
 * @func: called for each row that is shown
 * @user_data: outlives @self
 *
 * Marks items that something is wrong with.
 */
void
sounder_catalog_list_set_mark_func (SounderCatalogList *self,
                                    SounderMarkFunc     func,
                                    gpointer            user_data)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_LIST (self));

  self->mark_func = func;
  self->mark_data = user_data;
  sounder_catalog_list_update_marks (self);
}

/* Asks anew about the rows that are shown. */
void
sounder_catalog_list_update_marks (SounderCatalogList *self)
{
  GHashTableIter iter;
  gpointer list_item;

  g_return_if_fail (SOUNDER_IS_CATALOG_LIST (self));

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    update_mark (self, list_item);
}

void
sounder_catalog_list_set_search (SounderCatalogList *self,
                                 const char         *text)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_LIST (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  search_changed_cb (self);
}

/**
 * sounder_catalog_list_set_excluding:
 * @excluding: whether those that break the rules for headers are left out (2026-07-28,
 *   basic/transports/streamable-http)
 *
 * Strikes through what may not be called on this connection, and says why.
 */
void
sounder_catalog_list_set_excluding (SounderCatalogList *self,
                                    gboolean            excluding)
{
  GHashTableIter iter;
  gpointer list_item;

  g_return_if_fail (SOUNDER_IS_CATALOG_LIST (self));

  if (self->excluding == !!excluding)
    return;

  self->excluding = !!excluding;
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    update_mark (self, list_item);
}
