/* mcp-recorded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-catalog-private.h"
#include "mcp-health-private.h"
#include "mcp-json.h"
#include "mcp-journal-open.h"
#include "mcp-meta.h"
#include "mcp-recorded.h"
#include "mcp-tasks-private.h"

/*
 * A session that is over: what the server said of itself, what it offers and how fast it answered
 * are read from the journal, which a recording or a spool fills. It never connects.
 *
 * Only a handful of methods say anything of that, so that the rest of a million messages is
 * passed over by the journal's index. What grows, because another program writes it, is read on.
 */

static const char *const telling_methods[] = {
  "initialize", "server/discover", "tools/list", "resources/list", "resources/templates/list",
  "prompts/list", "skills/list", "roots/list", NULL,
};

/* A modern client says in each request which revision it speaks: one of these has it, or none. */
#define MAX_LOOKED_AT 20

struct _McpRecorded
{
  McpSession     *session;                 /* owns us */
  McpCatalog     *catalogs[MCP_N_CATALOGS];
  McpHealth      *health;
  McpExamination *examination;
  guint           next;                    /* the first record that was not looked at */
  guint           next_probe;              /* the same for probes: they wait to be decided */
  guint           next_time;               /* and for the times of other requests */
  int             n_roots;                 /* of the client; -1 before it says */
  guint           n_looked_at;             /* requests that might have said the revision */
  gboolean        examines;                /* its messages are read one by one */
  GPtrArray      *pages[MCP_N_CATALOGS];   /* of McpCatalogItem, so far */
};

static gboolean
lookup_part (GBytes     *bytes,
             const char *path,
             McpSpan    *span)
{
  gsize length;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  return data != NULL && mcp_json_validate (data, length, NULL)
         && mcp_json_lookup (data, length, path, span);
}

/* The params of a request, which may have none. */
static const char *
find_params (GBytes *request,
             gsize  *length)
{
  McpSpan span;

  if (!lookup_part (request, "params", &span))
    return NULL;

  *length = span.length;

  return (const char *) g_bytes_get_data (request, NULL) + span.offset;
}

static void
take_list (McpRecorded *self,
           McpCatalogKind    kind,
           GBytes           *request,
           GBytes           *result)
{
  McpCatalog *catalog = self->catalogs[kind];
  const char *text = g_bytes_get_data (result, NULL);
  McpJsonIter iter;
  McpSpan span;
  McpSpan key;
  McpSpan value;

  if (!lookup_part (result, mcp_catalog_kind_get_member (kind), &span)
      || !mcp_json_iter_init (&iter, text + span.offset, span.length))
    return;

  /* A request without a cursor begins anew (server/utilities/pagination). */
  if (!lookup_part (request, "params.cursor", &key) || self->pages[kind] == NULL)
    {
      g_clear_pointer (&self->pages[kind], g_ptr_array_unref);
      self->pages[kind] = g_ptr_array_new_with_free_func (g_object_unref);
    }
  else
    {
      /* What the catalog has is its own. */
      GPtrArray *more = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint i = 0; i < self->pages[kind]->len; i++)
        g_ptr_array_add (more, g_object_ref (self->pages[kind]->pdata[i]));
      g_ptr_array_unref (self->pages[kind]);
      self->pages[kind] = more;
    }

  while (mcp_json_iter_next (&iter, &key, &value))
    g_ptr_array_add (self->pages[kind],
                     mcp_catalog_item_new (kind, text + span.offset + value.offset, value.length));

  catalog->n_pages++;
  /* Nobody can ask for it any more; it says that this is not all. */
  mcp_catalog_set_next (catalog, lookup_part (result, "nextCursor", &span) && text[span.offset] == '"'
                                   ? g_strndup (text + span.offset, span.length) : NULL, NULL);
  mcp_catalog_replace_items (catalog, self->pages[kind]);
  mcp_catalog_set_state (catalog, MCP_CATALOG_LOADED, NULL);
  mcp_catalog_emit_refreshed (catalog);
}

