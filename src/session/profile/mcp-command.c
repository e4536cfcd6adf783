/* mcp-command.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-command.h"
#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-redactor.h"

/* Words that are safe as they are read better bare. */
static void
append_word (GString    *command,
             const char *word)
{
  g_autofree char *quoted = NULL;
  const char *p = word;

  while (g_ascii_isalnum (*p) || (*p != '\0' && strchr ("_-+./:@%,=", *p) != NULL))
    p++;

  g_string_append_c (command, ' ');
  if (*p == '\0' && p > word)
    {
      g_string_append (command, word);
      return;
    }

  quoted = g_shell_quote (word);
  g_string_append (command, quoted);
}

static gboolean
is_by_argv (McpProfile *profile)
{
  return mcp_profile_is_temporary (profile) && !mcp_profile_get_settings (profile)->demo;
}

/* The environment of the profile and its headers are left out: they may hold secrets. */
static GString *
begin (McpProfile *profile)
{
  GString *command = g_string_new ("sounder-cli");

  if (mcp_profile_get_settings (profile)->demo)
    {
      g_string_append (command, " --demo");
    }
  else if (!is_by_argv (profile))
    {
      g_string_append (command, " --server");
      append_word (command, mcp_profile_get_name (profile));
    }
  else if (!mcp_profile_is_stdio (profile))
    {
      g_string_append (command, " --url");
      append_word (command, mcp_profile_get_url (profile));
    }
  else if (mcp_profile_get_settings (profile)->cwd != NULL)
    {
      g_string_append (command, " --cwd");
      append_word (command, mcp_profile_get_settings (profile)->cwd);
    }

  return command;
}

static char *
end (GString    *command,
     McpProfile *profile)
{
  if (is_by_argv (profile) && mcp_profile_is_stdio (profile))
    {
      g_autofree char *program = mcp_profile_dup_command (profile);

      g_string_append_printf (command, " -- %s", program);
    }

  return g_string_free (command, FALSE);
}

static char *
make_call (McpProfile *profile,
           const char *verb,
           const char *name,
           const char *arguments)
{
  GString *command = begin (profile);

  g_string_append (command, verb);
  append_word (command, name);
  g_string_append (command, " --args");
  append_word (command, arguments);

  return end (command, profile);
}

/**
 * mcp_command_for_tool:
 * @profile: how the server is reached
 * @tool: a tool's name
 * @arguments: a JSON object
 *
 * Makes the command that calls a tool in a terminal.
 *
 * Returns: (transfer full): a command line
 */
char *
mcp_command_for_tool (McpProfile *profile,
                      const char *tool,
                      const char *arguments)
{
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (tool != NULL, NULL);
  g_return_val_if_fail (arguments != NULL, NULL);

  return make_call (profile, " tools call", tool, arguments);
}

char *
mcp_command_for_prompt (McpProfile *profile,
                        const char *prompt,
                        const char *arguments)
{
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (prompt != NULL, NULL);
  g_return_val_if_fail (arguments != NULL, NULL);

  return make_call (profile, " prompts get", prompt, arguments);
}

/*
 * The tool and the arguments of a message that `tools call` would send as well: with nothing but
 * these in its params, and what every request of ours has.
 */
static gboolean
is_tool_call (const McpScan *scan,
              const char    *text,
              char         **tool,
              char         **arguments)
{
  g_autofree char *name = NULL;
  g_autofree char *json = g_strdup ("{}");
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (scan->kind != MCP_MESSAGE_REQUEST || scan->envelope != MCP_ENVELOPE_OK
      || !mcp_json_key_equal (text + scan->method.offset, scan->method.length, "tools/call")
      || !mcp_json_iter_init (&iter, text + scan->params.offset, scan->params.length)
      || !iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *at = iter.data + key.offset;
      const char *token = iter.data + value.offset;

      if (mcp_json_key_equal (at, key.length, "name"))
        {
          g_free (name);
          name = mcp_json_dup_string (token, value.length);
        }
      else if (mcp_json_key_equal (at, key.length, "arguments") && *token == '{')
        {
          g_free (json);
          json = g_strndup (token, value.length);
        }
      else if (!mcp_json_key_equal (at, key.length, "_meta"))
        {
          return FALSE;
        }
    }

  /* The command line takes a name that looks like an option for one. */
  if (name == NULL || *name == '-' || *name == '\0')
    return FALSE;

  *tool = g_steal_pointer (&name);
  *arguments = g_steal_pointer (&json);

  return TRUE;
}

/**
 * mcp_command_for_message:
 * @profile: how the server is reached
 * @text: (array length=length): a message, broken or not
 *
 * Makes the command that sends a message again from a terminal: the call of a tool as
 * `tools call`, which gives it an id of its own, everything else exactly as it is, by `send`.
 *
 * Returns: (transfer full) (nullable): a command line, %NULL when there is a NUL in the message
 */
