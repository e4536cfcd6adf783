/* demo-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>

#include "demo-server-private.h"
#include "demo-skills.h"
#include "mcp-error.h"

/*
 * The server's frame: lines in, messages out, the lifecycle and what does not belong to tools,
 * resources or prompts. It reads from a main loop, so that slow answers do not stand in the way
 * of quick ones, and writes blocking, so that it goes at its client's pace. Over HTTP there is one
 * of these for each session, and demo-http.c moves the messages. What only the newer era has is in
 * demo-modern.c.
 */

#define LINE_CAP_BYTES (64u * 1024 * 1024)

void
demo_server_delay_pings (DemoServer *self,
                         guint       msec,
                         guint       n_pings)
{
  self->ping_delay_msec = msec;
  self->n_slow_pings = n_pings;
}

/* All but resources. */
#define CAPABILITIES                                                                               \
  "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":false},\"logging\":{},\"completions\":{}," \
  "\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}," DEMO_SKILLS_EXTENSION

static void
handle_initialize (DemoServer *self,
                   McpId      *id,
                   const char *params)
{
  g_autofree char *asked = demo_string (params, "protocolVersion");
  g_autofree char *icons = demo_icons (3, 0x1c71d8, 0x99c1f1);
  g_autofree char *result = NULL;
  McpVersion version = mcp_version_from_string (asked);
  GString *json;

  if (asked == NULL)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "“protocolVersion” is missing");
      return;
    }

  json = g_string_new ("{");
  /* Version negotiation: the one asked for, or the newest we know (basic/lifecycle). */
  if (version == MCP_VERSION_UNKNOWN)
    version = MCP_VERSION_NEWEST_LEGACY;

  g_free (self->client);
  self->client = g_strdup (params);
  self->has_session = TRUE;
  self->version = version;

  mcp_json_append_member_string (json, "protocolVersion", mcp_version_to_string (version));
  mcp_json_append_member (json, "capabilities",
                          demo_skills_breaks (DEMO_SKILL_NO_RESOURCES)
                            ? "{" CAPABILITIES "}"
                            : "{\"resources\":{\"subscribe\":true,\"listChanged\":true}," CAPABILITIES "}");
  mcp_json_append_key (json, "serverInfo");
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "name", "sounder-demo-server");
  mcp_json_append_member_string (json, "title", "Demo Server");
  mcp_json_append_member_string (json, "version", PACKAGE_VERSION);
  mcp_json_append_member_string (json, "description",
                                 "A small server with something of everything, to try Sounder on");
  mcp_json_append_member_string (json, "websiteUrl", "https://mcp-sounder.github.io/");
  mcp_json_append_member (json, "icons", icons);
  g_string_append_c (json, '}');
  mcp_json_append_member_string (json, "instructions",
                                 "Call “echo” to see a message go both ways. “slow” reports "
                                 "progress and can be cancelled. “delay-ping” makes the pulse "
                                 "visible on the Health page, and “crash” ends this server. "
                                 "There is a skill at skill://demo/secret-handshake/SKILL.md.");
  g_string_append_c (json, '}');
  result = g_string_free (json, FALSE);
  demo_server_reply (self, id, result);
}

typedef struct
{
  DemoServer *server;
  DemoJob    *job;
} SlowPong;

static gboolean
slow_pong_cb (gpointer user_data)
{
  SlowPong *pong = user_data;

  pong->job->source = 0;
  demo_server_reply (pong->server, pong->job->id, "{}");
  demo_server_end_job (pong->server, pong->job);

  return G_SOURCE_REMOVE;
}

static void
handle_ping (DemoServer *self,
             McpId      *id,
             const char *params)
{
  SlowPong *pong;

  if (self->n_slow_pings == 0)
    {
      demo_server_reply (self, id, "{}");
      return;
    }

  self->n_slow_pings--;
  pong = g_new (SlowPong, 1);
  pong->server = self;
  pong->job = demo_server_add_job (self, id, params);
  pong->job->source = g_timeout_add_full (G_PRIORITY_DEFAULT, self->ping_delay_msec, slow_pong_cb,
                                          pong, g_free);
}

