/* cli-send.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-arguments.h"
#include "cli-connection.h"
#include "cli-content.h"
#include "cli-record.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-message.h"

/* After a text that nothing answers, this long without a word from the server is the end. */
#define DEFAULT_SILENCE_MSEC 1000

typedef struct
{
  CliRecordList list;
  McpJournal   *journal;
  GBytes       *bytes;       /* what is sent */
  guint         n_seen;      /* serials up to here have been looked at */
  guint         sent_serial; /* of our text, 0 until it left */
  guint         n_before;    /* serials up to here were there before it */
  gboolean      news;        /* something came since the last look */
} Send;

/* What is wrong with a text as a message, NULL for nothing. */
static char *
find_fault (const char *text,
            gsize       length)
{
  const char *line_end = memchr (text, '\n', length);
  McpScan scan;

  if (mcp_scan (text, length, &scan) && scan.envelope == MCP_ENVELOPE_OK && line_end == NULL)
    return NULL;

  if (scan.fault == MCP_SCAN_OK && scan.envelope == MCP_ENVELOPE_OK)
    return g_strdup_printf (_("a line end at byte %zu: over stdio a message is one line"),
                            (gsize) (line_end - text));

  return mcp_scan_describe (&scan);
}

static void
print_incoming (Send      *self,
                McpRecord *record)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  if (!cli_output_is_text (self->list.output))
    {
      cli_record_list_add (&self->list, record);
      return;
    }

  bytes = mcp_record_dup_bytes (record, NULL);
  if (bytes == NULL)
    return;

  text = g_bytes_get_data (bytes, &length);
  if (mcp_json_validate (text, length, NULL))
    cli_output_print_json (self->list.output, text, length);
  else
    cli_content_print_text (self->list.output, text, length);
}

/* The session may answer the server's own requests meanwhile: not all that leaves is ours. */
static gboolean
is_ours (Send      *self,
         McpRecord *record)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

  return bytes != NULL && g_bytes_equal (bytes, self->bytes);
}

static void
items_changed_cb (McpJournal *journal,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Send       *self)
{
  while (self->n_seen < position + n_added)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, ++self->n_seen);
      McpChannel channel = mcp_record_get_channel (record);

      if (self->n_seen <= self->n_before)
        continue;
      if ((!mcp_channel_carries_messages (channel) && channel != MCP_CHANNEL_NOISE)
          || mcp_record_kind_is_transport (mcp_record_get_kind (record)))
        continue;

      if (mcp_record_get_direction (record) == MCP_DIRECTION_IN)
        print_incoming (self, record);
      else if (self->sent_serial == 0 && is_ours (self, record))
        self->sent_serial = self->n_seen;
      self->news = TRUE;
    }
}

static guint
get_answer_serial (Send *self)
{
  g_autoptr (McpRecord) record = NULL;

  if (self->sent_serial == 0)
    return 0;

  record = mcp_journal_get_record (self->journal, self->sent_serial);
  return mcp_record_get_pair (record);
}

static gboolean
is_answered (gpointer user_data)
{
  Send *self = user_data;
  guint answer = get_answer_serial (self);

  return answer != 0 && answer <= self->n_seen;
}

static gboolean
has_news (gpointer user_data)
{
  Send *self = user_data;

  return self->news;
}

static int
await_answer (CliConnection *connection,
              Send          *self)
{
  guint timeout_msec = mcp_profile_get_timeout_msec (connection->profile, MCP_TIMEOUT_OTHER);
  gint64 deadline_usec = g_get_monotonic_time () + timeout_msec * G_GINT64_CONSTANT (1000);
  g_autoptr (McpRecord) answer = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (cli_connection_await (connection, deadline_usec, is_answered, self))
    {
      answer = mcp_journal_get_record (self->journal, get_answer_serial (self));
      return mcp_record_get_kind (answer) == MCP_RECORD_ERROR ||
             (mcp_record_get_flags (answer) & MCP_RECORD_FLAG_TOOL_ERROR) != 0
             ? CLI_EXIT_ERROR : CLI_EXIT_OK;
    }

  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "send");

  status = cli_connection_ended (connection, "send");
  if (status != CLI_EXIT_OK)
    return status;

  error = g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT, _("no answer within %g s"),
                       timeout_msec / 1000.0);
  return cli_connection_fail (connection, "send", error, NULL);
}

static int
await_silence (CliConnection *connection,
               Send          *self)
{
  guint silence_msec = connection->options->timeout_msec > 0 ? connection->options->timeout_msec
                                                             : DEFAULT_SILENCE_MSEC;

  do
    {
      self->news = FALSE;
      cli_connection_await (connection,
                            g_get_monotonic_time () + silence_msec * G_GINT64_CONSTANT (1000),
                            has_news, self);
    }
  while (self->news && !g_cancellable_is_cancelled (connection->cancellable) &&
         mcp_session_is_open (connection->session));

  return cli_connection_ended (connection, "send");
}

static int
send_text (CliConnection *connection,
           GBytes        *bytes)
{
  g_autoptr (McpMessage) message = mcp_message_new (bytes);
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_session_get_journal (connection->session);
  Send send = { .list = { connection->output, FALSE }, .journal = journal, .bytes = bytes };
  int status;

  mcp_journal_flush (journal);
  send.n_before = send.n_seen = mcp_journal_get_n_records (journal);
  g_signal_connect (journal, "items-changed", G_CALLBACK (items_changed_cb), &send);

  if (!mcp_session_send_raw (connection->session, bytes, &error))
    status = cli_connection_fail (connection, "send", error, NULL);
  else if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    status = await_answer (connection, &send);
  else
    status = await_silence (connection, &send);

  mcp_journal_flush (journal);
  g_signal_handlers_disconnect_by_data (journal, &send);

  /* A failure may be the document already. */
  if (send.list.started || !cli_output_is_used (connection->output))
    cli_record_list_end (&send.list);

  return status;
}

/*
 * Sends a text exactly as it was given and prints what comes back: until the answer for a
 * request, else until the server has been silent for a while.
 */
int
cli_run_send (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length = 0;
  char *text = cli_arguments_read_text (options->words[0], &length, &error);
  int status;

  if (text == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);
  bytes = g_bytes_new_take (text, length);

  if (!options->raw)
    {
      g_autofree char *fault = find_fault (text, length);

      if (fault != NULL)
        return cli_connection_usage (connection, _("send: %s; --raw sends it all the same"), fault);
    }

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  return send_text (connection, bytes);
}
