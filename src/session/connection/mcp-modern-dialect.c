/* mcp-modern-dialect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-modern-dialect.h"
#include "mcp-param-header.h"
#include "mcp-session-private.h"

/**
 * McpModernDialect:
 *
 * The revisions from 2026-07-28 on: no handshake and no session. Each request says in `_meta` who
 * asks, in which revision and with which capabilities; `server/discover` tells what the server is
 * (basic/versioning). It never sends a response, and over HTTP it repeats in headers what
 * intermediaries may look at (basic/transports/streamable-http).
 *
 *     discover → a revision both know | -32022: once more with one of data.supported | no
 *
 * What a failure says about the era is the verdict: see mcp-session-era.c.
 */

struct _McpModernDialect
{
  McpDialect     parent_instance;

  McpSession    *session;    /* not referenced: it owns the life that owns this */
  McpEraVerdict  verdict;
  const char    *version;    /* that requests name */
  char          *evidence;
  guint          version_retried : 1;
};

G_DEFINE_FINAL_TYPE (McpModernDialect, mcp_modern_dialect, MCP_TYPE_DIALECT)

static gboolean
is_http (McpSession *session)
{
  return session->life != NULL && MCP_IS_HTTP_TRANSPORT (session->life->transport);
}

/* The newest revisions of a list that we speak, of either era. */
static void
pick_versions (const char *text,
               McpSpan     list,
               McpVersion *modern,
               McpVersion *legacy)
{
  McpJsonIter iter;
  McpSpan value;

  *modern = MCP_VERSION_UNKNOWN;
  *legacy = MCP_VERSION_UNKNOWN;
  if (!mcp_json_iter_init (&iter, text + list.offset, list.length))
    return;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + list.offset + value.offset, value.length);
      McpVersion version = mcp_version_from_string (name);

      if (mcp_version_is_modern (version))
        *modern = MAX (*modern, version);
      else
        *legacy = MAX (*legacy, version);
    }
}

static void
set_verdict (McpModernDialect *self,
             McpEraVerdict     verdict,
             const char       *format,
             ...) G_GNUC_PRINTF (3, 4);

static void
set_verdict (McpModernDialect *self,
             McpEraVerdict     verdict,
             const char       *format,
             ...)
{
  va_list args;

  va_start (args, format);
  g_free (self->evidence);
  self->evidence = g_strdup_vprintf (format, args);
  va_end (args);
  self->verdict = verdict;
}

static void discover (McpModernDialect *self,
                      GTask            *task);

/* Whether the server, which is modern, is to be spoken with in this dialect. If not, the task is answered. */
static gboolean
take_proof (McpModernDialect *self,
            GTask            *task)
{
  if (mcp_session_take_proof (self->session, MCP_DIALECT (self)))
    return TRUE;

  set_verdict (self, MCP_ERA_VERDICT_MODERN, _("the server answered server/discover"));
  g_task_return_boolean (task, TRUE);

  return FALSE;
}

static void
return_no_version (McpModernDialect *self,
                   GTask            *task,
                   const char       *text,
                   McpSpan           list)
{
  g_autofree char *theirs = g_strndup (text + list.offset, MIN (list.length, 200));
  g_autofree char *ours = mcp_version_list ();

  set_verdict (self, MCP_ERA_VERDICT_MODERN,
               _("the server answered server/discover, and supports %s"), theirs);
  g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_VERSION,
                           _("the server supports %s, none of which Sounder speaks (%s)"), theirs,
                           ours);
}

