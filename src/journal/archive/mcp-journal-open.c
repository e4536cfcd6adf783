/* mcp-journal-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-intake.h"
#include "mcp-journal-open.h"
#include "mcp-journal-private.h"

/* Journals that are read in from a file: what their owner asks of them. */

/**
 * mcp_journal_open_spool:
 * @path: (type filename): a spool
 * @follow: whether another program may be writing it
 * @error: of %MCP_ERROR_STORAGE, or of %MCP_ERROR_VERSION when it is none that can be read
 *
 * Opens what an earlier session left, up to its last whole record, or with @follow what another
 * program writes, for as long as it does. The records are read in the background and announced as
 * ever; #McpJournal:loading says until when.
 *
 * Without @follow the spool is this journal's from then on and can be appended to; one that another
 * program has is refused.
 *
 * Returns: (transfer full) (nullable): a new journal
 */
McpJournal *
mcp_journal_open_spool (const char  *path,
                        gboolean     follow,
                        GError     **error)
{
  McpJournal *self;
  McpSpool *spool;
  gint64 start_usec;
  gint64 start_wall_usec;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  spool = mcp_spool_open (path, !follow, &start_usec, &start_wall_usec, error);
  if (spool == NULL)
    return NULL;

  self = mcp_journal_new_for_spool (spool, start_usec, start_wall_usec);
  mcp_journal_load (self, mcp_spool_scan_run, mcp_spool_scan_new (spool, follow),
                    mcp_spool_scan_free);

  return self;
}

gboolean
mcp_journal_is_loading (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);

  return self->loading;
}

gboolean
mcp_journal_is_live (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);

  return self->live;
}

/*
 * Gets whether the journal is of a recording in a later version of the format. What stands in that
 * may mean more than is known here: it is for reading only, and no recorder takes it.
 */
gboolean
mcp_journal_is_newer (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);

  return self->newer;
}

double
mcp_journal_get_load_progress (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 1);

  return self->intake != NULL ? mcp_intake_get_progress (self->intake) : 1;
}

const GError *
mcp_journal_get_load_error (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  return self->load_error;
}

const char *
mcp_journal_get_profile_json (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  return self->profile_json;
}

/**
 * mcp_journal_set_profile_json:
 * @json: a JSON object: name, command or URL, "origin": "window", "cli" or "tap"
 *
 * Says what the journal is of, and has it stand in the spool: once, before anything is appended.
 */
void
mcp_journal_set_profile_json (McpJournal *self,
                              const char *json)
{
  g_autoptr (GBytes) bytes = NULL;

  g_return_if_fail (MCP_IS_JOURNAL (self));
  g_return_if_fail (json != NULL);
  g_return_if_fail (self->profile_json == NULL && self->n_records == 0);

  self->profile_json = g_strdup (json);
  bytes = g_bytes_new (json, strlen (json));
  mcp_spool_remark (self->spool, MCP_SPOOL_PROFILE, 0, 0, bytes);
}

/**
 * mcp_journal_find_answer:
 * @from: where to begin
 * @end: where to end: the first serial that is not looked at
 * @methods: methods
 *
 * Finds the next result of a request with one of these methods.
 *
 * Returns: its serial, 0 when there is none
 */
guint
mcp_journal_find_answer (McpJournal         *self,
                         guint               from,
                         guint               end,
                         const char * const *methods)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);
  g_return_val_if_fail (methods != NULL, 0);

  end = MIN (end, self->n_records + 1);
  for (guint serial = MAX (from, 1); serial < end; serial++)
    {
      const McpSlot *slot = mcp_journal_get_slot (self, serial);
      const char *method;

      if (slot->kind != MCP_RECORD_RESULT || slot->pair == 0)
        continue;
      method = mcp_journal_get_method (self, serial);
      if (method != NULL && g_strv_contains (methods, method))
        return serial;
    }

  return 0;
}

/**
 * mcp_journal_look:
 * @look: (out caller-allocates): what is known of it
 *
 * Looks a record up in the index: no object is made and no byte of it is read.
 *
 * Returns: %FALSE when there is no such record
 */
gboolean
mcp_journal_look (McpJournal     *self,
                  guint           serial,
                  McpJournalLook *look)
{
  const McpJournalExchange *exchange = NULL;
  const McpSlot *slot;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);
  g_return_val_if_fail (look != NULL, FALSE);

  slot = mcp_journal_get_slot (self, serial);
  if (slot == NULL)
    return FALSE;

  if (slot->channel == MCP_CHANNEL_HTTP && slot->direction == MCP_DIRECTION_IN)
    exchange = mcp_journal_get_exchange (self, serial);

  *look = (McpJournalLook) {
    .kind = slot->kind,
    .direction = slot->direction,
    .channel = slot->channel,
    .status = slot->status,
    .flags = slot->flags,
    .life = slot->life,
    .pair = slot->pair,
    .http_status = exchange != NULL ? exchange->status : 0,
    .size = slot->length,
    .time_usec = slot->time_usec,
    .queued_usec = slot->queued_usec,
    .latency_usec = mcp_journal_get_latency_usec (self, serial),
    .method = mcp_journal_get_method (self, serial),
  };

  return TRUE;
}
