/* http-fixture-modern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture-private.h"

/*
 * A small MCP server of 2026-07-28: no session, one POST for each request, which says in headers
 * what it says in its body. It refuses what does not.
 */

#define VERSION "2026-07-28"

/* A call of the tool "slow". */
typedef struct
{
  HttpModern  *modern;
  HttpRequest *request;
  char        *token;   /* (nullable): JSON */
  guint        n_steps;
  guint        step;
  guint        timeout;
} SlowCall;

struct _HttpModern
{
  HttpFixture       *fixture;
  HttpModernOptions  options;
  GPtrArray         *calls;      /* of SlowCall, running */
  GPtrArray         *listening;  /* of HttpRequest, not all open any more */
};

static void
slow_call_free (gpointer data)
{
  SlowCall *call = data;

  g_clear_handle_id (&call->timeout, g_source_remove);
  g_free (call->token);
  g_free (call);
}

void
http_modern_free (HttpModern *self)
{
  g_ptr_array_unref (self->calls);
  g_ptr_array_unref (self->listening);
  g_free ((char *) self->options.discover);
  g_free ((char *) self->options.tools);
  g_free ((char *) self->options.refuse);
  g_free (self);
}

/* --- Reading --- */

/* A member of the request's params at a path of one or two names; NULL when there is none. */
static JsonNode *
get_param (HttpRequest *request,
           const char  *first,
           const char  *second)
{
  const char *path[] = { "params", first, second };
  JsonNode *node = http_request_get_json (request);

  for (gsize i = 0; i < G_N_ELEMENTS (path) && path[i] != NULL; i++)
    {
      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
        return NULL;
      node = json_object_get_member (json_node_get_object (node), path[i]);
    }

  return node;
}

static const char *
get_string (HttpRequest *request,
            const char  *first,
            const char  *second)
{
  JsonNode *node = get_param (request, first, second);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

static guint
get_number (HttpRequest *request,
            const char  *name)
{
  JsonNode *node = get_param (request, "arguments", name);

  return node != NULL ? json_node_get_int (node) : 0;
}

/* --- Answering --- */

static void
answer (HttpModern  *self,
        HttpRequest *request,
        const char  *result)
{
  g_autofree char *event = NULL;

  if (!self->options.answer_by_events)
    {
      http_request_reply_result (request, result);
      return;
    }

  event = http_request_dup_result_event (request, result);
  http_request_start_events (request);
  http_request_push (request, event);
  http_request_finish (request);
}

void
http_request_reply_error (HttpRequest *self,
                          guint        status,
                          int          code,
                          const char  *data)
{
  g_autofree char *quoted = data != NULL ? http_fixture_requote (data) : NULL;
  g_autofree char *json =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"No\"%s%s}}",
                     http_request_get_rpc_id (self), code, quoted != NULL ? ",\"data\":" : "",
                     quoted != NULL ? quoted : "");

  http_request_reply (self, status, "application/json", json);
}

static void
notify (HttpRequest *request,
        const char  *method,
        const char  *params)
{
  g_autofree char *event = g_strdup_printf ("data: {\"jsonrpc\":\"2.0\",\"method\":\"%s\","
                                            "\"params\":%s}\n\n", method, params);

  http_request_push (request, event);
}

/* --- The tool "slow" --- */

static gboolean
slow_step_cb (gpointer user_data)
{
  SlowCall *call = user_data;

  if (!http_request_is_open (call->request))
    {
      call->timeout = 0;
      g_ptr_array_remove_fast (call->modern->calls, call);
      return G_SOURCE_REMOVE;
    }

  if (call->step < call->n_steps)
    {
      g_autofree char *params = g_strdup_printf ("{\"progressToken\":%s,\"progress\":%u}",
                                                 call->token, ++call->step);

      if (call->token != NULL)
        notify (call->request, "notifications/progress", params);
      return G_SOURCE_CONTINUE;
    }

  {
    g_autofree char *event =
      http_request_dup_result_event (call->request, "{'resultType':'complete','content':[]}");

    http_request_push (call->request, event);
    http_request_finish (call->request);
  }
  call->timeout = 0;
  g_ptr_array_remove_fast (call->modern->calls, call);

  return G_SOURCE_REMOVE;
}

