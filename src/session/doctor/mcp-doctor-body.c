/* mcp-doctor-body.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-doctor-private.h"
#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-json.h"

/* Answers with success that are none of the protocol's. */

/* Whether one of some words is in the body, whatever their case; @needles ends with NULL. */
gboolean
mcp_doctor_body_has_any (const McpSymptoms  *symptoms,
                         const char * const *needles)
{
  for (guint i = 0; needles[i] != NULL; i++)
    {
      if (mcp_doctor_body_has (symptoms, needles[i]))
        return TRUE;
    }

  return FALSE;
}

/* Another path that many servers have, for an address that is none of a server's. */
const char *
mcp_doctor_get_other_path (const McpSymptoms *symptoms)
{
  g_autoptr (GUri) uri = g_uri_parse (symptoms->url, G_URI_FLAGS_ENCODED, NULL);

  return uri != NULL && g_str_has_suffix (g_uri_get_path (uri), "/mcp") ? "/sse" : "/mcp";
}

/* The remedy depends on where the page comes from: proxy, login, development server or site. */
static void
diagnose_page (const McpSymptoms *symptoms,
               McpDiagnosis      *diagnosis)
{
  static const char * const login_signs[] = {
    "type=\"password\"", "type='password'", "type=password", "sign in", "log in", "/login", NULL,
  };
  static const char * const dev_signs[] = {
    "/@vite/client", "webpack", "__next", "react-refresh", "id=\"root\"", "id=\"app\"",
    "live-reload", "livereload", NULL,
  };
  g_autofree char *url = mcp_doctor_dup_url (symptoms, NULL, mcp_doctor_get_other_path (symptoms));

  if (symptoms->via != NULL && mcp_doctor_body_has (symptoms, "proxy"))
    mcp_diagnosis_set (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                       _("A proxy answered with a page of its own"),
                       _("Take the host out of the proxy in the system's settings (no_proxy)."));
  else if (mcp_doctor_body_has_any (symptoms, login_signs))
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The address answered with a login page, not with MCP"),
                       _("Set an Authorization header for this server, or log in to the network "
                         "you are in."));
  else if (mcp_doctor_body_has_any (symptoms, dev_signs))
    mcp_diagnosis_take (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                        g_strdup (_("The address answered with a web application, which gives its "
                                    "page for every path")),
                        g_strdup_printf (_("Correct path or port; many servers use %s."), url));
  else
    mcp_diagnosis_take (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                        g_strdup (_("The address answered with a web page, not with MCP")),
                        g_strdup_printf (_("Correct the path; many servers use %s."), url));
}

static void
diagnose_stream (const McpSymptoms *symptoms,
                 McpDiagnosis      *diagnosis)
{
  if (!symptoms->is_sse && (mcp_doctor_body_has (symptoms, "event: endpoint") ||
                            mcp_doctor_body_has (symptoms, "event:endpoint")))
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       _("This is the older transport, HTTP+SSE of 2024-11-05"),
                       _("Choose the transport HTTP+SSE for this server."));
  else if (symptoms->endpoint != NULL
           && g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE))
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       symptoms->error->message,
                       _("Let the server give the path of its endpoint alone, or the address that it is reached at: behind "
                         "a proxy it has to be told that (X-Forwarded-Host, X-Forwarded-Proto)."));
  else if (symptoms->is_sse)
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       _("The event stream did not say where messages go: its first event has to "
                         "be “endpoint”"),
                       _("Choose the transport Streamable HTTP, or correct the path."));
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       _("The event stream ended without the answer"),
                       _("Look at what the server wrote: it may have crashed, or a proxy may cut "
                         "streams that are quiet."));
}

static gboolean
starts_like_events (const McpSymptoms *symptoms)
{
  static const char * const starts[] = { "data:", "event:", "id:", "retry:", ":" };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (mcp_doctor_body_starts (symptoms, starts[i]))
      return TRUE;

  return FALSE;
}

/* The Content-Type contradicts the body. */
static gboolean
diagnose_label (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis,
                const char        *type)
{
  gboolean is_json = mcp_doctor_body_starts (symptoms, "{") || mcp_doctor_body_starts (symptoms, "[");
  gboolean is_stream = starts_like_events (symptoms) && mcp_doctor_body_has (symptoms, "data:");
  g_autofree char *shown = type != NULL ? mcp_doctor_make_evidence (type, strlen (type)) : NULL;

  if (g_strcmp0 (type, "text/event-stream") == 0 && is_json)
    mcp_diagnosis_set (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                       _("The answer is labelled “text/event-stream”, and it is JSON"),
                       _("Let the server, or the proxy before it, say “Content-Type: application/json” with it."));
  else if (g_strcmp0 (type, "text/event-stream") != 0
           && (is_stream || (g_strcmp0 (type, "application/json") == 0 && starts_like_events (symptoms))))
    mcp_diagnosis_take (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                        shown != NULL
                          ? g_strdup_printf (_("The answer is labelled “%s”, and it is an event stream"), shown)
                          : g_strdup (_("The answer has no Content-Type, and it is an event stream")),
                        g_strdup (_("Let the server, or the proxy before it, say “Content-Type: text/event-stream” with it.")));
  else
    return FALSE;

  return TRUE;
}