/* Acts on the revisions that the server lists in an answer or in a refusal. */
static void
choose_version (McpModernDialect *self,
                GTask            *task,
                const char       *text,
                McpSpan           list,
                gboolean          refused,
                const GError     *error)
{
  McpVersion modern;
  McpVersion legacy;

  pick_versions (text, list, &modern, &legacy);
  if (modern != MCP_VERSION_UNKNOWN && !take_proof (self, task))
    return;

  if (modern != MCP_VERSION_UNKNOWN && refused && !self->version_retried)
    {
      self->version_retried = TRUE;
      self->version = mcp_version_to_string (modern);
      mcp_session_note (self->session, "retry",
                        _("The server asks for revision %s: asking again"), self->version);
      discover (self, task);
    }
  else if (modern != MCP_VERSION_UNKNOWN && refused)
    {
      set_verdict (self, MCP_ERA_VERDICT_MODERN,
                   _("the server refused revision %s twice"), self->version);
      g_task_return_error (task, g_error_copy (error));
    }
  else if (legacy != MCP_VERSION_UNKNOWN)
    {
      set_verdict (self, MCP_ERA_VERDICT_LEGACY,
                   _("server/discover lists no revision from 2026-07-28 on, but %s"),
                   mcp_version_to_string (legacy));
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_VERSION, "%s", self->evidence);
    }
  else
    {
      return_no_version (self, task, text, list);
    }
}

static gboolean
list_has (const char *text,
          McpSpan     list,
          const char *version)
{
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_iter_init (&iter, text + list.offset, list.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_json_key_equal (text + list.offset + value.offset, value.length, version))
      return TRUE;

  return FALSE;
}

/* A DiscoverResult, or what came in its place. */
static void
discovered (McpModernDialect *self,
            GTask            *task,
            McpCall          *call)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  McpSession *session = self->session;
  GBytes *result = mcp_call_get_result (call);
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  McpVersion modern;
  McpVersion legacy;
  McpSpan list;

  if (!mcp_json_lookup (text, length, "supportedVersions", &list) || text[list.offset] != '[')
    {
      set_verdict (self, MCP_ERA_VERDICT_LEGACY,
                   _("the answer to server/discover lists no supportedVersions"));
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, "%s", self->evidence);
      return;
    }

  pick_versions (text, list, &modern, &legacy);
  if (modern == MCP_VERSION_UNKNOWN)
    {
      choose_version (self, task, text, list, FALSE, NULL);
      return;
    }
  if (!take_proof (self, task))
    return;

  /* A pinned revision stays, if the server has it. */
  if (!list_has (text, list, self->version))
    self->version = mcp_version_to_string (modern);

  mcp_negotiation_set_server (session->negotiation, result, outcome->latency_usec);
  set_verdict (self, MCP_ERA_VERDICT_MODERN, _("the server answered server/discover"));
  if (!mcp_json_lookup (text, length, "resultType", &list))
    mcp_reporter_report (session->reporter, outcome->answer_serial, "modern.no-result-type",
                         _("The result of %s has no resultType"), "server/discover");
  mcp_session_set_version (session, mcp_version_from_string (self->version), self->version,
                           self->version);
  mcp_linter_check_discover (session->reporter, outcome->answer_serial, text, length);
  g_task_return_boolean (task, TRUE);
}

static gboolean
is_modern_code (gint64 code)
{
  return code == MCP_RPC_UNSUPPORTED_VERSION || code == MCP_RPC_HEADER_MISMATCH
         || code == MCP_RPC_MISSING_CAPABILITY;
}

static void
refused (McpModernDialect *self,
         GTask            *task,
         McpCall          *call,
         const GError     *error)
{
  gint64 code = mcp_call_get_outcome (call)->error_code;
  GBytes *object = mcp_call_get_outcome (call)->error_object;
  const char *text = object != NULL ? g_bytes_get_data (object, NULL) : "";
  gsize length = object != NULL ? g_bytes_get_size (object) : 0;
  McpSpan list;

  if (code == MCP_RPC_UNSUPPORTED_VERSION && mcp_json_lookup (text, length, "data.supported", &list)
      && text[list.offset] == '[')
    {
      choose_version (self, task, text, list, TRUE, error);
      return;
    }

  /* The codes of the modern revisions prove one, whatever is wrong. */
  if (is_modern_code (code))
    set_verdict (self, MCP_ERA_VERDICT_MODERN,
                 _("the server answered server/discover with error %" PRId64), code);
  else
    set_verdict (self, MCP_ERA_VERDICT_LEGACY,
                 _("the server answered server/discover with error %" PRId64 " (%s)"), code,
                 error->message);
  g_task_return_error (task, g_error_copy (error));
}

