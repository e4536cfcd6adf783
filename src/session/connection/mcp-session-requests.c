/* mcp-session-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-entry.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-session-private.h"

/*
 * What people ask a server for: calls made ready, notifications, text sent as it stands, and
 * subscriptions. Arguments go out token for token.
 */

/**
 * mcp_session_new_tool_call:
 * @name: the tool's name
 * @arguments: (nullable): a JSON object
 *
 * Makes a `tools/call` (server/tools) that asks for progress.
 */
McpCall *
mcp_session_new_tool_call (const char *name,
                           const char *arguments)
{
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{");
  McpCall *call;

  mcp_json_append_member_string (json, "name", name);
  mcp_json_append_member (json, "arguments", arguments);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  call = mcp_call_new ("tools/call", params);
  mcp_call_set_want_progress (call, TRUE);

  return call;
}

/**
 * mcp_session_new_resource_read:
 * @uri: the resource
 *
 * Makes a `resources/read` (server/resources) that asks for progress.
 */
McpCall *
mcp_session_new_resource_read (const char *uri)
{
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{");
  McpCall *call;

  mcp_json_append_member_string (json, "uri", uri);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  call = mcp_call_new ("resources/read", params);
  mcp_call_set_want_progress (call, TRUE);

  return call;
}

/**
 * mcp_session_new_directory_read:
 * @uri: a resource that is a directory
 * @cursor: (nullable): of a page, as the server wrote it
 *
 * Makes a `resources/directory/read` (extension io.modelcontextprotocol/skills, *Reading Directories*).
 */
McpCall *
mcp_session_new_directory_read (const char *uri,
                                const char *cursor)
{
  g_autoptr (GString) params = g_string_new ("{");

  mcp_json_append_member_string (params, "uri", uri);
  mcp_json_append_member (params, "cursor", cursor);
  g_string_append_c (params, '}');

  return mcp_call_new (MCP_DIRECTORY_READ, params->str);
}

/**
 * mcp_session_new_prompt_get:
 * @name: the prompt's name
 * @arguments: (nullable): a JSON object of strings
 *
 * Makes a `prompts/get` (server/prompts).
 */
McpCall *
mcp_session_new_prompt_get (const char *name,
                            const char *arguments)
{
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "name", name);
  mcp_json_append_member (json, "arguments", arguments);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  return mcp_call_new ("prompts/get", params);
}

/**
 * mcp_session_new_completion:
 * @is_prompt: whether @ref is a prompt's name; else it is a URI template
 * @ref: what the argument belongs to
 * @argument: the argument's name
 * @value: what was typed so far
 * @context: (nullable): a JSON object of the other arguments' values; from 2025-06-18 on
 *
 * Makes a `completion/complete` (server/utilities/completion).
 */
McpCall *
mcp_session_new_completion (gboolean    is_prompt,
                            const char *ref,
                            const char *argument,
                            const char *value,
                            const char *context)
{
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{\"ref\":{");

  mcp_json_append_member_string (json, "type", is_prompt ? "ref/prompt" : "ref/resource");
  mcp_json_append_member_string (json, is_prompt ? "name" : "uri", ref);
  g_string_append (json, "},\"argument\":{");
  mcp_json_append_member_string (json, "name", argument);
  mcp_json_append_member_string (json, "value", value);
  g_string_append_c (json, '}');

  if (context != NULL)
    {
      mcp_json_append_key (json, "context");
      g_string_append_c (json, '{');
      mcp_json_append_member (json, "arguments", context);
      g_string_append_c (json, '}');
    }

  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  return mcp_call_new ("completion/complete", params);
}

/**
 * mcp_session_new_set_level:
 * @level: a syslog level, "debug" to "emergency"
 *
 * Makes a `logging/setLevel` (server/utilities/logging).
 */
McpCall *
mcp_session_new_set_level (const char *level)
{
  g_autofree char *params = NULL;
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "level", level);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);

  return mcp_call_new ("logging/setLevel", params);
}

/* Sends a notification now; the ticket it goes out with, 0 when there is nothing to send it on. */
guint64
mcp_session_send_notification (McpSession *self,
                               const char *method,
                               const char *params)
{
  g_autoptr (McpMessage) message = NULL;
  McpOutgoing *outgoing;

  if (self->life == NULL || self->life->state == LIFE_ENDING || self->life->transport == NULL)
    return 0;

  message = mcp_message_new_notification (method, params);
  outgoing = g_new0 (McpOutgoing, 1);
  outgoing->kind = MCP_RECORD_NOTIFICATION;
  outgoing->method = g_ref_string_new (method);

  return mcp_session_transmit (self, outgoing, mcp_message_get_bytes (message));
}

/**
 * mcp_session_notify:
 * @self: a session that is open
 * @method: a notification method
 * @params: (nullable): JSON text
 *
 * Sends a notification. Does nothing when there is no connection to send it on, and while a new
 * HTTP session is made: what it would tell is of the old one.
 */
void
mcp_session_notify (McpSession *self,
                    const char *method,
                    const char *params)
{
  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (method != NULL);

  if (self->life == NULL || mcp_http_session_is_renewing (self->life->http))
    return;

  mcp_session_send_notification (self, method, params);
}

/**
 * mcp_session_send_raw:
 * @self: a session that is open
 * @bytes: any text
 *
 * Sends exactly these bytes and a newline, broken or not. An answer pairs with it in the journal
 * and goes to nobody else. Ids of our own step out of the way of the one used here.
 *
 * Returns: %FALSE with %MCP_ERROR_NOT_OPEN when there is no connection
 */
