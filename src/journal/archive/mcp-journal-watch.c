/* mcp-journal-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "mcp-hash.h"
#include "mcp-journal-watch.h"

/**
 * McpJournalWatch:
 *
 * A file of the archive is looked at when it has changed and it is not known yet what it is of. It
 * is not looked at in the moment it appears: looking takes its lock, which its writer wants then.
 */

#define SETTLE_MSEC 100

struct _McpJournalWatch
{
  GObject       parent_instance;

  char         *origin;
  GFileMonitor *monitor;   /* (nullable) */
  GHashTable   *judged;    /* paths whose header has been read */
  GHashTable   *changed;   /* paths to look at */
  guint         source;
};

enum {
  FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpJournalWatch, mcp_journal_watch, G_TYPE_OBJECT)

static void
judge (McpJournalWatch *self,
       McpJournalInfo  *info)
{
  /* What it is of stands at its start, and may not be there yet. */
  if (info->profile_json == NULL || !g_hash_table_add (self->judged, g_strdup (info->path)))
    return;

  if (info->live && g_strcmp0 (info->origin, self->origin) == 0)
    g_signal_emit (self, signals[FOUND], 0, info);
}

static gboolean
look_cb (gpointer user_data)
{
  g_autoptr (McpJournalWatch) self = g_object_ref (user_data);
  g_autoptr (GHashTable) changed = g_steal_pointer (&self->changed);
  GHashTableIter iter;
  gpointer path;

  self->source = 0;
  self->changed = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autoptr (McpJournalInfo) info = mcp_journal_archive_look_at (path);

      if (info != NULL)
        judge (self, info);
    }

  return G_SOURCE_REMOVE;
}

static void
changed_cb (GFileMonitor      *monitor,
            GFile             *file,
            GFile             *other_file,
            GFileMonitorEvent  event,
            McpJournalWatch   *self)
{
  g_autofree char *path = g_file_get_path (file);

  if (event == G_FILE_MONITOR_EVENT_DELETED)
    g_hash_table_remove (self->judged, path);
  if ((event != G_FILE_MONITOR_EVENT_CREATED && event != G_FILE_MONITOR_EVENT_CHANGED) ||
      !g_str_has_suffix (path, ".spool") || g_hash_table_contains (self->judged, path))
    return;

  g_hash_table_add (self->changed, g_steal_pointer (&path));
  if (self->source == 0)
    self->source = g_timeout_add (SETTLE_MSEC, look_cb, self);
}

static void
mcp_journal_watch_dispose (GObject *object)
{
  McpJournalWatch *self = MCP_JOURNAL_WATCH (object);

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->monitor != NULL)
    g_signal_handlers_disconnect_by_data (self->monitor, self);
  g_clear_object (&self->monitor);

  G_OBJECT_CLASS (mcp_journal_watch_parent_class)->dispose (object);
}

static void
mcp_journal_watch_finalize (GObject *object)
{
  McpJournalWatch *self = MCP_JOURNAL_WATCH (object);

  g_hash_table_unref (self->judged);
  g_hash_table_unref (self->changed);
  g_free (self->origin);

  G_OBJECT_CLASS (mcp_journal_watch_parent_class)->finalize (object);
}

static void
mcp_journal_watch_class_init (McpJournalWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_journal_watch_dispose;
  object_class->finalize = mcp_journal_watch_finalize;

  /**
   * McpJournalWatch::found:
   * @self: a watch
   * @info: the journal, which another program writes
   *
   * A journal of the origin that is watched for is there.
   */
  signals[FOUND] = g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_JOURNAL_INFO);
}

static void
mcp_journal_watch_init (McpJournalWatch *self)
{
  self->judged = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->changed = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
}

/**
 * mcp_journal_watch_new:
 * @origin: "tap": of the journals to find
 *
 * Makes a watch, which looks at nothing yet.
 */
McpJournalWatch *
mcp_journal_watch_new (const char *origin)
{
  McpJournalWatch *self;

  g_return_val_if_fail (origin != NULL, NULL);

  self = g_object_new (MCP_TYPE_JOURNAL_WATCH, NULL);
  self->origin = g_strdup (origin);

  return self;
}

/*
 * Tells of the journals that are being written, from inside, and of those to come. Where the
 * folder cannot be watched there are none to come.
 */
void
mcp_journal_watch_start (McpJournalWatch *self)
{
  g_autofree char *path = mcp_journal_archive_get_folder ();
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GPtrArray) list = NULL;

  g_return_if_fail (MCP_IS_JOURNAL_WATCH (self));
  g_return_if_fail (self->monitor == NULL);

  g_mkdir_with_parents (path, 0700);
  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    {
      g_file_monitor_set_rate_limit (self->monitor, SETTLE_MSEC);
      g_signal_connect (self->monitor, "changed", G_CALLBACK (changed_cb), self);
    }

  list = mcp_journal_archive_list ();
  for (guint i = list->len; i > 0; i--)
    judge (self, list->pdata[i - 1]);
}
