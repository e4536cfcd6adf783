/* sounder-server-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-server-model.h"

/**
 * SounderServerModel:
 *
 * The rows of the sidebar: one #SounderServer for each saved profile, in the
 * order of the file, then those that live only as long as the application.
 *
 * A row stays the same object while its profile does, whatever happens to the
 * file: its session must survive. A server that is taken out of the file from
 * outside while it is connected becomes a temporary one.
 */

struct _SounderServerModel
{
  GObject        parent_instance;

  McpServerList *list;
  GPtrArray     *saved;      /* of SounderServer, as in the list */
  GPtrArray     *temporary;  /* of SounderServer */
};

static void sounder_server_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SounderServerModel, sounder_server_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sounder_server_model_list_init))

static GType
sounder_server_model_get_item_type (GListModel *model)
{
  return SOUNDER_TYPE_SERVER;
}

static guint
sounder_server_model_get_n_items (GListModel *model)
{
  SounderServerModel *self = SOUNDER_SERVER_MODEL (model);

  return self->saved->len + self->temporary->len;
}

static SounderServer *
server_at (SounderServerModel *self,
           guint               position)
{
  if (position < self->saved->len)
    return g_ptr_array_index (self->saved, position);

  position -= self->saved->len;

  return position < self->temporary->len ? g_ptr_array_index (self->temporary, position) : NULL;
}

static gpointer
sounder_server_model_get_item (GListModel *model,
                               guint       position)
{
  SounderServer *server = server_at (SOUNDER_SERVER_MODEL (model), position);

  return server != NULL ? g_object_ref (server) : NULL;
}

static void
sounder_server_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = sounder_server_model_get_item_type;
  iface->get_n_items = sounder_server_model_get_n_items;
  iface->get_item = sounder_server_model_get_item;
}

/* Takes the row of a profile out of an array, so that it can go into another. */
static SounderServer *
steal_row (GPtrArray  *rows,
           McpProfile *profile)
{
  for (guint i = 0; i < rows->len; i++)
    {
      SounderServer *server = g_ptr_array_index (rows, i);

      if (sounder_server_get_profile (server) == profile)
        {
          g_object_ref (server);
          g_ptr_array_remove_index (rows, i);
          return server;
        }
    }

  return NULL;
}

/* Keeps what is connected and is no longer in the file, closes nothing that runs. */
static void
keep_open_rows (SounderServerModel *self,
                GPtrArray          *orphans)
{
  for (guint i = 0; i < orphans->len; i++)
    {
      SounderServer *server = g_ptr_array_index (orphans, i);

      if (sounder_server_get_status (server) == SOUNDER_STATUS_WAITING
          || (sounder_server_is_open (server)
              && sounder_server_get_status (server) != SOUNDER_STATUS_CLOSING))
        {
          mcp_profile_set_temporary (sounder_server_get_profile (server), TRUE);
          g_ptr_array_add (self->temporary, g_object_ref (server));
        }
    }
}

static GPtrArray *
snapshot_rows (SounderServerModel *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->saved->len + self->temporary->len; i++)
    g_ptr_array_add (rows, g_object_ref (server_at (self, i)));

  return rows;
}

/**
 * sounder_model_announce:
 * @before: (element-type GObject): what was in a model
 * @after: (element-type GObject): what is in it now
 *
 * Tells what changed as narrowly as is simple: rows that stay keep what is selected.
 */
void
sounder_model_announce (GListModel *model,
                        GPtrArray  *before,
                        GPtrArray  *after)
{
  guint common = MIN (before->len, after->len);
  guint head = 0;
  guint tail = 0;

  while (head < common && before->pdata[head] == after->pdata[head])
    head++;
  while (tail < common - head && before->pdata[before->len - 1 - tail] == after->pdata[after->len - 1 - tail])
    tail++;

  if (before->len - head - tail > 0 || after->len - head - tail > 0)
    g_list_model_items_changed (model, head, before->len - head - tail, after->len - head - tail);
}

