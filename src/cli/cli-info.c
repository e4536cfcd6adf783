/* cli-info.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-connection.h"
#include "cli-doctor.h"
#include "cli-json.h"
#include "cli-text.h"
#include "mcp-cache-hints.h"
#include "mcp-header-value.h"
#include "mcp-http-stream.h"
#include "mcp-icon.h"
#include "mcp-json.h"
#include "mcp-negotiation.h"
#include "mcp-recording.h"
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

/* What the last answer said about the connection it came over, or NULL without HTTP. */
static GBytes *
find_last_head (McpSession *session)
{
  McpJournal *journal = mcp_session_get_journal (session);

  for (guint serial = mcp_journal_get_n_records (journal); serial > 0; serial--)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_HTTP_HEAD)
        return mcp_record_dup_bytes (record, NULL);
    }

  return NULL;
}

/* A string member of @head; NULL if missing. */
static char *
dup_head_string (GBytes     *head,
                 const char *path)
{
  gsize length = 0;
  const char *text = head != NULL ? g_bytes_get_data (head, &length) : NULL;

  if (text == NULL || !mcp_json_validate (text, length, NULL))
    return NULL;

  return mcp_json_lookup_string (text, length, path);
}

static char *
dup_masked_session_id (McpSession *session)
{
  const char *id = mcp_session_get_http_session_id (session);

  return id != NULL ? mcp_header_mask ("MCP-Session-Id", id) : NULL;
}

static const char *
get_purpose_nick (McpHttpStream *stream)
{
  return mcp_http_stream_get_purpose (stream) == MCP_EXCHANGE_LISTEN ? "listen" : "send";
}

static const char *
get_stream_state_nick (McpHttpStream *stream)
{
  switch (mcp_http_stream_get_state (stream))
    {
    case MCP_STREAM_OPENING:
      return "opening";
    case MCP_STREAM_OPEN:
      return "open";
    case MCP_STREAM_WAITING:
      return "waiting";
    case MCP_STREAM_ENDED:
    default:
      return "ended";
    }
}

/* {"url", "http_version", "tls", "peer", "session_id", "certificate", "streams": […]} */
static void
append_connection (GString    *out,
                   McpSession *session)
{
  g_autoptr (GBytes) head = find_last_head (session);
  g_autofree char *version = dup_head_string (head, "version");
  g_autofree char *tls = dup_head_string (head, "tls");
  g_autofree char *peer = dup_head_string (head, "peer");
  g_autofree char *session_id = dup_masked_session_id (session);
  GListModel *streams = mcp_session_get_streams (session);
  McpCertificate *certificate = mcp_session_get_certificate (session);
  guint n_streams = streams != NULL ? g_list_model_get_n_items (streams) : 0;

  g_string_append_c (out, '{');
  cli_json_append_string (out, "url", mcp_profile_get_url (mcp_session_get_profile (session)));
  cli_json_append_string (out, "http_version", version);
  cli_json_append_string (out, "tls", tls);
  cli_json_append_string (out, "peer", peer);
  cli_json_append_string (out, "session_id", session_id);
  mcp_json_append_key (out, "certificate");
  if (certificate != NULL)
    cli_doctor_append_certificate (out, certificate);
  else
    g_string_append (out, "null");
  mcp_json_append_key (out, "streams");
  g_string_append_c (out, '[');
  for (guint i = 0; i < n_streams; i++)
    {
      g_autoptr (McpHttpStream) stream = g_list_model_get_item (streams, i);

      g_string_append (out, i > 0 ? ",{" : "{");
      mcp_json_append_member_string (out, "purpose", get_purpose_nick (stream));
      mcp_json_append_member_string (out, "state", get_stream_state_nick (stream));
      mcp_json_append_member_int (out, "events", mcp_http_stream_get_n_events (stream));
      g_string_append_c (out, '}');
    }
  g_string_append (out, "]}");
}

static void
append_json (GString    *out,
             const char *key,
             const char *json)
{
  mcp_json_append_member (out, key, json != NULL ? json : "null");
}

static const char *
era_name (McpSession *session)
{
  return mcp_session_has_feature (session, MCP_FEATURE_DISCOVERY) ? "modern" : "legacy";
}