static void
handle_set_level (DemoServer *self,
                  McpId      *id,
                  const char *params)
{
  g_autofree char *level = demo_string (params, "level");
  int index = demo_server_level_index (level);

  if (index < 0)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "Unknown log level: %s",
                               level != NULL ? level : "none");
      return;
    }

  self->log_level = index;
  demo_server_reply (self, id, "{}");
}

static gboolean
tick_cb (gpointer user_data)
{
  DemoServer *self = user_data;
  GHashTableIter iter;
  gpointer uri;

  g_hash_table_iter_init (&iter, self->subscriptions);
  while (g_hash_table_iter_next (&iter, &uri, NULL))
    {
      g_autofree char *params = NULL;
      GString *json;

      if (!g_str_equal (uri, "demo://clock"))
        continue;

      json = g_string_new ("{");
      mcp_json_append_member_string (json, "uri", uri);
      g_string_append_c (json, '}');
      params = g_string_free (json, FALSE);
      demo_server_notify (self, "notifications/resources/updated", params);
    }

  return G_SOURCE_CONTINUE;
}

gboolean
demo_server_is_modern (DemoServer *self,
                       McpId      *id)
{
  return self->modern != NULL && demo_modern_has (self->modern, id);
}

void
demo_server_watch (DemoServer *self,
                   char       *uri)
{
  g_hash_table_add (self->subscriptions, uri);
  if (self->clock_source == 0)
    self->clock_source = g_timeout_add_seconds (1, tick_cb, self);
}

gboolean
demo_server_knows_level (const char *level)
{
  return demo_server_level_index (level) >= 0;
}

/* Who sent the request that is being handled: from 2026-07-28 on each says it. */
void
demo_server_set_client (DemoServer *self,
                        const char *client,
                        const char *level)
{
  int index = demo_server_level_index (level);

  g_free (self->client);
  self->client = g_strdup (client);
  self->log_level = index >= 0 ? index : G_MAXINT;
}

static void
handle_subscribe (DemoServer *self,
                  McpId      *id,
                  const char *params)
{
  g_autofree char *uri = demo_string (params, "uri");

  if (uri == NULL)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "“uri” is missing");
      return;
    }

  demo_server_watch (self, g_steal_pointer (&uri));
  demo_server_reply (self, id, "{}");
}

static void
handle_unsubscribe (DemoServer *self,
                    McpId      *id,
                    const char *params)
{
  g_autofree char *uri = demo_string (params, "uri");

  if (uri != NULL)
    g_hash_table_remove (self->subscriptions, uri);
  if (g_hash_table_size (self->subscriptions) == 0)
    g_clear_handle_id (&self->clock_source, g_source_remove);
  demo_server_reply (self, id, "{}");
}

static const struct
{
  const char *method;
  void      (*handle) (DemoServer *self,
                       McpId      *id,
                       const char *params);
} methods[] = {
  { "completion/complete", demo_complete },
  { "initialize", handle_initialize },
  { "logging/setLevel", handle_set_level },
  { "ping", handle_ping },
  { "prompts/get", demo_prompts_get },
  { "prompts/list", demo_prompts_list },
  { "resources/directory/read", demo_directories_read },
  { "resources/list", demo_resources_list },
  { "resources/read", demo_resources_read },
  { "resources/subscribe", handle_subscribe },
  { "resources/templates/list", demo_resources_templates },
  { "resources/unsubscribe", handle_unsubscribe },
  { "skills/get", demo_skills_get },
  { "skills/list", demo_skills_list },
  { "tasks/cancel", demo_tasks_cancel },
  { "tasks/get", demo_tasks_get },
  { "tasks/list", demo_tasks_list },
  { "tasks/result", demo_tasks_result },
  { "tools/call", demo_tools_call },
  { "tools/list", demo_tools_list },
};

static void
handle_request (DemoServer *self,
                const char *method,
                McpId      *id,
                const char *params)
{
  if (self->modern != NULL && demo_modern_take (self->modern, self, method, id, params))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      if (g_str_equal (methods[i].method, method))
        {
          methods[i].handle (self, id, params);
          return;
        }
    }

  demo_server_reply_error (self, id, MCP_RPC_METHOD_NOT_FOUND, NULL, "Method not found: %s",
                           method);
}

