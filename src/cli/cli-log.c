/* cli-log.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cli-commands.h"
#include "cli-filter.h"
#include "cli-record.h"
#include "cli-recording.h"
#include "cli-statistics.h"
#include "mcp-journal-open.h"
#include "mcp-journal-view.h"

/* Prints the records of a recording, as they are read where nothing that comes later matters. */

/* How many lines are made before they are written. */
#define LINES_PER_WRITE 256

typedef struct
{
  CliConnection  *connection;
  McpJournal     *journal;
  McpJournalView *view;       /* (nullable): without a filter all records are printed */
  CliRecordList   list;
  guint           n_printed;  /* of the view, or of the journal */
} Log;

static gboolean
is_over (Log *log)
{
  return g_cancellable_is_cancelled (log->connection->cancellable);
}

static void
log_begin (Log           *log,
           CliConnection *connection,
           McpJournal    *journal,
           McpQuery      *query)
{
  *log = (Log) { .connection = connection, .journal = journal,
                 .list = { connection->output, FALSE } };
  if (query == NULL)
    return;

  log->view = mcp_journal_view_new (NULL);
  mcp_journal_view_set_sort (log->view, MCP_SORT_ARRIVAL, FALSE);
  mcp_journal_view_set_query (log->view, query);
  mcp_journal_view_set_journal (log->view, journal);
}

static void
log_print (Log *log)
{
  GListModel *records = log->view != NULL ? G_LIST_MODEL (log->view) : G_LIST_MODEL (log->journal);
  CliOutput *output = log->connection->output;

  while (log->n_printed < g_list_model_get_n_items (records) && !is_over (log))
    {
      g_autoptr (McpRecord) record = g_list_model_get_item (records, log->n_printed++);

      /* What HTTP says around the messages is for who asks for it. */
      if (log->view != NULL || !mcp_record_is_aside (record))
        cli_record_list_add (&log->list, record);
      if (log->n_printed % LINES_PER_WRITE == 0 && !cli_output_flush (output))
        g_cancellable_cancel (log->connection->cancellable);
    }

  if (!cli_output_flush (output))
    g_cancellable_cancel (log->connection->cancellable);
}

/* Prints the rest, once the recording is read to its end. */
static void
log_finish (Log *log)
{
  while (log->view != NULL && mcp_journal_view_is_busy (log->view) && !is_over (log))
    g_main_context_iteration (NULL, TRUE);
  log_print (log);
  cli_record_list_end (&log->list);
  g_clear_object (&log->view);
}

/* Lines for people say of a request only what it says itself. */
static int
stream (CliConnection *connection,
        McpQuery      *query)
{
  gboolean by_and_by = cli_output_get_format (connection->output) == CLI_FORMAT_TEXT;
  g_autoptr (GError) error = NULL;
  CliRecording recording;
  Log log;

  if (!cli_connection_listen (connection, &error)
      || !cli_recording_begin (&recording, connection->options->open, by_and_by ? query : NULL,
                               connection->cancellable, &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  log_begin (&log, connection, recording.journal, query);
  while (cli_recording_is_loading (&recording) && !is_over (&log))
    {
      g_main_context_iteration (NULL, TRUE);
      if (by_and_by)
        log_print (&log);
    }
  log_finish (&log);
  cli_recording_end (&recording);

  return CLI_EXIT_OK;
}

int
cli_run_log (CliConnection *connection)
{
  g_autoptr (McpQuery) query = NULL;
  McpJournal *journal;
  int status;
  Log log;

  status = cli_filter_read (connection, &query);
  if (status != CLI_EXIT_OK)
    return status;

  if (!connection->options->stats && (query == NULL || !mcp_query_needs_all (query)))
    return stream (connection, query);

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  journal = mcp_session_get_journal (connection->session);
  if (connection->options->stats)
    {
      cli_print_statistics (connection->output, journal, query);
      return CLI_EXIT_OK;
    }

  log_begin (&log, connection, journal, query);
  log_finish (&log);

  return CLI_EXIT_OK;
}
