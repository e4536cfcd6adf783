/* mcp-drift-guard.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-drift-guard.h"
#include "mcp-drift.h"
#include "mcp-era-memory.h"
#include "mcp-error.h"
#include "mcp-facts.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"

/**
 * McpDriftGuard:
 *
 * Who sees a server for the first time accepts it as it is. What it was is kept by what is reached, not by what it is
 * called, in $XDG_STATE_HOME/sounder/accepted. Nothing is asked of the server for it.
 *
 * Texts are compared in a thread.
 */

/* Of a server that offers more nothing is kept. */
#define MAX_BYTES (16 * 1024 * 1024)

struct _McpDriftGuard
{
  GObject       parent_instance;

  McpSession   *session;
  GSignalGroup *signals[MCP_N_CATALOGS];
  char         *key;        /* (nullable) of what is reached: that can be edited */
  GBytes       *accepted;   /* (nullable) facts */
  GBytes       *current;    /* (nullable) facts, which were compared last */
  GListStore   *drifts;     /* of McpFinding */
  GHashTable   *reported;   /* a set of rules with messages */
  GCancellable *comparing;  /* (nullable) */
};

G_DEFINE_FINAL_TYPE (McpDriftGuard, mcp_drift_guard, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- What is kept --- */

static char *
dup_path (McpDriftGuard *self)
{
  g_autofree char *name = g_strconcat (self->key, ".json", NULL);

  return g_build_filename (g_get_user_state_dir (), "sounder", "accepted", name, NULL);
}

/* (nullable) */
static GBytes *
read_accepted (McpDriftGuard *self)
{
  g_autofree char *path = dup_path (self);
  g_autofree char *text = NULL;
  GStatBuf status;
  gsize length;

  if (g_stat (path, &status) != 0 || status.st_size > MAX_BYTES
      || !g_file_get_contents (path, &text, &length, NULL) || !mcp_json_validate (text, length, NULL)
      || mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    return NULL;

  return g_bytes_new_take (g_steal_pointer (&text), length);
}

/* Takes @facts as what is accepted, also where that cannot be written. */
static gboolean
keep (McpDriftGuard  *self,
      GBytes         *facts,
      GError        **error)
{
  g_autofree char *path = dup_path (self);
  g_autofree char *folder = g_path_get_dirname (path);

  g_bytes_ref (facts);
  g_clear_pointer (&self->accepted, g_bytes_unref);
  self->accepted = facts;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("“%s” could not be made: %s"), folder,
                   g_strerror (errno));
      return FALSE;
    }

  return g_file_set_contents_full (path, g_bytes_get_data (facts, NULL), g_bytes_get_size (facts),
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* Whether all lists of @before are in @after as well. */
static gboolean
has_lists_of (GBytes *after,
              GBytes *before)
{
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      McpSpan span;

      if (mcp_json_edit_find (g_bytes_get_data (before, NULL), g_bytes_get_size (before), mcp_catalog_kind_get_member (kind), &span)
          && !mcp_json_edit_find (g_bytes_get_data (after, NULL), g_bytes_get_size (after), mcp_catalog_kind_get_member (kind), &span))
        return FALSE;
    }

  return TRUE;
}

/* --- Comparing --- */

/* Each drift is a finding of the journal once, however often it is found. */
static void
report (McpDriftGuard *self)
{
  McpJournal *journal = mcp_session_get_journal (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->drifts)); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (G_LIST_MODEL (self->drifts), i);
      char *said = g_strconcat (mcp_finding_get_rule (finding), " ", mcp_finding_get_message (finding), NULL);

      if (g_hash_table_add (self->reported, said))
        mcp_journal_add_finding (journal, finding);
    }
}

static void
set_drifts (McpDriftGuard *self,
            GPtrArray     *drifts)
{
  g_list_store_splice (self->drifts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->drifts)), drifts->pdata,
                       drifts->len);
  report (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (McpDriftGuard) self = user_data;
  g_autoptr (GPtrArray) drifts = mcp_drifts_of_finish (result, NULL);

  /* Cancelled: there is something newer to compare. */
  if (drifts == NULL)
    return;

  g_clear_object (&self->comparing);
  set_drifts (self, drifts);
  /* Lists that were not there when it was accepted, and another order, are accepted with the rest. */
  if (drifts->len == 0 && !g_bytes_equal (self->current, self->accepted)
      && has_lists_of (self->current, self->accepted))
    keep (self, self->current, NULL);
}

static void
stop_comparing (McpDriftGuard *self)
{
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
}

static void
compare (McpDriftGuard *self)
{
  stop_comparing (self);
  self->comparing = g_cancellable_new ();
  mcp_drifts_of_async (self->accepted, self->current, self->comparing, compared_cb, g_object_ref (self));
}

/* --- Looking --- */

/* Another server is reached, of which nothing is known. */
static void
begin_anew (McpDriftGuard *self,
            char          *key)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  g_free (self->key);
  self->key = key;
  stop_comparing (self);
  g_clear_pointer (&self->accepted, g_bytes_unref);
  g_clear_pointer (&self->current, g_bytes_unref);
  g_hash_table_remove_all (self->reported);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->drifts)) > 0)
    set_drifts (self, none);
}