/*
 * What a status without an answer says. A refusal is how old servers meet a request they do not
 * know; a server that breaks on it is one of them. Redirects, limits and what stands in front of a
 * server say nothing about it.
 */
static McpEraVerdict
verdict_of_status (McpSeen *seen)
{
  guint status = mcp_seen_get_status (seen);

  /* It names no request, and comes in the answer to the only one there is. */
  if (is_modern_code (mcp_seen_get_rpc_code (seen)))
    return MCP_ERA_VERDICT_MODERN;

  if (status == 500 || status == 501)
    return MCP_ERA_VERDICT_LEGACY;
  if (status >= 300 && (status < 400 || status == 429 || status > 501))
    return MCP_ERA_VERDICT_NONE;

  return MCP_ERA_VERDICT_LEGACY;
}

/* What kept the answer away: a network says nothing about the server behind it. */
static McpEraVerdict
verdict_of (McpSession   *session,
            const GError *error)
{
  switch ((McpError) error->code)
    {
    case MCP_ERROR_HTTP:
      return verdict_of_status (session->life->seen);
    case MCP_ERROR_INVALID_RESPONSE:
    case MCP_ERROR_TOO_LARGE:
      return MCP_ERA_VERDICT_LEGACY;
    case MCP_ERROR_LOST:
    case MCP_ERROR_TIMED_OUT:
      return is_http (session) ? MCP_ERA_VERDICT_NONE : MCP_ERA_VERDICT_LEGACY;
    default:
      return MCP_ERA_VERDICT_NONE;
    }
}

static void
discover_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpModernDialect *self = g_task_get_source_object (task);
  g_autoptr (McpCall) call = g_object_ref (g_task_get_task_data (task));
  g_autoptr (GError) error = NULL;

  if (mcp_session_call_finish (MCP_SESSION (source), result, &error))
    {
      discovered (self, task, call);
    }
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    {
      refused (self, task, call, error);
    }
  else
    {
      McpEraVerdict verdict = self->session->life != NULL ? verdict_of (self->session, error)
                                                          : MCP_ERA_VERDICT_NONE;

      set_verdict (self, verdict, "%s", error->message);
      g_task_return_error (task, g_error_copy (error));
    }
}

static void
discover (McpModernDialect *self,
          GTask            *task)
{
  g_autoptr (McpCall) call = mcp_call_new ("server/discover", NULL);

  mcp_call_set_probe (call, TRUE);
  g_task_set_task_data (task, g_object_ref (call), g_object_unref);
  mcp_session_set_version (self->session, MCP_VERSION_UNKNOWN, self->version, NULL);
  mcp_session_call_async (self->session, call, NULL, discover_cb, g_object_ref (task));
}

static void
mcp_modern_dialect_open_async (McpDialect          *dialect,
                               McpSession          *session,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  McpModernDialect *self = MCP_MODERN_DIALECT (dialect);
  g_autoptr (GTask) task = g_task_new (dialect, cancellable, callback, user_data);
  McpVersion pinned = mcp_version_from_string (mcp_profile_get_settings (session->profile)->protocol);

  g_task_set_source_tag (task, mcp_modern_dialect_open_async);
  g_task_set_check_cancellable (task, FALSE);

  self->session = session;
  self->version = mcp_version_to_string (mcp_version_is_modern (pinned) ? pinned
                                                                        : MCP_VERSION_NEWEST);
  if (is_http (session))
    mcp_http_transport_set_resume (MCP_HTTP_TRANSPORT (session->life->transport), FALSE);
  discover (self, task);
}

static gboolean
mcp_modern_dialect_open_finish (McpDialect    *dialect,
                                GAsyncResult  *result,
                                GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static char *
client_info (void)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "name", PACKAGE_NAME);
  mcp_json_append_member_string (json, "title", "Sounder");
  mcp_json_append_member_string (json, "version", PACKAGE_VERSION);
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

