/* cli-tap-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <signal.h>

#include "cli-interrupt.h"
#include "cli-tap.h"
#include "mcp-error.h"
#include "mcp-pass-relay.h"

/* In the place of a server with an address: what connects here is connected on. */
typedef struct
{
  CliTapLog     log;
  McpPassQueue *queue;
  McpPassRelay *relay;
  gboolean      refused;  /* that the server cannot be reached has been told */
  char         *foreign;  /* (nullable) the Host that was refused last */
  int           signal_number;
} HttpTap;

static void
tell_failed (HttpTap           *tap,
             const McpPassItem *item)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (item->bytes, NULL),
                                     g_bytes_get_size (item->bytes));

  mcp_observer_note (tap->log.observer, "failed", _("Connection %u could not be passed on: %s"),
                     item->stream / 2, text);
  if (!tap->refused)
    cli_note (_("sounder-cli: tap: %s: %s"), mcp_profile_get_url (tap->log.profile), text);
  tap->refused = TRUE;
}

/* Each of them in the journal; on standard error once, until it is another. */
static void
tell_foreign (HttpTap           *tap,
              const McpPassItem *item)
{
  g_autofree char *host =
    g_strndup (g_bytes_get_data (item->bytes, NULL), g_bytes_get_size (item->bytes));
  g_autofree char *text = g_strdup_printf (
      _("A request for “%s” on connection %u was not passed on: the server would not see "
         "whom it was sent to. If it is yours, --allow-host lets that name in"),
      host,
      item->stream / 2);

  mcp_observer_note (tap->log.observer, "foreign-host", "%s", text);
  if (g_strcmp0 (host, tap->foreign) == 0)
    return;

  cli_note (_("sounder-cli: tap: %s"), text);
  g_free (tap->foreign);
  tap->foreign = g_steal_pointer (&host);
}

static void
stream_broke (HttpTap           *tap,
              const McpPassItem *item,
              McpDirection       direction)
{
  const char *why = direction == MCP_DIRECTION_OUT ? _("The client broke the connection off")
                                                   : _("The server broke the connection off");

  /* Who could not be written to is the other one. */
  if (item->n_bytes > 0)
    why = direction == MCP_DIRECTION_OUT ? _("The server reads no more")
                                         : _("The client reads no more");
  mcp_observer_connection_end (tap->log.observer, item->stream / 2, direction, why);
}

static void
item_cb (const McpPassItem *item,
         gpointer           user_data)
{
  HttpTap *tap = user_data;
  McpObserver *observer = tap->log.observer;
  guint number = item->stream / 2;
  McpDirection direction = item->stream == MCP_PASS_REQUESTS (number) ? MCP_DIRECTION_OUT
                                                                      : MCP_DIRECTION_IN;

  switch (item->kind)
    {
    case MCP_PASS_OPENED:
      mcp_observer_connection_opened (observer, number);
      break;
    case MCP_PASS_REACHED:
      mcp_observer_connection_reached (observer, number, item->bytes);
      tap->refused = FALSE;
      break;
    case MCP_PASS_FAILED:
      tell_failed (tap, item);
      break;
    case MCP_PASS_REFUSED:
      tell_foreign (tap, item);
      break;
    case MCP_PASS_DATA:
      mcp_observer_connection_push (observer, number, direction,
                                    g_bytes_get_data (item->bytes, NULL),
                                    g_bytes_get_size (item->bytes), item->time_usec);
      break;
    case MCP_PASS_GAP:
      /* Without these bytes nobody knows where the next message begins. */
      mcp_observer_connection_closed (observer, number);
      mcp_observer_note (observer, "gap",
                         _("%" PRIu64 " bytes of connection %u were passed on faster than they "
                           "could be written down; the rest of it is missing here"),
                         item->n_bytes, number);
      break;
    case MCP_PASS_END:
      mcp_observer_connection_end (observer, number, direction, NULL);
      break;
    case MCP_PASS_BROKEN:
      stream_broke (tap, item, direction);
      break;
    case MCP_PASS_CLOSED:
    default:
      mcp_observer_connection_closed (observer, number);
      break;
    }
}

