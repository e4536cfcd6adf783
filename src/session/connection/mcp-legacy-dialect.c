/* mcp-legacy-dialect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-linter.h"
#include "mcp-server-text.h"
#include "mcp-session-private.h"

/**
 * McpLegacyDialect:
 *
 * The revisions 2024-11-05 to 2025-11-25: `initialize`, `notifications/initialized`, `ping`,
 * cancellation by notification, subscriptions by request (basic/lifecycle).
 *
 *     initialize → agreed | another revision we know | one we do not | error
 *
 * An error that lists the supported revisions is tried again once with the newest that both
 * sides know.
 */

#define MCP_TYPE_LEGACY_DIALECT (mcp_legacy_dialect_get_type ())
G_DECLARE_FINAL_TYPE (McpLegacyDialect, mcp_legacy_dialect, MCP, LEGACY_DIALECT, McpDialect)

/* A small drawing of our own, so that servers that show their clients have something to show. */
#define CLIENT_ICON                                                                                \
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"            \
  "%3Cpath d='M1 8h3l2-5 3 10 2-5h4' fill='none' stroke='%231c71d8' stroke-width='2'/%3E%3C/svg%3E"

/* What is shown of a list of revisions. */
#define MAX_LIST_BYTES    200
#define MAX_VERSION_BYTES 40

struct _McpLegacyDialect
{
  McpDialect parent_instance;

  /* A server that refuses a revision is asked a second time, not a third. */
  gboolean   retried;
};

G_DEFINE_FINAL_TYPE (McpLegacyDialect, mcp_legacy_dialect, MCP_TYPE_DIALECT)

static char *
initialize_params (McpSession *session,
                   const char *version)
{
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (session);
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "protocolVersion", version);
  mcp_json_append_member (json, "capabilities", capabilities);
  mcp_json_append_key (json, "clientInfo");
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "name", PACKAGE_NAME);
  mcp_json_append_member_string (json, "title", "Sounder");
  mcp_json_append_member_string (json, "version", PACKAGE_VERSION);

  /* The rest of Implementation is 2025-11-25's. */
  if (mcp_version_from_string (version) >= MCP_VERSION_2025_11_25)
    {
      mcp_json_append_member_string (json, "description", "An inspector for MCP servers");
      mcp_json_append_member_string (json, "websiteUrl", "https://mcp-sounder.github.io/");
      mcp_json_append_member (json, "icons",
                              "[{\"src\":\"" CLIENT_ICON "\",\"mimeType\":\"image/svg+xml\"}]");
    }

  g_string_append (json, "}}");

  return g_string_free (json, FALSE);
}

static void initialize_cb (GObject      *source,
                           GAsyncResult *result,
                           gpointer      user_data);

static void
send_initialize (McpSession *session,
                 GTask      *task,
                 const char *version)
{
  g_autofree char *capabilities = NULL;
  g_autofree char *params = NULL;
  g_autoptr (McpCall) call = NULL;

  capabilities = mcp_session_make_capabilities (
    session, (McpRevision){ MCP_ERA_LEGACY, mcp_version_from_string (version) });
  mcp_negotiation_set_client_capabilities (session->negotiation, capabilities, -1);
  /* Answers of a forgotten session may still come while the next one is made: they are judged by its version. */
  mcp_session_set_version (session,
                           mcp_http_session_is_renewing (session->life->http)
                             ? mcp_session_get_version (session)
                             : MCP_VERSION_UNKNOWN,
                           version, NULL);
  params = initialize_params (session, version);
  call = mcp_call_new ("initialize", params);
  g_task_set_task_data (task, g_object_ref (call), g_object_unref);
  mcp_session_call_async (session, call, NULL, initialize_cb, g_object_ref (task));
}

/* The newest revision that `data` of a refusal names, under whatever name, and that we speak as well; NULL for none. */
static const char *
pick_supported (McpCall    *call,
                const char *asked)
{
  GBytes *error_object = mcp_call_get_outcome (call)->error_object;
  g_autofree char *names = NULL;
  const char *best = NULL;
  const char *text;
  McpSpan data;
  gsize length;

  if (error_object == NULL)
    return NULL;

  text = g_bytes_get_data (error_object, &length);
  if (mcp_json_lookup (text, length, "data", &data))
    names = mcp_server_text_dup_revisions (text + data.offset, data.length, asked, &best);

  return names != NULL ? best : NULL;
}

/* What a refusal names anywhere in its words; (nullable) */
static char *
dup_named (McpCall    *call,
           const char *asked)
{
  GBytes *error_object = mcp_call_get_outcome (call)->error_object;
  const char *text;
  gsize length;

  if (error_object == NULL)
    return NULL;
  text = g_bytes_get_data (error_object, &length);

  return mcp_server_text_dup_revisions (text, length, asked, NULL);
}