static char *
quote (const char *text)
{
  GString *json = g_string_new (NULL);

  mcp_json_append_string (json, text, -1);

  return g_string_free (json, FALSE);
}

static char *
mcp_modern_dialect_prepare (McpDialect *dialect,
                            McpCall    *call)
{
  McpModernDialect *self = MCP_MODERN_DIALECT (dialect);
  McpProfile *profile = mcp_session_get_profile (self->session);
  const char *level = mcp_profile_get_settings (profile)->era.log_level;
  g_autofree char *version = quote (self->version);
  g_autofree char *info = client_info ();
  g_autofree char *capabilities = mcp_session_make_capabilities (
    self->session, (McpRevision){ MCP_ERA_MODERN, mcp_version_from_string (self->version) });
  g_autofree char *quoted_level = level != NULL ? quote (level) : NULL;
  const char *members[11] = { MCP_META_PROTOCOL_VERSION, version,
                              MCP_META_CLIENT_INFO, info,
                              MCP_META_CLIENT_CAPABILITIES, capabilities };
  guint n = 6;

  if (mcp_call_wants_progress (call))
    {
      members[n++] = "progressToken";
      members[n++] = mcp_id_get_token (mcp_call_get_outcome (call)->id);
    }
  if (quoted_level != NULL && !mcp_call_is_probe (call))
    {
      members[n++] = MCP_META_LOG_LEVEL;
      members[n++] = quoted_level;
    }

  return mcp_meta_add (mcp_call_get_wire_params (call), members);
}

/* What `Mcp-Name` repeats of a request; NULL for none. */
static char *
name_for_header (const char *method,
                 const char *params)
{
  gsize length = params != NULL ? strlen (params) : 0;

  if (length == 0)
    return NULL;
  if (strcmp (method, "tools/call") == 0 || strcmp (method, "prompts/get") == 0)
    return mcp_json_lookup_string (params, length, "name");
  if (strcmp (method, "resources/read") == 0)
    return mcp_json_lookup_string (params, length, "uri");

  return g_str_has_prefix (method, "tasks/") ? mcp_json_lookup_string (params, length, "taskId")
                                             : NULL;
}

static void
add_param_headers (GPtrArray  *list,
                   McpSession *session,
                   McpCall    *call)
{
  const char *params = mcp_call_get_params (call);
  McpCatalogItem *item = mcp_session_find_tool (session, mcp_call_get_tool (call));
  McpParamHeaders *headers = item != NULL ? mcp_catalog_item_get_param_headers (item) : NULL;
  g_auto (GStrv) values = NULL;
  McpSpan arguments;

  /* No schema is known: it goes without. */
  if (headers == NULL || !mcp_json_lookup (params, strlen (params), "arguments", &arguments))
    return;

  values = mcp_param_headers_extract (headers, params + arguments.offset, arguments.length);
  for (guint i = 0; values[i] != NULL; i++)
    g_ptr_array_add (list, g_strdup (values[i]));
}

static char **
mcp_modern_dialect_dup_headers (McpDialect *dialect,
                                McpSession *session,
                                McpCall    *call)
{
  McpModernDialect *self = MCP_MODERN_DIALECT (dialect);
  GPtrArray *list = g_ptr_array_new ();
  const char *method = mcp_call_get_method (call);
  const char *params = mcp_call_get_params (call);
  g_autofree char *name = name_for_header (method, params);
  g_autofree char *version = NULL;
  McpSpan span;

  /* Who writes a request by hand means what they write, and the headers say the same. */
  if (params != NULL && mcp_meta_find (params, strlen (params), MCP_META_PROTOCOL_VERSION, &span))
    version = mcp_json_dup_string (params + span.offset, span.length);
  g_ptr_array_add (list, g_strdup ("MCP-Protocol-Version"));
  g_ptr_array_add (list, version != NULL ? g_steal_pointer (&version) : g_strdup (self->version));
  g_ptr_array_add (list, g_strdup ("Mcp-Method"));
  g_ptr_array_add (list, g_strdup (method));
  if (name != NULL)
    {
      g_ptr_array_add (list, g_strdup ("Mcp-Name"));
      g_ptr_array_add (list, mcp_param_header_encode (name));
    }
  if (strcmp (method, "tools/call") == 0 && params != NULL)
    add_param_headers (list, session, call);
  g_ptr_array_add (list, NULL);

  return (char **) g_ptr_array_free (list, FALSE);
}

