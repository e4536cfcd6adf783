/* mcp-probe-checks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-probe-private.h"
#include "mcp-schema.h"
#include "mcp-text.h"

/* What single probes look at beyond the kind of an answer. Each says what is wrong, or NULL. */

/* A server may page for ever. */
#define MAX_PAGES 1000

/* What a server said, in a message: as much as “%.60s” takes, and never a part of a character. */
static char *
dup_quote (const char *text)
{
  return mcp_text_elide (text != NULL ? text : "", 60 - strlen ("…"));
}

static McpJsonType
type_at (const McpProbeReply *reply,
         const char          *path)
{
  McpSpan span;

  if (reply->result == NULL || !mcp_json_lookup (reply->result, reply->length, path, &span))
    return MCP_JSON_NONE;

  return mcp_json_get_type (reply->result + span.offset, span.length);
}

static char *
want_type (const McpProbeReply *reply,
           const char          *path,
           McpJsonType          type)
{
  McpJsonType found = type_at (reply, path);

  if (found == type)
    return NULL;
  if (found == MCP_JSON_NONE)
    return g_strdup_printf (_("the result has no “%s”"), path);

  return g_strdup_printf (_("“%s” of the result is %s, not %s"), path, mcp_json_type_get_name (found),
                          mcp_json_type_get_name (type));
}

static guint
count_at (const McpProbeReply *reply,
          const char          *path)
{
  McpSpan span;

  return reply->result != NULL && mcp_json_lookup (reply->result, reply->length, path, &span)
           ? mcp_json_count (reply->result + span.offset, span.length) : 0;
}

/* --- Lifecycle --- */

char *
mcp_probe_check_initialize (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  static const struct { const char *path; McpJsonType type; } members[] = {
    { "protocolVersion", MCP_JSON_STRING }, { "capabilities", MCP_JSON_OBJECT },
    { "serverInfo", MCP_JSON_OBJECT }, { "serverInfo.name", MCP_JSON_STRING },
    { "serverInfo.version", MCP_JSON_STRING },
  };
  char *fault = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (members) && fault == NULL; i++)
    fault = want_type (reply, members[i].path, members[i].type);

  return fault;
}

static char *
dup_version (const McpProbeReply *reply)
{
  return reply->result != NULL
           ? mcp_json_lookup_string (reply->result, reply->length, "protocolVersion") : NULL;
}

/* An offer that no server knows: an error is an answer as well. */
char *
mcp_probe_check_other_version (McpProbeVisit       *visit,
                               const McpProbeReply *reply)
{
  g_autofree char *version = dup_version (reply);
  g_autofree char *shown = dup_quote (version);

  if (reply->result == NULL)
    return NULL;
  if (version == NULL)
    return want_type (reply, "protocolVersion", MCP_JSON_STRING);

  return mcp_version_from_string (version) != MCP_VERSION_UNKNOWN
           ? NULL
           : g_strdup_printf (_("it agreed on “%.60s”, which is no revision"), shown);
}

char *
mcp_probe_check_same_version (McpProbeVisit       *visit,
                              const McpProbeReply *reply)
{
  g_autofree char *version = dup_version (reply);
  g_autofree char *shown = dup_quote (version);
  const char *offered = mcp_version_to_string (visit->version);

  return g_strcmp0 (version, offered) == 0
           ? NULL
           : g_strdup_printf (_("it answered “%.60s” to an offer of %s, which it has agreed on before"),
                              shown, offered);
}

/* What an ordinary connection keeps for its later requests. */
char *
mcp_probe_check_session_id (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  g_autofree char *id = mcp_probe_reply_dup_header (reply, "MCP-Session-Id");

  mcp_probe_visit_set_fact (visit, "session", id);

  return id == NULL || mcp_header_is_visible_ascii (id)
           ? NULL : g_strdup (_("the session id has other characters than visible ASCII"));
}