/* FALSE while a list is being loaded, and when there is too much. */
static gboolean
can_look (McpDriftGuard *self)
{
  gsize n_bytes = 0;

  if (mcp_session_get_state (self->session) != MCP_SESSION_READY)
    return FALSE;

  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      McpCatalog *catalog = mcp_session_get_catalog (self->session, kind);

      if (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADING)
        return FALSE;
      for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (catalog)) && n_bytes < MAX_BYTES; i++)
        {
          g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (catalog), i);

          n_bytes += g_bytes_get_size (mcp_catalog_item_get_json (item));
        }
    }

  return n_bytes < MAX_BYTES;
}

static void
look (McpDriftGuard *self)
{
  g_autofree char *key = NULL;
  g_autoptr (GBytes) facts = NULL;
  char *text;

  if (!can_look (self))
    return;

  key = mcp_era_memory_dup_key (mcp_session_get_profile (self->session));
  if (g_strcmp0 (key, self->key) != 0)
    begin_anew (self, g_steal_pointer (&key));

  text = mcp_facts_dup (self->session);
  facts = g_bytes_new_take (text, strlen (text));
  if (g_bytes_get_size (facts) > MAX_BYTES || (self->current != NULL && g_bytes_equal (facts, self->current)))
    return;

  g_clear_pointer (&self->current, g_bytes_unref);
  self->current = g_bytes_ref (facts);
  if (self->accepted == NULL)
    self->accepted = read_accepted (self);
  if (self->accepted == NULL)
    keep (self, facts, NULL);
  else
    compare (self);
}

/* A list that was loaded is told as refreshed, too. */
static void
state_cb (McpDriftGuard *self,
          GParamSpec    *pspec,
          McpCatalog    *catalog)
{
  if (mcp_catalog_get_state (catalog) != MCP_CATALOG_LOADED)
    look (self);
}

/* --- The object --- */

static void
mcp_drift_guard_dispose (GObject *object)
{
  McpDriftGuard *self = MCP_DRIFT_GUARD (object);

  stop_comparing (self);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    g_clear_object (&self->signals[kind]);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->drifts);
  g_clear_pointer (&self->accepted, g_bytes_unref);
  g_clear_pointer (&self->current, g_bytes_unref);
  g_clear_pointer (&self->reported, g_hash_table_unref);
  g_clear_pointer (&self->key, g_free);

  G_OBJECT_CLASS (mcp_drift_guard_parent_class)->dispose (object);
}

static void
mcp_drift_guard_class_init (McpDriftGuardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mcp_drift_guard_dispose;

  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
mcp_drift_guard_init (McpDriftGuard *self)
{
  self->drifts = g_list_store_new (MCP_TYPE_FINDING);
  self->reported = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
}

/**
 * mcp_drift_guard_new:
 * @session: a session, which is referenced
 *
 * Begins to compare. What is found is a finding of the session's journal, too.
 *
 * Returns: (transfer full): a guard
 */
McpDriftGuard *
mcp_drift_guard_new (McpSession *session)
{
  McpDriftGuard *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (MCP_TYPE_DRIFT_GUARD, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::state", G_CALLBACK (look), self);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      self->signals[kind] = g_signal_group_new (MCP_TYPE_CATALOG);
      g_signal_group_connect_swapped (
          self->signals[kind], "notify::state", G_CALLBACK (state_cb), self);
      g_signal_group_connect_swapped (self->signals[kind], "refreshed", G_CALLBACK (look), self);
      g_signal_group_set_target (self->signals[kind], mcp_session_get_catalog (session, kind));
    }
  look (self);

  return self;
}

GListModel *
mcp_drift_guard_get_drifts (McpDriftGuard *self)
{
  g_return_val_if_fail (MCP_IS_DRIFT_GUARD (self), NULL);

  return G_LIST_MODEL (self->drifts);
}

GBytes *
mcp_drift_guard_get_accepted (McpDriftGuard *self)
{
  g_return_val_if_fail (MCP_IS_DRIFT_GUARD (self), NULL);

  return self->accepted;
}

GBytes *
mcp_drift_guard_get_current (McpDriftGuard *self)
{
  g_return_val_if_fail (MCP_IS_DRIFT_GUARD (self), NULL);

  return self->current;
}

gint64
mcp_drift_guard_get_accepted_wall_usec (McpDriftGuard *self)
{
  g_autofree char *path = NULL;
  GStatBuf status;

  g_return_val_if_fail (MCP_IS_DRIFT_GUARD (self), 0);

  if (self->key == NULL)
    return 0;

  path = dup_path (self);

  return g_stat (path, &status) == 0 ? (gint64) status.st_mtime * G_USEC_PER_SEC : 0;
}

/**
 * mcp_drift_guard_accept:
 * @error: when it could not be written: it holds until the program ends
 *
 * Accepts the server as it is now.
 *
 * Returns: %FALSE with @error
 */
gboolean
mcp_drift_guard_accept (McpDriftGuard  *self,
                        GError        **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  gboolean ok;

  g_return_val_if_fail (MCP_IS_DRIFT_GUARD (self), FALSE);

  if (self->current == NULL)
    return TRUE;

  stop_comparing (self);
  ok = keep (self, self->current, error);
  g_hash_table_remove_all (self->reported);
  set_drifts (self, none);

  return ok;
}