/* The client's answer to the server: what it has, and not what our profile has. */
static void
take_roots (McpRecorded *self,
            GBytes           *result)
{
  const char *text = g_bytes_get_data (result, NULL);
  McpSpan span;

  if (lookup_part (result, "roots", &span) && text[span.offset] == '[')
    self->n_roots = mcp_json_count (text + span.offset, span.length);
}

static GBytes *
dup_result (McpRecord *answer)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (answer, NULL);
  McpSpan span;

  return lookup_part (bytes, "result", &span)
           ? g_bytes_new_from_bytes (bytes, span.offset, span.length)
           : NULL;
}

/* Returns whether the answer says who the server is. */
static gboolean
take_answer (McpRecorded *self,
             guint             serial)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  g_autoptr (McpRecord) answer = mcp_journal_get_record (journal, serial);
  g_autoptr (McpRecord) asked = mcp_journal_get_record (journal, mcp_record_get_pair (answer));
  const char *method = mcp_record_get_method (answer);
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) result = dup_result (answer);
  const char *params;
  gsize length = 0;

  if (asked == NULL || result == NULL)
    return FALSE;

  /* The other side's answers say nothing of the server. */
  if (mcp_record_get_direction (answer) == MCP_DIRECTION_OUT)
    {
      if (g_str_equal (method, "roots/list"))
        take_roots (self, result);
      return TRUE;
    }

  request = mcp_record_dup_bytes (asked, NULL);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (g_str_equal (method, mcp_catalog_kind_get_method (kind)))
      {
        take_list (self, kind, request, result);
        return FALSE;
      }

  params = find_params (request, &length);
  if (g_str_equal (method, "initialize"))
    mcp_negotiation_take_initialize (mcp_session_get_negotiation (self->session), params, length, result,
                                     mcp_record_get_latency_usec (answer));
  else
    mcp_negotiation_take_discover (mcp_session_get_negotiation (self->session), params, length, result,
                                   mcp_record_get_latency_usec (answer));
  mcp_session_negotiated (self->session);

  return TRUE;
}

static McpHealthSample
make_sample (const McpJournalLook *request,
             guint                 serial)
{
  McpHealthSample sample = {
    .time_usec = request->time_usec,
    .rtt_usec = -1,
    .queued_usec = (guint32) MIN (request->queued_usec, G_MAXUINT32),
    .serial = serial,
    .life = MAX (request->life, 1),
    .status = MCP_SAMPLE_LOST,
    .modern = g_strcmp0 (request->method, "server/discover") == 0,
  };

  if (request->status == MCP_STATUS_OK)
    {
      sample.status = MCP_SAMPLE_OK;
      sample.rtt_usec = MAX (request->latency_usec, 0);
    }
  else if (request->status == MCP_STATUS_ERROR || request->status == MCP_STATUS_CANCELLED)
    {
      sample.status = MCP_SAMPLE_FAILED;
    }

  return sample;
}

/* Other clients ping as well, and do not say what for. */
static gboolean
is_probe (const McpJournalLook *look)
{
  const guint mask = MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA;

  return look->kind == MCP_RECORD_REQUEST && look->direction == MCP_DIRECTION_OUT
         && ((look->flags & mask) == MCP_RECORD_FLAG_PROBE
             || g_strcmp0 (look->method, "ping") == 0);
}

/* In order: the first whose answer may still come is waited for. */
static void
take_probes (McpRecorded *self,
             guint             end)
{
  McpHealth *health = self->health;
  McpJournalLook look;
  gboolean any = FALSE;

  for (; self->next_probe < end; self->next_probe++)
    {
      McpHealthSample sample;

      if (!mcp_journal_look (mcp_session_get_journal (self->session), self->next_probe, &look) || !is_probe (&look))
        continue;
      if (look.status == MCP_STATUS_PENDING)
        break;

      sample = make_sample (&look, self->next_probe);
      mcp_sample_store_append (mcp_health_get_probes (health), &sample);
      any = TRUE;
    }

  if (any)
    mcp_health_emit_sample (health);
}