char *
mcp_probe_check_empty (McpProbeVisit       *visit,
                       const McpProbeReply *reply)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (reply->result == NULL || !mcp_json_iter_init (&iter, reply->result, reply->length)
      || !iter.is_object)
    return g_strdup (_("the result is no object"));

  while (mcp_json_iter_next (&iter, &key, &value))
    if (!mcp_json_key_equal (reply->result + key.offset, key.length, "_meta")
        && !mcp_json_key_equal (reply->result + key.offset, key.length, "resultType"))
      {
        g_autofree char *name = g_strndup (reply->result + key.offset, key.length);
        g_autofree char *shown = dup_quote (name);

        return g_strdup_printf (_("the result is not empty: it has %.*s"), (int) strlen (shown), shown);
      }

  return NULL;
}

char *
mcp_probe_check_one_answer (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  return reply->n_answers > 1 ? g_strdup_printf (_("%u answers to one request"), reply->n_answers) : NULL;
}

/* The ids of the batch are "sounder-1" and "sounder-2". */
char *
mcp_probe_check_batch (McpProbeVisit       *visit,
                       const McpProbeReply *reply)
{
  guint n_found = 0;

  for (guint i = 0; i < reply->others->len; i++)
    {
      McpMessage *message = reply->others->pdata[i];
      McpId *id = mcp_message_get_id (message);

      n_found += mcp_message_get_kind (message) == MCP_MESSAGE_RESULT && id != NULL
                 && g_str_has_prefix (mcp_id_get_token (id), "\"sounder-");
    }

  return n_found == 2 ? NULL : g_strdup_printf (_("%u of the 2 requests of a batch were answered"), n_found);
}

/* --- Progress --- */

static gboolean
read_progress (McpMessage  *message,
               const char **params,
               gsize       *length)
{
  const McpScan *scan = mcp_message_get_scan (message);

  *params = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL) + scan->params.offset;
  *length = scan->params.length;

  return scan->params.length > 0
         && g_strcmp0 (mcp_message_get_method (message), "notifications/progress") == 0;
}

/* The token is "sounder-token". */
char *
mcp_probe_check_progress (McpProbeVisit       *visit,
                          const McpProbeReply *reply)
{
  double last = -G_MAXDOUBLE;

  for (guint i = 0; i < reply->others->len; i++)
    {
      g_autofree char *token = NULL;
      const char *params;
      gsize length;
      double value;

      if (!read_progress (reply->others->pdata[i], &params, &length))
        continue;
      token = mcp_json_lookup_string (params, length, "progressToken");
      if (g_strcmp0 (token, "sounder-token") != 0)
        return g_strdup (_("progress for a token that nobody gave"));
      if (!mcp_json_lookup_double (params, length, "progress", &value))
        return g_strdup (_("progress without a number"));
      if (value <= last)
        return g_strdup_printf (_("progress did not grow: %.17g after %.17g"), value, last);
      last = value;
    }

  return NULL;
}

char *
mcp_probe_check_no_progress (McpProbeVisit       *visit,
                             const McpProbeReply *reply)
{
  const char *params;
  gsize length;

  for (guint i = 0; i < reply->others->len; i++)
    if (read_progress (reply->others->pdata[i], &params, &length))
      return g_strdup (_("progress for a request that asked for none"));

  return NULL;
}

/* --- Lists --- */

/* The step is repeated while there is another page; @page@ is the params of the next one. */
char *
mcp_probe_check_page (McpProbeVisit       *visit,
                      const McpProbeReply *reply)
{
  const char *last = mcp_probe_visit_get_fact (visit, "cursors");
  guint n_pages = last != NULL ? strlen (last) : 0;
  g_autofree char *cursor = mcp_json_lookup_string (reply->result, reply->length, "nextCursor");
  g_autofree char *seen = NULL;
  g_autoptr (GString) page = NULL;

  if (cursor == NULL)
    return type_at (reply, "nextCursor") == MCP_JSON_NONE || type_at (reply, "nextCursor") == MCP_JSON_NULL
             ? NULL : g_strdup (_("“nextCursor” is no string"));

  page = g_string_new ("{\"cursor\":");
  mcp_json_append_string (page, cursor, -1);
  g_string_append_c (page, '}');
  if (g_strcmp0 (mcp_probe_visit_get_fact (visit, "page"), page->str) == 0)
    return g_strdup (_("a page names itself as the next one"));
  if (n_pages >= MAX_PAGES)
    return g_strdup_printf (_("the list has no end after %u pages"), n_pages);

  seen = g_strconcat (last != NULL ? last : "", ".", NULL);
  mcp_probe_visit_set_fact (visit, "cursors", seen);
  mcp_probe_visit_set_fact (visit, "page", page->str);
  visit->repeat = TRUE;

  return NULL;
}

