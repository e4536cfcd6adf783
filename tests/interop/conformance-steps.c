/* conformance-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "conformance-steps.h"
#include "mcp-http-stream.h"

void
steps_ready_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  GAsyncResult **slot = user_data;

  *slot = g_object_ref (result);
}

void
steps_await (GAsyncResult **slot)
{
  while (*slot == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static GAsyncResult *
await (GAsyncResult **slot)
{
  steps_await (slot);

  return g_steal_pointer (slot);
}

gboolean
steps_open (McpSession  *session,
            GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  GAsyncResult *slot = NULL;

  mcp_session_open_async (session, NULL, steps_ready_cb, &slot);
  result = await (&slot);

  return mcp_session_open_finish (session, result, error);
}

gboolean
steps_close (McpSession  *session,
             GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  GAsyncResult *slot = NULL;

  mcp_session_close_async (session, NULL, steps_ready_cb, &slot);
  result = await (&slot);

  return mcp_session_close_finish (session, result, error);
}

gboolean
steps_list (McpSession      *session,
            McpCatalogKind   kind,
            GError         **error)
{
  McpCatalog *catalog = mcp_session_get_catalog (session, kind);
  g_autoptr (GAsyncResult) result = NULL;
  GAsyncResult *slot = NULL;

  mcp_catalog_refresh_async (catalog, NULL, steps_ready_cb, &slot);
  result = await (&slot);

  return mcp_catalog_refresh_finish (catalog, result, error);
}

static gboolean
finish_call (McpSession    *session,
             McpCall       *call,
             GAsyncResult  *result,
             GError       **error)
{
  if (!mcp_session_call_finish (session, result, error))
    return FALSE;

  if (mcp_call_get_outcome (call)->is_tool_error)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the tool says that it failed: %s",
                   mcp_call_get_params (call));
      return FALSE;
    }

  return TRUE;
}

gboolean
steps_call (McpSession  *session,
            McpCall     *call,
            GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  GAsyncResult *slot = NULL;

  mcp_session_call_async (session, call, NULL, steps_ready_cb, &slot);
  result = await (&slot);

  return finish_call (session, call, result, error);
}

gboolean
steps_call_all (McpSession  *session,
                GPtrArray   *calls,
                GError     **error)
{
  g_autofree GAsyncResult **slots = g_new0 (GAsyncResult *, calls->len);
  gboolean good = TRUE;

  for (guint i = 0; i < calls->len; i++)
    mcp_session_call_async (session, calls->pdata[i], NULL, steps_ready_cb, &slots[i]);

  for (guint i = 0; i < calls->len; i++)
    {
      g_autoptr (GAsyncResult) result = await (&slots[i]);

      /* All are waited for; the first that failed is told. */
      good = finish_call (session, calls->pdata[i], result, good ? error : NULL) && good;
    }

  return good;
}

gboolean
steps_call_tool (McpSession  *session,
                 const char  *name,
                 const char  *arguments,
                 GError     **error)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call (name, arguments);

  return steps_call (session, call, error);
}

static gboolean
is_listening (McpSession *session)
{
  GListModel *streams = mcp_session_get_streams (session);

  for (guint i = 0; streams != NULL && i < g_list_model_get_n_items (streams); i++)
    {
      g_autoptr (McpHttpStream) stream = g_list_model_get_item (streams, i);

      if (mcp_http_stream_get_purpose (stream) == MCP_EXCHANGE_LISTEN
          && mcp_http_stream_get_state (stream) == MCP_STREAM_OPEN)
        return TRUE;
    }

  return FALSE;
}

static gboolean
look_again_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
steps_await_listening (McpSession *session)
{
  gint64 end_usec = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;
  guint source = g_timeout_add (10, look_again_cb, NULL);

  while (!is_listening (session) && g_get_monotonic_time () < end_usec)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
}