static void
announce_change (SounderServerModel *self,
                 GPtrArray          *before)
{
  g_autoptr (GPtrArray) after = snapshot_rows (self);

  sounder_model_announce (G_LIST_MODEL (self), before, after);
}

static void
list_changed_cb (SounderServerModel *self)
{
  g_autoptr (GPtrArray) before = snapshot_rows (self);
  g_autoptr (GPtrArray) orphans = g_steal_pointer (&self->saved);
  guint n_profiles = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  self->saved = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_profiles; i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (G_LIST_MODEL (self->list), i);
      SounderServer *server = steal_row (orphans, profile);

      if (server == NULL)
        server = steal_row (self->temporary, profile);
      if (server == NULL)
        server = sounder_server_new (profile);
      g_ptr_array_add (self->saved, server);
    }

  keep_open_rows (self, orphans);
  announce_change (self, before);
}

static void
sounder_server_model_dispose (GObject *object)
{
  SounderServerModel *self = SOUNDER_SERVER_MODEL (object);

  g_clear_object (&self->list);
  g_ptr_array_set_size (self->saved, 0);
  g_ptr_array_set_size (self->temporary, 0);

  G_OBJECT_CLASS (sounder_server_model_parent_class)->dispose (object);
}

static void
sounder_server_model_finalize (GObject *object)
{
  SounderServerModel *self = SOUNDER_SERVER_MODEL (object);

  g_clear_pointer (&self->saved, g_ptr_array_unref);
  g_clear_pointer (&self->temporary, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_server_model_parent_class)->finalize (object);
}

static void
sounder_server_model_class_init (SounderServerModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sounder_server_model_dispose;
  object_class->finalize = sounder_server_model_finalize;
}

static void
sounder_server_model_init (SounderServerModel *self)
{
  self->saved = g_ptr_array_new_with_free_func (g_object_unref);
  self->temporary = g_ptr_array_new_with_free_func (g_object_unref);
}

SounderServerModel *
sounder_server_model_new (McpServerList *list)
{
  SounderServerModel *self;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (list), NULL);

  self = g_object_new (SOUNDER_TYPE_SERVER_MODEL, NULL);
  self->list = g_object_ref (list);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (list_changed_cb), self,
                           G_CONNECT_SWAPPED);
  list_changed_cb (self);

  return self;
}

McpServerList *
sounder_server_model_get_list (SounderServerModel *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);

  return self->list;
}

/**
 * sounder_server_model_add_temporary:
 * @profile: how the server is reached
 *
 * Adds a server that is not saved.
 *
 * Returns: (transfer none): its row
 */
SounderServer *
sounder_server_model_add_temporary (SounderServerModel *self,
                                    McpProfile         *profile)
{
  g_autoptr (GPtrArray) before = NULL;
  SounderServer *server;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  before = snapshot_rows (self);
  mcp_profile_set_temporary (profile, TRUE);
  server = sounder_server_new (profile);
  g_ptr_array_add (self->temporary, server);
  announce_change (self, before);

  return server;
}

/**
 * sounder_server_model_add_recorded:
 * @session: a session that is over
 *
 * Adds a recording, or what another program writes. Its name is made unique.
 *
 * Returns: (transfer none): its row
 */
SounderServer *
sounder_server_model_add_recorded (SounderServerModel *self,
                                   McpSession         *session)
{
  g_autoptr (GPtrArray) before = NULL;
  g_autofree char *name = NULL;
  McpProfile *profile;
  SounderServer *server;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);
  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  profile = mcp_session_get_profile (session);
  name = g_strdup (mcp_profile_get_name (profile));
  for (guint i = 2; sounder_server_model_find (self, name) != NULL; i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s (%u)", mcp_profile_get_name (profile), i);
    }
  mcp_profile_set_name (profile, name);
  mcp_profile_set_temporary (profile, TRUE);

  before = snapshot_rows (self);
  server = sounder_server_new_recorded (session);
  g_ptr_array_add (self->temporary, server);
  announce_change (self, before);

  return server;
}