/* What only server/discover tells: null in the older revisions. */
static void
append_discovered (GString    *out,
                   McpSession *session)
{
  GBytes *result = mcp_session_has_feature (session, MCP_FEATURE_DISCOVERY)
                     ? mcp_session_get_server_json (session)
                     : NULL;

  append_server_member (out, "supportedVersions", result, "supportedVersions");
  append_server_member (out, "ttlMs", result, "ttlMs");
  append_server_member (out, "cacheScope", result, "cacheScope");
}

static void
print_json (CliConnection *connection)
{
  McpSession *session = connection->session;
  GBytes *result = mcp_session_get_server_json (session);
  g_autofree char *transport = mcp_session_describe_transport (session);
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (session);
  g_autofree char *server_info = mcp_session_dup_server_info (session);
  g_autoptr (GString) out = g_string_new ("{");

  mcp_json_append_member_string (out, "era", era_name (session));
  cli_json_append_string (out, "evidence", mcp_session_get_era_evidence (session));
  cli_json_append_string (out, "protocolVersion",
                          mcp_version_to_string (mcp_session_get_version (session)));
  cli_json_append_string (out, "asked", mcp_session_get_asked_version (session));
  append_discovered (out, session);
  append_json (out, "serverInfo", server_info);
  append_server_member (out, "serverCapabilities", result, "capabilities");
  mcp_json_append_member (out, "clientCapabilities", capabilities);
  append_server_member (out, "instructions", result, "instructions");
  mcp_json_append_member_int (out, "handshake_usec", mcp_session_get_handshake_usec (session));
  cli_json_append_string (out, "transport", transport);
  if (!mcp_profile_is_stdio (connection->profile))
    {
      mcp_json_append_key (out, "connection");
      append_connection (out, session);
    }
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

/* "listChanged, subscribe": the members of a capability that are neither false nor null. */
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

      if (text[value.offset] == 'f' || text[value.offset] == 'n')
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

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *visible = cli_text_visible (name, -1, FALSE);
      g_autofree char *details = describe_capability (text + value.offset, value.length);

      if (!mcp_negotiation_is_declaration (text + value.offset, value.length))
        continue;
      print_row (output, 2, visible, *details != '\0' ? details : _("yes"));
      n_printed++;
    }

  return n_printed;
}

static void
print_both_capabilities (CliConnection *connection)
{
  CliOutput *output = connection->output;
  GBytes *result = mcp_session_get_server_json (connection->session);
  g_autofree char *client = mcp_session_dup_client_capabilities (connection->session);
  static const char *const asked[] = { "sampling", "elicitation" };
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
  /* A server does not ask for what nobody would answer. */
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    if (!mcp_json_lookup (client, strlen (client), asked[i], &span))
      print_row (output, 2, asked[i], _("off: there are no rules that answer (--answers)"));
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
print_visible_row (CliOutput  *output,
                   guint       indent,
                   const char *label,
                   const char *text)
{
  g_autofree char *visible = text != NULL ? cli_text_visible (text, -1, FALSE) : NULL;

  print_row (output, indent, label, visible);
}

static void
print_certificate (CliOutput      *output,
                   McpCertificate *certificate)
{
  GDateTime *not_after = mcp_certificate_get_not_after (certificate);
  g_autofree char *expires = not_after != NULL ? g_date_time_format (not_after, "%F %T UTC") : NULL;
  g_autofree char *problems = mcp_certificate_describe_problems (certificate);

  print_visible_row (output, 2, _("Certificate"), mcp_certificate_get_subject (certificate));
  print_visible_row (output, 2, _("Issuer"), mcp_certificate_get_issuer (certificate));
  print_visible_row (output, 2, _("Valid until"), expires);
  if (*problems != '\0')
    {
      g_autofree char *accepted = g_strdup_printf (_("accepted although: %s"), problems);

      print_visible_row (output, 2, "", accepted);
    }
}

static void
print_connection (CliConnection *connection)
{
  CliOutput *output = connection->output;
  McpSession *session = connection->session;
  g_autoptr (GBytes) head = find_last_head (session);
  g_autofree char *version = dup_head_string (head, "version");
  g_autofree char *http = version != NULL ? g_strdup_printf ("HTTP/%s", version) : NULL;
  g_autofree char *tls = dup_head_string (head, "tls");
  g_autofree char *peer = dup_head_string (head, "peer");
  g_autofree char *session_id = dup_masked_session_id (session);
  GListModel *streams = mcp_session_get_streams (session);

  print_heading (output, _("Connection"));
  print_visible_row (output, 2, _("URL"), mcp_profile_get_url (connection->profile));
  print_visible_row (output, 2, "HTTP", http);
  print_visible_row (output, 2, "TLS", tls);
  print_visible_row (output, 2, _("Peer"), peer);
  if (mcp_session_get_certificate (session) != NULL)
    print_certificate (output, mcp_session_get_certificate (session));
  print_visible_row (output, 2, _("Session id"), session_id);

  for (guint i = 0; streams != NULL && i < g_list_model_get_n_items (streams); i++)
    {
      g_autoptr (McpHttpStream) stream = g_list_model_get_item (streams, i);
      guint n_events = mcp_http_stream_get_n_events (stream);
      g_autofree char *text =
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, %s, %u event", "%s, %s, %u events",
                                      n_events),
                         get_purpose_nick (stream), get_stream_state_nick (stream), n_events);

      print_row (output, 2, i == 0 ? _("Streams") : "", text);
    }
}