/* Whether the time of a request is that of the server's work: as mcp_health_watch_call() has it. */
static gboolean
is_timed (const McpJournalLook *look)
{
  static const char *const left_out[] = {
    "initialize", "subscriptions/listen", "tasks/result", NULL,
  };

  return look->kind == MCP_RECORD_REQUEST && look->direction == MCP_DIRECTION_OUT
         && look->method != NULL && look->latency_usec >= 0 && !is_probe (look)
         && (look->flags & MCP_RECORD_FLAG_PROBE) == 0
         && !g_strv_contains (left_out, look->method);
}

/* An error is an answer, and in time; what was given up says nothing. */
static void
take_times (McpRecorded *self,
            guint             end)
{
  McpSampleStore *requests = mcp_health_get_requests (self->health);
  McpJournalLook answer;
  McpJournalLook request;

  for (; self->next_time < end; self->next_time++)
    {
      McpHealthSample sample;

      if (!mcp_journal_look (mcp_session_get_journal (self->session), self->next_time, &answer)
          || (answer.kind != MCP_RECORD_RESULT && answer.kind != MCP_RECORD_ERROR)
          || answer.pair == 0
          || !mcp_journal_look (mcp_session_get_journal (self->session), answer.pair, &request)
          || !is_timed (&request))
        continue;

      sample = make_sample (&request, answer.pair);
      sample.status = MCP_SAMPLE_OK;
      sample.rtt_usec = request.latency_usec;
      sample.modern = !mcp_session_has_feature (self->session, MCP_FEATURE_PING);
      mcp_sample_store_append (requests, &sample);
    }
}

/* Looks for the client in its first requests, unless there was a handshake. */
static gboolean
look_for_client (McpRecorded *self,
                 guint             end)
{
  McpSession *session = self->session;
  McpJournalLook look;

  for (guint serial = self->next; serial < end && self->n_looked_at < MAX_LOOKED_AT
                                  && mcp_session_get_negotiation (session)->client_capabilities == NULL;
       serial++)
    {
      g_autoptr (GBytes) request = NULL;
      const char *params;
      gsize length = 0;

      if (!mcp_journal_look (mcp_session_get_journal (session), serial, &look)
          || look.kind != MCP_RECORD_REQUEST || look.direction != MCP_DIRECTION_OUT)
        continue;

      self->n_looked_at++;
      request = mcp_journal_read (mcp_session_get_journal (session), serial, NULL);
      params = find_params (request, &length);
      if (mcp_negotiation_take_request (mcp_session_get_negotiation (session), params, length))
        {
          mcp_session_negotiated (session);
          return TRUE;
        }
    }

  return FALSE;
}

/* Whether the rules are applied now: not where that was done while the session went on. */
static gboolean
is_to_be_judged (McpJournal *journal)
{
  const char *json = mcp_journal_get_profile_json (journal);
  g_autofree char *origin = json != NULL ? mcp_json_lookup_string (json, strlen (json), "origin")
                                         : NULL;

  if (mcp_journal_is_live (journal))
    return g_strcmp0 (origin, "tap") == 0;

  return g_list_model_get_n_items (mcp_journal_get_findings (journal)) == 0;
}

/* Begins once the file is loaded: rows first, then their content. */
static void
examine (McpRecorded *self)
{
  McpJournal *journal = mcp_session_get_journal (self->session);

  if (!self->examines)
    {
      /* Of one that is being written it is known with the first records who does. */
      if (mcp_journal_is_loading (journal)
          && !(mcp_journal_is_live (journal) && mcp_journal_get_profile_json (journal) != NULL))
        return;

      self->examines = TRUE;
      mcp_examination_set_judges (self->examination, is_to_be_judged (journal));
    }

  mcp_examination_go_on (self->examination);
}