/**
 * sounder_server_model_add:
 * @profile: how the server is reached
 *
 * Saves a server. A name that is taken is made unique.
 *
 * Returns: (transfer none) (nullable): its row, or %NULL when it could not be saved
 */
SounderServer *
sounder_server_model_add (SounderServerModel  *self,
                          McpProfile          *profile,
                          GError             **error)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  name = mcp_server_list_make_unique_name (self->list, mcp_profile_get_name (profile));
  mcp_profile_set_name (profile, name);
  if (!mcp_server_list_add (self->list, profile, error))
    return NULL;

  mcp_profile_set_temporary (profile, FALSE);

  return sounder_server_model_find (self, name);
}

/* Behind another one. Where it stands is not worth an error. */
static void
place_behind (SounderServerModel *self,
              McpProfile         *profile,
              McpProfile         *other)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (guint i = 0; i < self->saved->len; i++)
    {
      McpProfile *saved = sounder_server_get_profile (self->saved->pdata[i]);

      if (saved != profile)
        g_ptr_array_add (order, saved);
      if (saved == other)
        g_ptr_array_add (order, profile);
    }

  mcp_server_list_arrange (self->list, order, NULL, NULL, NULL);
}

/**
 * sounder_server_model_duplicate:
 *
 * Saves another server of the same settings, right behind it. Values in the keyring are not copied.
 *
 * Returns: (transfer none) (nullable): its row, or %NULL when it could not be saved
 */
SounderServer *
sounder_server_model_duplicate (SounderServerModel  *self,
                                SounderServer       *server,
                                GError             **error)
{
  g_autoptr (McpProfile) copy = NULL;
  McpProfile *profile;
  SounderServer *added;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  profile = sounder_server_get_profile (server);
  copy = mcp_profile_copy (profile);
  mcp_profile_part_secrets (copy);
  added = sounder_server_model_add (self, copy, error);
  if (added != NULL && !mcp_profile_is_temporary (profile))
    place_behind (self, copy, profile);

  return added;
}

/**
 * sounder_server_model_save:
 * @server: a temporary server
 *
 * Saves a temporary server; its session goes on.
 *
 * Returns: whether it is saved
 */
gboolean
sounder_server_model_save (SounderServerModel  *self,
                           SounderServer       *server,
                           GError             **error)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), FALSE);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), FALSE);

  return sounder_server_model_add (self, sounder_server_get_profile (server), error) != NULL;
}

/**
 * sounder_server_model_change:
 * @changed: what its profile is to become; its name counts for a temporary one only
 *
 * Changes a server's profile, and saves it when it is in the file.
 *
 * Returns: whether it is as it should be
 */
gboolean
sounder_server_model_change (SounderServerModel  *self,
                             SounderServer       *server,
                             McpProfile          *changed,
                             GError             **error)
{
  McpProfile *profile;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), FALSE);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), FALSE);
  g_return_val_if_fail (MCP_IS_PROFILE (changed), FALSE);

  profile = sounder_server_get_profile (server);
  if (!mcp_profile_is_temporary (profile))
    return mcp_server_list_update (self->list, profile, changed, error);

  mcp_profile_assign (profile, changed);

  return TRUE;
}

/**
 * sounder_server_model_remove:
 *
 * Closes the session of a server and takes it out of the list, and out of the
 * file when it is saved.
 *
 * Returns: whether it is gone
 */
gboolean
sounder_server_model_remove (SounderServerModel  *self,
                             SounderServer       *server,
                             GError             **error)
{
  g_autoptr (SounderServer) kept = NULL;
  g_autoptr (GPtrArray) before = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), FALSE);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), FALSE);

  kept = g_object_ref (server);
  sounder_server_close (server);

  if (!g_ptr_array_find (self->temporary, server, NULL))
    return mcp_server_list_remove (self->list, sounder_server_get_profile (server), error);

  before = snapshot_rows (self);
  g_ptr_array_remove (self->temporary, server);
  announce_change (self, before);

  return TRUE;
}

