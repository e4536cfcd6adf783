/* cli-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "cli-record.h"
#include "cli-text.h"
#include "mcp-query.h"

typedef struct
{
  CliRecordList list;
  McpQuery     *query;     /* (nullable) */
  guint         n_seen;    /* serials up to here have been looked at */
  GArray       *unfinished; /* of guint: lines that still grow; printed when they are whole */
} Watch;

static void
print_record (Watch      *watch,
              McpJournal *journal,
              McpRecord  *record)
{
  if (watch->query == NULL ||
      mcp_query_matches (watch->query, journal, mcp_record_get_serial (record)))
    cli_record_list_add (&watch->list, record);
}

static void
items_changed_cb (McpJournal *journal,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Watch      *watch)
{
  while (watch->n_seen < position + n_added)
    {
      guint serial = ++watch->n_seen;
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_PENDING)
        g_array_append_val (watch->unfinished, serial);
      else
        print_record (watch, journal, record);
    }
}

static void
records_changed_cb (McpJournal *journal,
                    GArray     *serials,
                    Watch      *watch)
{
  for (guint i = 0; i < watch->unfinished->len;)
    {
      guint serial = g_array_index (watch->unfinished, guint, i);
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_PENDING)
        {
          i++;
          continue;
        }

      g_array_remove_index (watch->unfinished, i);
      print_record (watch, journal, record);
    }
}

/* Where the first word begins that makes the filter wrong, in bytes. */
static gsize
find_bad_word (const char *filter)
{
  gboolean quoted = FALSE;
  gsize start = 0;

  for (gsize i = 0;; i++)
    {
      if (filter[i] == '"' && (i == 0 || filter[i - 1] != '\\'))
        quoted = !quoted;

      if (filter[i] == '\0' || (filter[i] == ' ' && !quoted))
        {
          g_autofree char *head = g_strndup (filter, i);
          g_autoptr (McpQuery) query = mcp_query_new (head, NULL);

          if (query == NULL || filter[i] == '\0')
            return start;
          start = i + 1;
        }
    }
}

/* The filter with a mark under the word that is wrong. */
static int
report_bad_filter (CliConnection *connection,
                   const GError  *error)
{
  const char *filter = connection->options->filter;
  int status = cli_connection_fail (connection, "--filter", error, NULL);

  if (cli_output_is_text (connection->output))
    {
      g_autofree char *head = cli_text_visible (filter, find_bad_word (filter), FALSE);
      g_autofree char *visible = cli_text_visible (filter, -1, FALSE);

      cli_note ("  %s", visible);
      cli_note ("  %*s^", (int) cli_text_width (head), "");
    }

  return status;
}

/**
 * cli_run_watch:
 * @connection: what to work with
 *
 * Stays connected and prints each record of the session once.
 *
 * Returns: what to end with
 */
int
cli_run_watch (CliConnection *connection)
{
  g_autoptr (McpQuery) query = NULL;
  g_autoptr (GArray) unfinished = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  Watch watch = { .list = { connection->output, FALSE }, .unfinished = unfinished };
  McpJournal *journal;
  int status;

  if (connection->options->filter != NULL)
    {
      query = mcp_query_new (connection->options->filter, &error);
      if (query == NULL)
        return report_bad_filter (connection, error);
      watch.query = query;
    }

  status = cli_connection_prepare (connection);
  if (status != CLI_EXIT_OK)
    return status;

  /* From the first row on: a server that cannot be reached is what one watches for. */
  journal = mcp_session_get_journal (connection->session);
  g_signal_connect (journal, "items-changed", G_CALLBACK (items_changed_cb), &watch);
  g_signal_connect (journal, "records-changed", G_CALLBACK (records_changed_cb), &watch);

  status = cli_connection_open (connection);
  while (status == CLI_EXIT_OK && cli_connection_iterate (connection))
    ;

  mcp_journal_flush (journal);
  g_signal_handlers_disconnect_by_data (journal, &watch);
  cli_record_list_end (&watch.list);

  if (status != CLI_EXIT_OK)
    return status;

  return cli_connection_ended (connection, "watch");
}
