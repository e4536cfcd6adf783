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
#include "mcp-address-check.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-risk.h"
#include "mcp-summary.h"

/* Asking on a terminal before a server that nobody has agreed to is started. */

/* Its value decides what it does. */
static char *
dup_variable (McpProfile *profile,
              guint       index)
{
  g_autofree char *setting = mcp_risks_dup_setting (profile, index);

  return mcp_format_exact (setting, -1);
}

/* What a risk is about. */
static char *
dup_part (McpProfile    *profile,
          const McpRisk *risk)
{
  const char *whole = mcp_profile_get_url (profile);
  g_autofree char *part = NULL;

  if (risk->place == MCP_RISK_SENT)
    return mcp_format_exact (risk->sent, -1);
  if (risk->place == MCP_RISK_ARGUMENT)
    whole = mcp_profile_get_argv (profile)[risk->index];
  else if (risk->place == MCP_RISK_CWD)
    whole = mcp_profile_get_settings (profile)->cwd;
  else if (risk->place == MCP_RISK_VARIABLE)
    return dup_variable (profile, risk->index);

  part = g_strndup (whole + risk->start, risk->length);

  return mcp_format_exact (part, -1);
}

static void
append_line (GString    *out,
             const char *indent,
             const char *text)
{
  g_autofree char *visible = mcp_format_exact (text, -1);

  g_string_append_printf (out, "%s%s\n", indent, visible);
}

/* The variables or headers with their values. */
static void
append_settings (GString    *out,
                 McpProfile *profile)
{
  char *setting;

  for (guint i = 0; (setting = mcp_risks_dup_setting (profile, i)) != NULL; i++)
    {
      if (i == 0)
        {
          g_string_append (out,
                           mcp_profile_is_stdio (profile) ? _("with the variables")
                                                          : _("with the headers"));
          g_string_append_c (out, '\n');
        }
      append_line (out, "    ", setting);
      g_free (setting);
    }
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
  g_autofree char *name = mcp_format_exact (mcp_profile_get_name (profile), -1);
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
          g_autofree char *visible = mcp_format_exact (cwd, -1);

          g_string_append_printf (out, _("in %s"), visible);
          g_string_append_c (out, '\n');
        }
    }
  else
    {
      g_string_append_printf (
          out,
          mcp_address_is_deceptive (mcp_profile_get_url (profile))
              ? _("The host of “%s” looks like another. It would connect to:")
              : _ (
                  "“%s” was not typed here, and nobody has agreed to it yet. It would connect to:"),
          name);
      g_string_append_c (out, '\n');
      append_line (out, "    ", mcp_profile_get_url (profile));
    }
  append_settings (out, profile);

  if (mcp_profile_get_settings (profile)->origin != NULL)
    {
      g_autofree char *visible = mcp_format_exact (mcp_profile_get_settings (profile)->origin, -1);

      /* Translators: %s is the file, the link or the registry that a server was taken from. */
      g_string_append_printf (out, _("taken from %s"), visible);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; mcp_profile_get_settings (profile)->values[i] != NULL; i++)
    {
      g_autofree char *visible =
        mcp_format_exact (mcp_profile_get_settings (profile)->values[i], -1);

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
  g_autofree char *shown = NULL;

  if (mcp_consent_check (profile, &reason))
    return TRUE;

  shown = mcp_consent_dup_shown (profile);
  text = describe (profile);
  fputs (text, stderr);
  if (isatty (STDIN_FILENO) && isatty (STDERR_FILENO))
    {
      fputs (mcp_profile_is_stdio (profile) ? _("Run it? [y/N] ") : _("Connect to it? [y/N] "), stderr);
      fflush (stderr);
      if (read_yes ())
        {
          mcp_consent_give_shown (profile, shown);
          return TRUE;
        }
    }
  fflush (stderr);

  g_propagate_error (error, g_steal_pointer (&reason));

  return FALSE;
}