char *
mcp_command_for_message (McpProfile *profile,
                         const char *text,
                         gsize       length)
{
  g_autofree char *tool = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *word = NULL;
  McpScan scan;
  GString *command;
  gboolean is_good;
  gboolean by_pipe;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (length == 0 || memchr (text, '\0', length) != NULL)
    return NULL;

  is_good = mcp_scan (text, length, &scan) && scan.envelope == MCP_ENVELOPE_OK
            && memchr (text, '\n', length) == NULL;
  if (is_good && is_tool_call (&scan, text, &tool, &arguments))
    return mcp_command_for_tool (profile, tool, arguments);

  word = g_strndup (text, length);
  command = begin (profile);
  /* These would name a file and an option. */
  by_pipe = *word == '@' || *word == '-';
  if (by_pipe)
    {
      g_autofree char *quoted = g_shell_quote (word);
      g_autofree char *pipe = g_strdup_printf ("printf %%s %s | ", quoted);

      g_string_prepend (command, pipe);
    }

  g_string_append (command, is_good ? " send" : " send --raw");
  append_word (command, by_pipe ? "-" : word);

  return end (command, profile);
}

/* "Authorization" becomes AUTHORIZATION. */
static void
append_variable (GString    *command,
                 const char *name)
{
  g_string_append (command, "\"$");
  for (const char *p = name; *p != '\0'; p++)
    g_string_append_c (command, g_ascii_isalnum (*p) ? g_ascii_toupper (*p) : '_');
  g_string_append_c (command, '"');
}

static void
append_header (GString            *command,
               const char         *name,
               const char         *value,
               const char * const *secret_names)
{
  g_autofree char *line = NULL;
  g_autofree char *quoted = NULL;
  const char *space;

  g_string_append (command, " -H");
  if (!mcp_header_is_hidden (name, secret_names))
    {
      line = g_strdup_printf ("%s: %s", name, value);
      append_word (command, line);
      return;
    }

  /* A scheme ("Bearer") is no secret. */
  space = g_ascii_strcasecmp (name, "Authorization") == 0 ? strchr (value, ' ') : NULL;
  line = g_strdup_printf ("%s: %.*s", name, space != NULL ? (int) (space - value) + 1 : 0, value);
  quoted = g_shell_quote (line);
  g_string_append_printf (command, " %s", quoted);
  append_variable (command, name);
}

/* What curl says better itself. */
static gboolean
is_curls_own (const char *name)
{
  static const char *const names[] = { "Host", "Content-Length", "Connection", "Accept-Encoding",
                                       "User-Agent", "Transfer-Encoding" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (name, names[i]) == 0)
      return TRUE;

  return FALSE;
}

static void
append_url (GString    *command,
            const char *url)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autofree char *safe = mcp_redactor_redact (redactor, url, -1, NULL);
  g_auto (GStrv) parts = g_strsplit (safe, MCP_REDACTED, -1);

  if (parts[1] == NULL)
    {
      append_word (command, url);
      return;
    }

  g_string_append_c (command, ' ');
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *quoted = *parts[i] != '\0' ? g_shell_quote (parts[i]) : g_strdup ("");

      if (i > 0)
        g_string_append (command, "\"$SECRET\"");
      g_string_append (command, quoted);
    }
}

/**
 * mcp_command_for_http:
 * @method: of HTTP
 * @url: the address
 * @headers: (array zero-terminated=1): names and values in turn
 * @secret_names: (nullable): names of those whose values were kept secret
 * @body: (nullable) (array length=length): what is sent
 *
 * Makes the command of curl that sends a request again. Where there was a secret in a header or in
 * the address a variable of the shell stands: "$AUTHORIZATION".
 *
 * Returns: (transfer full) (nullable): a command line, %NULL when there is a NUL in the body
 */
char *
mcp_command_for_http (const char         *method,
                      const char         *url,
                      const char * const *headers,
                      const char * const *secret_names,
                      const char         *body,
                      gsize               length)
{
  const char *expected = body != NULL ? "POST" : "GET";
  GString *command;

  g_return_val_if_fail (method != NULL, NULL);
  g_return_val_if_fail (url != NULL, NULL);

  if (body != NULL && memchr (body, '\0', length) != NULL)
    return NULL;

  command = g_string_new ("curl -N");
  if (!g_str_equal (method, expected))
    {
      g_string_append (command, " -X");
      append_word (command, method);
    }
  append_url (command, url);
  for (guint i = 0; headers != NULL && headers[i] != NULL && headers[i + 1] != NULL; i += 2)
    if (!is_curls_own (headers[i]))
      append_header (command, headers[i], headers[i + 1], secret_names);

  if (body != NULL)
    {
      g_autofree char *word = g_strndup (body, length);

      /* Raw: a leading @ is no file. */
      g_string_append (command, " --data-raw");
      append_word (command, word);
    }

  return g_string_free (command, FALSE);
}