gboolean
mcp_session_send_raw (McpSession  *self,
                      GBytes      *bytes,
                      GError     **error)
{
  g_autoptr (GBytes) own = NULL;
  g_autoptr (McpMessage) message = NULL;

  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (bytes != NULL, FALSE);

  own = g_bytes_new_from_bytes (bytes, 0, g_bytes_get_size (bytes));
  message = mcp_message_new (own);

  return mcp_session_send_raw_message (self, message, TRUE, error);
}

/**
 * mcp_session_take_id:
 *
 * Takes the next id, for a request that somebody writes.
 *
 * Returns: an id that no request of the session has had
 */
gint64
mcp_session_take_id (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), 0);

  return self->next_id++;
}

/* (nullable): so that what was sent again is found like what was sent first. */
static char *
dup_name (McpMessage *message)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);

  return scan->params.length > 0
           ? mcp_entry_dup_name (data + scan->params.offset, scan->params.length)
           : NULL;
}

/**
 * mcp_session_send_raw_message:
 * @self: a session that is open
 * @message: any text, in a #GBytes of its own
 * @with_line_end: whether it is a whole line; over HTTP and WebSocket that makes no difference
 *
 * Sends exactly these bytes, as mcp_session_send_raw() does, which a worker may have scanned before: that takes
 * long when they are many. Without a line end the server waits for the rest, and gets the next message as a part
 * of this one.
 *
 * Returns: %FALSE with %MCP_ERROR_NOT_OPEN when there is no connection
 */
gboolean
mcp_session_send_raw_message (McpSession  *self,
                              McpMessage  *message,
                              gboolean     with_line_end,
                              GError     **error)
{
  const McpSendOptions options = { .no_line_end = !with_line_end };

  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (message != NULL, FALSE);

  return mcp_session_send_text (self, message, &options, error) != 0;
}

/* Sends text as it stands; its ticket, or 0 with an error. */
guint64
mcp_session_send_text (McpSession            *self,
                       McpMessage            *message,
                       const McpSendOptions  *options,
                       GError               **error)
{
  McpOutgoing *outgoing;
  guint64 ticket;
  gint64 number;
  McpId *id;

  if (self->life == NULL || self->life->state == LIFE_ENDING || self->life->state == LIFE_OPENING)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is not connected"),
                   mcp_profile_get_name (self->profile));
      return 0;
    }

  id = mcp_message_get_id (message);

  outgoing = g_new0 (McpOutgoing, 1);
  outgoing->kind = (McpRecordKind) mcp_message_get_kind (message);
  if (mcp_message_get_method (message) != NULL)
    outgoing->method = g_ref_string_new (mcp_message_get_method (message));
  if (outgoing->kind == MCP_RECORD_REQUEST)
    outgoing->name = dup_name (message);
  outgoing->message = mcp_message_ref (message);
  outgoing->headers = g_strdupv ((char **) options->headers);
  outgoing->no_line_end = options->no_line_end;
  if (options->no_line_end)
    outgoing->flags |= MCP_RECORD_FLAG_NO_EOL;

  if (id != NULL && !mcp_id_is_null (id))
    {
      outgoing->id = mcp_id_ref (id);
      mcp_call_table_add_raw (self->life->calls, id);
      if (mcp_id_get_integer (id, &number) && number >= self->next_id
          && number < G_GINT64_CONSTANT (1) << 53)
        self->next_id = number + 1;
    }

  /* The address of the bytes is their key while they are on their way. */
  ticket = mcp_session_transmit (self, outgoing, mcp_message_get_bytes (message));
  if (id != NULL && self->life != NULL)
    mcp_call_table_set_raw_ticket (self->life->calls, id, ticket);

  return ticket;
}

static void
subscribed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpSession *self = g_task_get_source_object (task);
  McpDialect *dialect = MCP_DIALECT (source);
  const char *uri = g_task_get_task_data (task);
  GError *error = NULL;

  if (!MCP_DIALECT_GET_CLASS (dialect)->subscribe_finish (dialect, result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  if (self->life != NULL && self->life->dialect == dialect)
    {
      if (*uri == '+')
        mcp_resource_watch_add (self->life->resources, uri + 1);
      else
        mcp_resource_watch_remove (self->life->resources, uri + 1);
    }

  g_task_return_boolean (task, TRUE);
}

/**
 * mcp_session_subscribe_async:
 * @self: a session that is ready
 * @uri: a resource
 * @subscribe: whether to begin or to end
 * @callback: called when the server has agreed
 *
 * Asks to hear of changes of a resource, or no longer (server/resources, subscriptions). They
 * come as #McpSession::resource-updated. A subscription ends with the life.
 */
void
mcp_session_subscribe_async (McpSession          *self,
                             const char          *uri,
                             gboolean             subscribe,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (uri != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_subscribe_async);
  g_task_set_task_data (task, g_strconcat (subscribe ? "+" : "-", uri, NULL), g_free);

  if (self->state != MCP_SESSION_READY)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is not connected"),
                               mcp_profile_get_name (self->profile));
      g_object_unref (task);
      return;
    }

  MCP_DIALECT_GET_CLASS (self->life->dialect)->subscribe_async (self->life->dialect, self, uri,
                                                                subscribe, cancellable,
                                                                subscribed_cb, task);
}

gboolean
mcp_session_subscribe_finish (McpSession    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
mcp_session_is_subscribed (McpSession *self,
                           const char *uri)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return self->life != NULL && mcp_resource_watch_has (self->life->resources, uri);
}
