/* mcp-redactor-commands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * Programs that take a secret by an option which does not say so: "curl -u bob:hunter2".
 */

#define MAX_COMMAND_BYTES 1024

static const McpRedactorMatch no_match = { 0, 0, 0 };

typedef enum
{
  IS_WORD,
  IS_USERINFO, /* name and password with a colon between them */
  IS_USER,     /* with a percent sign */
} ValueKind;

static const struct
{
  const char *command;
  const char *option;
  ValueKind kind;
  gboolean apart; /* may stand apart from the option, not only right behind it */
} options[] = {
  { "curl", "-u", IS_USERINFO, TRUE },
  { "curl", "--user", IS_USERINFO, TRUE },
  { "curl", "--proxy-user", IS_USERINFO, TRUE },
  { "wget", "--user", IS_USERINFO, TRUE },
  { "sshpass", "-p", IS_WORD, TRUE },
  { "mysql", "-p", IS_WORD, FALSE },
  { "mariadb", "-p", IS_WORD, FALSE },
  { "docker login", "-p", IS_WORD, TRUE },
  { "podman login", "-p", IS_WORD, TRUE },
  { "helm registry login", "-p", IS_WORD, TRUE },
  { "redis-cli", "-a", IS_WORD, TRUE },
  { "mongosh", "-p", IS_WORD, TRUE },
  { "mongodump", "-p", IS_WORD, TRUE },
  { "smbclient", "-U", IS_USER, TRUE },
  { "ldapsearch", "-w", IS_WORD, TRUE },
  { "ldapadd", "-w", IS_WORD, TRUE },
  { "sqlcmd", "-P", IS_WORD, TRUE },
  { "az login", "-p", IS_WORD, TRUE },
  { "unzip", "-P", IS_WORD, TRUE },
};

/* "me:password", neither an address nor the numbers of a user and a group. */
static gboolean
fits (ValueKind kind, const char *value, gsize length)
{
  const char *sign = kind == IS_WORD ? value : memchr (value, kind == IS_USER ? '%' : ':', length);
  gboolean has_other = FALSE;

  if (length == 0 || sign == NULL || mcp_redactor_is_placeholder (value, length))
    return FALSE;
  if (kind == IS_WORD)
    return strchr ("-`,.)", value[0]) == NULL;
  for (gsize i = 0; i < length; i++)
    has_other = has_other || (!g_ascii_isdigit (value[i]) && value[i] != ':');

  return has_other && sign > value && sign + 1 < value + length
         && g_strstr_len (value, length, "://") == NULL;
}

/* Where the value of an option begins in a word that has both; 0 when it comes next. */
static gboolean
read_option (
    const McpRedactorRule *command, const char *word, gsize length, gsize *value, ValueKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      const gsize n = strlen (options[i].option);
      const gboolean is_long = options[i].option[1] == '-';

      if (!g_str_equal (options[i].command, command->anchor) || length < n
          || memcmp (word, options[i].option, n) != 0)
        continue;
      if (length == n && !options[i].apart)
        return FALSE;
      if (is_long && length > n && word[n] != '=')
        continue;

      *value = length == n ? 0 : n + (is_long || word[n] == '=');
      *kind = options[i].kind;
      return TRUE;
    }

  return FALSE;
}

/* An option behind a program; the text is at the space before it. */
McpRedactorMatch
mcp_redactor_match_option (const McpRedactorScan *scan, gsize at)
{
  const char *text = scan->text;
  const gsize word = at + 1;
  gsize end = mcp_redactor_find_end (text, scan->length, word, " \t\r\n");
  ValueKind kind;
  gsize limit;
  gsize from;

  if (scan->command == NULL || at - scan->command_at > MAX_COMMAND_BYTES
      || memchr (text + scan->command_at, '\n', at - scan->command_at) != NULL
      || !read_option (scan->command, text + word, end - word, &from, &kind))
    return no_match;

  from = from == 0 ? end : word + from;
  while (from < scan->length && text[from] == ' ')
    from++;
  limit = MIN (scan->length, from + MAX_COMMAND_BYTES);
  if (!mcp_redactor_enter_string (text, limit, &from, &end))
    end = mcp_redactor_find_end (text, limit, from, " \t\r\n\"'\\");

  return fits (kind, text + from, end - from)
             ? (McpRedactorMatch){ from, end, MCP_REDACTION_SETTING }
             : no_match;
}

/* (nullable): the program that an argument names. */
const McpRedactorRule *
mcp_redactor_find_command (const char *text, gsize length)
{
  const char *slash = g_strrstr_len (text, length, "/");
  const char *name = slash != NULL ? slash + 1 : text;
  const gsize n = text + length - name;

  for (guint i = 0; i < mcp_n_redactor_rules; i++)
    {
      const McpRedactorRule *rule = &mcp_redactor_rules[i];

      if (rule->kind == MCP_MARK_COMMAND && strlen (rule->anchor) == n
          && memcmp (rule->anchor, name, n) == 0)
        return rule;
    }

  return NULL;
}

/*
 * mcp_redactor_is_secret_option:
 * @command: (nullable): the program of a list of arguments
 * @option: one of them
 * @value: (out): where its value begins in it; 0 when it is the next argument
 *
 * Tells whether an argument brings a secret, or says that the next one is.
 */
gboolean
mcp_redactor_is_secret_option (const McpRedactorRule *command,
                               const char *option,
                               gsize length,
                               gsize *value)
{
  ValueKind kind;

  return command != NULL && length > 1 && option[0] == '-'
         && read_option (command, option, length, value, &kind);
}