static void
handle_notification (DemoServer *self,
                     const char *method,
                     const char *params)
{
  g_autoptr (McpId) id = NULL;
  DemoJob *job;
  McpSpan span;

  if (g_str_equal (method, "notifications/initialized")
      || g_str_equal (method, "notifications/roots/list_changed"))
    {
      self->is_ready = TRUE;
      if (demo_server_client_has (self, "roots"))
        {
          g_autoptr (McpId) roots_id = mcp_id_new_string ("roots");
          g_autoptr (McpMessage) request = mcp_message_new_request (roots_id, "roots/list", NULL);

          demo_server_send (self, request);
        }
      return;
    }

  /* A cancelled job is dropped without an answer (basic/utilities/cancellation). */
  if (g_str_equal (method, "notifications/cancelled")
      && mcp_json_lookup (params, strlen (params), "requestId", &span))
    {
      id = mcp_id_new_from_token (params + span.offset, span.length);
      job = id != NULL ? g_hash_table_lookup (self->jobs, id) : NULL;
      if (id != NULL && self->modern != NULL && demo_modern_cancel (self->modern, id))
        return;
      if (job != NULL)
        {
          demo_server_log (self, "notice", "Request %s was cancelled", mcp_id_get_token (id));
          demo_server_take_back (self, id);
          demo_server_end_job (self, job);
        }
    }
}

/* The answer to what is asked without a call. */
static void
log_roots (DemoServer *self,
           const char *result,
           gsize       length)
{
  McpSpan roots = { 0 };

  if (mcp_json_lookup (result, length, "roots", &roots))
    demo_server_log (self, "info", "The client has %u roots",
                     mcp_json_count (result + roots.offset, roots.length));
}

static void
say (DemoServer *self,
     const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_new (bytes);

  demo_server_put_out (self, message);
}

/* Breaks the rule that a message is about; FALSE: the message is to be handled as it should be. */
static gboolean
break_rule (DemoServer           *self,
            const DemoProbeBreak *rule,
            McpId                *id) /* (nullable) */
{
  g_autoptr (McpMessage) answer = NULL;

  switch (rule->reaction)
    {
    case DEMO_REACT_RESULT:
      answer = mcp_message_new_result (id, rule->with);
      demo_server_put_out (self, answer);
      return TRUE;

    case DEMO_REACT_ERROR:
      answer = mcp_message_new_error (id, g_ascii_strtoll (rule->with, NULL, 10), "As --probe-break says", NULL);
      demo_server_put_out (self, answer);
      return TRUE;

    case DEMO_REACT_SAY:
      say (self, rule->with);
      return TRUE;

    case DEMO_REACT_END:
      g_printerr ("sounder-demo-server: ends, to break the rule of %s\n", rule->probe);
      _exit (1);

    case DEMO_REACT_FIRST:
      say (self, rule->with);
      return FALSE;

    case DEMO_REACT_TWICE:
    case DEMO_REACT_CHANGE:
    case DEMO_REACT_STATUS:
    default:
      return FALSE;
    }
}

static void
handle (DemoServer *self,
        McpMessage *message);

static void
handle_batch (DemoServer *self,
              McpMessage *message)
{
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (message);

  demo_batches_add (self->batches, parts);
  for (guint i = 0; i < parts->len; i++)
    handle (self, parts->pdata[i]);
}

static void
handle (DemoServer *self,
        McpMessage *message)
{
  GBytes *line = mcp_message_get_bytes (message);
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (line, NULL);
  g_autofree char *params = scan->params.length > 0
                              ? g_strndup (data + scan->params.offset, scan->params.length)
                              : g_strdup ("{}");
  g_autofree char *what = NULL;

  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_REQUEST:
      handle_request (self, mcp_message_get_method (message), mcp_message_get_id (message), params);
      break;

    case MCP_MESSAGE_NOTIFICATION:
      handle_notification (self, mcp_message_get_method (message), params);
      break;

    case MCP_MESSAGE_RESULT:
      if (!demo_server_take_answer (self, message))
        log_roots (self, data + scan->result.offset, scan->result.length);
      break;

    case MCP_MESSAGE_ERROR:
      demo_server_take_answer (self, message);
      break;

    case MCP_MESSAGE_BATCH:
      if (demo_server_takes_batches (self))
        {
          handle_batch (self, message);
          break;
        }
      G_GNUC_FALLTHROUGH;

    case MCP_MESSAGE_INVALID:
    default:
      what = mcp_scan_describe (scan);
      demo_server_reply_error (self, mcp_message_get_id (message),
                               scan->fault != MCP_SCAN_OK ? MCP_RPC_PARSE_ERROR
                                                          : MCP_RPC_INVALID_REQUEST,
                               NULL, "%s", what != NULL ? what : "Batches are not taken");
    }
}