static void
call_slow (HttpModern  *self,
           HttpRequest *request)
{
  SlowCall *call = g_new0 (SlowCall, 1);
  JsonNode *token = get_param (request, "_meta", "progressToken");

  call->modern = self;
  call->request = request;
  call->token = token != NULL ? json_to_string (token, FALSE) : NULL;
  call->n_steps = get_number (request, "steps");
  http_request_start_events (request);
  http_request_push (request, "id: 1\nretry: 1\ndata:\n\n");
  call->timeout = g_timeout_add (get_number (request, "msec"), slow_step_cb, call);
  g_ptr_array_add (self->calls, call);
}

static void
call_tool (HttpModern  *self,
           HttpRequest *request)
{
  const char *tool = get_string (request, "name", NULL);

  if (self->options.mismatches > 0)
    {
      self->options.mismatches--;
      http_request_reply_error (request, 400, -32020, NULL);
    }
  else if (g_strcmp0 (tool, "slow") == 0)
    call_slow (self, request);
  else if (g_strcmp0 (tool, "needy") == 0)
    http_request_reply_error (request, 400, -32021,
                              "{'requiredCapabilities':{'sampling':{},'elicitation':{'url':{}}}}");
  else
    answer (self, request,
            "{'resultType':'complete','content':[{'type':'text','text':'done'}]}");
}

/* --- Listening --- */

static char *
tagged (HttpRequest *request,
        const char  *params)
{
  g_autofree char *quoted = params != NULL ? http_fixture_requote (params) : g_strdup ("{}");
  const char *rest = strcmp (quoted, "{}") == 0 ? "" : ",";

  return g_strdup_printf ("{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%s}%s%s",
                          http_request_get_rpc_id (request), rest, quoted + 1);
}

static void
listen (HttpModern  *self,
        HttpRequest *request)
{
  JsonNode *filter = get_param (request, "notifications", NULL);
  g_autofree char *granted = NULL;
  g_autofree char *body = NULL;
  g_autofree char *params = NULL;

  if (self->options.refuse != NULL)
    json_object_remove_member (json_node_get_object (filter), self->options.refuse);
  granted = json_to_string (filter, FALSE);
  body = g_strdup_printf ("{'notifications':%s}", granted);
  params = tagged (request, body);

  http_request_start_events (request);
  g_ptr_array_add (self->listening, request);
  if (!self->options.no_acknowledgement)
    notify (request, "notifications/subscriptions/acknowledged", params);
}

/* --- Requests --- */

static gboolean
has_header (HttpRequest *request,
            const char  *name,
            const char  *expected)
{
  return g_strcmp0 (http_request_get_header (request, name), expected) == 0;
}

/* Refuses what a strict server refuses. */
static gboolean
refuse (HttpRequest *request)
{
  const char *version = get_string (request, "_meta", "io.modelcontextprotocol/protocolVersion");
  const char *method = http_request_get_rpc_method (request);
  const char *accept = http_request_get_header (request, "Accept");
  JsonNode *capabilities = get_param (request, "_meta",
                                      "io.modelcontextprotocol/clientCapabilities");
  gboolean named = g_strcmp0 (method, "tools/call") == 0 || g_strcmp0 (method, "prompts/get") == 0;

  if (accept == NULL || strstr (accept, "application/json") == NULL
      || strstr (accept, "text/event-stream") == NULL)
    http_request_reply (request, 406, "text/plain", "Accept names too little.\n");
  else if (method == NULL || http_request_get_rpc_id (request) == NULL)
    http_request_reply (request, 400, "text/plain", "Only requests.\n");
  else if (version == NULL || capabilities == NULL)
    http_request_reply_error (request, 400, -32602, NULL);
  else if (!has_header (request, "MCP-Protocol-Version", version)
           || !has_header (request, "Mcp-Method", method)
           || (named && http_request_get_header (request, "Mcp-Name") == NULL))
    http_request_reply_error (request, 400, -32020, NULL);
  else if (strcmp (version, VERSION) != 0)
    http_request_reply_error (request, 400, -32022, "{'supported':['" VERSION "']}");
  else
    return FALSE;

  return TRUE;
}