static void
records_changed_cb (McpRecorded *self)
{
  McpSession *session = self->session;
  guint end = g_list_model_get_n_items (G_LIST_MODEL (mcp_session_get_journal (session))) + 1;
  gboolean who = look_for_client (self, end);
  guint serial;

  while ((serial = mcp_journal_find_answer (mcp_session_get_journal (session), self->next, end, telling_methods))
         != 0)
    {
      who |= take_answer (self, serial);
      self->next = serial + 1;
    }
  self->next = MAX (self->next, end);
  take_probes (self, end);
  take_times (self, end);
  examine (self);

  /* Who shows the server asks again. */
  if (who)
    g_object_notify (G_OBJECT (session), "state");
}

/* Why there is no list: the server has none, or nobody asked. */
static McpCatalogState
explain_missing (McpSession     *session,
                 McpCatalogKind  kind)
{
  return mcp_session_get_server_json (session) != NULL && !mcp_session_has_list (session, kind)
           ? MCP_CATALOG_UNSUPPORTED
           : MCP_CATALOG_UNRECORDED;
}

/* Lists that were never asked for will not come. */
static void
loading_changed_cb (McpRecorded *self)
{
  McpSession *session = self->session;

  records_changed_cb (self);
  if (mcp_journal_is_loading (mcp_session_get_journal (session)))
    return;

  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (mcp_catalog_get_state (self->catalogs[kind]) == MCP_CATALOG_EMPTY)
      mcp_catalog_set_state (self->catalogs[kind], explain_missing (session, kind), NULL);
  g_object_notify (G_OBJECT (session), "state");
}

void
mcp_recorded_free (McpRecorded *self)
{
  g_signal_handlers_disconnect_by_data (mcp_session_get_journal (self->session), self);
  mcp_examination_free (self->examination);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    g_clear_pointer (&self->pages[kind], g_ptr_array_unref);
  g_free (self);
}

/**
 * mcp_recorded_new:
 * @session: a session that was never open; it owns this
 * @catalogs: its catalogs
 * @health: its monitor
 * @tasks: its tasks
 *
 * Makes a session one of state %MCP_SESSION_RECORDED: it shows what its journal has, which may still
 * be loading, and never connects.
 *
 * Returns: (transfer full): what reads it
 */
McpRecorded *
mcp_recorded_new (McpSession *session,
                  McpCatalog *catalogs[MCP_N_CATALOGS],
                  McpHealth  *health,
                  McpTasks   *tasks)
{
  McpJournal *journal = mcp_session_get_journal (session);
  McpRecorded *self = g_new0 (McpRecorded, 1);
  gint64 wall_offset_usec;

  self->session = session;
  memcpy (self->catalogs, catalogs, sizeof self->catalogs);
  self->health = health;
  self->next = 1;
  self->next_probe = 1;
  self->next_time = 1;
  self->n_roots = -1;
  self->examination = mcp_examination_new (session, tasks);
  wall_offset_usec = mcp_journal_get_start_wall_usec (journal) - mcp_journal_get_start_usec (journal);
  mcp_sample_store_set_wall_offset_usec (mcp_health_get_probes (health), wall_offset_usec);
  mcp_sample_store_set_wall_offset_usec (mcp_health_get_requests (health), wall_offset_usec);
  mcp_tasks_begin_recorded (tasks);
  mcp_session_become_recorded (session);

  g_signal_connect_swapped (journal, "items-changed", G_CALLBACK (records_changed_cb), self);
  g_signal_connect_swapped (journal, "records-changed", G_CALLBACK (records_changed_cb), self);
  g_signal_connect_swapped (journal, "notify::loading", G_CALLBACK (loading_changed_cb), self);
  g_signal_connect_swapped (journal, "notify::live", G_CALLBACK (records_changed_cb), self);
  loading_changed_cb (self);

  return self;
}

/* How many roots its client answered last; -1 when the recording does not say. */
int
mcp_recorded_get_n_roots (McpRecorded *self)
{
  return self->n_roots;
}

gboolean
mcp_recorded_is_examining (McpRecorded *self)
{
  return !self->examines || mcp_examination_is_running (self->examination);
}
