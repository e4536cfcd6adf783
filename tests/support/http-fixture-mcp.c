/* http-fixture-mcp.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture-private.h"

/*
 * A small MCP server over Streamable HTTP. What it sends on a stream it keeps, with an id
 * "STREAM-N" for each event, so that any stream can be asked for again from any event on.
 */

typedef struct
{
  char        *name;
  GPtrArray   *events;    /* of char *: all that were sent or should have been */
  HttpRequest *current;   /* (nullable): what it is sent on; not always open any more */
  gboolean     listener;  /* began with a GET */
  gboolean     ended;     /* its answer is among the events */
} McpStream;

/* A call of the tool "slow". */
typedef struct
{
  HttpMcp   *mcp;
  McpStream *stream;
  char      *id;
  char      *token;        /* (nullable): JSON */
  guint      n_steps;
  guint      step;
  guint      break_after;  /* 0 for never */
  gboolean   break_by_finish;
  guint      timeout;
} SlowCall;

struct _HttpMcp
{
  HttpFixture    *fixture;
  HttpMcpOptions  options;
  char           *session_id;   /* (nullable) */
  guint           n_sessions;
  guint           n_asked;
  GPtrArray      *streams;      /* of McpStream, all there were */
  GPtrArray      *calls;        /* of SlowCall, running */
};

static void
mcp_stream_free (McpStream *self)
{
  g_free (self->name);
  g_ptr_array_unref (self->events);
  g_free (self);
}

static void
slow_call_free (SlowCall *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_free (self->id);
  g_free (self->token);
  g_free (self);
}

void
http_mcp_free (HttpMcp *self)
{
  g_ptr_array_unref (self->calls);
  g_ptr_array_unref (self->streams);
  g_free (self->session_id);
  g_free ((char *) self->options.protocol_version);
  g_free ((char *) self->options.session_id);
  g_free ((char *) self->options.instructions);
  g_free (self);
}

/* --- Streams --- */

static gboolean
is_on (McpStream *self)
{
  return self->current != NULL && http_request_is_open (self->current);
}

static void
send_event (HttpMcp   *self,
            McpStream *stream,
            guint      index)
{
  const char *data = stream->events->pdata[index];
  g_autofree char *event = NULL;

  if (!is_on (stream))
    return;

  if (self->options.no_event_ids)
    event = g_strdup_printf ("data: %s\n\n", data);
  else
    event = g_strdup_printf ("id: %s-%u\ndata: %s\n\n", stream->name, index + 1, data);
  http_request_push (stream->current, event);
}

static void
add_event (HttpMcp    *self,
           McpStream  *stream,
           const char *data)
{
  g_ptr_array_add (stream->events, g_strdup (data));
  send_event (self, stream, stream->events->len - 1);
}

/* Begins to answer @request on a stream, where wanted with an event that only has an id. */
static void
attach (HttpMcp     *self,
        McpStream   *stream,
        HttpRequest *request)
{
  stream->current = request;
  http_request_start_events (request);

  if (self->options.prime)
    {
      g_autofree char *retry = self->options.retry_msec > 0
                                 ? g_strdup_printf ("retry: %u\n", self->options.retry_msec)
                                 : g_strdup ("");
      g_autofree char *event = g_strdup_printf ("id: %s-%u\n%sdata: \n\n", stream->name,
                                                stream->events->len, retry);

      http_request_push (request, event);
    }
}

static McpStream *
new_stream (HttpMcp     *self,
            HttpRequest *request,
            gboolean     listener)
{
  McpStream *stream = g_new0 (McpStream, 1);

  stream->name = g_strdup_printf ("%s%u", listener ? "g" : "p", self->streams->len + 1);
  stream->events = g_ptr_array_new_with_free_func (g_free);
  stream->listener = listener;
  g_ptr_array_add (self->streams, stream);
  attach (self, stream, request);

  return stream;
}

static void
end_stream (HttpMcp    *self,
            McpStream  *stream,
            const char *answer)
{
  stream->ended = TRUE;
  add_event (self, stream, answer);
  if (is_on (stream))
    http_request_finish (stream->current);
}