static void
signal_cb (int      signal_number,
           gpointer user_data)
{
  HttpTap *tap = user_data;

  tap->signal_number = signal_number;
}

static gboolean
begin_listening (HttpTap        *tap,
                 CliConnection  *connection,
                 GError        **error)
{
  const CliOptions *options = connection->options;
  McpProfile *profile = tap->log.profile;
  McpPassRelayOptions relay = { 0 };

  relay.url = mcp_profile_get_url (profile);
  relay.listen_address = options->host != NULL ? options->host : "127.0.0.1";
  relay.listen_port = options->listen;
  relay.rewrite_host = options->rewrite_host;
  relay.allowed_hosts = (const char * const *) options->allow_hosts;
  relay.ca_file = mcp_profile_get_settings (profile)->ca_file;
  relay.accepted_certificate = mcp_profile_get_settings (profile)->accepted_certificate;

  if (mcp_profile_get_reach (profile) != MCP_REACH_HTTP)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("--listen: only for a server with an http: or https: URL"));
      return FALSE;
    }

  tap->queue = mcp_pass_queue_new (cli_tap_log_get_queue_bytes (&tap->log), item_cb, tap);
  tap->relay = mcp_pass_relay_new (&relay, tap->queue, error);

  return tap->relay != NULL;
}

/* A server that looks at Host, against pages of the web that reach it by a name of theirs, sees
 * none. */
static void
tell_host (HttpTap       *tap,
           CliConnection *connection,
           const char    *host)
{
  if (!connection->options->rewrite_host)
    return;

  mcp_observer_note (
      tap->log.observer,
      "rewrite-host",
      _("Host is “%s” in all that is passed on: requests that name another computer than "
         "this one are refused here, in the place of the server"),
      host);
  cli_note (
      _("sounder-cli: tap: --rewrite-host: Host is “%s” in all that is passed on; requests that "
         "name another computer than this one are refused here, in the place of the server"),
      host);
}

/* What to write in the client's configuration in place of the server's address. */
static void
tell_address (HttpTap       *tap,
              CliConnection *connection)
{
  const char *host = connection->options->host != NULL ? connection->options->host : "127.0.0.1";
  g_autoptr (GUri) uri = g_uri_parse (mcp_profile_get_url (tap->log.profile), G_URI_FLAGS_ENCODED,
                                      NULL);
  g_autofree char *url = g_uri_join (G_URI_FLAGS_ENCODED, "http", NULL, host,
                                     mcp_pass_relay_get_port (tap->relay),
                                     g_uri_get_path (uri), g_uri_get_query (uri), NULL);

  cli_note (_("sounder-cli: tap: listening at %s"), url);
  tell_host (tap, connection, g_uri_get_host (uri));
}

static void
pass_on (HttpTap *tap)
{
  while (tap->signal_number != SIGINT && tap->signal_number != SIGTERM &&
         tap->signal_number != SIGHUP)
    g_main_context_iteration (NULL, TRUE);
}

/* Stands in the place of a server with an address until it is told to end. */
int
cli_run_tap_http (CliConnection *connection)
{
  g_autoptr (GError) error = NULL;
  HttpTap tap = { 0 };
  int status = CLI_EXIT_OK;

  if (!cli_tap_log_open (&tap.log, connection, &error) ||
      !begin_listening (&tap, connection, &error) ||
      !cli_interrupt_install (signal_cb, &tap, &error))
    {
      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CONFIG))
        error->code = MCP_ERROR_USAGE;
      status = cli_connection_fail (connection, "tap", error, NULL);
    }
  else
    {
      tell_address (&tap, connection);
      pass_on (&tap);
      cli_interrupt_uninstall ();
      mcp_pass_queue_dispatch (tap.queue);
    }

  g_clear_pointer (&tap.relay, mcp_pass_relay_stop);
  if (tap.queue != NULL)
    mcp_pass_queue_close (tap.queue);
  g_clear_pointer (&tap.queue, mcp_pass_queue_unref);
  cli_tap_log_close (&tap.log);
  g_free (tap.foreign);

  return status;
}
