/* cli-info.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-connection.h"
#include "cli-text.h"
#include "mcp-json.h"
#include "mcp-summary.h"

#define LABEL_WIDTH 20

/* Appends a member of initialize's result as the server spelled it, or null. */
static void
append_server_member (GString    *out,
                      const char *key,
                      GBytes     *result,
                      const char *path)
{
  const char *text = result != NULL ? g_bytes_get_data (result, NULL) : NULL;
  McpSpan span;

  mcp_json_append_key (out, key);
  if (text != NULL && mcp_json_lookup (text, g_bytes_get_size (result), path, &span))
    g_string_append_len (out, text + span.offset, span.length);
  else
    g_string_append (out, "null");
}

static void
append_nullable (GString    *out,
                 const char *key,
                 const char *text)
{
  if (text != NULL)
    mcp_json_append_member_string (out, key, text);
  else
    mcp_json_append_member (out, key, "null");
}

static void
print_json (CliConnection *connection)
{
  McpSession *session = connection->session;
  GBytes *result = mcp_session_get_server_json (session);
  g_autofree char *transport = mcp_session_describe_transport (session);
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (session);
  g_autoptr (GString) out = g_string_new ("{");

  mcp_json_append_member_string (out, "era", "legacy");
  append_nullable (out, "protocolVersion", mcp_version_to_string (mcp_session_get_version (session)));
  append_nullable (out, "asked", mcp_session_get_asked_version (session));
  append_server_member (out, "serverInfo", result, "serverInfo");
  append_server_member (out, "serverCapabilities", result, "capabilities");
  mcp_json_append_member (out, "clientCapabilities", capabilities);
  append_server_member (out, "instructions", result, "instructions");
  mcp_json_append_member_int (out, "handshake_usec", mcp_session_get_handshake_usec (session));
  append_nullable (out, "transport", transport);
  g_string_append_c (out, '}');

  cli_output_print_json (connection->output, out->str, out->len);
}

static void
print_row (CliOutput  *output,
           guint       indent,
           const char *label,
           const char *value)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GString) padded = g_string_new (NULL);

  if (value == NULL || *value == '\0')
    return;

  g_string_append_printf (padded, "%*s", (int) indent, "");
  cli_text_append_padded (padded, label, LABEL_WIDTH - 2 - indent);
  cli_output_style (output, line, indent == 0 ? CLI_STYLE_BOLD : CLI_STYLE_NONE, padded->str);
  g_string_append (line, "  ");
  cli_text_append_wrapped (line, value, LABEL_WIDTH, cli_output_get_columns (output));
  cli_output_print (output, "%s", line->str);
}

static void
print_heading (CliOutput  *output,
               const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);

  cli_output_style (output, line, CLI_STYLE_BOLD, text);
  cli_output_print (output, "%s\n", line->str);
}

/* "listChanged, subscribe": the members of a capability that are not false. */
static char *
describe_capability (const char *text,
                     gsize       length)
{
  GString *out = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_json_iter_init (&iter, text, length))
    return g_string_free (out, FALSE);

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *visible = cli_text_visible (name, -1, FALSE);

      if (value.length == 5 && memcmp (text + value.offset, "false", 5) == 0)
        continue;
      g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", visible);
    }

  return g_string_free (out, FALSE);
}

static guint
print_capabilities (CliOutput  *output,
                    const char *text,
                    gsize       length)
{
  McpJsonIter iter;
  McpSpan key, value;
  guint n_printed = 0;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT ||
      !mcp_json_iter_init (&iter, text, length))
    return 0;

  for (; mcp_json_iter_next (&iter, &key, &value); n_printed++)
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *visible = cli_text_visible (name, -1, FALSE);
      g_autofree char *details = describe_capability (text + value.offset, value.length);

      print_row (output, 2, visible, *details != '\0' ? details : _("yes"));
    }

  return n_printed;
}

static void
print_both_capabilities (CliConnection *connection)
{
  CliOutput *output = connection->output;
  GBytes *result = mcp_session_get_server_json (connection->session);
  g_autofree char *client = mcp_session_dup_client_capabilities (connection->session);
  McpSpan span = { 0, 0 };

  print_heading (output, _("The server offers"));
  if (result != NULL)
    mcp_json_lookup (g_bytes_get_data (result, NULL), g_bytes_get_size (result),
                     "capabilities", &span);
  if (span.length == 0 ||
      print_capabilities (output, (const char *) g_bytes_get_data (result, NULL) + span.offset,
                          span.length) == 0)
    cli_output_print (output, "  %s\n", _("nothing"));

  print_heading (output, _("The client offers"));
  print_capabilities (output, client, strlen (client));
  print_row (output, 2, "sampling", _("off: this version has no model to ask"));
  print_row (output, 2, "elicitation", _("off: this version has no way to ask a person"));
}

/* "Everything Server (mcp-servers/everything) 1.0.0" */
static char *
describe_server (McpSession *session)
{
  g_autofree char *title = mcp_session_lookup (session, "serverInfo.title");
  g_autofree char *name = mcp_session_lookup (session, "serverInfo.name");
  g_autofree char *version = mcp_session_lookup (session, "serverInfo.version");
  g_autoptr (GString) out = g_string_new (title != NULL ? title : name);

  if (title != NULL && name != NULL && !g_str_equal (title, name))
    g_string_append_printf (out, " (%s)", name);
  if (version != NULL)
    g_string_append_printf (out, " %s", version);

  return cli_text_visible (out->str, -1, FALSE);
}

static void
print_lookup_row (CliConnection *connection,
                  const char    *label,
                  const char    *path)
{
  g_autofree char *value = mcp_session_lookup (connection->session, path);
  g_autofree char *visible = cli_text_visible (value, -1, TRUE);

  print_row (connection->output, 0, label, visible);
}

static void
print_text (CliConnection *connection)
{
  McpSession *session = connection->session;
  CliOutput *output = connection->output;
  g_autofree char *server = describe_server (session);
  g_autofree char *negotiation = mcp_session_dup_negotiation (session);
  g_autofree char *transport = mcp_session_describe_transport (session);
  g_autofree char *handshake = mcp_format_duration (mcp_session_get_handshake_usec (session));
  gint64 spawn_usec = mcp_session_get_spawn_usec (session);
  g_autofree char *spawn = spawn_usec >= 0 ? mcp_format_duration (spawn_usec) : NULL;

  print_row (output, 0, _("Server"), server);
  print_lookup_row (connection, _("Description"), "serverInfo.description");
  print_lookup_row (connection, _("Website"), "serverInfo.websiteUrl");
  print_row (output, 0, _("Protocol"), mcp_version_to_string (mcp_session_get_version (session)));
  print_row (output, 0, "", negotiation);
  print_row (output, 0, _("Era"), "legacy");
  print_row (output, 0, _("Transport"), transport);
  print_row (output, 0, _("First output"), spawn);
  print_row (output, 0, _("Handshake"), handshake);
  print_both_capabilities (connection);
  print_lookup_row (connection, _("Instructions"), "instructions");
}

/**
 * cli_run_info:
 * @connection: what to work with
 *
 * Shows who the server is and what was negotiated.
 *
 * Returns: what to end with
 */
int
cli_run_info (CliConnection *connection)
{
  int status = cli_connection_open (connection);

  if (status != CLI_EXIT_OK)
    return status;

  if (cli_output_is_text (connection->output))
    print_text (connection);
  else
    print_json (connection);

  return CLI_EXIT_OK;
}