/* The newest GET stream, on or not: what is sent while it is off is kept for it. */
static McpStream *
get_listener (HttpMcp *self)
{
  for (guint i = self->streams->len; i > 0; i--)
    {
      McpStream *stream = self->streams->pdata[i - 1];

      if (stream->listener)
        return stream;
    }

  g_error ("There is no GET stream yet");
}

static void
resume_stream (HttpMcp     *self,
               HttpRequest *request,
               const char  *last_event_id)
{
  const char *dash = strrchr (last_event_id, '-');
  guint64 n_seen = dash != NULL ? g_ascii_strtoull (dash + 1, NULL, 10) : 0;

  for (guint i = 0; dash != NULL && i < self->streams->len; i++)
    {
      McpStream *stream = self->streams->pdata[i];

      if (strlen (stream->name) != (gsize) (dash - last_event_id) ||
          !g_str_has_prefix (last_event_id, stream->name))
        continue;

      /* One that is still on goes on here. */
      if (is_on (stream))
        http_request_finish (stream->current);
      stream->current = request;
      http_request_start_events (request);
      for (guint n = n_seen; n < stream->events->len; n++)
        send_event (self, stream, n);
      if (stream->ended)
        http_request_finish (request);
      return;
    }

  http_request_reply (request, 400, "text/plain", "No stream has this event.\n");
}

/* --- Answers --- */

static void
answer_text (HttpMcp     *self,
             HttpRequest *request,
             const char  *json)
{
  if (self->options.answer_by_events)
    end_stream (self, new_stream (self, request, FALSE), json);
  else
    http_request_reply_json (request, json);
}

static void
answer (HttpMcp     *self,
        HttpRequest *request,
        const char  *result)
{
  g_autofree char *quoted = http_fixture_requote (result);
  g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}",
                                           http_request_get_rpc_id (request), quoted);

  answer_text (self, request, json);
}

static void
answer_error (HttpMcp     *self,
              HttpRequest *request,
              int          code,
              const char  *message)
{
  g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":"
                                           "{\"code\":%d,\"message\":\"%s\"}}",
                                           http_request_get_rpc_id (request), code, message);

  answer_text (self, request, json);
}

/* The member of the request's params, or of an object in them; NULL for the params themselves. */
static JsonNode *
get_param (HttpRequest *request,
           const char  *object_name,
           const char  *name)
{
  JsonObject *object = json_node_get_object (http_request_get_json (request));
  const char *path[] = { "params", object_name };

  for (gsize i = 0; i < G_N_ELEMENTS (path); i++)
    {
      JsonNode *node;

      if (path[i] == NULL)
        continue;
      node = json_object_get_member (object, path[i]);
      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
        return NULL;
      object = json_node_get_object (node);
    }

  return json_object_get_member (object, name);
}

static guint
get_number (HttpRequest *request,
            const char  *name)
{
  JsonNode *node = get_param (request, "arguments", name);

  return node != NULL ? json_node_get_int (node) : 0;
}

/* --- The tool "slow" --- */

static void
end_slow_call (SlowCall *call)
{
  g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":"
                                           "[{\"type\":\"text\",\"text\":\"%u steps\"}]}}",
                                           call->id, call->n_steps);

  end_stream (call->mcp, call->stream, json);
  call->timeout = 0;
  g_ptr_array_remove_fast (call->mcp->calls, call);
}

static gboolean
slow_step_cb (gpointer user_data)
{
  SlowCall *call = user_data;

  if (call->step == call->n_steps)
    {
      end_slow_call (call);
      return G_SOURCE_REMOVE;
    }

  call->step++;
  if (call->token != NULL)
    {
      g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":"
                                               "\"notifications/progress\",\"params\":"
                                               "{\"progressToken\":%s,\"progress\":%u,"
                                               "\"total\":%u}}",
                                               call->token, call->step, call->n_steps);

      add_event (call->mcp, call->stream, json);
    }

  if (call->step == call->break_after && is_on (call->stream))
    {
      if (call->break_by_finish)
        http_request_finish (call->stream->current);
      else
        http_request_reset (call->stream->current);
    }

  return G_SOURCE_CONTINUE;
}