/* Over HTTP closing the stream is the cancellation, and a notification is not even allowed
 * (basic/patterns/cancellation). */
static void
mcp_modern_dialect_cancel (McpDialect *dialect,
                           McpSession *session,
                           McpCall    *call,
                           const char *reason)
{
  g_autofree char *params = NULL;
  GString *json;

  if (is_http (session))
    {
      mcp_transport_abandon (session->life->transport, mcp_call_get_ticket (call));
      return;
    }

  json = g_string_new ("{");
  mcp_json_append_member (json, "requestId", mcp_id_get_token (mcp_call_get_outcome (call)->id));
  mcp_json_append_member_string (json, "reason", reason);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);
  mcp_session_notify (session, "notifications/cancelled", params);
}

static void
mcp_modern_dialect_subscribe_async (McpDialect          *dialect,
                                    McpSession          *session,
                                    const char          *uri,
                                    gboolean             subscribe,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (dialect, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_modern_dialect_subscribe_async);
  mcp_session_listen_for_resource (session, uri, subscribe);
  g_task_return_boolean (task, TRUE);
}

static gboolean
mcp_modern_dialect_subscribe_finish (McpDialect    *dialect,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
mcp_modern_dialect_finalize (GObject *object)
{
  McpModernDialect *self = MCP_MODERN_DIALECT (object);

  g_clear_pointer (&self->evidence, g_free);

  G_OBJECT_CLASS (mcp_modern_dialect_parent_class)->finalize (object);
}

static void
mcp_modern_dialect_class_init (McpModernDialectClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpDialectClass *dialect_class = MCP_DIALECT_CLASS (klass);

  object_class->finalize = mcp_modern_dialect_finalize;

  dialect_class->open_async = mcp_modern_dialect_open_async;
  dialect_class->open_finish = mcp_modern_dialect_open_finish;
  dialect_class->prepare = mcp_modern_dialect_prepare;
  dialect_class->dup_headers = mcp_modern_dialect_dup_headers;
  dialect_class->cancel = mcp_modern_dialect_cancel;
  dialect_class->subscribe_async = mcp_modern_dialect_subscribe_async;
  dialect_class->subscribe_finish = mcp_modern_dialect_subscribe_finish;
}

static void
mcp_modern_dialect_init (McpModernDialect *self)
{
  self->verdict = MCP_ERA_VERDICT_NONE;
}

/**
 * mcp_modern_dialect_new:
 *
 * Makes the dialect of the revisions from 2026-07-28 on.
 *
 * Returns: (transfer full): a new dialect, for one life
 */
McpDialect *
mcp_modern_dialect_new (void)
{
  return g_object_new (MCP_TYPE_MODERN_DIALECT, NULL);
}

/**
 * mcp_modern_dialect_get_verdict:
 * @self: a dialect that was opened
 *
 * Gets what the answer to `server/discover`, or its absence, says about the server's era.
 *
 * Returns: the verdict
 */
McpEraVerdict
mcp_modern_dialect_get_verdict (McpModernDialect *self)
{
  g_return_val_if_fail (MCP_IS_MODERN_DIALECT (self), MCP_ERA_VERDICT_NONE);

  return self->verdict;
}

/* Why it is so, as a translated half-sentence; NULL before there is a verdict. */
const char *
mcp_modern_dialect_get_evidence (McpModernDialect *self)
{
  g_return_val_if_fail (MCP_IS_MODERN_DIALECT (self), NULL);

  return self->evidence;
}
