/* demo-server-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "demo-server-private.h"

/*
 * What the server says: answers, notifications and log messages.
 */

static const char * const levels[] = {
  "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
};

int
demo_server_level_index (const char *level)
{
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      if (g_strcmp0 (levels[i], level) == 0)
        return i;
    }

  return -1;
}

/* Writes all of it, or ends the server: a client that is gone needs nothing more. */
static void
write_line (DemoServer *self,
            GBytes     *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  gsize written = fwrite (data, 1, length, stdout);

  if (written != length || putc ('\n', stdout) == EOF || fflush (stdout) != 0)
    g_main_loop_quit (self->loop);
}

/* As it is. */
void
demo_server_put_out (DemoServer *self,
                     McpMessage *message)
{
  g_autoptr (McpMessage) whole = NULL;

  if (demo_batches_take (self->batches, message, &whole))
    {
      if (whole == NULL)
        return;
      message = whole;
    }

  if (self->output != NULL)
    self->output (message, self->output_data);
  else
    write_line (self, mcp_message_get_bytes (message));
}

void
demo_server_send (DemoServer *self,
                  McpMessage *message)
{
  gboolean is_answer = mcp_message_get_kind (message) == MCP_MESSAGE_RESULT;
  g_autoptr (McpMessage) changed = NULL;

  if (is_answer && self->broken != NULL && self->broken->reaction == DEMO_REACT_CHANGE)
    changed = demo_breaks_change (self->broken, message);
  demo_server_put_out (self, changed != NULL ? changed : message);
  if (is_answer && self->broken != NULL && self->broken->reaction == DEMO_REACT_TWICE)
    demo_server_put_out (self, message);
}

void
demo_server_reply (DemoServer *self,
                   McpId      *id,
                   const char *result)
{
  g_autofree char *whole = self->modern != NULL ? demo_modern_finish (self->modern, id, result)
                                                : NULL;
  g_autoptr (McpMessage) message = mcp_message_new_result (id, whole != NULL ? whole : result);

  demo_server_send (self, message);
}

void
demo_server_reply_error (DemoServer *self,
                         McpId      *id,
                         gint64      code,
                         const char *data,
                         const char *format,
                         ...)
{
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  if (self->modern != NULL && id != NULL)
    demo_modern_forget (self->modern, id);
  message = mcp_message_new_error (id, code, text, data);
  demo_server_send (self, message);
}

void
demo_server_notify (DemoServer *self,
                    const char *method,
                    const char *params)
{
  gboolean of_a_call = g_str_equal (method, "notifications/progress")
                       || g_str_equal (method, "notifications/message");

  if (self->modern != NULL)
    demo_modern_notify (self->modern, self, method, params);
  if (of_a_call || self->has_session)
    demo_server_send_notification (self, method, params);
}

void
demo_server_send_notification (DemoServer *self,
                               const char *method,
                               const char *params)
{
  g_autoptr (McpMessage) message = mcp_message_new_notification (method, params);

  demo_server_send (self, message);
}

gboolean
demo_server_wants_level (DemoServer *self,
                         const char *level)
{
  return demo_server_level_index (level) >= self->log_level;
}

/* A log message, if the client wants its level (server/utilities/logging). */
void
demo_server_log (DemoServer *self,
                 const char *level,
                 const char *format,
                 ...)
{
  g_autofree char *text = NULL;
  g_autofree char *params = NULL;
  GString *json;
  va_list args;

  if (!demo_server_wants_level (self, level))
    return;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  json = g_string_new ("{");
  mcp_json_append_member_string (json, "level", level);
  mcp_json_append_member_string (json, "logger", "demo");
  mcp_json_append_member_string (json, "data", text);
  g_string_append_c (json, '}');
  params = g_string_free (json, FALSE);
  demo_server_notify (self, "notifications/message", params);
}