/* "2026-07-28, 2025-11-25", in the server's order. */
static char *
join_versions (const char *text,
               gsize       length)
{
  g_autoptr (GString) out = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan list;
  McpSpan value;

  if (!mcp_json_lookup (text, length, "supportedVersions", &list)
      || !mcp_json_iter_init (&iter, text + list.offset, list.length))
    return NULL;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + list.offset + value.offset, value.length);

      if (name != NULL)
        g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", name);
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* What a modern server says of itself beside what it is and can do. */
static void
print_discovered (CliConnection *connection)
{
  GBytes *result = mcp_session_get_server_json (connection->session);
  g_autofree char *versions = NULL;
  g_autofree char *scope = NULL;
  g_autofree char *hint = NULL;
  const char *text;
  gint64 ttl_msec;
  gsize length;

  if (!mcp_session_has_feature (connection->session, MCP_FEATURE_DISCOVERY) || result == NULL)
    return;

  text = g_bytes_get_data (result, &length);
  versions = join_versions (text, length);
  ttl_msec = mcp_cache_hints_read (text, length, &scope);
  if (ttl_msec >= 0)
    hint = g_strdup_printf (_("%.4g s, %s"), ttl_msec / 1000.0, scope != NULL ? scope : "?");
  print_visible_row (connection->output, 0, _("Revisions"), versions);
  print_visible_row (connection->output, 0, _("Good for"), hint);
}

static void
print_icons (CliConnection *connection)
{
  g_autofree char *info = mcp_session_dup_server_info (connection->session);
  g_autoptr (GPtrArray) icons = NULL;

  if (info == NULL)
    return;

  icons = mcp_icons_read (info, strlen (info));
  for (guint i = 0; i < icons->len; i++)
    {
      g_autofree char *described = mcp_icon_describe (icons->pdata[i]);

      print_visible_row (connection->output, 0, i == 0 ? _("Icons") : "", described);
    }
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
  g_autofree char *redacted =
    mcp_session_get_state (session) == MCP_SESSION_RECORDED
            ? mcp_recording_describe_redacted (mcp_session_get_journal (session))
            : NULL;
  const char *evidence;
  g_autofree char *era = NULL;
  gint64 spawn_usec = mcp_session_get_spawn_usec (session);
  g_autofree char *spawn = spawn_usec >= 0 ? mcp_format_duration (spawn_usec) : NULL;

  print_row (output, 0, _("Server"), server);
  print_lookup_row (connection, _("Description"), "serverInfo.description");
  print_lookup_row (connection, _("Website"), "serverInfo.websiteUrl");
  print_icons (connection);
  print_row (output, 0, _("Protocol"), mcp_version_to_string (mcp_session_get_version (session)));
  print_visible_row (output, 0, "", negotiation);
  evidence = mcp_session_get_era_evidence (connection->session);
  era = evidence != NULL ? g_strdup_printf ("%s (%s)", era_name (connection->session), evidence)
                         : g_strdup (era_name (connection->session));
  print_visible_row (output, 0, _("Era"), era);
  print_discovered (connection);
  print_visible_row (output, 0, _("Transport"), transport);
  print_row (output, 0, _("First output"), spawn);
  print_row (output, 0, _("Handshake"), handshake);
  if (!mcp_profile_is_stdio (connection->profile))
    print_connection (connection);
  print_visible_row (output, 0, _("Redacted"), redacted);
  print_both_capabilities (connection);
  print_lookup_row (connection, _("Instructions"), "instructions");
}

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
