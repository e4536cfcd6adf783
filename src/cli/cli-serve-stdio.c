/* cli-serve-stdio.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

#include "cli-interrupt.h"
#include "cli-serve.h"
#include "mcp-json.h"
#include "mcp-line-splitter.h"

#define MAX_LINE_BYTES (256 * 1024 * 1024)

/* One client on standard input and output. */
typedef struct
{
  CliConnection   *connection;
  McpReplay       *replay;
  McpLineSplitter *splitter;
  GPtrArray       *asks;      /* of Ask: not done yet */
  guint            source;
  gboolean         ended;     /* there is no more input */
  gboolean         stopped;   /* by a signal, or because nobody reads */
} Serving;

typedef struct
{
  Serving       *serving;
  McpReplayPlay *play;
  char          *id;
} Ask;

static void
ask_free (gpointer data)
{
  Ask *ask = data;

  g_free (ask->id);
  g_free (ask);
}

static void
say (Serving *serving,
     GBytes  *message)
{
  g_autoptr (GBytes) line = mcp_replay_make_line (message);

  cli_output_write (serving->connection->output, g_bytes_get_data (line, NULL),
                    g_bytes_get_size (line));
  cli_output_write (serving->connection->output, "\n", 1);
  if (!cli_output_flush (serving->connection->output))
    serving->stopped = TRUE;
}

static void
replay_cb (McpReplayPart  part,
           GBytes        *message,
           gpointer       user_data)
{
  Ask *ask = user_data;

  if (part == MCP_REPLAY_DONE)
    g_ptr_array_remove (ask->serving->asks, ask);
  else
    say (ask->serving, message);
}

static void
ask (Serving    *serving,
     McpMessage *request)
{
  Ask *asked = g_new0 (Ask, 1);

  asked->serving = serving;
  asked->id = g_strdup (mcp_id_get_token (mcp_message_get_id (request)));
  g_ptr_array_add (serving->asks, asked);
  asked->play = mcp_replay_ask (serving->replay, request, replay_cb, asked);
}

static void
cancel (Serving    *serving,
        McpMessage *notification)
{
  GBytes *bytes = mcp_message_get_bytes (notification);
  const char *text = g_bytes_get_data (bytes, NULL);
  McpSpan span;

  if (!mcp_json_lookup (text, g_bytes_get_size (bytes), "params.requestId", &span))
    return;

  for (guint i = 0; i < serving->asks->len; i++)
    {
      Ask *asked = serving->asks->pdata[i];

      if (strlen (asked->id) != span.length ||
          memcmp (asked->id, text + span.offset, span.length) != 0)
        continue;

      mcp_replay_stop (serving->replay, asked->play);
      g_ptr_array_remove_index (serving->asks, i);
      return;
    }
}

static void
hear (Serving    *serving,
      McpMessage *message)
{
  g_autoptr (McpMessage) refusal = NULL;
  g_autoptr (GPtrArray) parts = NULL;

  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_REQUEST:
      ask (serving, message);
      break;

    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      mcp_replay_take_answer (serving->replay, message);
      break;

    case MCP_MESSAGE_NOTIFICATION:
      if (g_str_equal (mcp_message_get_method (message), "notifications/cancelled"))
        cancel (serving, message);
      break;

    case MCP_MESSAGE_BATCH:
      parts = mcp_message_split_batch (message);
      for (guint i = 0; parts != NULL && i < parts->len; i++)
        hear (serving, parts->pdata[i]);
      break;

    case MCP_MESSAGE_INVALID:
    default:
      refusal = mcp_message_get_scan (message)->fault == MCP_SCAN_OK
                  ? mcp_message_new_error (NULL, -32600, "Invalid Request", NULL)
                  : mcp_message_new_error (NULL, -32700, "Parse error", NULL);
      say (serving, mcp_message_get_bytes (refusal));
      break;
    }
}

static void
hear_lines (Serving *serving)
{
  McpLine line;

  while (mcp_line_splitter_next (serving->splitter, &line))
    {
      g_autoptr (McpMessage) message = mcp_message_new (line.bytes);

      if (g_bytes_get_size (line.bytes) > 0)
        hear (serving, message);
      mcp_line_clear (&line);
    }
}

static gboolean
readable_cb (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  Serving *serving = user_data;
  char buffer[65536];
  gssize n = read (fd, buffer, sizeof buffer);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;

  if (n > 0)
    {
      mcp_line_splitter_push (serving->splitter, buffer, n, g_get_monotonic_time ());
      hear_lines (serving);
      return G_SOURCE_CONTINUE;
    }

  mcp_line_splitter_finish (serving->splitter);
  hear_lines (serving);
  serving->ended = TRUE;
  serving->source = 0;

  return G_SOURCE_REMOVE;
}

static void
interrupt_cb (int      signal_number,
              gpointer user_data)
{
  Serving *serving = user_data;

  serving->stopped = TRUE;
}

/**
 * cli_serve_stdio:
 * @replay: what is served
 *
 * Serves one client until its input ends and all is said that was asked for by then.
 */
int
cli_serve_stdio (CliConnection *connection,
                 McpReplay     *replay)
{
  Serving serving = { connection, replay };

  cli_interrupt_install (interrupt_cb, &serving, NULL);
  serving.splitter = mcp_line_splitter_new (MAX_LINE_BYTES);
  serving.asks = g_ptr_array_new_with_free_func (ask_free);
  serving.source = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, readable_cb,
                                  &serving);

  while (!serving.stopped && (!serving.ended || mcp_replay_is_busy (replay)))
    g_main_context_iteration (NULL, TRUE);

  cli_interrupt_uninstall ();
  g_clear_handle_id (&serving.source, g_source_remove);
  for (guint i = 0; i < serving.asks->len; i++)
    mcp_replay_stop (replay, ((Ask *) serving.asks->pdata[i])->play);
  g_ptr_array_unref (serving.asks);
  mcp_line_splitter_free (serving.splitter);

  return CLI_EXIT_OK;
}
