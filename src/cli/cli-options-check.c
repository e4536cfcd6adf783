/* cli-options-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-options-private.h"
#include "cli-profile.h"
#include "mcp-certificate.h"
#include "mcp-header-value.h"
#include "mcp-report.h"
#include "mcp-version.h"

/* What options may be, by themselves and with each other, once all of them are read. */

static gboolean
check_env (char   **env,
           GError **error)
{
  for (guint i = 0; env != NULL && env[i] != NULL; i++)
    {
      const char *equals = strchr (env[i], '=');

      if (equals == NULL || equals == env[i])
        return cli_options_fail (error, _("--env %s: expected NAME=VALUE"), env[i]);
    }

  return TRUE;
}

static gboolean
check_log_level (const char  *level,
                 GError     **error)
{
  static const char * const levels[] = {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency", NULL
  };
  g_autofree char *list = NULL;

  if (level == NULL || g_strv_contains (levels, level))
    return TRUE;

  list = g_strjoinv (", ", (char **) levels);
  return cli_options_fail (error, _("--log-level %s: expected one of %s"), level, list);
}

static gboolean
check_protocol (const char  *version,
                GError     **error)
{
  g_autofree char *list = NULL;

  if (version == NULL || mcp_version_from_string (version) != MCP_VERSION_UNKNOWN)
    return TRUE;

  list = mcp_version_list ();
  return cli_options_fail (error, _("--protocol %s: not a revision this version speaks: %s"),
                           version, list);
}

static gboolean
check_server (CliOptions  *self,
              GError     **error)
{
  gboolean has_url = (self->command->flags & CLI_COMMAND_TAKES_URL) != 0 && self->words[0] != NULL
                     && self->url == NULL;
  guint n_given = has_url + (self->program != NULL) + (self->server != NULL || self->config != NULL)
                  + (self->demo != FALSE) + (self->url != NULL) + (self->open != NULL);
  gboolean needs_server = (self->command->flags & CLI_COMMAND_NEEDS_SERVER) != 0;
  gboolean may_have_server = (self->command->flags & CLI_COMMAND_MAY_HAVE_SERVER) != 0;

  if (has_url)
    self->url = g_strdup (self->words[0]);
  if (n_given > 1)
    return cli_options_fail (error, _("more than one server was given: use one of --url, --server, "
                                      "--demo, --open and -- PROGRAM ARGS…"));
  if ((self->command->flags & CLI_COMMAND_OF_RECORDINGS) != 0 && self->open == NULL)
    return cli_options_fail (error, _("which recording? Give --open FILE"));
  if (needs_server && n_given == 0 && !self->list)
    return cli_options_fail (error, _("which server? Give one of -- PROGRAM ARGS…, --url URL, "
                                      "--server NAME, --demo"));
  if (!needs_server && !may_have_server &&
      (self->program != NULL || self->demo || self->url != NULL))
    return cli_options_fail (error, _("%s %s needs no server"),
                             self->command->name, self->command->verb);
  if (self->program != NULL && self->program[0] == NULL)
    return cli_options_fail (error, _("--: no program follows"));

  return TRUE;
}

static gboolean
check_url (const char  *url,
           GError     **error)
{
  g_autoptr (GError) local_error = NULL;

  if (url == NULL || mcp_profile_check_url (url, &local_error))
    return TRUE;

  return cli_options_fail (error, "--url: %s", local_error->message);
}

static gboolean
check_transport (const char  *transport,
                 GError     **error)
{
  static const char * const words[] = { "auto", "http", "sse", NULL };

  if (transport == NULL || g_strv_contains (words, transport))
    return TRUE;

  return cli_options_fail (error, _("--%s %s: expected one of %s"),
                           "transport", transport, "auto|http|sse");
}

static gboolean
check_inherit_env (const char  *inherit_env,
                   GError     **error)
{
  static const char * const words[] = { "basic", "all", NULL };

  if (inherit_env == NULL || g_strv_contains (words, inherit_env))
    return TRUE;

  return cli_options_fail (error, _("--%s %s: expected one of %s"), "inherit-env", inherit_env, "basic|all");
}

/* A value may be a secret, so that no message has it; nor the name where the colon is missing. */
static gboolean
check_headers (char   **headers,
               GError **error)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      g_autoptr (GError) local_error = NULL;

      if (!g_utf8_validate (headers[i], -1, NULL))
        return cli_options_fail (error, _("--header: not valid UTF-8"));
      if (!mcp_header_parse (headers[i], &name, &value, &local_error))
        return cli_options_fail (error, "--header: %s", local_error->message);
    }

  return TRUE;
}

/* Brings "ab:cd:…" or "sha256:ABCD…" to the form that certificates tell theirs in. */
static gboolean
check_fingerprint (char   **fingerprint,
                   GError **error)
{
  const char *text = *fingerprint;
  g_autoptr (GString) canonical = g_string_new ("SHA256:");
  guint n_digits = 0;

  if (text == NULL)
    return TRUE;
  if (g_ascii_strncasecmp (text, "sha256:", 7) == 0)
    text += 7;

  for (; *text != '\0'; text++)
    {
      if (*text == ':' && n_digits % 2 == 0)
        continue;
      if (!g_ascii_isxdigit (*text))
        break;
      if (n_digits > 0 && n_digits % 2 == 0)
        g_string_append_c (canonical, ':');
      g_string_append_c (canonical, g_ascii_toupper (*text));
      n_digits++;
    }

  if (*text != '\0' || n_digits != 64)
    return cli_options_fail (error, _("--accept-certificate %s: not a SHA-256 fingerprint, which has 64 "
                                      "hexadecimal digits"), *fingerprint);

  g_free (*fingerprint);
  *fingerprint = g_string_free (g_steal_pointer (&canonical), FALSE);

  return TRUE;
}

