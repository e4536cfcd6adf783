/* cli-consent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli-consent.h"
#include "cli-text.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-risk.h"

/* Asking on a terminal before a server that nobody has agreed to is started. */

/* What a risk is about. */
static char *
dup_part (McpProfile    *profile,
          const McpRisk *risk)
{
  const char *whole = mcp_profile_get_url (profile);
  g_autofree char *part = NULL;

  if (risk->place == MCP_RISK_SENT)
    return cli_text_visible (risk->sent, -1, FALSE);
  if (risk->place == MCP_RISK_ARGUMENT)
    whole = mcp_profile_get_argv (profile)[risk->index];
  else if (risk->place == MCP_RISK_CWD)
    whole = mcp_profile_get_settings (profile)->cwd;
  else if (risk->place == MCP_RISK_VARIABLE)
    return cli_text_visible (mcp_profile_get_env (profile)[risk->index], -1, FALSE);

  part = g_strndup (whole + risk->start, risk->length);

  return cli_text_visible (part, -1, FALSE);
}

static void
append_line (GString    *out,
             const char *indent,
             const char *text)
{
  g_autofree char *visible = cli_text_visible (text, -1, FALSE);

  g_string_append_printf (out, "%s%s\n", indent, visible);
}

static void
append_names (GString            *out,
              const char * const *env)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *visible = NULL;

  for (guint i = 0; env[i] != NULL; i++)
    g_string_append_printf (names, "%s%.*s", i > 0 ? ", " : "", (int) strcspn (env[i], "="), env[i]);
  if (names->len == 0)
    return;

  visible = cli_text_visible (names->str, -1, FALSE);
  /* Translators: names of variables. */
  g_string_append_printf (out, _("with the variables %s"), visible);
  g_string_append_c (out, '\n');
}

/* Those of one grade below a title. */
static void
append_risks (GString      *out,
              McpProfile   *profile,
              GPtrArray    *risks,
              McpRiskGrade  grade)
{
  gboolean has_title = FALSE;

  for (guint i = 0; i < risks->len; i++)
    {
      const McpRisk *risk = risks->pdata[i];
      g_autofree char *part = NULL;

      if (risk->grade != grade)
        continue;
      if (!has_title)
        g_string_append_printf (out, "%s:\n", mcp_risk_grade_get_title (grade));
      has_title = TRUE;
      part = dup_part (profile, risk);
      g_string_append_printf (out, "  ! %s\n      %s\n", part, risk->text);
    }
}

/*
 * All that decides what is run, an argument a line, quoted as for a shell where that tells them
 * apart.
 */
static char *
describe (McpProfile *profile)
{
  const char * const *argv = mcp_profile_get_argv (profile);
  const char *cwd = mcp_profile_get_settings (profile)->cwd;
  g_autoptr (GPtrArray) risks = mcp_risks_find (profile);
  g_autofree char *name = cli_text_visible (mcp_profile_get_name (profile), -1, FALSE);
  GString *out = g_string_new (NULL);

  if (mcp_profile_is_stdio (profile))
    {
      g_string_append_printf (out, _("“%s” was not typed here, and nobody has agreed to it yet. It would run:"), name);
      g_string_append_c (out, '\n');
      for (guint i = 0; argv[i] != NULL; i++)
        {
          g_autofree char *quoted = argv[i][0] == '\0' || strpbrk (argv[i], " \t\n'\"\\$`|;&<>()*?") != NULL
                                      ? g_shell_quote (argv[i])
                                      : g_strdup (argv[i]);

          append_line (out, "    ", quoted);
        }
      if (cwd != NULL)
        {
          g_autofree char *visible = cli_text_visible (cwd, -1, FALSE);

          g_string_append_printf (out, _("in %s"), visible);
          g_string_append_c (out, '\n');
        }
      append_names (out, mcp_profile_get_env (profile));
    }
  else
    {
      g_string_append_printf (out, _("“%s” was not typed here, and nobody has agreed to it yet. It would connect to:"),
                              name);
      g_string_append_c (out, '\n');
      append_line (out, "    ", mcp_profile_get_url (profile));
    }

  if (mcp_profile_get_settings (profile)->origin != NULL)
    {
      g_autofree char *visible = cli_text_visible (mcp_profile_get_settings (profile)->origin, -1, FALSE);

      /* Translators: %s is the file, the link or the registry that a server was taken from. */
      g_string_append_printf (out, _("taken from %s"), visible);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; mcp_profile_get_settings (profile)->values[i] != NULL; i++)
    {
      g_autofree char *visible = cli_text_visible (mcp_profile_get_settings (profile)->values[i], -1, FALSE);

      /* Translators: %s is a name and what stands for it: “input:region=eu”. */
      g_string_append_printf (out, _("filled in: %s"), visible);
      g_string_append_c (out, '\n');
    }
  for (int grade = MCP_RISK_DANGER; grade >= MCP_RISK_PLAIN; grade--)
    append_risks (out, profile, risks, grade);

  return g_string_free (out, FALSE);
}

/* One line from the terminal; the rest stays for who reads on. FALSE unless it is a yes. */
static gboolean
read_yes (void)
{
  char line[64] = "";
  gsize n = 0;
  char byte;

  while (read (STDIN_FILENO, &byte, 1) == 1 && byte != '\n')
    if (n + 1 < sizeof line)
      line[n++] = byte;
  line[n] = '\0';
  g_strstrip (line);

  /* Translators: what a person types for yes; “y” and “yes” are taken as well. */
  return g_ascii_strcasecmp (line, "y") == 0 || g_ascii_strcasecmp (line, "yes") == 0
         || g_strcmp0 (line, C_ ("answer", "yes")) == 0;
}

/**
 * cli_consent_settle:
 * @profile: a profile that is about to be acted on, as it was found
 *
 * Sees to it that somebody has agreed to what a profile runs: asks on a terminal, and remembers a
 * yes.
 *
 * Returns: %FALSE with %MCP_ERROR_CONSENT
 */
gboolean
cli_consent_settle (McpProfile  *profile,
                    GError     **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;

  if (mcp_consent_check (profile, &reason))
    return TRUE;

  text = describe (profile);
  fputs (text, stderr);
  if (isatty (STDIN_FILENO) && isatty (STDERR_FILENO))
    {
      fputs (mcp_profile_is_stdio (profile) ? _("Run it? [y/N] ") : _("Connect to it? [y/N] "), stderr);
      fflush (stderr);
      if (read_yes ())
        {
          mcp_consent_give (profile, MCP_CONSENT_ASKED, TRUE);
          return TRUE;
        }
    }
  fflush (stderr);

  g_propagate_error (error, g_steal_pointer (&reason));

  return FALSE;
}
