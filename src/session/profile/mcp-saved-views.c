/* mcp-saved-views.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-saved-views.h"

/**
 * McpSavedViews:
 *
 * The file is read before each change, so that two programs do not undo what the other did, and
 * replaced as a whole. One that cannot be read is never overwritten.
 */

G_DEFINE_FINAL_TYPE (McpSavedView, mcp_saved_view, G_TYPE_OBJECT)

struct _McpSavedViews
{
  GObject     parent_instance;

  char       *path;
  GListStore *views;
};

G_DEFINE_FINAL_TYPE (McpSavedViews, mcp_saved_views, G_TYPE_OBJECT)

static void
mcp_saved_view_finalize (GObject *object)
{
  McpSavedView *self = MCP_SAVED_VIEW (object);

  g_free (self->name);
  g_free (self->filter);
  g_free (self->scope);
  g_free (self->columns);

  G_OBJECT_CLASS (mcp_saved_view_parent_class)->finalize (object);
}

static void
mcp_saved_view_class_init (McpSavedViewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_saved_view_finalize;
}

static void
mcp_saved_view_init (McpSavedView *self)
{
}

McpSavedView *
mcp_saved_view_new (const char *name,
                    const char *filter,
                    const char *scope,
                    const char *columns)
{
  McpSavedView *self;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (filter != NULL, NULL);

  self = g_object_new (MCP_TYPE_SAVED_VIEW, NULL);
  self->name = g_strdup (name);
  self->filter = g_strdup (filter);
  self->scope = g_strdup (scope);
  self->columns = g_strdup (columns);

  return self;
}

static void
mcp_saved_views_finalize (GObject *object)
{
  McpSavedViews *self = MCP_SAVED_VIEWS (object);

  g_free (self->path);
  g_object_unref (self->views);

  G_OBJECT_CLASS (mcp_saved_views_parent_class)->finalize (object);
}

static void
mcp_saved_views_class_init (McpSavedViewsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_saved_views_finalize;
}

static void
mcp_saved_views_init (McpSavedViews *self)
{
  self->views = g_list_store_new (MCP_TYPE_SAVED_VIEW);
}

/**
 * mcp_saved_views_new:
 * @path: (nullable): where they are saved; %NULL for `sounder/views.json` in the folder for settings
 *
 * Creates an empty list; see mcp_saved_views_load().
 */
McpSavedViews *
mcp_saved_views_new (const char *path)
{
  McpSavedViews *self = g_object_new (MCP_TYPE_SAVED_VIEWS, NULL);

  self->path = path != NULL
                 ? g_strdup (path)
                 : g_build_filename (g_get_user_config_dir (), "sounder", "views.json", NULL);

  return self;
}

GListModel *
mcp_saved_views_get_model (McpSavedViews *self)
{
  g_return_val_if_fail (MCP_IS_SAVED_VIEWS (self), NULL);

  return G_LIST_MODEL (self->views);
}

static int
compare_views (gconstpointer a,
               gconstpointer b)
{
  McpSavedView *one = *(McpSavedView **) a;
  McpSavedView *other = *(McpSavedView **) b;

  return g_utf8_collate (one->name, other->name);
}

/* Shows @views, by their names. */
static void
show (McpSavedViews *self,
      GPtrArray     *views)
{
  g_ptr_array_sort (views, compare_views);
  g_list_store_splice (self->views, 0, g_list_model_get_n_items (G_LIST_MODEL (self->views)), views->pdata, views->len);
}

/* What is no view is left out. */
static GPtrArray *
parse (const char *text,
       gsize       length)
{
  GPtrArray *views = g_ptr_array_new_with_free_func (g_object_unref);
  McpJsonIter iter;
  McpSpan list;
  McpSpan span;

  if (!mcp_json_lookup (text, length, "views", &list)
      || !mcp_json_iter_init (&iter, text + list.offset, list.length) || iter.is_object)
    return views;

  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      const char *item = iter.data + span.offset;
      g_autofree char *name = mcp_json_lookup_string (item, span.length, "name");
      g_autofree char *filter = mcp_json_lookup_string (item, span.length, "filter");
      g_autofree char *scope = mcp_json_lookup_string (item, span.length, "scope");
      g_autofree char *columns = mcp_json_lookup_string (item, span.length, "columns");

      if (name != NULL && *name != '\0')
        g_ptr_array_add (views, mcp_saved_view_new (name, filter != NULL ? filter : "", scope,
                                                    columns));
    }

  return views;
}

/**
 * mcp_saved_views_load:
 * @error: of %MCP_ERROR_STORAGE, naming the file
 *
 * Reads the file.
 *
 * Returns: %FALSE when it is there and cannot be read
 */
gboolean
mcp_saved_views_load (McpSavedViews  *self,
                      GError        **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GPtrArray) views = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;

  g_return_val_if_fail (MCP_IS_SAVED_VIEWS (self), FALSE);

  if (!g_file_get_contents (self->path, &text, &length, &local_error)
      && g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_list_store_remove_all (self->views);
      return TRUE;
    }

  if (local_error == NULL && mcp_json_validate (text, length, &local_error))
    {
      if (mcp_json_get_type (text, length) == MCP_JSON_OBJECT)
        {
          views = parse (text, length);
          show (self, views);
          return TRUE;
        }
      local_error = g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE, _("it is no object"));
    }

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not read the saved views in “%s”: %s"),
               self->path, local_error->message);

  return FALSE;
}

