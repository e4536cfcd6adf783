/* mcp-row-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-row-json.h"
#include "mcp-json.h"

static void
append_headers (GString       *json,
                McpHeaderList  headers)
{
  mcp_json_append_key (json, "headers");
  g_string_append_c (json, '[');
  for (gsize i = 0; headers != NULL && headers[i] != NULL && headers[i + 1] != NULL; i += 2)
    {
      g_string_append (json, i > 0 ? ",[" : "[");
      mcp_json_append_string (json, headers[i], -1);
      g_string_append_c (json, ',');
      mcp_json_append_string (json, headers[i + 1], -1);
      g_string_append_c (json, ']');
    }
  g_string_append_c (json, ']');
}

GString *
mcp_http_request_to_json (const char    *method,
                          const char    *url,
                          McpHeaderList  headers)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "type", "request");
  mcp_json_append_member_string (json, "method", method);
  mcp_json_append_member_string (json, "url", url);
  append_headers (json, headers);

  return json;
}

GString *
mcp_http_head_to_json (guint          status,
                       const char    *reason,
                       const char    *version,
                       McpHeaderList  headers)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "type", "head");
  mcp_json_append_member_int (json, "status", status);
  mcp_json_append_member_string (json, "reason", reason);
  mcp_json_append_member_string (json, "version", version);
  append_headers (json, headers);

  return json;
}

static void
append_timing (GString    *json,
               const char *key,
               gint64      usec)
{
  if (usec >= 0)
    mcp_json_append_member_int (json, key, usec);
}

GString *
mcp_http_end_to_json (const char               *error,
                      guint64                   body_bytes,
                      const McpExchangeTimings *timings)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "type", "end");
  mcp_json_append_member_string (json, "error", error);
  mcp_json_append_member_int (json, "body", body_bytes);
  mcp_json_append_key (json, "usec");
  g_string_append_c (json, '{');
  append_timing (json, "resolved", timings->resolved_usec);
  append_timing (json, "connected", timings->connected_usec);
  append_timing (json, "secured", timings->secured_usec);
  append_timing (json, "sent", timings->sent_usec);
  append_timing (json, "first_byte", timings->first_byte_usec);
  append_timing (json, "ended", timings->ended_usec);
  g_string_append_c (json, '}');

  return json;
}

static void
append_strings (GString            *json,
                const char         *key,
                const char * const *strings)
{
  mcp_json_append_key (json, key);
  g_string_append_c (json, '[');
  for (guint i = 0; strings != NULL && strings[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      mcp_json_append_string (json, strings[i], -1);
    }
  g_string_append_c (json, ']');
}

GString *
mcp_spawn_to_json (GPid                pid,
                   const char * const *argv,
                   const char         *cwd,
                   const char * const *environ_names)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "type", "spawn");
  mcp_json_append_member_int (json, "pid", pid);
  append_strings (json, "argv", argv);
  mcp_json_append_member_string (json, "cwd", cwd);
  append_strings (json, "env", environ_names);

  return json;
}

GString *
mcp_exit_to_json (const McpExit *status)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "type", "exit");
  if (status->exited)
    mcp_json_append_member_int (json, "code", status->exit_code);
  else
    mcp_json_append_member_int (json, "signal", status->signal_number);
  if (status->core_dumped)
    mcp_json_append_member (json, "core", "true");

  return json;
}
