/* cli-test.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-profile.h"
#include "cli-report.h"
#include "cli-test.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-test-write.h"

/* Each file is run on each of its servers, as each of its eras; --parallel says how many at once. */

typedef struct
{
  CliConnection *connection;
  GPtrArray     *cells;        /* of CliTestCell */
  guint          n_running;
  CliTestCell   *printed;      /* (nullable): whose results were printed last */
} Runner;

static void
free_cell (CliTestCell *self)
{
  g_clear_object (&self->run);
  g_clear_pointer (&self->connection, cli_connection_free);
  g_clear_pointer (&self->file, mcp_test_file_unref);
  g_clear_error (&self->error);
  g_free (self->label);
  g_free (self);
}

/* --- What is to be run --- */

static void
add_cell (Runner       *self,
          McpTestFile  *file,
          McpProfile   *profile,
          int           era)   /* -1: as the profile has it */
{
  static const char *const eras[] = { "auto", "legacy", "modern" };
  CliTestCell *cell = g_new0 (CliTestCell, 1);
  g_autofree char *name = g_path_get_basename (file->path);

  cell->file = mcp_test_file_ref (file);
  cell->connection = cli_connection_new (self->connection->options, self->connection->output);
  cell->connection->is_part = TRUE;
  cell->connection->profile = mcp_profile_copy (profile);
  if (era >= 0)
    mcp_profile_set_era (cell->connection->profile, era);
  cell->label = g_strjoin (" · ", name, mcp_profile_get_name (profile),
                           era >= 0 ? eras[era] : NULL, NULL);
  g_ptr_array_add (self->cells, cell);
}

static void
add_eras (Runner      *self,
          McpTestFile *file,
          McpProfile  *profile)
{
  if (file->eras->len == 0 || self->connection->options->era >= 0)
    add_cell (self, file, profile, -1);
  else
    for (guint i = 0; i < file->eras->len; i++)
      add_cell (self, file, profile, g_array_index (file->eras, McpEraChoice, i));
}

static gboolean
add_file (Runner      *self,
          const char  *path,
          GError     **error)
{
  g_autoptr (McpTestFile) file = mcp_test_file_read (path, error);
  g_autoptr (McpProfile) profile = NULL;

  if (file == NULL)
    return FALSE;

  if (cli_options_have_server (self->connection->options))
    {
      profile = cli_profile_new (self->connection->options, error);
      if (profile == NULL)
        return FALSE;
      add_eras (self, file, profile);
      return TRUE;
    }

  if (file->servers->len == 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("%s names no server: give one of -- PROGRAM ARGS…, --url URL, --server NAME, --demo"), path);
      return FALSE;
    }
  for (guint i = 0; i < file->servers->len; i++)
    {
      g_autoptr (McpProfile) own = mcp_profile_copy (file->servers->pdata[i]);

      if (!cli_profile_apply (own, self->connection->options, error))
        return FALSE;
      add_eras (self, file, own);
    }

  return TRUE;
}

static gboolean
add_files (Runner  *self,
           GError **error)
{
  const CliOptions *options = self->connection->options;

  for (char **path = options->words; *path != NULL; path++)
    if (!add_file (self, *path, error))
      return FALSE;

  if (options->record != NULL && self->cells->len > 1)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("--record: there is one file for %u connections; run them one by one"), self->cells->len);
      return FALSE;
    }

  return TRUE;
}

/* --- Running --- */

static void
result_cb (McpTestResult *result,
           GParamSpec    *pspec,
           Runner        *self)
{
  CliOutput *output = self->connection->output;
  CliTestCell *cell = g_object_get_data (G_OBJECT (result), "cell");
  McpTestState state = mcp_test_result_get_info (result)->state;

  if (state != MCP_TEST_PASSED && state != MCP_TEST_FAILED)
    return;
  if (cli_report_is_printed (self->connection->options))
    return;

  if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      cli_test_append_json (json, cell, result);
      cli_output_print (output, "%s\n", json->str);
    }
  else if (cli_output_is_text (output))
    {
      cli_test_print_result (output, cell, result, self->printed != cell);
      self->printed = cell;
    }
}

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  CliTestCell *cell = user_data;

  mcp_test_run_start_finish (MCP_TEST_RUN (source), result, &cell->error);
  cell->ended = TRUE;
}

static gboolean
start_cell (Runner      *self,
            CliTestCell *cell)
{
  GListModel *results;

  if (cli_connection_prepare (cell->connection) != CLI_EXIT_OK)
    return FALSE;

  cell->run = mcp_test_run_new (cell->file, cell->connection->session);
  results = mcp_test_run_get_results (cell->run);
  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (McpTestResult) result = g_list_model_get_item (results, i);

      g_object_set_data (G_OBJECT (result), "cell", cell);
      g_signal_connect (result, "notify::state", G_CALLBACK (result_cb), self);
    }
  mcp_test_run_start_async (cell->run, self->connection->cancellable, ended_cb, cell);
  self->n_running++;

  return TRUE;
}

