/* mcp-session-recorded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-catalog-private.h"
#include "mcp-json.h"
#include "mcp-journal-open.h"
#include "mcp-meta.h"
#include "mcp-session-private.h"

/*
 * A session that is over: what the server said of itself, what it offers and how fast it answered
 * are read from the journal, which a recording or a spool fills. It never connects.
 *
 * Only a handful of methods say anything of that, so that the rest of a million messages is
 * passed over by the journal's index. What grows, because another program writes it, is read on.
 */

static const char *const list_methods[MCP_N_CATALOGS] = {
  "tools/list", "resources/list", "resources/templates/list", "prompts/list",
};
static const char *const list_members[MCP_N_CATALOGS] = {
  "tools", "resources", "resourceTemplates", "prompts",
};
static const char *const telling_methods[] = {
  "initialize", "server/discover", "tools/list", "resources/list", "resources/templates/list",
  "prompts/list", NULL,
};

struct _McpRecordedFacts
{
  McpSession *session;                 /* owns us */
  guint       next;                    /* the first record that was not looked at */
  guint       next_probe;              /* the same for probes: they wait to be decided */
  GPtrArray  *pages[MCP_N_CATALOGS];   /* of McpCatalogItem, so far */
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

static char *
dup_string (GBytes     *bytes,
            const char *path)
{
  McpSpan span;
  const char *data;

  if (!lookup_part (bytes, path, &span))
    return NULL;

  data = g_bytes_get_data (bytes, NULL);

  return mcp_json_dup_string (data + span.offset, span.length);
}

/* The protocol's own keys have dots and slashes in them, which paths cannot say. */
static char *
dup_meta_string (GBytes     *request,
                 const char *key)
{
  const char *data;
  McpSpan params;
  McpSpan span;

  if (!lookup_part (request, "params", &params))
    return NULL;

  data = (const char *) g_bytes_get_data (request, NULL) + params.offset;

  return mcp_meta_find (data, params.length, key, &span)
           ? mcp_json_dup_string (data + span.offset, span.length)
           : NULL;
}

static void
take_server (McpSession *session,
             GBytes     *result,
             McpEra      era)
{
  if (session->server_json != NULL)
    {
      g_clear_pointer (&session->previous_server_json, g_bytes_unref);
      session->previous_server_json = g_bytes_ref (session->server_json);
    }
  session->era = era;
  g_free (session->era_evidence);
  session->era_evidence = g_strdup (_("as it was recorded"));
  mcp_session_set_server_json (session, result);
}

static void
take_initialize (McpSession *session,
                 GBytes     *request,
                 GBytes     *result,
                 gint64      took_usec)
{
  g_autofree char *asked = dup_string (request, "params.protocolVersion");
  g_autofree char *offered = dup_string (result, "protocolVersion");
  McpSpan span;

  take_server (session, result, MCP_ERA_LEGACY);
  session->handshake_usec = took_usec;
  if (lookup_part (request, "params.capabilities", &span))
    {
      g_free (session->client_capabilities);
      session->client_capabilities =
        g_strndup ((const char *) g_bytes_get_data (request, NULL) + span.offset, span.length);
    }
  mcp_session_set_version (session,
                           offered != NULL ? mcp_version_from_string (offered)
                                           : MCP_VERSION_UNKNOWN,
                           asked, offered);
}

static void
take_discover (McpSession *session,
               GBytes     *request,
               GBytes     *result,
               gint64      took_usec)
{
  g_autofree char *asked = dup_meta_string (request, MCP_META_PROTOCOL_VERSION);

  /* It is the probe of its era too: the same answer again is no news. */
  if (session->era == MCP_ERA_MODERN && session->server_json != NULL
      && g_bytes_equal (session->server_json, result))
    return;

  take_server (session, result, MCP_ERA_MODERN);
  session->handshake_usec = took_usec;
  mcp_session_set_version (session,
                           asked != NULL ? mcp_version_from_string (asked) : MCP_VERSION_UNKNOWN,
                           asked, asked);
}

static void
take_list (McpRecordedFacts *self,
           McpCatalogKind    kind,
           GBytes           *request,
           GBytes           *result)
{
  McpCatalog *catalog = self->session->catalogs[kind];
  const char *text = g_bytes_get_data (result, NULL);
  McpJsonIter iter;
  McpSpan span;
  McpSpan key;
  McpSpan value;

  if (!lookup_part (result, list_members[kind], &span)
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
  mcp_catalog_replace_items (catalog, self->pages[kind]);
  mcp_catalog_set_state (catalog, MCP_CATALOG_LOADED, NULL);
  mcp_catalog_emit_refreshed (catalog);
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
take_answer (McpRecordedFacts *self,
             guint             serial)
{
  McpJournal *journal = self->session->journal;
  g_autoptr (McpRecord) answer = mcp_journal_get_record (journal, serial);
  g_autoptr (McpRecord) asked = mcp_journal_get_record (journal, mcp_record_get_pair (answer));
  const char *method = mcp_record_get_method (answer);
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) result = dup_result (answer);

  /* The other side's answers say nothing of the server. */
  if (asked == NULL || result == NULL || mcp_record_get_direction (answer) != MCP_DIRECTION_IN)
    return FALSE;

  request = mcp_record_dup_bytes (asked, NULL);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (g_str_equal (method, list_methods[kind]))
      {
        take_list (self, kind, request, result);
        return FALSE;
      }

  if (g_str_equal (method, "initialize"))
    take_initialize (self->session, request, result, mcp_record_get_latency_usec (answer));
  else
    take_discover (self->session, request, result, mcp_record_get_latency_usec (answer));

  return TRUE;
}

/* Returns FALSE when it is not known yet what became of the probe. */
static gboolean
take_probe (McpRecordedFacts *self,
            guint             serial)
{
  g_autoptr (McpRecord) request = mcp_journal_get_record (self->session->journal, serial);
  McpHealthSample sample = { .serial = serial, .rtt_usec = -1 };

  sample.time_usec = mcp_record_get_time_usec (request);
  sample.life = MAX (mcp_record_get_life (request), 1);
  sample.queued_usec = mcp_record_get_queued_usec (request);
  sample.modern = g_strcmp0 (mcp_record_get_method (request), "server/discover") == 0;

  switch (mcp_record_get_status (request))
    {
    case MCP_STATUS_PENDING:
      return FALSE;

    case MCP_STATUS_OK:
      sample.status = MCP_SAMPLE_OK;
      sample.rtt_usec = mcp_record_get_latency_usec (request);
      break;

    case MCP_STATUS_ERROR:
    case MCP_STATUS_CANCELLED:
      sample.status = MCP_SAMPLE_FAILED;
      break;

    case MCP_STATUS_NONE:
    case MCP_STATUS_TIMED_OUT:
    case MCP_STATUS_LOST:
    case MCP_STATUS_ORPHAN:
    default:
      sample.status = MCP_SAMPLE_LOST;
    }

  mcp_sample_store_append (mcp_health_get_probes (self->session->health), &sample);

  return TRUE;
}

static void
take_probes (McpRecordedFacts *self,
             guint             end)
{
  guint serial;

  while ((serial = mcp_journal_find_probe (self->session->journal, self->next_probe, end)) != 0)
    {
      self->next_probe = serial;
      if (!take_probe (self, serial))
        return;
      self->next_probe++;
    }
  self->next_probe = end;
}

static void
records_changed_cb (McpRecordedFacts *self)
{
  McpSession *session = self->session;
  guint end = g_list_model_get_n_items (G_LIST_MODEL (session->journal)) + 1;
  gboolean who = FALSE;
  guint serial;

  while ((serial = mcp_journal_find_answer (session->journal, self->next, end, telling_methods))
         != 0)
    {
      who |= take_answer (self, serial);
      self->next = serial + 1;
    }
  self->next = end;
  take_probes (self, end);

  /* Who shows the server asks again. */
  if (who)
    g_object_notify_by_pspec (G_OBJECT (session), mcp_session_properties[MCP_SESSION_PROP_STATE]);
}

/* Lists that were never asked for will not come. */
static void
loading_changed_cb (McpRecordedFacts *self)
{
  McpSession *session = self->session;

  if (mcp_journal_is_loading (session->journal))
    return;

  records_changed_cb (self);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (mcp_catalog_get_state (session->catalogs[kind]) == MCP_CATALOG_EMPTY)
      mcp_catalog_set_state (session->catalogs[kind], MCP_CATALOG_UNSUPPORTED, NULL);
  g_object_notify_by_pspec (G_OBJECT (session), mcp_session_properties[MCP_SESSION_PROP_STATE]);
}

void
mcp_recorded_facts_free (McpRecordedFacts *self)
{
  g_signal_handlers_disconnect_by_data (self->session->journal, self);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    g_clear_pointer (&self->pages[kind], g_ptr_array_unref);
  g_free (self);
}

/**
 * mcp_session_new_recorded:
 * @profile: how the server was reached
 * @journal: what crossed, which may still be loading
 *
 * Makes a session of state %MCP_SESSION_RECORDED: it shows what was, and never connects.
 *
 * Returns: (transfer full): a new session
 */
McpSession *
mcp_session_new_recorded (McpProfile *profile,
                          McpJournal *journal)
{
  McpSession *session;
  McpRecordedFacts *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);

  session = mcp_session_new (profile, journal);
  session->auto_list = FALSE;
  session->n_lives = 1;
  self = g_new0 (McpRecordedFacts, 1);
  self->session = session;
  self->next = 1;
  self->next_probe = 1;
  session->recorded = self;
  mcp_session_set_state (session, MCP_SESSION_RECORDED);

  g_signal_connect_swapped (journal, "items-changed", G_CALLBACK (records_changed_cb), self);
  g_signal_connect_swapped (journal, "records-changed", G_CALLBACK (records_changed_cb), self);
  g_signal_connect_swapped (journal, "notify::loading", G_CALLBACK (loading_changed_cb), self);
  loading_changed_cb (self);

  return session;
}

/**
 * mcp_profile_new_for_recording:
 * @name: what to call it
 * @json: (nullable): what the recording says of how the server was reached
 *
 * Makes the profile of a session that is over. One that cannot be read has only a name.
 *
 * Returns: (transfer full): a new profile
 */
McpProfile *
mcp_profile_new_for_recording (const char *name,
                               const char *json)
{
  McpProfile *profile = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  if (json != NULL)
    profile = mcp_profile_new_from_json (name, json, -1, NULL);
  if (profile == NULL)
    profile = mcp_profile_new (name);
  mcp_profile_set_temporary (profile, TRUE);

  return profile;
}

/**
 * mcp_profile_dup_journal_json:
 * @self: a profile
 * @origin: which program keeps the journal
 *
 * Says what a journal is of, for mcp_journal_archive_create().
 *
 * Returns: (transfer full): a JSON object without secrets
 */
char *
mcp_profile_dup_journal_json (McpProfile *self,
                              const char *origin)
{
  g_autofree char *public_json = NULL;
  GString *json;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  public_json = mcp_profile_to_public_json (self);
  json = g_string_new ("{");
  mcp_json_append_member_string (json, "name", mcp_profile_get_name (self));
  mcp_json_append_member_string (json, "origin", origin);
  if (mcp_json_count (public_json, strlen (public_json)) > 0)
    g_string_append_printf (json, ",%s", public_json + 1);
  else
    g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}
