/* cli-metrics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-metrics.h"
#include "cli-profile.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-metrics-endpoint.h"

/* Any number of servers, each connected to again when it is lost, or was not there yet. */

#define TRY_AGAIN_SEC 10

typedef struct
{
  CliConnection      *connection;
  GPtrArray          *parts;      /* of CliConnection: one for each server */
  McpMetrics         *metrics;
  McpMetricsEndpoint *endpoint;   /* (nullable) */
  guint               timer;
} Watch;

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  McpSession *session = MCP_SESSION (source);
  const char *name = mcp_profile_get_name (mcp_session_get_profile (session));
  g_autoptr (GError) error = NULL;
  g_autofree char *visible = NULL;

  if (mcp_session_open_finish (session, result, &error))
    {
      cli_note (_("sounder-cli: watch: %s: connected"), name);
      return;
    }

  visible = cli_text_visible (error->message, -1, FALSE);
  cli_note ("sounder-cli: watch: %s: %s", name, visible);
}

static void
open_session (Watch         *self,
              CliConnection *part)
{
  mcp_session_open_async (part->session, self->connection->cancellable, opened_cb, NULL);
}

/* The session itself tries again only what was connected once. */
static gboolean
try_again_cb (gpointer user_data)
{
  Watch *self = user_data;

  for (guint i = 0; i < self->parts->len; i++)
    {
      CliConnection *part = self->parts->pdata[i];

      if (mcp_session_get_state (part->session) == MCP_SESSION_CLOSED)
        open_session (self, part);
    }

  return G_SOURCE_CONTINUE;
}

static gboolean
add_part (Watch             *self,
          const CliOptions  *options,
          GError           **error)
{
  CliConnection *part;
  McpProfile *profile = cli_profile_new (options, error);

  if (profile == NULL)
    return FALSE;

  part = cli_connection_new (self->connection->options, self->connection->output);
  part->is_part = TRUE;
  part->profile = profile;
  g_ptr_array_add (self->parts, part);

  return TRUE;
}

static gboolean
add_parts (Watch   *self,
           GError **error)
{
  const CliOptions *options = self->connection->options;

  if (cli_options_have_server (options) && !add_part (self, options, error))
    return FALSE;

  for (char **name = options->words; *name != NULL; name++)
    {
      CliOptions one = *options;

      for (char **other = options->words; other < name; other++)
        if (g_str_equal (*other, *name))
          {
            g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("watch: “%s” is there twice"), *name);
            return FALSE;
          }
      one.program = NULL;
      one.url = NULL;
      one.config = NULL;
      one.demo = FALSE;
      one.server = *name;
      if (!add_part (self, &one, error))
        return FALSE;
    }

  if (self->parts->len > 0)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
               _("which server? Give the names of saved ones, or one of -- PROGRAM ARGS…, --url URL, --demo"));

  return FALSE;
}

static McpMetricsEndpoint *
start_endpoint (Watch   *self,
                GError **error)
{
  const CliOptions *options = self->connection->options;

  return mcp_metrics_endpoint_new (self->metrics, options->metrics,
                                   (const char * const *) options->allow_hosts, error);
}

static int
start (Watch *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      CliConnection *part = self->parts->pdata[i];
      int status = cli_connection_prepare (part);

      if (status != CLI_EXIT_OK)
        return status;
      mcp_metrics_add (self->metrics, mcp_profile_get_name (part->profile), part->session);
      open_session (self, part);
    }
  self->timer = g_timeout_add_seconds (TRY_AGAIN_SEC, try_again_cb, self);

  return CLI_EXIT_OK;
}

static void
stop (Watch *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->endpoint);
  g_clear_object (&self->metrics);
  for (guint i = 0; i < self->parts->len; i++)
    cli_connection_close (self->parts->pdata[i], CLI_EXIT_OK);
  g_ptr_array_unref (self->parts);
}

/**
 * cli_metrics_run:
 * @connection: what to work with; it is not opened itself
 *
 * Serves the figures of servers, or sends them with their traces, until it is interrupted.
 */
int
cli_metrics_run (CliConnection *connection)
{
  Watch self = { connection };
  g_autoptr (GError) error = NULL;
  int status;

  self.parts = g_ptr_array_new_with_free_func ((GDestroyNotify) cli_connection_free);
  self.metrics = mcp_metrics_new ();
  if (!add_parts (&self, &error)
      || (connection->options->metrics != NULL
          && (self.endpoint = start_endpoint (&self, &error)) == NULL)
      || !cli_connection_listen (connection, &error))
    {
      status = cli_connection_fail (connection, "watch", error, NULL);
      g_ptr_array_set_size (self.parts, 0);
      stop (&self);
      return status;
    }

  if (self.endpoint != NULL)
    cli_note (_("sounder-cli: watch: figures at %s"), mcp_metrics_endpoint_get_url (self.endpoint));
  status = start (&self);
  while (status == CLI_EXIT_OK && !g_cancellable_is_cancelled (connection->cancellable))
    g_main_context_iteration (NULL, TRUE);
  stop (&self);

  return status;
}