/* That list for people, if there is one, and whether a modern revision that we speak is in it. */
static char *
dup_supported (McpCall  *call,
               gboolean *lists_modern)
{
  GBytes *error_object = mcp_call_get_outcome (call)->error_object;
  GString *list;
  const char *text;
  McpJsonIter iter;
  McpSpan supported;
  McpSpan value;
  gsize length;

  if (error_object == NULL)
    return NULL;

  text = g_bytes_get_data (error_object, &length);
  if (!mcp_json_lookup (text, length, "data.supported", &supported)
      || !mcp_json_iter_init (&iter, text + supported.offset, supported.length))
    return NULL;

  list = g_string_new (NULL);
  while (mcp_json_iter_next (&iter, NULL, &value) && list->len < MAX_LIST_BYTES)
    {
      g_autofree char *version = mcp_json_dup_string (text + supported.offset + value.offset,
                                                      value.length);

      if (version == NULL || strlen (version) > MAX_VERSION_BYTES)
        continue;
      *lists_modern = *lists_modern || mcp_version_is_modern (mcp_version_from_string (version));
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", version);
    }

  return g_string_free (list, FALSE);
}

static void
initialize_failed (McpLegacyDialect *self,
                   McpSession       *session,
                   GTask            *task,
                   McpCall          *call,
                   GError           *error)
{
  const char *asked = mcp_session_get_asked_version (session);
  const char *version = pick_supported (call, asked);
  g_autofree char *supported = NULL;
  gboolean lists_modern = FALSE;

  if (version != NULL && !self->retried
      && g_strcmp0 (version, asked) != 0)
    {
      self->retried = TRUE;
      mcp_session_note (session, "retry",
                        _("The server refused %s and supports %s: asking again"),
                        asked, version);
      send_initialize (session, task, version);
      g_error_free (error);
      return;
    }

  supported = dup_supported (call, &lists_modern);
  if (supported != NULL)
    {
      g_autofree char *known = mcp_version_list_legacy ();

      if (lists_modern)
        g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_VERSION,
                                 _("the server supports %s, which has no initialize: it is of the "
                                   "modern era"), supported);
      else
        g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_VERSION,
                                 _("the server supports no revision that Sounder speaks (%s): %s"),
                                 known, error->message);
      g_error_free (error);
      return;
    }

  if (session->life != NULL)
    {
      g_free (session->life->named);
      session->life->named = dup_named (call, asked);
    }
  if (session->life != NULL && session->life->named != NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_VERSION,
                               _("the server refused the revision %s and names %s: %s"), asked,
                               session->life->named, error->message);
      g_error_free (error);
      return;
    }

  g_prefix_error (&error, "initialize: ");
  g_task_return_error (task, error);
}

/* Judges the version the server answered with. */
static gboolean
accept_version (McpSession  *session,
                GBytes      *result,
                GError     **error)
{
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  g_autofree char *offered = mcp_json_lookup_string (text, length, "protocolVersion");
  g_autofree char *known = NULL;
  McpSpan span;
  McpVersion version =
    mcp_negotiation_accept (session->negotiation, offered != NULL ? offered : _("none"));

  mcp_session_negotiated (session);
  if (version != MCP_VERSION_UNKNOWN)
    return TRUE;

  known = mcp_version_list_legacy ();
  if (offered == NULL && mcp_json_lookup (text, length, "protocolVersion", &span))
    {
      g_autofree char *token = g_utf8_make_valid (text + span.offset, MIN (span.length, MAX_VERSION_BYTES));

      g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                   _("the server’s answer to initialize gives %s as its protocolVersion, and no text such as “%s”"), token,
                   mcp_version_to_string (MCP_VERSION_NEWEST_LEGACY));
    }
  else if (offered == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                 _("the server’s answer to initialize names no protocolVersion"));
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                 _("the server wants protocol revision “%s”; Sounder speaks %s"), offered, known);

  return FALSE;
}

static void
initialize_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpSession *session = MCP_SESSION (source);
  McpLegacyDialect *self = g_task_get_source_object (task);
  g_autoptr (McpCall) call = g_object_ref (g_task_get_task_data (task));
  GError *error = NULL;
  gboolean accepted;

  if (!mcp_session_call_finish (session, result, &error))
    {
      initialize_failed (self, session, task, call, error);
      return;
    }

  if (session->life == NULL || session->life->dialect != MCP_DIALECT (self))
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CLOSED, _("the connection was closed"));
      return;
    }

  mcp_negotiation_set_server (session->negotiation, mcp_call_get_result (call),
                              mcp_call_get_outcome (call)->latency_usec);
  accepted = accept_version (session, mcp_call_get_result (call), &error);
  mcp_linter_check_initialize (session->reporter, mcp_call_get_outcome (call)->answer,
                               mcp_call_get_outcome (call)->answer_serial);
  if (!accepted)
    {
      g_task_return_error (task, error);
      return;
    }

  mcp_session_http_negotiated (session, g_steal_pointer (&task));
}

