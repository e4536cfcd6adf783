/* demo-tools-slow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "demo-server.h"
#include "mcp-error.h"

/* The tools that take long, say much, or misbehave. */

typedef struct
{
  DemoServer *server;
  DemoJob    *job;
} Step;

/* One step of slow work: progress, and at the last one the answer. */
static gboolean
slow_step_cb (gpointer user_data)
{
  Step *step = user_data;
  DemoJob *job = step->job;

  job->step++;
  if (job->progress_token != NULL)
    {
      g_autofree char *params =
        g_strdup_printf ("{\"progressToken\":%s,\"progress\":%u,\"total\":%u,"
                         "\"message\":\"Step %u of %u\"}",
                         job->progress_token, job->step, job->n_steps, job->step, job->n_steps);

      demo_server_notify (step->server, "notifications/progress", params);
    }

  if (job->step < job->n_steps)
    return G_SOURCE_CONTINUE;

  job->source = 0;
  demo_reply_text (step->server, job->id, FALSE, "Done after %u steps", job->n_steps);
  demo_server_end_job (step->server, job);

  return G_SOURCE_REMOVE;
}

static void
call_slow (DemoServer *self,
           McpId      *id,
           const char *arguments,
           const char *params)
{
  Step *step = g_new0 (Step, 1);
  double seconds = 5;

  mcp_json_lookup_double (arguments, strlen (arguments), "seconds", &seconds);
  step->server = self;
  step->job = demo_server_add_job (self, id, params);
  step->job->n_steps = demo_int (arguments, "steps", 10, 1, 10000);
  step->job->source = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                          MAX (1, seconds * 1000 / step->job->n_steps),
                                          slow_step_cb, step, g_free);
}

static void
call_large (DemoServer *self,
            McpId      *id,
            const char *arguments)
{
  gsize n_bytes = demo_int (arguments, "bytes", 1048576, 0, 200 * 1024 * 1024);
  const char *line = "The quick brown fox jumps over the lazy dog. ";
  gsize line_length = strlen (line);
  g_autofree char *result = NULL;
  GString *json = g_string_sized_new (n_bytes + 64);

  g_string_append (json, "{\"content\":[{\"type\":\"text\",\"text\":\"");
  for (gsize left = n_bytes; left > 0; left -= MIN (left, line_length))
    g_string_append_len (json, line, MIN (left, line_length));
  g_string_append (json, "\"}]}");
  result = g_string_free (json, FALSE);
  demo_server_reply (self, id, result);
}

static void
call_log_burst (DemoServer *self,
                McpId      *id,
                const char *arguments)
{
  guint count = demo_int (arguments, "count", 100, 1, 1000000);
  guint length = demo_int (arguments, "length", 40, 0, 10000);
  g_autofree char *level = demo_string (arguments, "level");
  g_autofree char *filler = g_strnfill (length, '.');

  for (guint i = 1; i <= count; i++)
    demo_server_log (self, level != NULL ? level : "info", "Message %u of %u %s", i, count, filler);

  demo_reply_text (self, id, FALSE, "%u log messages at level %s%s", count,
                   level != NULL ? level : "info",
                   demo_server_wants_level (self, level != NULL ? level : "info")
                     ? ""
                     : ", below the level that was set, so none was sent");
}

static void
call_fail (DemoServer *self,
           McpId      *id,
           const char *arguments)
{
  g_autofree char *how = demo_string (arguments, "how");

  if (g_strcmp0 (how, "protocol") == 0)
    demo_server_reply_error (self, id, MCP_RPC_INTERNAL_ERROR,
                             "{\"asked\":\"protocol\",\"retry\":false}",
                             "This request was asked to fail");
  else
    demo_reply_text (self, id, TRUE, "This tool was asked to fail");
}

static void
call_crash (DemoServer *self,
            McpId      *id,
            const char *arguments)
{
  g_autofree char *how = demo_string (arguments, "how");

  g_printerr ("sounder-demo-server: crashing on request (%s)\n", how != NULL ? how : "exit");

  if (g_strcmp0 (how, "abort") == 0)
    raise (SIGABRT);
  else if (g_strcmp0 (how, "segfault") == 0)
    raise (SIGSEGV);
  else if (g_strcmp0 (how, "hang") == 0)
    raise (SIGSTOP);
  else
    _exit (demo_int (arguments, "status", 3, 0, 255));

  /* Only a stopped server comes here, when it was told to go on. */
  demo_reply_text (self, id, FALSE, "I was stopped, and now I go on");
}

gboolean
demo_tools_call_slow (DemoServer *self,
                      McpId      *id,
                      const char *name,
                      const char *arguments,
                      const char *params)
{
  if (g_str_equal (name, "slow") || g_str_equal (name, "long-job"))
    {
      call_slow (self, id, arguments, params);
    }
  else if (g_str_equal (name, "large"))
    {
      call_large (self, id, arguments);
    }
  else if (g_str_equal (name, "log-burst"))
    {
      call_log_burst (self, id, arguments);
    }
  else if (g_str_equal (name, "fail"))
    {
      call_fail (self, id, arguments);
    }
  else if (g_str_equal (name, "crash"))
    {
      call_crash (self, id, arguments);
    }
  else if (g_str_equal (name, "delay-ping"))
    {
      guint msec = demo_int (arguments, "msec", 200, 0, 60000);
      guint count = demo_int (arguments, "count", 3, 0, 1000);

      demo_server_delay_pings (self, msec, count);
      demo_reply_text (self, id, FALSE, "The next %u pings are answered after %u ms", count, msec);
    }
  else
    {
      return FALSE;
    }

  return TRUE;
}
