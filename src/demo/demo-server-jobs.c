/* demo-server-jobs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-server-private.h"

/*
 * What takes its time: requests of the client that are not answered yet, and what the client is asked
 * for them.
 */

/* One thing that was asked of the client. */
typedef struct
{
  McpId *id;
  McpId *call;
} Asked;

static void
job_free (gpointer data)
{
  DemoJob *job = data;

  if (job->source != 0)
    g_source_remove (job->source);
  g_clear_pointer (&job->id, mcp_id_unref);
  g_free (job->progress_token);
  g_free (job);
}

GHashTable *
demo_jobs_new (void)
{
  return g_hash_table_new_full (mcp_id_hash, mcp_id_equal, NULL, job_free);
}

DemoJob *
demo_server_add_job (DemoServer *self,
                     McpId      *id,
                     const char *params)
{
  DemoJob *job = g_new0 (DemoJob, 1);
  McpSpan span;

  job->id = mcp_id_ref (id);
  if (mcp_json_lookup (params, strlen (params), "_meta.progressToken", &span))
    job->progress_token = g_strndup (params + span.offset, span.length);
  g_hash_table_replace (self->jobs, job->id, job);

  return job;
}

void
demo_server_end_job (DemoServer *self,
                     DemoJob    *job)
{
  g_hash_table_remove (self->jobs, job->id);
}

DemoJob *
demo_server_find_job (DemoServer *self,
                      McpId      *id)
{
  return g_hash_table_lookup (self->jobs, id);
}

gboolean
demo_server_client_has (DemoServer *self,
                        const char *path)
{
  g_autofree char *whole = g_strconcat ("capabilities.", path, NULL);
  McpSpan span;

  return self->client != NULL
         && mcp_json_lookup (self->client, strlen (self->client), whole, &span);
}

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  mcp_id_unref (asked->id);
  mcp_id_unref (asked->call);
  g_free (asked);
}

GHashTable *
demo_asked_new (void)
{
  return g_hash_table_new_full (mcp_id_hash, mcp_id_equal, NULL, asked_free);
}

void
demo_server_ask (DemoServer *self,
                 McpId      *call,
                 const char *method,
                 const char *params)
{
  g_autofree char *name = g_strdup_printf ("ask-%u", ++self->n_asked);
  g_autoptr (McpMessage) request = NULL;
  Asked *asked;

  if (self->modern != NULL && demo_modern_ask (self->modern, self, call, method, params))
    return;

  asked = g_new0 (Asked, 1);
  asked->id = mcp_id_new_string (name);
  asked->call = mcp_id_ref (call);
  g_hash_table_replace (self->asked, asked->id, asked);

  request = mcp_message_new_request (asked->id, method, params);
  demo_server_send (self, request);
}

/* What was asked for a call that is cancelled needs no answer any more. */
void
demo_server_take_back (DemoServer *self,
                       McpId      *call)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->asked);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Asked *asked = value;
      g_autofree char *params = NULL;

      if (!mcp_id_equal (asked->call, call))
        continue;

      params = g_strdup_printf ("{\"requestId\":%s,\"reason\":\"The call was cancelled\"}",
                                mcp_id_get_token (asked->id));
      demo_server_notify (self, "notifications/cancelled", params);
      g_hash_table_iter_remove (&iter);
    }
}

/* An answer of the client's to what was asked; FALSE if it was not. */
gboolean
demo_server_take_answer (DemoServer *self,
                         McpMessage *message)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);
  McpId *id = mcp_message_get_id (message);
  Asked *asked = id != NULL ? g_hash_table_lookup (self->asked, id) : NULL;
  g_autofree char *result = NULL;
  g_autofree char *error = NULL;

  if (asked == NULL)
    return FALSE;

  if (mcp_message_get_kind (message) == MCP_MESSAGE_RESULT)
    result = g_strndup (data + scan->result.offset, scan->result.length);
  else
    error = g_strndup (data + scan->error.offset, scan->error.length);
  demo_tools_answered (self, asked->call, result, error);
  g_hash_table_remove (self->asked, id);

  return TRUE;
}
