/* mcp-doctor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-doctor-private.h"
#include "mcp-error-cause.h"

/*
 * The connection doctor: says of a failed connection by URL what happened, shows what the server
 * itself said about it, and names the one thing most worth trying. Nothing is asked or measured
 * here, all is told from what was seen, so the same symptoms always get the same words.
 *
 * A connection fails before the answer (mcp-doctor-error.c, and mcp-doctor-tls.c for certificates),
 * with a status that is none of success (mcp-doctor-status.c), or with a success that is not the
 * protocol's (mcp-doctor-body.c).
 */

/* Only so much of a body is searched for tell-tale words. */
#define SEARCHED_BYTES (64 * 1024)

/* (nullable): there are none for @key */
const McpDoctorWords *
mcp_doctor_find_words (const McpDoctorWords *words,
                       guint                 n_words,
                       int                   key)
{
  for (guint i = 0; i < n_words; i++)
    if (words[i].key == key || words[i].key == MCP_DOCTOR_ANY)
      return &words[i];

  return NULL;
}

/* A finding in words of ours alone. The evidence is set apart. */
void
mcp_diagnosis_set (McpDiagnosis *self,
                   McpStep       step,
                   int           code,
                   const char   *outcome,
                   const char   *remedy)
{
  mcp_diagnosis_take (self, step, code, g_strdup (outcome), g_strdup (remedy));
}

/* Like mcp_diagnosis_set(), with texts that were put together: (transfer full). */
void
mcp_diagnosis_take (McpDiagnosis *self,
                    McpStep       step,
                    int           code,
                    char         *outcome,
                    char         *remedy)
{
  g_free (self->outcome);
  g_free (self->remedy);

  self->step = step;
  self->code = code;
  self->outcome = outcome;
  self->remedy = remedy;
}

/* @target: (transfer full) (nullable) */
void
mcp_diagnosis_take_action (McpDiagnosis    *self,
                           McpRemedyAction  action,
                           char            *target)
{
  g_free (self->target);

  self->action = action;
  self->target = target;
}

/* "example.com:8443"; the whole URL when there is no host in it. */
char *
mcp_doctor_dup_host (const McpSymptoms *symptoms)
{
  g_autoptr (GUri) uri = mcp_address_parse (symptoms->url, G_URI_FLAGS_NONE, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if (host == NULL || *host == '\0')
    return g_strdup (symptoms->url);
  if (g_uri_get_port (uri) <= 0)
    return g_strdup (host);

  return g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%d" : "%s:%d",
                          host, g_uri_get_port (uri));
}

/*
 * The URL with another scheme or path; (nullable) either: stays. Userinfo is left out: a remedy is
 * read aloud and pasted into reports. So is the query with a new path.
 */
char *
mcp_doctor_dup_url (const McpSymptoms *symptoms,
                    const char        *scheme,
                    const char        *path)
{
  g_autoptr (GUri) uri = g_uri_parse (symptoms->url, G_URI_FLAGS_ENCODED, NULL);

  if (uri == NULL || g_uri_get_host (uri) == NULL)
    return g_strdup (symptoms->url);

  return g_uri_join (G_URI_FLAGS_ENCODED,
                     scheme != NULL ? scheme : g_uri_get_scheme (uri), NULL,
                     g_uri_get_host (uri), g_uri_get_port (uri),
                     path != NULL ? path : g_uri_get_path (uri),
                     path != NULL ? NULL : g_uri_get_query (uri), NULL);
}

gboolean
mcp_doctor_has_scheme (const McpSymptoms *symptoms,
                       const char        *scheme)
{
  gsize length = strlen (scheme);

  return g_ascii_strncasecmp (symptoms->url, scheme, length) == 0 &&
         symptoms->url[length] == ':';
}

