/* mcp-session-inputs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-session-private.h"

/*
 * What a result asks for before it can be complete (2026-07-28, basic/patterns/mrtr): an entry of
 * inputRequests is a request as servers sent them before, and whoever answered those answers it.
 */

static gboolean
is_input_method (const char *method)
{
  return g_strcmp0 (method, "elicitation/create") == 0
         || g_strcmp0 (method, "sampling/createMessage") == 0
         || g_strcmp0 (method, "roots/list") == 0;
}

/* What is wrong with one entry, if anything is: nobody is asked what may not be asked. */
GError *
mcp_session_check_input (McpSession *self,
                         guint       serial,
                         const char *key,
                         const char *method)
{
  if (!is_input_method (method))
    {
      mcp_reporter_report (self->reporter, serial, "modern.input-request",
                           _("The input request “%s” has the method “%s”, which is none"), key,
                           method != NULL ? method : "");
      return g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                          _("the input request “%s” has the method “%s”, which is none"), key,
                          method != NULL ? method : "");
    }

  if (!mcp_session_declares (self, method))
    {
      mcp_reporter_report (self->reporter, serial, "modern.undeclared-input",
                           _("The server asks for %s, which this client did not declare"), method);
      return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                          _("the server asks for %s, which was not declared"), method);
    }

  return NULL;
}

static void
return_answer (GTask  *task,
               char   *json,
               GError *error)
{
  if (json != NULL)
    g_task_return_pointer (task, json, g_free);
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GError *error = NULL;
  char *json = mcp_questions_ask_finish (MCP_QUESTIONS (source), result, NULL, &error);

  return_answer (user_data, json, error);
}

static void
responded_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  GTask *task = user_data;
  GError *error = NULL;
  char *json = mcp_responder_respond_finish (g_task_get_task_data (task), result, NULL, &error);

  return_answer (task, json, error);
}

/* Puts one question. Who answers roots is not who answers people. A question that waits does not
 * keep the session: the operation is of its questions. */
void
mcp_session_ask_input_async (McpSession            *self,
                             const McpInputRequest *request,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  McpResponder *responder = mcp_session_find_responder (self, request->method);
  GTask *task = g_task_new (self->questions, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_session_ask_input_async);
  g_task_set_check_cancellable (task, FALSE);

  if (responder == MCP_RESPONDER (self->questions))
    {
      mcp_questions_ask_async (self->questions, request->method, request->params, request->length,
                               request->call, request->key, request->round, request->serial,
                               cancellable, asked_cb, task);
    }
  else
    {
      g_autoptr (McpId) id = mcp_id_new_string (request->key);
      g_autofree char *params = g_strndup (request->params, request->length);
      g_autoptr (McpMessage) message = mcp_message_new_request (id, request->method, params);

      g_task_set_task_data (task, g_object_ref (responder), g_object_unref);
      mcp_responder_respond_async (responder, message, request->serial, cancellable, responded_cb,
                                   task);
    }
}

char *
mcp_session_ask_input_finish (GAsyncResult  *result,
                              GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