static void
call_slow (HttpMcp     *self,
           HttpRequest *request)
{
  SlowCall *call = g_new0 (SlowCall, 1);
  JsonNode *token = get_param (request, "_meta", "progressToken");
  JsonNode *finish = get_param (request, "arguments", "finish");

  call->mcp = self;
  call->stream = new_stream (self, request, FALSE);
  call->id = g_strdup (http_request_get_rpc_id (request));
  call->token = token != NULL ? json_to_string (token, FALSE) : NULL;
  call->n_steps = get_number (request, "steps");
  call->break_after = get_number (request, "break_after");
  call->break_by_finish = finish != NULL && json_node_get_boolean (finish);
  call->timeout = g_timeout_add (get_number (request, "msec"), slow_step_cb, call);
  g_ptr_array_add (self->calls, call);
}

static void
call_tool (HttpMcp     *self,
           HttpRequest *request)
{
  JsonNode *name = get_param (request, NULL, "name");
  const char *tool = name != NULL ? json_node_get_string (name) : NULL;

  if (g_strcmp0 (tool, "slow") == 0)
    call_slow (self, request);
  else if (g_strcmp0 (tool, "echo") == 0)
    {
      JsonNode *argument = get_param (request, "arguments", "text");
      g_autofree char *text = argument != NULL ? json_to_string (argument, FALSE)
                                               : g_strdup ("\"\"");
      g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":"
                                               "{\"content\":[{\"type\":\"text\",\"text\":%s}]}}",
                                               http_request_get_rpc_id (request), text);

      answer_text (self, request, json);
    }
  else
    answer_error (self, request, -32602, "Unknown tool");
}

/* --- Requests --- */

static const char *
get_version (HttpMcp *self)
{
  return self->options.protocol_version != NULL ? self->options.protocol_version : "2025-11-25";
}

static void
initialize (HttpMcp     *self,
            HttpRequest *request)
{
  g_autofree char *instructions = NULL;
  g_autofree char *json = NULL;

  if (!self->options.no_session)
    {
      self->n_sessions++;
      g_free (self->session_id);
      if (self->options.session_id != NULL && self->n_sessions == 1)
        self->session_id = g_strdup (self->options.session_id);
      else
        self->session_id = g_strdup_printf ("session-%u-%u", http_fixture_get_port (self->fixture),
                                            self->n_sessions);
      http_request_add_header (request, "MCP-Session-Id", self->session_id);
    }

  if (self->options.instructions != NULL)
    {
      g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (),
                                                         self->options.instructions);
      g_autofree char *text = json_to_string (node, FALSE);

      instructions = g_strdup_printf (",\"instructions\":%s", text);
    }

  json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"%s\","
                          "\"capabilities\":{\"tools\":{\"listChanged\":true},\"logging\":{}},"
                          "\"serverInfo\":{\"name\":\"fixture\",\"version\":\"1\"}%s}}",
                          http_request_get_rpc_id (request), get_version (self),
                          instructions != NULL ? instructions : "");
  answer_text (self, request, json);
}

static gboolean
accepts (HttpRequest *request,
         const char  *media_type)
{
  const char *accept = http_request_get_header (request, "Accept");

  return accept != NULL && strstr (accept, media_type) != NULL;
}

