/* demo-modern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-modern.h"
#include "demo-skills.h"
#include "mcp-error.h"

/*
 * Revision 2026-07-28 beside the older ones: a request that names it in its _meta is answered by
 * its rules. There is no handshake; the lists and tools are those of the older revisions, and what
 * is asked of the client is asked in the result. `requestState` says nothing: it only has to come
 * back.
 */

#define VERSION      "2026-07-28"
#define META         "io.modelcontextprotocol/"
#define STATE        "\"demo: keep this\""
#define MISMATCH     (-32022)
#define TTL_MSEC     "60000"

/* A request of this revision that is not answered. */
typedef struct
{
  McpId *id;
  char  *method;
  char  *params;
} Request;

/* An open subscriptions/listen. */
typedef struct
{
  McpId *id;
  char  *filter;
} Listen;

struct _DemoModern
{
  gboolean    only;      /* there are no older revisions */
  GHashTable *requests;  /* McpId -> Request */
  GHashTable *listens;   /* McpId -> Listen */
};

static void
request_free (gpointer data)
{
  Request *request = data;

  mcp_id_unref (request->id);
  g_free (request->method);
  g_free (request->params);
  g_free (request);
}

static void
listen_free (gpointer data)
{
  Listen *listen = data;

  mcp_id_unref (listen->id);
  g_free (listen->filter);
  g_free (listen);
}

DemoModern *
demo_modern_new (gboolean only)
{
  DemoModern *self = g_new0 (DemoModern, 1);

  self->only = only;
  self->requests = g_hash_table_new_full (mcp_id_hash, mcp_id_equal, NULL, request_free);
  self->listens = g_hash_table_new_full (mcp_id_hash, mcp_id_equal, NULL, listen_free);

  return self;
}

void
demo_modern_free (DemoModern *self)
{
  g_hash_table_unref (self->requests);
  g_hash_table_unref (self->listens);
  g_free (self);
}

/* A member of params._meta, whose keys have dots: NULL when it is not there. */
static char *
dup_meta (const char *params,
          const char *key)
{
  McpJsonIter iter;
  McpSpan meta;
  McpSpan name;
  McpSpan value;

  if (!mcp_json_lookup (params, strlen (params), "_meta", &meta) || params[meta.offset] != '{'
      || !mcp_json_iter_init (&iter, params + meta.offset, meta.length))
    return NULL;

  while (mcp_json_iter_next (&iter, &name, &value))
    if (mcp_json_key_equal (params + meta.offset + name.offset, name.length, key))
      return g_strndup (params + meta.offset + value.offset, value.length);

  return NULL;
}

static char *
dup_meta_string (const char *params,
                 const char *key)
{
  g_autofree char *json = dup_meta (params, key);

  return json != NULL ? mcp_json_dup_string (json, strlen (json)) : NULL;
}

/* The revision that a request names; NULL: it is of the older ones. */
char *
demo_modern_dup_version (const char *params)
{
  return dup_meta_string (params, META "protocolVersion");
}

static void
discover (DemoModern *self,
          DemoServer *server,
          McpId      *id)
{
  g_autofree char *result =
    g_strconcat ("{\"supportedVersions\":[\"" VERSION "\"", self->only ? "" : ",\"2025-11-25\"", "],"
                 "\"capabilities\":{\"tools\":{\"listChanged\":true},"
                 "\"resources\":{\"subscribe\":true,\"listChanged\":true},"
                 "\"prompts\":{\"listChanged\":false},\"logging\":{},\"completions\":{},"
                 DEMO_SKILLS_EXTENSION "},"
                 "\"instructions\":\"Call “echo” to see a message go both ways. “ask-form” "
                 "asks in its result, and is called again with the answer.\"}", NULL);

  demo_server_reply (server, id, result);
}