/* What it could not begin with is told of at once; scripts find it in the end. */
static void
close_cell (Runner      *self,
            CliTestCell *cell)
{
  self->n_running--;
  if (cell->error != NULL && cli_output_is_text (self->connection->output)
      && !g_cancellable_is_cancelled (self->connection->cancellable))
    cli_connection_fail (cell->connection, cell->label, cell->error, NULL);

  cli_connection_close (cell->connection, CLI_EXIT_OK);
  g_clear_pointer (&cell->connection, cli_connection_free);
}

/* While one is closed others go on, and may end. Returns how many there were. */
static guint
close_ended (Runner *self,
             guint   n_started)
{
  guint n = 0;

  for (guint i = 0; i < n_started; i++)
    {
      CliTestCell *cell = self->cells->pdata[i];

      if (!cell->ended || cell->connection == NULL)
        continue;
      close_cell (self, cell);
      n++;
    }

  return n;
}

static gboolean
run_cells (Runner *self)
{
  guint n_at_once = MAX (self->connection->options->parallel, 1);
  guint n_started = 0, n_closed = 0;

  while (n_closed < self->cells->len)
    {
      guint n;

      while (n_started < self->cells->len && self->n_running < n_at_once)
        if (!start_cell (self, self->cells->pdata[n_started++]))
          return FALSE;

      n = close_ended (self, n_started);
      n_closed += n;
      if (n == 0)
        g_main_context_iteration (NULL, TRUE);
      if (!cli_output_flush (self->connection->output))
        g_cancellable_cancel (self->connection->cancellable);
    }

  return TRUE;
}

/* --- Snapshots --- */

/* Steps of one file that differ, as all of its cells have seen them. */
static GHashTable *
gather_snapshots (Runner      *self,
                  McpTestFile *file)
{
  GHashTable *all = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < self->cells->len; i++)
    {
      const CliTestCell *cell = self->cells->pdata[i];
      GHashTableIter iter;
      gpointer step, json;

      if (cell->file != file)
        continue;
      g_hash_table_iter_init (&iter, mcp_test_run_get_snapshots (cell->run));
      while (g_hash_table_iter_next (&iter, &step, &json))
        {
          const char *other = g_hash_table_lookup (all, step);

          if (other != NULL && !g_str_equal (other, json))
            cli_note (_("%s: %s: not every server answers the same; the last one counts"),
                      file->path, ((McpTestStep *) step)->place);
          g_hash_table_insert (all, step, g_strdup (json));
        }
    }

  return all;
}

static gboolean
update_snapshots (Runner  *self,
                  GError **error)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      McpTestFile *file = ((CliTestCell *) self->cells->pdata[i])->file;
      g_autoptr (GHashTable) snapshots = NULL;
      guint n;

      /* Cells of a file stand together. */
      if (i > 0 && ((CliTestCell *) self->cells->pdata[i - 1])->file == file)
        continue;
      snapshots = gather_snapshots (self, file);
      n = g_hash_table_size (snapshots);
      if (n == 0)
        continue;
      if (!mcp_test_file_set_snapshots (file, snapshots, error))
        return FALSE;
      cli_note (ngettext ("%s: %u snapshot was updated", "%s: %u snapshots were updated", n),
                file->path, n);
    }

  return TRUE;
}

/* --- The end --- */

static void
print_end (Runner *self)
{
  CliOutput *output = self->connection->output;

  if (cli_report_is_printed (self->connection->options))
    return;
  if (cli_output_is_text (output))
    {
      cli_test_print_summary (output, self->cells);
    }
  else if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    {
      g_autoptr (GString) json = g_string_new ("{\"summary\":{");

      cli_test_append_counts (json, self->cells);
      cli_output_print (output, "%s}}\n", json->str);
    }
  else
    {
      cli_test_print_json (output, self->cells);
    }
}

static int
get_status (Runner *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      const CliTestCell *cell = self->cells->pdata[i];

      if (g_error_matches (cell->error, MCP_ERROR, MCP_ERROR_AUTH))
        return CLI_EXIT_AUTH;
      if (cell->error != NULL)
        return CLI_EXIT_CONNECT;
    }

  return cli_test_count (self->cells, MCP_TEST_FAILED) > 0 ? CLI_EXIT_FINDINGS : CLI_EXIT_OK;
}

/**
 * cli_run_test:
 * @connection: what to work with; it is not opened itself
 *
 * Runs files of tests and prints what they came to.
 *
 * Returns: what to end with: %CLI_EXIT_FINDINGS when a test failed
 */
int
cli_run_test (CliConnection *connection)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func ((GDestroyNotify) free_cell);
  Runner self = { connection, cells };
  g_autoptr (McpReport) report = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start_usec = g_get_monotonic_time ();

  if (!add_files (&self, &error) || !cli_connection_listen (connection, &error))
    return cli_connection_fail (connection, NULL, error, NULL);
  if (!run_cells (&self))
    return CLI_EXIT_USAGE;

  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "test");

  print_end (&self);
  report = cli_test_report_new (connection->options, cells, start_usec);
  if (connection->options->update_snapshots && !update_snapshots (&self, &error))
    return cli_connection_fail (connection, "--update-snapshots", error, NULL);

  return cli_report_write (connection, report, get_status (&self));
}