/* Refuses what a strict server refuses; @first is initialize, which has no session yet. */
static gboolean
refuse (HttpMcp     *self,
        HttpRequest *request,
        gboolean     first)
{
  const char *session = http_request_get_header (request, "MCP-Session-Id");
  const char *version = http_request_get_header (request, "MCP-Protocol-Version");
  const char *method = http_request_get_method (request);
  guint status = 0;
  const char *text = NULL;

  if (!self->options.lax && !g_str_equal (method, "DELETE") &&
      (!accepts (request, "text/event-stream") ||
       (g_str_equal (method, "POST") && !accepts (request, "application/json"))))
    status = 406, text = "Accept has to name application/json and text/event-stream.\n";
  else if (!first && !self->options.no_session && session == NULL)
    status = 400, text = "MCP-Session-Id is missing.\n";
  else if (!first && !self->options.no_session && g_strcmp0 (session, self->session_id) != 0)
    status = 404, text = "There is no such session.\n";
  else if (!first && !self->options.lax && g_strcmp0 (version, get_version (self)) != 0)
    status = 400, text = "MCP-Protocol-Version is not what was agreed on.\n";

  if (status != 0)
    http_request_reply (request, status, "text/plain", text);

  return status != 0;
}

static void
handle_post (HttpMcp     *self,
             HttpRequest *request)
{
  JsonNode *json = http_request_get_json (request);
  const char *method = http_request_get_rpc_method (request);
  const char *content_type = http_request_get_header (request, "Content-Type");
  gboolean first = g_strcmp0 (method, "initialize") == 0;

  if (!self->options.lax &&
      (content_type == NULL || !g_str_has_prefix (content_type, "application/json")))
    http_request_reply (request, 415, "text/plain", "Only application/json.\n");
  else if (json == NULL || !JSON_NODE_HOLDS_OBJECT (json))
    http_request_reply (request, 400, "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                        "{\"code\":-32700,\"message\":\"Parse error\"}}");
  else if (refuse (self, request, first))
    return;
  else if (first)
    initialize (self, request);
  else if (method == NULL || http_request_get_rpc_id (request) == NULL)
    http_request_reply (request, 202, NULL, NULL);
  else if (self->options.no_answer)
    return;
  else if (g_str_equal (method, "ping") || g_str_equal (method, "logging/setLevel"))
    answer (self, request, "{}");
  else if (g_str_equal (method, "tools/list"))
    answer (self, request,
            "{'tools':[{'name':'echo','description':'Says it again','inputSchema':{'type':'object',"
            "'properties':{'text':{'type':'string'}},'required':['text']}},"
            "{'name':'slow','description':'Takes its time','inputSchema':{'type':'object',"
            "'properties':{'steps':{'type':'integer'},'msec':{'type':'integer'},"
            "'break_after':{'type':'integer'},'finish':{'type':'boolean'}}}}]}");
  else if (g_str_equal (method, "tools/call"))
    call_tool (self, request);
  else
    answer_error (self, request, -32601, "Method not found");
}

static void
handle_get (HttpMcp     *self,
            HttpRequest *request)
{
  const char *last_event_id = http_request_get_header (request, "Last-Event-ID");

  /* Also one that offers no stream of its own lets those of answers be resumed. */
  if (self->options.refuse_get && last_event_id == NULL)
    {
      http_request_add_header (request, "Allow", "POST, DELETE");
      http_request_reply (request, 405, "text/plain", "There is no GET stream.\n");
    }
  else if (refuse (self, request, FALSE))
    return;
  else if (last_event_id != NULL)
    resume_stream (self, request, last_event_id);
  else
    new_stream (self, request, TRUE);
}

static void
handle_delete (HttpMcp     *self,
               HttpRequest *request)
{
  if (self->options.refuse_delete || self->options.no_session)
    {
      http_request_add_header (request, "Allow", "GET, POST");
      http_request_reply (request, 405, "text/plain", "Sessions end by themselves.\n");
    }
  else if (!refuse (self, request, FALSE))
    {
      http_request_reply (request, 200, NULL, NULL);
      http_fixture_forget_session (self->fixture);
    }
}

void
http_mcp_handle (HttpMcp     *self,
                 HttpRequest *request)
{
  const char *method = http_request_get_method (request);

  if (g_str_equal (method, "POST"))
    handle_post (self, request);
  else if (g_str_equal (method, "GET"))
    handle_get (self, request);
  else if (g_str_equal (method, "DELETE"))
    handle_delete (self, request);
  else
    http_request_reply (request, 405, "text/plain", "GET, POST or DELETE.\n");
}

/* --- What a test does with it --- */

/**
 * http_fixture_serve_mcp:
 * @self: a fixture
 * @options: (nullable): how it is to behave; copied
 *
 * Puts an MCP server at "/mcp". Called again, it starts anew.
 */
void
http_fixture_serve_mcp (HttpFixture          *self,
                        const HttpMcpOptions *options)
{
  HttpMcp *mcp = g_new0 (HttpMcp, 1);

  mcp->fixture = self;
  if (options != NULL)
    mcp->options = *options;
  mcp->options.protocol_version = g_strdup (mcp->options.protocol_version);
  mcp->options.session_id = g_strdup (mcp->options.session_id);
  mcp->options.instructions = g_strdup (mcp->options.instructions);
  mcp->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_stream_free);
  mcp->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) slow_call_free);
  http_fixture_take_mcp (self, mcp);
}

