/* cli-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-catalog.h"
#include "cli-connection.h"
#include "cli-findings.h"
#include "cli-interrupt.h"
#include "mcp-baseline.h"
#include "mcp-drift.h"
#include "mcp-error.h"
#include "mcp-facts.h"

/* What the two servers of a command line are, each a file or a saved one. */

/* What cannot be listed cannot be compared. */
static int
list_everything (CliConnection *side)
{
  for (guint kind = 0; mcp_session_is_open (side->session) && kind < MCP_N_CATALOGS; kind++)
    {
      g_autoptr (GError) error = NULL;

      if (mcp_session_has_list (side->session, kind)
          && !cli_connection_list (side, kind, &error))
        return cli_connection_fail (side, mcp_catalog_kind_get_method (kind), error, NULL);
    }

  return CLI_EXIT_OK;
}

/* @facts: (out) (nullable) */
static int
read_session (CliConnection  *connection,
              const char     *word,
              gboolean        is_file,
              char          **facts)
{
  CliOptions options = *connection->options;
  g_autoptr (CliConnection) side = NULL;
  int status;

  options.server = is_file ? NULL : (char *) word;
  options.open = is_file ? (char *) word : NULL;
  /* Of two servers there is no one recording. */
  options.record = NULL;
  side = cli_connection_new (&options, connection->output);
  status = cli_connection_open (side);
  if (status == CLI_EXIT_OK)
    status = list_everything (side);
  if (status == CLI_EXIT_OK)
    *facts = mcp_facts_dup (side->session);
  status = cli_connection_close (side, status);
  cli_interrupt_uninstall ();

  return status;
}

static int
read_side (CliConnection  *connection,
           const char     *word,
           char          **facts)
{
  /* What looks like a path is told of as one. */
  gboolean is_file = strchr (word, '/') != NULL || g_file_test (word, G_FILE_TEST_EXISTS);
  g_autoptr (GError) error = NULL;

  if (!is_file || !mcp_baseline_is_one (word))
    return read_session (connection, word, is_file, facts);

  *facts = mcp_baseline_read (word, &error);

  return *facts != NULL ? CLI_EXIT_OK : cli_connection_fail (connection, "compare", error, NULL);
}

/* Nothing is said of a list that one side has not, and that must not look like no difference. */
static void
note_left_out (const char *before,
               const char *after)
{
  g_auto (GStrv) names = mcp_drifts_left_out (before, after);

  for (guint i = 0; names[i] != NULL; i++)
    /* Translators: %s is a name of the protocol: tools, prompts. */
    cli_note (_("sounder-cli: %s: not compared, as only one side has listed them"), names[i]);
}

/**
 * cli_run_compare:
 *
 * Compares what two servers are and offer, as far as that matters to who uses them.
 *
 * Returns: what to end with: %CLI_EXIT_FINDINGS when they differ
 */
int
cli_run_compare (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GListStore) findings = g_list_store_new (MCP_TYPE_FINDING);
  int status = read_side (connection, words[0], &before);

  if (status == CLI_EXIT_OK)
    status = read_side (connection, words[1], &after);
  if (status != CLI_EXIT_OK)
    return status;

  note_left_out (before, after);
  found = mcp_drifts_of (before, after);
  g_list_store_splice (findings, 0, 0, found->pdata, found->len);
  cli_findings_print (connection->output, G_LIST_MODEL (findings), NULL);

  return found->len > 0 ? CLI_EXIT_FINDINGS : CLI_EXIT_OK;
}