char *
mcp_probe_check_has_pages (McpProbeVisit       *visit,
                           const McpProbeReply *reply)
{
  if (type_at (reply, "nextCursor") != MCP_JSON_STRING)
    mcp_probe_visit_not_applicable (visit, _("its list has one page only, and no cursors"));

  return NULL;
}

/* A result as it is now, to be compared with the next one. */
char *
mcp_probe_check_keep (McpProbeVisit       *visit,
                      const McpProbeReply *reply)
{
  g_autofree char *text = g_strndup (reply->result, reply->length);

  mcp_probe_visit_set_fact (visit, "kept", text);

  return NULL;
}

char *
mcp_probe_check_kept (McpProbeVisit       *visit,
                      const McpProbeReply *reply)
{
  const char *kept = mcp_probe_visit_get_fact (visit, "kept");
  McpSpan before;
  McpSpan now;

  if (!mcp_json_lookup (kept, strlen (kept), "tools", &before)
      || !mcp_json_lookup (reply->result, reply->length, "tools", &now)
      || mcp_json_equal (kept, before, reply->result, now))
    return NULL;

  return g_strdup (_("the same list came otherwise the second time"));
}

/* What was not declared may be there, but empty. */
char *
mcp_probe_check_undeclared (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  static const char * const lists[] = { "tools", "resources", "prompts" };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (count_at (reply, lists[i]) > 0
        && mcp_probe_visit_get_fact (visit, lists[i]) == NULL)
      return g_strdup_printf (_("it lists %s and did not declare them"), lists[i]);

  return NULL;
}

/* --- What features answer --- */

char *
mcp_probe_check_content (McpProbeVisit       *visit,
                         const McpProbeReply *reply)
{
  g_autofree char *type = mcp_json_lookup_string (reply->result, reply->length, "resultType");

  return type != NULL && !g_str_equal (type, "complete")
           ? NULL : want_type (reply, "content", MCP_JSON_ARRAY);
}

char *
mcp_probe_check_structured (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (mcp_probe_visit_get_fact (visit, "output_schema"), -1, NULL);
  g_autoptr (GPtrArray) errors = NULL;
  gboolean is_error = FALSE;
  McpSpan value;

  mcp_json_lookup_boolean (reply->result, reply->length, "isError", &is_error);
  if (is_error || schema == NULL)
    {
      mcp_probe_visit_not_applicable (visit, _("the tool could not do its work"));
      return NULL;
    }
  if (!mcp_json_lookup (reply->result, reply->length, "structuredContent", &value))
    return g_strdup (_("the tool has an output schema, and its result no “structuredContent”"));

  errors = mcp_schema_validate_quickly (schema, reply->result + value.offset, value.length);
  for (guint i = 0; errors != NULL && i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];

      if (error->verdict == MCP_SCHEMA_BREAKS)
        return g_strdup_printf (_("“structuredContent%s” does not fit the output schema: %s"),
                                error->path, error->message);
    }

  return NULL;
}

char *
mcp_probe_check_contents (McpProbeVisit       *visit,
                          const McpProbeReply *reply)
{
  char *fault;

  if (reply->result == NULL)
    return NULL;

  fault = want_type (reply, "contents", MCP_JSON_ARRAY);
  if (fault == NULL && count_at (reply, "contents") > 0)
    fault = want_type (reply, "contents.0.uri", MCP_JSON_STRING);
  if (fault == NULL && count_at (reply, "contents") > 0 && type_at (reply, "contents.0.text") != MCP_JSON_STRING
      && type_at (reply, "contents.0.blob") != MCP_JSON_STRING)
    fault = g_strdup (_("the contents have neither text nor blob"));

  return fault;
}

