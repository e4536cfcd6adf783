/* cli-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli-input.h"
#include "cli-output.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-variables.h"

/*
 * What a saved server needs that only a person knows: from the command line, or asked for on a
 * terminal.
 */

#define MAX_LINE_BYTES (64 * 1024)

/* "token" is "input:token", too, and "HOME" is "env:HOME". */
static gboolean
is_called (const McpVariable *variable,
           const char        *name,
           gsize              length)
{
  const char *colon = strchr (variable->key, ':');
  const char *rest = colon != NULL ? colon + 1 : variable->key;

  return (strlen (variable->key) == length && strncmp (variable->key, name, length) == 0)
         || (strlen (rest) == length && strncmp (rest, name, length) == 0);
}

/* Of several the next one. */
static gboolean
take_value (McpProfile         *profile,
            const McpVariable  *variable,
            const char         *value,
            GError            **error)
{
  const char *before = variable->multiple ? mcp_profile_get_value (profile, variable->key) : NULL;
  g_autofree char *joined = before != NULL ? g_strconcat (before, "\n", value, NULL) : g_strdup (value);

  if (!mcp_variables_check_value (variable, value, error))
    return FALSE;

  mcp_profile_give_value (profile, variable->key, joined);

  return TRUE;
}

static gboolean
take_options (McpProfile          *profile,
              GPtrArray           *variables,
              const char * const  *inputs,
              GError             **error)
{
  for (guint i = 0; inputs != NULL && inputs[i] != NULL; i++)
    {
      gsize length = strcspn (inputs[i], "=");
      gboolean taken = FALSE;

      if (inputs[i][length] != '=' || length == 0)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--input %s: NAME=VALUE is expected"), inputs[i]);
          return FALSE;
        }
      for (guint j = 0; j < variables->len; j++)
        {
          const McpVariable *variable = variables->pdata[j];

          if (!is_called (variable, inputs[i], length))
            continue;
          if (!take_value (profile, variable, inputs[i] + length + 1, error))
            return FALSE;
          taken = TRUE;
        }
      if (!taken)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--input %.*s: “%s” does not ask for it"), (int) length,
                       inputs[i], mcp_profile_get_name (profile));
          return FALSE;
        }
    }

  return TRUE;
}

/*
 * One line, without its end; NULL at the end of the input, or when it is interrupted. What is typed
 * is hidden before it is asked for, and nothing that was typed by then is thrown away.
 */
static char *
read_line (const char *prompt,
           gboolean    hidden)
{
  struct termios before;
  gboolean changed = hidden && tcgetattr (STDIN_FILENO, &before) == 0;
  GString *line = g_string_new (NULL);
  gssize n;
  char byte = '\0';

  if (changed)
    {
      struct termios silent = before;

      silent.c_lflag &= ~(tcflag_t) ECHO;
      tcsetattr (STDIN_FILENO, TCSADRAIN, &silent);
    }
  fputs (prompt, stderr);
  fflush (stderr);
  while ((n = read (STDIN_FILENO, &byte, 1)) == 1 && byte != '\n' && line->len < MAX_LINE_BYTES)
    g_string_append_c (line, byte);
  if (changed)
    {
      tcsetattr (STDIN_FILENO, TCSADRAIN, &before);
      fputc ('\n', stderr);
    }

  return g_string_free (line, n != 1);
}

static char *
make_prompt (const McpVariable *variable)
{
  g_autofree char *title = cli_text_visible (variable->title, -1, FALSE);
  g_autofree char *help = variable->help != NULL ? cli_text_visible (variable->help, -1, FALSE) : NULL;
  g_autofree char *initial = variable->initial != NULL && !variable->secret
                               ? cli_text_visible (variable->initial, -1, FALSE)
                               : NULL;
  g_autofree char *joined = variable->options != NULL ? g_strjoinv (" | ", variable->options) : NULL;
  g_autofree char *options = joined != NULL ? cli_text_visible (joined, -1, FALSE) : NULL;
  GString *prompt = g_string_new (title);

  if (help != NULL)
    g_string_append_printf (prompt, ": %s", help);
  if (options != NULL)
    g_string_append_printf (prompt, " (%s)", options);
  if (initial != NULL)
    g_string_append_printf (prompt, " [%s]", initial);
  g_string_append (prompt, ": ");

  return g_string_free (prompt, FALSE);
}

/* Again until it is good; of several until a line is empty. */
static gboolean
ask (McpProfile        *profile,
     const McpVariable *variable)
{
  g_autofree char *prompt = make_prompt (variable);

  for (;;)
    {
      gboolean is_first = mcp_profile_get_value (profile, variable->key) == NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *line = read_line (is_first ? prompt : "> ", variable->secret);

      if (line == NULL)
        return !is_first;
      if (*line == '\0' && !is_first)
        return TRUE;
      if (!take_value (profile, variable, *line == '\0' && variable->initial != NULL ? variable->initial : line, &error))
        cli_note ("%s", error->message);
      else if (!variable->multiple || *line == '\0')
        return TRUE;
    }
}

/**
 * cli_input_take:
 * @profile: a profile, as it was found
 * @inputs: (nullable): NAME=VALUE of the command line
 *
 * Fills in what the command line says.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE for an option that nothing asks for
 */
gboolean
cli_input_take (McpProfile          *profile,
                const char * const  *inputs,
                GError             **error)
{
  g_autoptr (GPtrArray) variables = mcp_variables_list (profile);

  return take_options (profile, variables, inputs, error);
}

/**
 * cli_input_settle:
 * @profile: a profile that is about to be acted on
 *
 * Fills in what a profile still needs: by asking on a terminal, then with what it may be left at.
 * Secrets that the keyring may have are left to it.
 *
 * Returns: %FALSE with %MCP_ERROR_INPUT that names what is missing, or %MCP_ERROR_CONFIG for what
 *   cannot be filled in
 */
gboolean
cli_input_settle (McpProfile  *profile,
                  GError     **error)
{
  g_autoptr (GPtrArray) variables = mcp_variables_list (profile);
  gboolean is_terminal = isatty (STDIN_FILENO) && isatty (STDERR_FILENO);

  for (guint i = 0; i < variables->len; i++)
    {
      const McpVariable *variable = variables->pdata[i];

      if (mcp_profile_get_value (profile, variable->key) != NULL
          || (variable->secret && mcp_profile_get_settings (profile)->secret_id != NULL))
        continue;
      if (is_terminal && !ask (profile, variable))
        break;
      if (!is_terminal && variable->initial != NULL && mcp_variables_check_value (variable, variable->initial, NULL))
        mcp_profile_give_value (profile, variable->key, variable->initial);
    }

  return mcp_variables_check (profile, error);
}