/* Whether it is for this server; else it is for an older one behind the same address. */
gboolean
http_modern_handle (HttpModern  *self,
                    HttpRequest *request,
                    gboolean     alone)
{
  const char *method = http_request_get_rpc_method (request);

  if (!alone && http_request_get_header (request, "Mcp-Method") == NULL)
    return FALSE;

  if (strcmp (http_request_get_method (request), "POST") != 0)
    http_request_reply (request, 405, "text/plain", "Only POST.\n");
  else if (refuse (request))
    return TRUE;
  else if (strcmp (method, "server/discover") == 0)
    answer (self, request,
            self->options.discover != NULL
              ? self->options.discover
              : "{'resultType':'complete','supportedVersions':['" VERSION "'],'capabilities':"
                "{'tools':{'listChanged':true},'resources':{'subscribe':true,'listChanged':true}},"
                "'ttlMs':0,'cacheScope':'private',"
                "'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'fixture','version':'1'}}}");
  else if (strcmp (method, "tools/list") == 0)
    {
      g_autofree char *result =
        g_strdup_printf ("{'resultType':'complete','ttlMs':60000,'cacheScope':'public','tools':%s}",
                         self->options.tools != NULL
                           ? self->options.tools
                           : "[{'name':'echo','inputSchema':{'type':'object'}}]");

      answer (self, request, result);
    }
  else if (strcmp (method, "resources/list") == 0)
    answer (self, request,
            "{'resultType':'complete','ttlMs':0,'cacheScope':'public','resources':[]}");
  else if (strcmp (method, "tools/call") == 0)
    call_tool (self, request);
  else if (strcmp (method, "subscriptions/listen") == 0)
    listen (self, request);
  else
    http_request_reply_error (request, 404, -32601, NULL);

  return TRUE;
}

/* --- What a test does with it --- */

/**
 * http_fixture_serve_modern:
 * @self: a fixture
 * @options: (nullable): how it is to behave; copied
 *
 * Puts an MCP server of 2026-07-28 at "/mcp". With http_fixture_serve_mcp() it serves both eras.
 */
void
http_fixture_serve_modern (HttpFixture             *self,
                           const HttpModernOptions *options)
{
  HttpModern *modern = g_new0 (HttpModern, 1);

  modern->fixture = self;
  if (options != NULL)
    modern->options = *options;
  modern->options.discover = g_strdup (modern->options.discover);
  modern->options.tools = g_strdup (modern->options.tools);
  modern->options.refuse = g_strdup (modern->options.refuse);
  modern->calls = g_ptr_array_new_with_free_func (slow_call_free);
  modern->listening = g_ptr_array_new ();
  http_fixture_take_modern (self, modern);
}

/* The tools that are listed from now on. */
void
http_fixture_set_tools (HttpFixture *self,
                        const char  *tools)
{
  HttpModern *modern = http_fixture_get_modern (self);

  g_free ((char *) modern->options.tools);
  modern->options.tools = g_strdup (tools);
}

/* The open streams of subscriptions/listen. */
guint
http_fixture_get_n_subscriptions (HttpFixture *self)
{
  HttpModern *modern = http_fixture_get_modern (self);
  guint n = 0;

  for (guint i = 0; i < modern->listening->len; i++)
    n += http_request_is_open (modern->listening->pdata[i]);

  return n;
}

/* Sends to every open stream, under its id. Single quotes stand for double ones. */
void
http_fixture_tell (HttpFixture *self,
                   const char  *method,
                   const char  *params)
{
  HttpModern *modern = http_fixture_get_modern (self);

  for (guint i = 0; i < modern->listening->len; i++)
    {
      HttpRequest *request = modern->listening->pdata[i];
      g_autofree char *text = tagged (request, params);

      if (http_request_is_open (request))
        notify (request, method, text);
    }
}

/* Ends every stream: with its result, or by RST. */
void
http_fixture_end_subscriptions (HttpFixture *self,
                                gboolean     reset)
{
  HttpModern *modern = http_fixture_get_modern (self);

  for (guint i = 0; i < modern->listening->len; i++)
    {
      HttpRequest *request = modern->listening->pdata[i];
      g_autofree char *event = NULL;

      if (!http_request_is_open (request))
        continue;

      if (reset)
        {
          http_request_reset (request);
          continue;
        }
      event = http_request_dup_result_event (request, "{'resultType':'complete'}");
      http_request_push (request, event);
      http_request_finish (request);
    }
}