/* Grants what there is: changes of lists, and of resources. */
static void
begin_listening (DemoModern *self,
                 DemoServer *server,
                 McpId      *id,
                 const char *params)
{
  Listen *listen;
  g_autofree char *notice = NULL;
  McpSpan span;
  McpSpan uris;
  McpSpan value;
  McpJsonIter iter;

  if (!mcp_json_lookup (params, strlen (params), "notifications", &span)
      || params[span.offset] != '{')
    {
      demo_server_reply_error (server, id, MCP_RPC_INVALID_PARAMS, NULL,
                               "“notifications” is missing");
      return;
    }

  listen = g_new0 (Listen, 1);
  listen->id = mcp_id_ref (id);
  listen->filter = g_strndup (params + span.offset, span.length);
  g_hash_table_replace (self->listens, listen->id, listen);

  notice = g_strdup_printf ("{\"_meta\":{\"" META "subscriptionId\":%s},\"notifications\":%s}",
                            mcp_id_get_token (id), listen->filter);
  demo_server_send_notification (server, "notifications/subscriptions/acknowledged", notice);

  if (mcp_json_lookup (listen->filter, strlen (listen->filter), "resourceSubscriptions", &uris)
      && mcp_json_iter_init (&iter, listen->filter + uris.offset, uris.length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        char *uri = mcp_json_dup_string (listen->filter + uris.offset + value.offset, value.length);

        if (uri != NULL)
          demo_server_watch (server, uri);
      }
}

static gboolean
is_gone (const char *method)
{
  static const char * const gone[] = {
    "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", NULL,
  };

  /* Tasks are an extension now, which is not declared here. */
  return g_strv_contains (gone, method) || g_str_has_prefix (method, "tasks/");
}

/*
 * Takes a request of this revision. TRUE: it is answered, or will be; FALSE: it is one like in the
 * older revisions, whose result demo_modern_finish() completes, or is of one of those.
 */
gboolean
demo_modern_take (DemoModern *self,
                  DemoServer *server,
                  const char *method,
                  McpId      *id,
                  const char *params)
{
  g_autofree char *version = demo_modern_dup_version (params);
  g_autofree char *capabilities = dup_meta (params, META "clientCapabilities");
  g_autofree char *level = dup_meta_string (params, META "logLevel");
  g_autofree char *client = NULL;
  Request *request;

  if (version == NULL && !self->only)
    return FALSE;

  if (version == NULL)
    {
      demo_server_reply_error (server, id, MCP_RPC_INVALID_PARAMS, NULL, "protocolVersion is missing");
      return TRUE;
    }
  if (strcmp (version, VERSION) != 0)
    {
      demo_server_reply_error (server, id, MISMATCH, "{\"supported\":[\"" VERSION "\"]}",
                               "Unsupported protocol version");
      return TRUE;
    }
  if (capabilities == NULL)
    {
      demo_server_reply_error (server, id, MCP_RPC_INVALID_PARAMS, NULL,
                               "clientCapabilities are missing");
      return TRUE;
    }
  if (level != NULL && !demo_server_knows_level (level))
    {
      demo_server_reply_error (server, id, MCP_RPC_INVALID_PARAMS, NULL, "Unknown log level: %s", level);
      return TRUE;
    }
  if (is_gone (method))
    {
      demo_server_reply_error (server, id, MCP_RPC_METHOD_NOT_FOUND, NULL, "Method not found: %s",
                               method);
      return TRUE;
    }

  /* Nothing is kept from one request to the next: not what the client can do, nor what it reads. */
  client = g_strdup_printf ("{\"capabilities\":%s}", capabilities);
  demo_server_set_client (server, client, level);
  request = g_new0 (Request, 1);
  request->id = mcp_id_ref (id);
  request->method = g_strdup (method);
  request->params = g_strdup (params);
  g_hash_table_replace (self->requests, request->id, request);

  if (strcmp (method, "server/discover") == 0)
    discover (self, server, id);
  else if (strcmp (method, "subscriptions/listen") == 0)
    begin_listening (self, server, id, params);
  else
    return FALSE;

  return TRUE;
}

static gboolean
is_kept (const char *method)
{
  static const char * const kept[] = {
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list",
    "resources/read", "skills/list", "skills/get", NULL,
  };

  return g_strv_contains (kept, method);
}

/* The result as this revision has it; NULL when it is of an older one. */
char *
demo_modern_finish (DemoModern *self,
                    McpId      *id,
                    const char *result)
{
  Request *request = g_hash_table_lookup (self->requests, id);
  gboolean asks = g_str_has_prefix (result, "{\"resultType\":");
  GString *json;

  if (request == NULL)
    return NULL;

  json = g_string_new ("{");
  if (!asks)
    g_string_append (json, "\"resultType\":\"complete\",");
  if (!asks && is_kept (request->method))
    g_string_append (json, "\"ttlMs\":" TTL_MSEC ",\"cacheScope\":\"public\",");
  g_string_append (json, "\"_meta\":{\"" META "serverInfo\":{\"name\":\"sounder-demo-server\","
                         "\"title\":\"Demo Server\",\"version\":\"" PACKAGE_VERSION "\"}}");
  if (strcmp (result, "{}") != 0)
    g_string_append_c (json, ',');
  g_string_append (json, result + 1);
  g_hash_table_remove (self->requests, id);

  return g_string_free (json, FALSE);
}

gboolean
demo_modern_has (DemoModern *self,
                 McpId      *id)
{
  return g_hash_table_contains (self->requests, id);
}

/* An error is an answer as well. */
void
demo_modern_forget (DemoModern *self,
                    McpId      *id)
{
  g_hash_table_remove (self->requests, id);
}

/* Asks in the result; where the answer has come along, uses it. FALSE: the request is older. */
gboolean
demo_modern_ask (DemoModern *self,
                 DemoServer *server,
                 McpId      *call,
                 const char *method,
                 const char *params)
{
  Request *request = g_hash_table_lookup (self->requests, call);
  g_autofree char *answer = NULL;
  g_autofree char *result = NULL;
  McpSpan state;
  McpSpan span;

  if (request == NULL)
    return FALSE;

  if (mcp_json_lookup (request->params, strlen (request->params), "inputResponses.ask", &span))
    {
      if (!mcp_json_lookup (request->params, strlen (request->params), "requestState", &state)
          || state.length != strlen (STATE)
          || strncmp (request->params + state.offset, STATE, state.length) != 0)
        {
          demo_tools_answered (server, call, NULL, "\"requestState came back changed\"");
          return TRUE;
        }
      answer = g_strndup (request->params + span.offset, span.length);
      demo_tools_answered (server, call, answer, NULL);
      return TRUE;
    }

  result = g_strdup_printf ("{\"resultType\":\"input_required\",\"inputRequests\":{\"ask\":"
                            "{\"method\":\"%s\"%s%s}},\"requestState\":" STATE "}", method,
                            params != NULL ? ",\"params\":" : "", params != NULL ? params : "");
  demo_server_reply (server, call, result);
  demo_server_end_job (server, demo_server_find_job (server, call));

  return TRUE;
}

static gboolean
wants (Listen     *listen,
       const char *method,
       const char *params)
{
  static const struct
  {
    const char *method;
    const char *key;
  } keys[] = {
    { "notifications/tools/list_changed", "toolsListChanged" },
    { "notifications/resources/list_changed", "resourcesListChanged" },
    { "notifications/prompts/list_changed", "promptsListChanged" },
  };
  gsize length = strlen (listen->filter);
  g_autofree char *uri = NULL;
  McpJsonIter iter;
  McpSpan span;
  McpSpan value;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strcmp (method, keys[i].method) == 0)
      return mcp_json_lookup (listen->filter, length, keys[i].key, &span)
             && listen->filter[span.offset] == 't';

  uri = params != NULL ? demo_string (params, "uri") : NULL;
  if (uri == NULL || !mcp_json_lookup (listen->filter, length, "resourceSubscriptions", &span)
      || !mcp_json_iter_init (&iter, listen->filter + span.offset, span.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_json_key_equal (listen->filter + span.offset + value.offset, value.length, uri))
      return TRUE;

  return FALSE;
}

/* Tells those who listen. Log messages and progress belong to their requests. */
void
demo_modern_notify (DemoModern *self,
                    DemoServer *server,
                    const char *method,
                    const char *params)
{
  GHashTableIter iter;
  gpointer value;

  if (strcmp (method, "notifications/progress") == 0 || strcmp (method, "notifications/message") == 0)
    return;

  g_hash_table_iter_init (&iter, self->listens);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Listen *listen = value;
      gboolean empty = params == NULL || strcmp (params, "{}") == 0;
      g_autofree char *tagged =
        g_strdup_printf ("{\"_meta\":{\"" META "subscriptionId\":%s}%s%s",
                         mcp_id_get_token (listen->id), empty ? "" : ",",
                         params != NULL ? params + 1 : "}");

      if (wants (listen, method, params))
        demo_server_send_notification (server, method, tagged);
    }
}

/* A stream or a call that its client wants no more; TRUE if it was a stream. */
gboolean
demo_modern_cancel (DemoModern *self,
                    McpId      *id)
{
  g_hash_table_remove (self->requests, id);

  return g_hash_table_remove (self->listens, id);
}