/* It was not asked for, so that nobody can be sure to read it (RFC 9110, section 12.5.3). */
static gboolean
diagnose_encoding (const McpSymptoms *symptoms,
                   McpDiagnosis      *diagnosis)
{
  g_autofree char *shown = NULL;

  if (symptoms->encoding == NULL || mcp_doctor_body_starts (symptoms, "{")
      || mcp_doctor_body_starts (symptoms, "[") || mcp_doctor_body_starts (symptoms, "<")
      || starts_like_events (symptoms))
    return FALSE;

  shown = mcp_doctor_make_evidence (symptoms->encoding, strlen (symptoms->encoding));
  mcp_diagnosis_take (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                      g_strdup_printf (_("The answer is compressed as “%s”, which was not asked for"), shown),
                      g_strdup (_("Let the server, or the proxy before it, go by Accept-Encoding: what Sounder takes stands "
                                  "in the request.")));

  return TRUE;
}

/* JSON-RPC 2.0 section 5: an answer has "jsonrpc" and one of "result" and "error". */
static void
diagnose_json (const McpSymptoms *symptoms,
               McpDiagnosis      *diagnosis)
{
  g_autofree char *version = NULL;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  if (!mcp_json_validate (symptoms->body, symptoms->body_length, &error))
    {
      mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                          g_strdup_printf (_("The server says that this is JSON, and it is broken: "
                                             "%s"), error->message),
                          g_strdup (_("Look for what prints into the server's answers.")));
      return;
    }

  version = mcp_json_lookup_string (symptoms->body, symptoms->body_length, "jsonrpc");
  message = mcp_json_lookup_string (symptoms->body, symptoms->body_length, "error.message");

  if (version == NULL)
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       _("The address answered with JSON that is no JSON-RPC: another service"),
                       _("Correct the path: this one belongs to another service of this host."));
  else if (message != NULL)
    {
      g_autofree char *shown = mcp_doctor_make_evidence (message, strlen (message));

      mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                          g_strdup_printf (_("The server refused the handshake: %s"), shown),
                          g_strdup (_("Correct what the server names.")));
    }
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       symptoms->error != NULL ? symptoms->error->message
                                               : _("The server answered something that was not "
                                                   "asked"),
                       _("Look at the exchange: what the server sent is recorded."));
}

static void
diagnose_empty (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis)
{
  if (symptoms->status == 202 || symptoms->status == 204)
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       _("The server accepted the request and will not answer it: it takes it for "
                         "a notification"),
                       _("Check the path: it may be that of the older transport's messages; choose "
                         "HTTP+SSE with the path of its event stream."));
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE,
                       _("The server answered with nothing at all"),
                       _("Look at what the server wrote: it may have failed while it answered."));
}

/* A status of success, and no answer to the request. */
void
mcp_doctor_diagnose_body (const McpSymptoms *symptoms,
                          McpDiagnosis      *diagnosis)
{
  g_autofree char *type = symptoms->content_type != NULL
                            ? mcp_media_type_of (symptoms->content_type) : NULL;
  gboolean is_empty = symptoms->body == NULL || symptoms->body_length == 0;

  /* Broken off, not finished: the network has the word. */
  if (symptoms->error != NULL &&
      (symptoms->error->domain == G_IO_ERROR || symptoms->error->domain == G_TLS_ERROR ||
       g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_TIMED_OUT) ||
       g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_TOO_LARGE)))
    mcp_doctor_diagnose_error (symptoms, diagnosis);
  else if (!is_empty && (diagnose_encoding (symptoms, diagnosis) || diagnose_label (symptoms, diagnosis, type)))
    return;
  else if (g_strcmp0 (type, "text/event-stream") == 0)
    diagnose_stream (symptoms, diagnosis);
  else if (is_empty)
    diagnose_empty (symptoms, diagnosis);
  else if (g_strcmp0 (type, "text/html") == 0 || g_strcmp0 (type, "application/xhtml+xml") == 0 ||
           mcp_doctor_body_starts (symptoms, "<!doctype html") ||
           mcp_doctor_body_starts (symptoms, "<html"))
    diagnose_page (symptoms, diagnosis);
  else if (g_strcmp0 (type, "application/json") == 0 || mcp_doctor_body_starts (symptoms, "{") ||
           mcp_doctor_body_starts (symptoms, "["))
    diagnose_json (symptoms, diagnosis);
  else
    {
      g_autofree char *shown = type != NULL ? mcp_doctor_make_evidence (type, strlen (type)) : NULL;

      mcp_diagnosis_take (diagnosis, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE,
                          shown != NULL
                            ? g_strdup_printf (_("The address answered with %s, not with JSON or "
                                                 "an event stream"), shown)
                            : g_strdup (_("The address answered without saying with what (no "
                                          "Content-Type)")),
                          g_strdup (_("Correct the path: this one belongs to something else.")));
    }
}