/* What can be read once is left to who uses it, and what may not end to a time when somebody can
 * say so. */
static gboolean
is_pipe (const char *path)
{
  GStatBuf info;

  return path != NULL && g_stat (path, &info) == 0 && S_ISFIFO (info.st_mode);
}

static gboolean
check_ca_file (const char  *path,
               GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  GList *certificates;

  if (path == NULL || is_pipe (path))
    return TRUE;

  certificates = g_tls_certificate_list_new_from_file (path, &local_error);
  if (local_error != NULL)
    return cli_options_fail (error, "--ca-file %s: %s", path, local_error->message);
  if (certificates == NULL)
    return cli_options_fail (error, _("--ca-file %s: there is no certificate in it"), path);

  g_list_free_full (certificates, g_object_unref);

  return TRUE;
}

static gboolean
check_client_certificate (CliOptions  *self,
                          GError     **error)
{
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GError) local_error = NULL;

  if (self->client_cert == NULL)
    return self->client_key == NULL || cli_options_fail (error, _("--client-key: only with --client-cert"));
  if (is_pipe (self->client_cert) || is_pipe (self->client_key))
    return TRUE;

  certificate = mcp_certificate_load_own (self->client_cert, self->client_key, &local_error);

  return certificate != NULL || cli_options_fail (error, "--client-cert: %s", local_error->message);
}

/* What makes no sense for how the server is reached, as far as the command line says it. */
static gboolean
check_reach (CliOptions  *self,
             GError     **error)
{
  gboolean is_program = self->program != NULL || self->demo;

  if (self->url != NULL && self->env != NULL)
    return cli_options_fail (error, _("--env: only for a server that is started, not for one with a "
                                      "URL"));
  if (self->url != NULL && self->cwd != NULL)
    return cli_options_fail (error, _("--cwd: only for a server that is started, not for one with a "
                                      "URL"));
  if (is_program)
    return cli_profile_check_http (self, MCP_REACH_STDIO, error);

  return TRUE;
}

static gboolean
check_format (CliOptions  *self,
              GError     **error)
{
  g_autofree char *name = cli_command_get_full_name (self->command);

  if (self->format < CLI_FORMAT_REPORT || (self->command->flags & CLI_COMMAND_REPORTS) != 0)
    return TRUE;

  return cli_options_fail (error, _("%s: --format is one of text, json and ndjson"), name);
}

static gboolean
check_reports (CliOptions  *self,
               GError     **error)
{
  McpReportFormat format;

  for (guint i = 0; self->reports != NULL && self->reports[i] != NULL; i++)
    if (!mcp_report_format_from_name (self->reports[i], &format))
      return cli_options_fail (error, _("--report %s: the name has to end with .xml, .sarif, .tap or .html"), self->reports[i]);

  return TRUE;
}

static gboolean
check_words (CliOptions  *self,
             GError     **error)
{
  guint n_words = g_strv_length (self->words);
  g_autofree char *name = cli_command_get_full_name (self->command);

  if (n_words < self->command->min_words)
    return cli_options_fail (error, _("%s: needs %s"), name, _(self->command->arguments));
  if (n_words > self->command->max_words)
    return cli_options_fail (error, _("%s: unexpected “%s”; a program to start stands after --"),
                        name, self->words[self->command->max_words]);

  for (guint i = 0; i < n_words; i++)
    {
      /* All of them go into messages, which are UTF-8. */
      if (!g_utf8_validate (self->words[i], -1, NULL))
        return cli_options_fail (error, _("%s: argument %u is not valid UTF-8"), name, i + 1);
    }

  return TRUE;
}

/* What can only be said once all is read. */
gboolean
cli_options_check (CliOptions  *self,
                   GPtrArray   *used,
                   GError     **error)
{
  for (guint i = 0; i < used->len; i++)
    {
      const CliOption *option = used->pdata[i];

      if (!cli_option_fits_command (option, self->command))
        {
          g_autofree char *name = cli_command_get_full_name (self->command);

          return cli_options_fail (error, _("--%s: not an option of “%s”"), option->name, name);
        }
    }

  return check_words (self, error) &&
         check_format (self, error) &&
         check_reports (self, error) &&
         check_server (self, error) &&
         check_url (self->url, error) &&
         check_transport (self->transport, error) &&
         check_inherit_env (self->inherit_env, error) &&
         check_headers (self->headers, error) &&
         check_ca_file (self->ca_file, error) &&
         check_fingerprint (&self->accept_certificate, error) &&
         check_reach (self, error) &&
         check_client_certificate (self, error) &&
         check_env (self->env, error) &&
         check_log_level (self->log_level, error) &&
         check_protocol (self->protocol, error);
}