/**
 * http_fixture_forget_session:
 * @self: a fixture with an MCP server
 *
 * Forgets the session as a restarted server does: its GET streams end, its calls are never
 * answered, and its next use is answered by 404.
 */
void
http_fixture_forget_session (HttpFixture *self)
{
  HttpMcp *mcp = http_fixture_get_mcp (self);

  g_clear_pointer (&mcp->session_id, g_free);
  g_ptr_array_set_size (mcp->calls, 0);
  for (guint i = 0; i < mcp->streams->len; i++)
    {
      McpStream *stream = mcp->streams->pdata[i];

      if (is_on (stream))
        http_request_finish (stream->current);
    }
  g_ptr_array_set_size (mcp->streams, 0);
}

const char *
http_fixture_get_session_id (HttpFixture *self)
{
  return http_fixture_get_mcp (self)->session_id;
}

guint
http_fixture_get_n_listeners (HttpFixture *self)
{
  HttpMcp *mcp = http_fixture_get_mcp (self);
  guint n = 0;

  for (guint i = 0; i < mcp->streams->len; i++)
    {
      McpStream *stream = mcp->streams->pdata[i];

      if (stream->listener && is_on (stream))
        n++;
    }

  return n;
}

static void
send_to_listener (HttpFixture *self,
                  const char  *id,
                  const char  *method,
                  const char  *params)
{
  HttpMcp *mcp = http_fixture_get_mcp (self);
  g_autofree char *quoted = params != NULL ? http_fixture_requote (params) : NULL;
  g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\"%s,\"method\":\"%s\"%s%s}",
                                           id, method, quoted != NULL ? ",\"params\":" : "",
                                           quoted != NULL ? quoted : "");

  add_event (mcp, get_listener (mcp), json);
}

void
http_fixture_notify (HttpFixture *self,
                     const char  *method,
                     const char  *params)
{
  send_to_listener (self, "", method, params);
}

void
http_fixture_ask (HttpFixture *self,
                  const char  *method,
                  const char  *params)
{
  HttpMcp *mcp = http_fixture_get_mcp (self);
  g_autofree char *id = g_strdup_printf (",\"id\":\"s%u\"", ++mcp->n_asked);

  send_to_listener (self, id, method, params);
}

HttpRequest *
http_fixture_get_answer (HttpFixture *self,
                         guint        n)
{
  g_autofree char *id = g_strdup_printf ("\"s%u\"", n);

  for (guint i = 0; i < http_fixture_get_n_requests (self); i++)
    {
      HttpRequest *request = http_fixture_get_request (self, i);

      if (http_request_get_rpc_method (request) == NULL &&
          g_strcmp0 (http_request_get_rpc_id (request), id) == 0)
        return request;
    }

  return NULL;
}

void
http_fixture_end_listeners (HttpFixture *self,
                            gboolean     reset)
{
  HttpMcp *mcp = http_fixture_get_mcp (self);

  for (guint i = 0; i < mcp->streams->len; i++)
    {
      McpStream *stream = mcp->streams->pdata[i];

      if (!stream->listener || !is_on (stream))
        continue;
      if (reset)
        http_request_reset (stream->current);
      else
        http_request_finish (stream->current);
    }
}