/* Whether the body has @needle, whatever its case. The body may have any bytes, NUL included. */
gboolean
mcp_doctor_body_has (const McpSymptoms *symptoms,
                     const char        *needle)
{
  gsize length = symptoms->body != NULL ? MIN (symptoms->body_length, SEARCHED_BYTES) : 0;
  gsize needle_length = strlen (needle);

  for (gsize i = 0; i + needle_length <= length; i++)
    {
      if (g_ascii_strncasecmp (symptoms->body + i, needle, needle_length) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Whether the body begins with @start, whatever its case, behind a byte order mark and space. */
gboolean
mcp_doctor_body_starts (const McpSymptoms *symptoms,
                        const char        *start)
{
  gsize length = symptoms->body != NULL ? symptoms->body_length : 0;
  gsize i = 0;

  if (length >= 3 && memcmp (symptoms->body, "\357\273\277", 3) == 0)
    i = 3;
  while (i < length && g_ascii_isspace (symptoms->body[i]))
    i++;

  return length - i >= strlen (start) &&
         g_ascii_strncasecmp (symptoms->body + i, start, strlen (start)) == 0;
}

/*
 * Untrusted text as evidence: valid UTF-8, no longer than a glance. Control characters stay: what
 * shows it makes them visible.
 */
char *
mcp_doctor_make_evidence (const char *text,
                          gsize       length)
{
  /* A character has 4 bytes at most; one more so that the cut is seen. */
  g_autofree char *valid = g_utf8_make_valid (text, MIN (length,
                                                         4 * (MCP_DOCTOR_EVIDENCE_CHARS + 1)));
  g_autofree char *cut = NULL;

  g_strstrip (valid);
  if (g_utf8_strlen (valid, -1) <= MCP_DOCTOR_EVIDENCE_CHARS)
    return g_steal_pointer (&valid);

  cut = g_utf8_substring (valid, 0, MCP_DOCTOR_EVIDENCE_CHARS);
  return g_strconcat (cut, "…", NULL);
}

/* "200 OK, text/html, Via: 1.1 squid: <!DOCTYPE html>…" */
static char *
describe_answer (const McpSymptoms *symptoms)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%u", symptoms->status);
  if (symptoms->reason != NULL && *symptoms->reason != '\0')
    g_string_append_printf (text, " %s", symptoms->reason);
  if (symptoms->content_type != NULL)
    g_string_append_printf (text, ", %s", symptoms->content_type);
  if (symptoms->location != NULL)
    g_string_append_printf (text, ", Location: %s", symptoms->location);
  if (symptoms->challenge != NULL)
    g_string_append_printf (text, ", WWW-Authenticate: %s", symptoms->challenge);
  if (symptoms->allow != NULL)
    g_string_append_printf (text, ", Allow: %s", symptoms->allow);
  if (symptoms->retry_after != NULL)
    g_string_append_printf (text, ", Retry-After: %s", symptoms->retry_after);
  if (symptoms->server != NULL)
    g_string_append_printf (text, ", Server: %s", symptoms->server);
  if (symptoms->via != NULL)
    g_string_append_printf (text, ", Via: %s", symptoms->via);
  if (symptoms->proxy_challenge != NULL)
    g_string_append_printf (text, ", Proxy-Authenticate: %s", symptoms->proxy_challenge);
  if (symptoms->body != NULL && symptoms->body_length > 0)
    {
      g_autofree char *body = mcp_doctor_make_evidence (symptoms->body, symptoms->body_length);

      if (*body != '\0')
        g_string_append_printf (text, ": %s", body);
    }

  return mcp_doctor_make_evidence (text->str, text->len);
}

static void
set_evidence (const McpSymptoms *symptoms,
              McpDiagnosis      *diagnosis)
{
  const GError *cause = symptoms->error != NULL ? mcp_error_get_cause (symptoms->error) : NULL;

  if (diagnosis->evidence != NULL)
    return;

  if (symptoms->status != 0)
    diagnosis->evidence = describe_answer (symptoms);
  else if (symptoms->body != NULL && symptoms->body_length > 0)
    diagnosis->evidence = mcp_doctor_make_evidence (symptoms->body, symptoms->body_length);
  else if (symptoms->error != NULL)
    {
      const char *message = (cause != NULL ? cause : symptoms->error)->message;

      diagnosis->evidence = mcp_doctor_make_evidence (message, strlen (message));
    }
}

static gboolean
diagnose_url (const McpSymptoms *symptoms,
              McpDiagnosis      *diagnosis)
{
  static const char * const schemes[] = { "http", "https", "ws", "wss", "unix", "tcp" };
  g_autofree char *scheme = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      if (mcp_doctor_has_scheme (symptoms, schemes[i]))
        return FALSE;
    }

  scheme = g_uri_parse_scheme (symptoms->url);
  mcp_diagnosis_take (diagnosis, MCP_STEP_CONNECT, MCP_ERROR_CONFIG,
                      scheme != NULL
                        ? g_strdup_printf (_("There is no way to reach a server by “%s:”"), scheme)
                        : g_strdup (_("This is not a URL")),
                      g_strdup (_("Use an address that begins with https:, http:, wss:, ws:, "
                                  "unix: or tcp:.")));
  diagnosis->evidence = mcp_doctor_make_evidence (symptoms->url, strlen (symptoms->url));

  return TRUE;
}

/**
 * mcp_doctor_diagnose:
 * @symptoms: what was seen of a connection that failed
 * @diagnosis: (out caller-allocates): what it comes down to; cleared with mcp_diagnosis_clear()
 *
 * Finds words for a failed connection: the step that failed, which may be another than the one that
 * noticed, what happened, the server's own words as evidence (at most 300 characters, valid UTF-8,
 * not cleaned of control characters), and one thing to do about it.
 */
void
mcp_doctor_diagnose (const McpSymptoms *symptoms,
                     McpDiagnosis      *diagnosis)
{
  g_return_if_fail (symptoms != NULL && symptoms->url != NULL);
  g_return_if_fail (diagnosis != NULL);

  memset (diagnosis, 0, sizeof *diagnosis);

  if (!diagnose_url (symptoms, diagnosis))
    {
      if (symptoms->status != 0)
        mcp_doctor_diagnose_status (symptoms, diagnosis);
      else
        mcp_doctor_diagnose_error (symptoms, diagnosis);
    }

  set_evidence (symptoms, diagnosis);
}

void
mcp_diagnosis_clear (McpDiagnosis *diagnosis)
{
  g_return_if_fail (diagnosis != NULL);

  g_clear_pointer (&diagnosis->outcome, g_free);
  g_clear_pointer (&diagnosis->evidence, g_free);
  g_clear_pointer (&diagnosis->remedy, g_free);
  g_clear_pointer (&diagnosis->target, g_free);
}