/* Takes one message from the client. */
void
demo_server_handle (DemoServer *self,
                    GBytes     *line)
{
  g_autoptr (McpMessage) message = mcp_message_new (line);
  DemoPhase phase = self->is_ready ? DEMO_PHASE_READY : self->has_session ? DEMO_PHASE_GREETED : DEMO_PHASE_NEW;

  self->broken = demo_breaks_find (message, phase);
  if (self->broken == NULL || !break_rule (self, self->broken, mcp_message_get_id (message)))
    handle (self, message);
  self->broken = NULL;
}

static gboolean
stdin_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  DemoServer *self = user_data;
  char buffer[65536];
  McpLine line;
  gssize n = read (fd, buffer, sizeof buffer);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;

  if (n > 0)
    mcp_line_splitter_push (self->splitter, buffer, n, g_get_monotonic_time ());
  else
    mcp_line_splitter_finish (self->splitter);

  while (mcp_line_splitter_next (self->splitter, &line))
    {
      if (!line.oversized && g_bytes_get_size (line.bytes) > 0)
        demo_server_handle (self, line.bytes);
      mcp_line_clear (&line);
    }

  /* End of input is the client's goodbye (basic/lifecycle, shutdown). */
  if (n <= 0)
    {
      g_main_loop_quit (self->loop);
      return G_SOURCE_REMOVE;
    }

  return G_SOURCE_CONTINUE;
}

gboolean
demo_server_takes_batches (DemoServer *self)
{
  return self->version == MCP_VERSION_2025_03_26;
}

DemoServer *
demo_server_new (DemoEras eras)
{
  DemoServer *self = g_new0 (DemoServer, 1);

  self->loop = g_main_loop_new (NULL, FALSE);
  self->splitter = mcp_line_splitter_new (LINE_CAP_BYTES);
  self->jobs = demo_jobs_new ();
  self->asked = demo_asked_new ();
  self->subscriptions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_ptr_array_new_with_free_func (demo_task_free);
  self->log_level = demo_server_level_index ("info");
  self->batches = demo_batches_new ();
  self->modern = eras != DEMO_LEGACY ? demo_modern_new (eras == DEMO_MODERN_ONLY) : NULL;

  return self;
}

/* Where messages to the client go instead of standard output. */
void
demo_server_set_output (DemoServer *self,
                        DemoOutput  output,
                        gpointer    user_data)
{
  self->output = output;
  self->output_data = user_data;
}

void
demo_server_free (DemoServer *self)
{
  g_clear_handle_id (&self->clock_source, g_source_remove);
  g_hash_table_unref (self->jobs);
  g_hash_table_unref (self->asked);
  g_hash_table_unref (self->subscriptions);
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->batches);
  g_clear_pointer (&self->modern, demo_modern_free);
  g_free (self->client);
  mcp_line_splitter_free (self->splitter);
  g_main_loop_unref (self->loop);
  g_free (self);
}

GPtrArray *
demo_server_get_tasks (DemoServer *self)
{
  return self->tasks;
}

/* Serves until its input ends; returns the exit status. */
int
demo_server_run (DemoServer *self)
{
  static char buffer[256 * 1024];
  guint source = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, stdin_cb, self);

  setvbuf (stdout, buffer, _IOFBF, sizeof buffer);
  fprintf (stderr, "sounder-demo-server %s: ready on standard input and output\n",
           PACKAGE_VERSION);
  g_main_loop_run (self->loop);
  fprintf (stderr, "sounder-demo-server: goodbye\n");

  if (g_main_context_find_source_by_id (NULL, source) != NULL)
    g_source_remove (source);

  return self->status;
}