char *
mcp_probe_check_messages (McpProbeVisit       *visit,
                          const McpProbeReply *reply)
{
  return want_type (reply, "messages", MCP_JSON_ARRAY);
}

char *
mcp_probe_check_values (McpProbeVisit       *visit,
                        const McpProbeReply *reply)
{
  char *fault = want_type (reply, "completion.values", MCP_JSON_ARRAY);
  guint n_values = count_at (reply, "completion.values");

  if (fault == NULL && n_values > 100)
    fault = g_strdup_printf (_("%u values: there may be 100"), n_values);

  return fault;
}

char *
mcp_probe_check_tasks (McpProbeVisit       *visit,
                       const McpProbeReply *reply)
{
  return want_type (reply, "tasks", MCP_JSON_ARRAY);
}

/* --- 2026-07-28 --- */

static gboolean
lists_version (const char *text,
               gsize       length,
               const char *path,
               const char *version)
{
  McpJsonIter iter;
  McpSpan list;
  McpSpan value;

  if (!mcp_json_lookup (text, length, path, &list)
      || mcp_json_get_type (text + list.offset, list.length) != MCP_JSON_ARRAY
      || !mcp_json_iter_init (&iter, text + list.offset, list.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *found = mcp_json_dup_string (text + list.offset + value.offset, value.length);

      if (version == NULL || g_strcmp0 (found, version) == 0)
        return TRUE;
    }

  return FALSE;
}

char *
mcp_probe_check_discover (McpProbeVisit       *visit,
                          const McpProbeReply *reply)
{
  const char *version = mcp_version_to_string (visit->version);
  char *fault = want_type (reply, "capabilities", MCP_JSON_OBJECT);

  if (fault == NULL && !lists_version (reply->result, reply->length, "supportedVersions", version))
    fault = g_strdup_printf (_("“supportedVersions” does not name %s, which it speaks"), version);

  return fault;
}

/* The error of a version that the server does not know. */
char *
mcp_probe_check_supported (McpProbeVisit       *visit,
                           const McpProbeReply *reply)
{
  const McpScan *scan = mcp_message_get_scan (reply->answer);
  const char *error = (const char *) g_bytes_get_data (mcp_message_get_bytes (reply->answer), NULL)
                      + scan->error.offset;

  return lists_version (error, scan->error.length, "data.supported", NULL)
           ? NULL : g_strdup (_("the error does not list the versions that it supports"));
}

char *
mcp_probe_check_result_type (McpProbeVisit       *visit,
                             const McpProbeReply *reply)
{
  return want_type (reply, "resultType", MCP_JSON_STRING);
}

char *
mcp_probe_check_hints (McpProbeVisit       *visit,
                       const McpProbeReply *reply)
{
  g_autofree char *scope = mcp_json_lookup_string (reply->result, reply->length, "cacheScope");
  g_autofree char *shown = dup_quote (scope);
  char *fault = want_type (reply, "ttlMs", MCP_JSON_NUMBER);
  double ttl = 0;

  mcp_json_lookup_double (reply->result, reply->length, "ttlMs", &ttl);
  if (fault == NULL && ttl < 0)
    fault = g_strdup_printf (_("“ttlMs” is negative: %.17g"), ttl);
  if (fault == NULL)
    fault = want_type (reply, "cacheScope", MCP_JSON_STRING);
  if (fault == NULL && g_strcmp0 (scope, "public") != 0 && g_strcmp0 (scope, "private") != 0)
    fault = g_strdup_printf (_("“cacheScope” is “%.60s”"), shown);

  return fault;
}

/* The request said that its client can nothing. */
char *
mcp_probe_check_input (McpProbeVisit       *visit,
                       const McpProbeReply *reply)
{
  g_autofree char *type = reply->result != NULL
                            ? mcp_json_lookup_string (reply->result, reply->length, "resultType") : NULL;

  return g_strcmp0 (type, "input_required") == 0 && count_at (reply, "inputRequests") > 0
           ? g_strdup (_("it asks for input of a client that did not say that it can give any")) : NULL;
}

char *
mcp_probe_check_acknowledged (McpProbeVisit       *visit,
                              const McpProbeReply *reply)
{
  McpMessage *first = reply->others->len > 0 ? reply->others->pdata[0] : NULL;
  const McpScan *scan = first != NULL ? mcp_message_get_scan (first) : NULL;
  const char *data = first != NULL ? g_bytes_get_data (mcp_message_get_bytes (first), NULL) : NULL;
  McpJsonIter iter;
  McpSpan meta;
  McpSpan key;
  McpSpan value;

  if (first == NULL)
    return g_strdup (_("no acknowledgement"));
  if (g_strcmp0 (mcp_message_get_method (first), "notifications/subscriptions/acknowledged") != 0)
    return g_strdup (_("the first message is not the acknowledgement"));

  /* The name of the member has dots, which a path cannot have. */
  if (scan->params.length > 0
      && mcp_json_lookup (data + scan->params.offset, scan->params.length, "_meta", &meta)
      && mcp_json_iter_init (&iter, data + scan->params.offset + meta.offset, meta.length))
    while (mcp_json_iter_next (&iter, &key, &value))
      if (mcp_json_key_equal (data + scan->params.offset + meta.offset + key.offset, key.length,
                              "io.modelcontextprotocol/subscriptionId"))
        return NULL;

  return g_strdup (_("the acknowledgement does not say of which subscription"));
}

/* --- HTTP --- */

static char *
dup_media_type (const McpProbeReply *reply)
{
  g_autofree char *type = mcp_probe_reply_dup_header (reply, "Content-Type");

  return type != NULL ? mcp_media_type_of (type) : NULL;
}

char *
mcp_probe_check_media_type (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  g_autofree char *type = dup_media_type (reply);
  g_autofree char *shown = dup_quote (type);

  return g_strcmp0 (type, "application/json") == 0 || g_strcmp0 (type, "text/event-stream") == 0
           ? NULL : g_strdup_printf (_("the answer is “%.60s”"), shown);
}

char *
mcp_probe_check_no_body (McpProbeVisit       *visit,
                         const McpProbeReply *reply)
{
  return reply->others->len > 0 ? g_strdup (_("a body, where there must be none")) : NULL;
}

char *
mcp_probe_check_get (McpProbeVisit       *visit,
                     const McpProbeReply *reply)
{
  g_autofree char *type = dup_media_type (reply);
  g_autofree char *shown = dup_quote (type);

  if (reply->status == 405)
    return NULL;
  if (reply->status / 100 != 2)
    return g_strdup_printf (_("HTTP %u: neither an event stream nor 405"), reply->status);

  return g_strcmp0 (type, "text/event-stream") == 0
           ? NULL : g_strdup_printf (_("HTTP %u with “%.60s”, which is no event stream"), reply->status,
                                     shown);
}

char *
mcp_probe_check_delete (McpProbeVisit       *visit,
                        const McpProbeReply *reply)
{
  if (reply->status == 405)
    {
      mcp_probe_visit_not_applicable (visit, _("clients may not end its sessions: it answers 405"));
      return NULL;
    }

  return reply->status / 100 == 2
           ? NULL : g_strdup_printf (_("HTTP %u: neither a success nor 405"), reply->status);
}

/* A server that can do without a session id may answer. */
char *
mcp_probe_check_no_session (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  if (reply->status / 100 == 2)
    mcp_probe_visit_not_applicable (visit, _("it does not require a session id"));
  else if (reply->status != 400)
    return g_strdup_printf (_("HTTP %u in place of %u"), reply->status, 400);

  return NULL;
}

char *
mcp_probe_check_not_broken (McpProbeVisit       *visit,
                            const McpProbeReply *reply)
{
  return reply->status / 100 == 5 ? g_strdup_printf (_("HTTP %u"), reply->status) : NULL;
}