static gboolean
save (McpSavedViews  *self,
      GError        **error)
{
  g_autoptr (GString) json = g_string_new ("{\n  \"views\": [");
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GError) local_error = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->views)); i++)
    {
      g_autoptr (McpSavedView) view = g_list_model_get_item (G_LIST_MODEL (self->views), i);

      g_string_append (json, i > 0 ? ",\n    {" : "\n    {");
      mcp_json_append_member_string (json, "name", view->name);
      mcp_json_append_member_string (json, "filter", view->filter);
      mcp_json_append_member_string (json, "scope", view->scope);
      mcp_json_append_member_string (json, "columns", view->columns);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "\n  ]\n}\n");

  if (g_mkdir_with_parents (folder, 0700) == 0
      && g_file_set_contents_full (self->path, json->str, json->len, G_FILE_SET_CONTENTS_CONSISTENT,
                                   0600, &local_error))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not save the views in “%s”: %s"),
               self->path, local_error != NULL ? local_error->message : g_strerror (errno));

  return FALSE;
}

/* All views but those with these names, and a new one. */
static gboolean
replace (McpSavedViews  *self,
         const char     *name,
         const char     *other_name,
         McpSavedView   *view,
         GError        **error)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->views)); i++)
    {
      g_autoptr (McpSavedView) each = g_list_model_get_item (G_LIST_MODEL (self->views), i);

      if (!g_str_equal (each->name, name) && g_strcmp0 (each->name, other_name) != 0)
        g_ptr_array_add (views, g_steal_pointer (&each));
    }
  if (view != NULL)
    g_ptr_array_add (views, g_object_ref (view));
  show (self, views);

  return save (self, error);
}

gboolean
mcp_saved_views_set (McpSavedViews  *self,
                     McpSavedView   *view,
                     GError        **error)
{
  g_return_val_if_fail (MCP_IS_SAVED_VIEWS (self), FALSE);
  g_return_val_if_fail (MCP_IS_SAVED_VIEW (view), FALSE);

  return mcp_saved_views_load (self, error) && replace (self, view->name, NULL, view, error);
}

gboolean
mcp_saved_views_remove (McpSavedViews  *self,
                        const char     *name,
                        GError        **error)
{
  g_return_val_if_fail (MCP_IS_SAVED_VIEWS (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return mcp_saved_views_load (self, error) && replace (self, name, NULL, NULL, error);
}

/**
 * mcp_saved_views_rename:
 * @name: of a view
 * @new_name: its name from now on; a view that has it goes
 * @error: of %MCP_ERROR_STORAGE
 *
 * Renames a view. One that is not there any more is left alone.
 *
 * Returns: %FALSE when it could not be saved
 */
gboolean
mcp_saved_views_rename (McpSavedViews  *self,
                        const char     *name,
                        const char     *new_name,
                        GError        **error)
{
  g_autoptr (McpSavedView) view = NULL;
  McpSavedView *before;

  g_return_val_if_fail (MCP_IS_SAVED_VIEWS (self), FALSE);
  g_return_val_if_fail (name != NULL && new_name != NULL, FALSE);

  if (!mcp_saved_views_load (self, error))
    return FALSE;
  before = mcp_saved_views_find (self, name);
  if (before == NULL)
    return TRUE;

  view = mcp_saved_view_new (new_name, before->filter, before->scope, before->columns);

  return replace (self, name, new_name, view, error);
}

McpSavedView *
mcp_saved_views_find (McpSavedViews *self,
                      const char    *name)
{
  g_return_val_if_fail (MCP_IS_SAVED_VIEWS (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->views)); i++)
    {
      g_autoptr (McpSavedView) view = g_list_model_get_item (G_LIST_MODEL (self->views), i);

      /* The list holds it. */
      if (g_str_equal (view->name, name))
        return view;
    }

  return NULL;
}

/**
 * mcp_saved_views_expand:
 * @filter: a filter, or "@" and the name of one of the user's views
 * @error: of %MCP_ERROR_USAGE or %MCP_ERROR_STORAGE
 *
 * Gets the filter that is meant.
 *
 * Returns: (transfer full) (nullable): a filter, %NULL when there is no such view
 */
char *
mcp_saved_views_expand (const char  *filter,
                        GError     **error)
{
  g_autoptr (McpSavedViews) views = NULL;
  McpSavedView *view;

  g_return_val_if_fail (filter != NULL, NULL);

  if (*filter != '@')
    return g_strdup (filter);

  views = mcp_saved_views_new (NULL);
  if (!mcp_saved_views_load (views, error))
    return NULL;

  view = mcp_saved_views_find (views, filter + 1);
  if (view != NULL)
    return g_strdup (view->filter);

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("There is no saved view “%s”"),
               filter + 1);

  return NULL;
}
