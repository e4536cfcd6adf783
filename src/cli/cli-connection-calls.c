/* cli-connection-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "cli-text.h"
#include "mcp-error.h"

/*
 * What a command asks of the server, and waits for.
 */

/* How many findings are told of one by one behind what a command prints. */
#define MAX_NOTED 10

/**
 * cli_connection_store_cb:
 * @source: (nullable): not used
 * @result: the result of an operation
 * @user_data: a place for a #GAsyncResult
 *
 * The callback of operations that cli_connection_wait() waits for.
 */
void
cli_connection_store_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  g_set_object ((GAsyncResult **) user_data, result);
}

/**
 * cli_connection_wait:
 * @slot: what cli_connection_store_cb() was given
 *
 * Waits for an operation. It ends in any case: all are given the connection's cancellable.
 *
 * Returns: (transfer none): the result
 */
GAsyncResult *
cli_connection_wait (CliConnection  *self,
                     GAsyncResult  **slot)
{
  if (!self->is_part)
    cli_connection_listen (self, NULL);
  while (*slot == NULL)
    cli_connection_iterate (self);

  return *slot;
}

/* Whoever traces looks for the request by this. */
static void
apply_call_options (CliConnection *self,
                    McpCall       *call)
{
  g_autofree char *traceparent = NULL;

  if (self->call_options == NULL)
    return;

  mcp_call_options_apply (self->call_options, call);
  if (self->options->traceparent != NULL
      && (traceparent = mcp_call_dup_traceparent (call)) != NULL)
    cli_note ("traceparent: %s", traceparent);
}

/**
 * cli_connection_call:
 * @call: a new call
 *
 * Sends a request and waits for its answer. An interrupt cancels it.
 *
 * Returns: whether a result came
 */
gboolean
cli_connection_call (CliConnection *self,
                     McpCall       *call,
                     GError       **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (mcp_call_get_kind (call) != MCP_REQUEST_SET_LEVEL)
    apply_call_options (self, call);
  mcp_session_call_async (self->session, call, self->cancellable,
                          cli_connection_store_cb, &result);
  cli_connection_wait (self, &result);
  cli_status (NULL);

  return mcp_session_call_finish (self->session, result, error);
}

/* Number of the HTTP exchange of a record; 0: the record came otherwise. */
static guint
exchange_of (McpJournal *journal,
             guint       serial)
{
  g_autoptr (McpRecord) record = serial != 0 ? mcp_journal_get_record (journal, serial) : NULL;

  return record != NULL ? mcp_record_get_exchange (record) : 0;
}

/**
 * cli_connection_note_findings:
 * @call: (nullable): a call that has ended; %NULL for all that was asked since the server was ready
 *
 * Tells people what is wrong with an answer, and with the HTTP exchange that brought it, or what a
 * program wrote meanwhile: they should not have to ask. Programs read the answer alone.
 */
void
cli_connection_note_findings (CliConnection *self,
                              McpCall       *call)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  GListModel *findings = mcp_journal_get_findings (journal);
  guint serial = call != NULL ? mcp_call_get_outcome (call)->answer_serial : 0;
  guint asked = call != NULL ? mcp_call_get_outcome (call)->serial : self->n_before + 1;
  guint exchange = exchange_of (journal, serial);
  g_autofree char *last = NULL;
  guint n_found = 0;

  if (!cli_output_is_text (self->output) || (call != NULL && serial == 0))
    return;

  cli_output_flush (self->output);
  mcp_journal_flush (journal);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      guint found = mcp_finding_get_serial (finding);

      if (mcp_finding_get_severity (finding) == MCP_SEVERITY_INFO
          || g_strcmp0 (mcp_finding_get_message (finding), self->told) == 0
          || (exchange != 0 ? found != serial && exchange_of (journal, found) != exchange
                            : found < asked || (call != NULL && found > serial))
          || g_strcmp0 (mcp_finding_get_message (finding), last) == 0)
        continue;

      /* A hundred lines of noise are as good as one. */
      g_free (last);
      last = g_strdup (mcp_finding_get_message (finding));
      if (++n_found <= MAX_NOTED)
        cli_note ("%s: %s", mcp_finding_get_rule (finding), mcp_finding_get_message (finding));
    }

  if (n_found > MAX_NOTED)
    cli_note (ngettext ("and %u more; sounder-cli check tells of all", "and %u more; sounder-cli check tells of all",
                        n_found - MAX_NOTED),
              n_found - MAX_NOTED);
}

/**
 * cli_connection_fill:
 * @catalog: a catalog
 *
 * Fills a catalog, all pages.
 *
 * Returns: whether it is filled; %FALSE also when the server does not declare it
 */
gboolean
cli_connection_fill (CliConnection *self,
                     McpCatalog    *catalog,
                     GError       **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_catalog_refresh_async (catalog, self->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (self, &result);

  if (!mcp_catalog_refresh_finish (catalog, result, error))
    return FALSE;

  if (mcp_catalog_get_state (catalog) == MCP_CATALOG_UNSUPPORTED)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CAPABILITY,
                           _("the server does not offer this"));
      return FALSE;
    }
  if (mcp_catalog_get_state (catalog) == MCP_CATALOG_UNRECORDED)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CAPABILITY,
                           _("in this recording nobody asked for the list, or it was not answered"));
      return FALSE;
    }

  return TRUE;
}

/**
 * cli_connection_list:
 * @kind: which catalog
 *
 * Fills a catalog, all pages.
 *
 * Returns: whether it is filled; %FALSE also when the server does not declare it
 */
gboolean
cli_connection_list (CliConnection *self,
                     McpCatalogKind kind,
                     GError       **error)
{
  return cli_connection_fill (self, mcp_session_get_catalog (self->session, kind), error);
}