static void
mcp_legacy_dialect_open_async (McpDialect          *dialect,
                               McpSession          *session,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (dialect, cancellable, callback, user_data);
  const char *version = mcp_profile_get_settings (session->profile)->protocol;

  g_task_set_source_tag (task, mcp_legacy_dialect_open_async);
  g_task_set_check_cancellable (task, FALSE);

  if (version == NULL)
    version = mcp_version_to_string (MCP_VERSION_NEWEST_LEGACY);
  send_initialize (session, task, version);
}

static gboolean
mcp_legacy_dialect_open_finish (McpDialect    *dialect,
                                GAsyncResult  *result,
                                GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Adds `_meta.progressToken` to the params' own text: no other token changes. */
static char *
add_progress_token (const char *params,
                    const char *token)
{
  gsize length = params != NULL ? strlen (params) : 0;
  GString *json;
  McpSpan meta;

  if (length == 0)
    return g_strdup_printf ("{\"_meta\":{\"progressToken\":%s}}", token);

  json = g_string_new (NULL);
  if (mcp_json_lookup (params, length, "_meta", &meta) && params[meta.offset] == '{')
    {
      gsize inside = meta.offset + 1;
      gboolean empty = mcp_json_count (params + meta.offset, meta.length) == 0;

      g_string_append_len (json, params, inside);
      g_string_append_printf (json, "\"progressToken\":%s%s", token, empty ? "" : ",");
      g_string_append (json, params + inside);
    }
  else
    {
      gsize brace = strrchr (params, '}') - params;
      gboolean empty = mcp_json_count (params, length) == 0;

      g_string_append_len (json, params, brace);
      g_string_append_printf (json, "%s\"_meta\":{\"progressToken\":%s}", empty ? "" : ",", token);
      g_string_append (json, params + brace);
    }

  return g_string_free (json, FALSE);
}

static char *
mcp_legacy_dialect_prepare (McpDialect *dialect,
                            McpCall    *call)
{
  g_autofree char *params = g_strdup (mcp_call_get_params (call));
  gint64 ttl_msec;

  if (mcp_call_get_task (call, &ttl_msec) && params != NULL)
    {
      g_autofree char *task = ttl_msec >= 0
                                ? g_strdup_printf ("{\"ttl\":%" G_GINT64_FORMAT "}", ttl_msec)
                                : g_strdup ("{}");

      mcp_json_edit_set (&params, "task", task);
    }

  if (!mcp_call_wants_progress (call))
    return g_steal_pointer (&params);

  return add_progress_token (params, mcp_id_get_token (mcp_call_get_outcome (call)->id));
}

static void
mcp_legacy_dialect_cancel (McpDialect *dialect,
                           McpSession *session,
                           McpCall    *call,
                           const char *reason)
{
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{");

  mcp_json_append_member (json, "requestId", mcp_id_get_token (mcp_call_get_outcome (call)->id));
  mcp_json_append_member_string (json, "reason", reason);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  mcp_session_notify (session, "notifications/cancelled", params);
}

static void
subscribe_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_session_call_finish (MCP_SESSION (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
mcp_legacy_dialect_subscribe_async (McpDialect          *dialect,
                                    McpSession          *session,
                                    const char          *uri,
                                    gboolean             subscribe,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  GTask *task = g_task_new (dialect, cancellable, callback, user_data);
  g_autoptr (McpCall) call = NULL;
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{");

  g_task_set_source_tag (task, mcp_legacy_dialect_subscribe_async);
  mcp_json_append_member_string (json, "uri", uri);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  call = mcp_call_new (subscribe ? "resources/subscribe" : "resources/unsubscribe", params);
  mcp_session_call_async (session, call, cancellable, subscribe_cb, task);
}

static gboolean
mcp_legacy_dialect_subscribe_finish (McpDialect    *dialect,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
mcp_legacy_dialect_class_init (McpLegacyDialectClass *klass)
{
  McpDialectClass *dialect_class = MCP_DIALECT_CLASS (klass);

  dialect_class->open_async = mcp_legacy_dialect_open_async;
  dialect_class->open_finish = mcp_legacy_dialect_open_finish;
  dialect_class->prepare = mcp_legacy_dialect_prepare;
  dialect_class->cancel = mcp_legacy_dialect_cancel;
  dialect_class->subscribe_async = mcp_legacy_dialect_subscribe_async;
  dialect_class->subscribe_finish = mcp_legacy_dialect_subscribe_finish;
}

static void
mcp_legacy_dialect_init (McpLegacyDialect *self)
{
}

/**
 * mcp_legacy_dialect_new:
 *
 * Makes the dialect of the revisions that begin with `initialize`.
 *
 * Returns: (transfer full): a new dialect, for one life
 */
McpDialect *
mcp_legacy_dialect_new (void)
{
  return g_object_new (MCP_TYPE_LEGACY_DIALECT, NULL);
}