SounderServer *
sounder_server_model_find (SounderServerModel *self,
                           const char         *name)
{
  SounderServer *server;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);

  for (guint i = 0; (server = server_at (self, i)) != NULL; i++)
    if (g_strcmp0 (mcp_profile_get_name (sounder_server_get_profile (server)), name) == 0)
      return server;

  return NULL;
}

/**
 * sounder_server_model_find_demo:
 *
 * Finds the demo server, so that trying it twice does not make two.
 *
 * Returns: (transfer none) (nullable): its row
 */
SounderServer *
sounder_server_model_find_demo (SounderServerModel *self)
{
  SounderServer *server;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), NULL);

  for (guint i = 0; (server = server_at (self, i)) != NULL; i++)
    if (mcp_profile_get_settings (sounder_server_get_profile (server))->demo
        && !sounder_server_is_recorded (server))
      return server;

  return NULL;
}

/**
 * sounder_server_model_count_open:
 *
 * Counts the servers that have something to end.
 *
 * Returns: how many
 */
guint
sounder_server_model_count_open (SounderServerModel *self)
{
  SounderServer *server;
  guint n_open = 0;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (self), 0);

  for (guint i = 0; (server = server_at (self, i)) != NULL; i++)
    if (sounder_server_is_open (server))
      n_open++;

  return n_open;
}

/* Ends every session at once, without the ladder: the application is dying. */
void
sounder_server_model_kill_all (SounderServerModel *self)
{
  g_autoptr (GCancellable) at_once = g_cancellable_new ();
  SounderServer *server;

  g_return_if_fail (SOUNDER_IS_SERVER_MODEL (self));

  g_cancellable_cancel (at_once);
  for (guint i = 0; (server = server_at (self, i)) != NULL; i++)
    {
      McpSession *session = sounder_server_peek_session (server);

      if (session == NULL)
        continue;

      /* Closed, or its death would be a reason to start it again; killed, for it may be closing. */
      mcp_session_close_async (session, at_once, NULL, NULL);
      mcp_session_kill (session);
    }
}

/* A signal of all servers that somebody wants to hear. */
typedef struct
{
  const char *signal;
  GCallback   callback;
  gpointer    object;   /* the closure goes with it */
} Following;

static void
following_free (gpointer  data,
                GClosure *closure)
{
  g_free (data);
}

static void
follow_cb (GListModel *model,
           guint       position,
           guint       n_removed,
           guint       n_added,
           Following  *following)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (model, i);
      guint id;
      GQuark detail;

      /* A row that moved is announced as removed and added. */
      g_signal_parse_name (following->signal, SOUNDER_TYPE_SERVER, &id, &detail, TRUE);
      g_signal_handlers_disconnect_matched (
        server, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DETAIL | G_SIGNAL_MATCH_FUNC | G_SIGNAL_MATCH_DATA, id, detail, NULL,
        (gpointer) following->callback, following->object);
      g_signal_connect_object (server, following->signal, following->callback, following->object, G_CONNECT_SWAPPED);
    }
}

/**
 * sounder_server_model_follow:
 * @signal: a signal of #SounderServer, which must stay
 * @callback: called with @object first, and with the server last
 * @object: a #GObject
 *
 * Connects to a signal of every server, those that come later too, for as long as @object lives.
 */
void
sounder_server_model_follow (SounderServerModel *self,
                             const char         *signal,
                             GCallback           callback,
                             gpointer            object)
{
  Following *following;
  GClosure *closure;

  g_return_if_fail (SOUNDER_IS_SERVER_MODEL (self));
  g_return_if_fail (G_IS_OBJECT (object));

  following = g_new (Following, 1);
  *following = (Following) { signal, callback, object };
  closure = g_cclosure_new (G_CALLBACK (follow_cb), following, following_free);
  g_object_watch_closure (object, closure);
  g_signal_connect_closure (self, "items-changed", closure, FALSE);
  follow_cb (G_LIST_MODEL (self), 0, 0, g_list_model_get_n_items (G_LIST_MODEL (self)), following);
}
