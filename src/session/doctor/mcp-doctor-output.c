/* mcp-doctor-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-doctor-private.h"

/*
 * What a program wrote about its end. It is the server's text: the patterns here pick the
 * line that is shown first and the button beside it, nothing else. docs/connection-doctor.md has
 * them.
 */

/* So many lines may follow it, such as a word of farewell. */
#define MAX_FAREWELL 2

#define NAME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* Behind what Java and .NET write before the name of an error. */
static const char *
skip_introduction (const char *line)
{
  static const char * const starts[] = { "Caused by: ", "Unhandled exception. ", NULL };
  const char *quote;

  for (guint i = 0; starts[i] != NULL; i++)
    if (g_str_has_prefix (line, starts[i]))
      return line + strlen (starts[i]);

  if (!g_str_has_prefix (line, "Exception in thread \""))
    return line;
  quote = strstr (line + strlen ("Exception in thread \""), "\" ");

  return quote != NULL ? quote + 2 : line;
}

/* "ModuleNotFoundError: No module named 'mcp'", "TypeError [ERR_X]: …": a name without spaces. */
static gboolean
names_error (const char *line)
{
  static const char * const endings[] = { "Error", "Exception", "Exit", "Interrupt", NULL };
  const char *name = skip_introduction (line);
  gsize length = strspn (name, NAME_CHARS ".");
  const char *rest = name + length;

  if (length == 0 || (*rest != '\0' && *rest != ':' && !g_str_has_prefix (rest, " [")))
    return FALSE;

  for (guint i = 0; endings[i] != NULL; i++)
    {
      gsize ending = strlen (endings[i]);

      if (length >= ending && strncmp (rest - ending, endings[i], ending) == 0)
        return TRUE;
    }

  return FALSE;
}

/* A line of where it happened, as Python, Node, Java and .NET write it. */
static gboolean
is_frame (const char *line)
{
  return g_str_has_prefix (line, "Traceback (most recent call last)")
         || g_str_has_prefix (line, "  File \"") || g_str_has_prefix (line, "   at ")
         || g_str_has_prefix (line, "    at ") || g_str_has_prefix (line, "\tat ");
}

static gboolean
has_any (const char        *line,
         const char *const *words)
{
  g_autofree char *lower = g_utf8_strdown (line, -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* What programs, shells and package managers say when they give up. */
static gboolean
says_why (const char *line)
{
  static const char *const words[] = {
    "error:", "error!", "fatal:", "panic:", "critical:", "command not found", ": not found",
    "no such file", "permission denied", "cannot find", "could not find", "can't open",
    "not recognized as", "not set", "is required", "missing required", "usage:",
    "unknown option", "unrecognized argument", "invalid argument", "address already in use",
    "cannot connect", "cannot load", "can't locate", "could not determine", "could not open", "404 not found",
    "error response from daemon", "no module named", "no solution found", "panicked at", "you must install",
    "exec format error", NULL,
  };

  return has_any (line, words);
}

/* What may say it too, or only that something went on without: such a line counts near the end. */
static gboolean
may_say_why (const char *line)
{
  static const char *const words[] = {
    "not installed", "failed", "unable to", "denied", "refused", "unauthorized", "forbidden", "timed out",
    "does not exist", "not supported", "unsupported", "invalid", "exception", NULL,
  };

  return has_any (line, words);
}

static gboolean
is_blank (const char *line)
{
  return line[strspn (line, " \t\r")] == '\0';
}

/* The name of the error among a traceback. */
static const char *
find_in_traceback (const char *const *lines)
{
  const char *reason = NULL;
  gboolean has_frames = FALSE;

  /* Python's comes behind its frames, Node's and Java's before; the last of a chain counts. */
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (names_error (lines[i]))
        reason = lines[i];
      has_frames = has_frames || is_frame (lines[i]);
    }

  return has_frames ? reason : NULL;
}

/* @may_be_only: the only line there is says it, whatever it says */
static const char *
find_reason (const char *const *lines,
             gboolean           may_be_only)
{
  const char *reason = find_in_traceback (lines);
  const char *saying = NULL;
  const char *last = NULL;
  const char *only = NULL;
  guint n_lines = 0;
  guint n_after = 0;

  for (guint i = 0; lines[i] != NULL && reason == NULL; i++)
    {
      g_autofree char *variable = mcp_doctor_dup_variable (lines[i]);

      if (is_blank (lines[i]))
        continue;
      n_lines++;
      only = lines[i];
      if (saying == NULL && (names_error (lines[i]) || says_why (lines[i])))
        saying = lines[i];
      n_after++;
      if (may_say_why (lines[i]))
        {
          last = lines[i];
          n_after = 0;
        }
      if (variable != NULL)
        reason = lines[i];
    }
  if (reason == NULL)
    reason = saying != NULL ? saying : n_after <= MAX_FAREWELL ? last : NULL;

  return reason == NULL && may_be_only && n_lines == 1 ? only : reason;
}

/**
 * mcp_doctor_find_reason:
 * @lines: (array zero-terminated): the last lines a program wrote, oldest first, valid UTF-8
 *
 * Finds the one line that says why the program ended: the name of the error of a traceback, a line
 * that lacks a variable, the first line of those that say so, one near the end that may, or the
 * only line there is.
 *
 * Returns: (transfer none) (nullable): one of @lines
 */
const char *
mcp_doctor_find_reason (const char * const *lines)
{
  g_return_val_if_fail (lines != NULL, NULL);

  return find_reason (lines, TRUE);
}

/**
 * mcp_doctor_dup_printed_reason:
 * @output: (nullable) (element-type GBytes): lines that were no message
 *
 * The same of what a program wrote where messages belong. There a line alone may be a greeting.
 *
 * Returns: (transfer full) (nullable): one of @output, valid UTF-8
 */
char *
mcp_doctor_dup_printed_reason (GPtrArray *output)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; output != NULL && i < output->len; i++)
    {
      gsize length;
      const char *line = g_bytes_get_data (output->pdata[i], &length);

      if (length > 0)
        g_ptr_array_add (lines, g_utf8_make_valid (line, MIN (length, MCP_DOCTOR_EVIDENCE_BYTES)));
    }
  g_ptr_array_add (lines, NULL);

  return g_strdup (find_reason ((const char * const *) lines->pdata, FALSE));
}

/* --- What else the line tells --- */

/* A path in quotes that does not begin at the root: 'logs', "./data", ‘a/b’. */
static gboolean
names_relative_path (const char *line,
                     gboolean    may_be_word)
{
  static const char *const quotes[][2] = { { "'", "'" }, { "\"", "\"" }, { "‘", "’" }, { "`", "`" } };

  for (guint i = 0; i < G_N_ELEMENTS (quotes); i++)
    {
      const char *begin = strstr (line, quotes[i][0]);
      const char *end = begin != NULL ? strstr (begin + strlen (quotes[i][0]), quotes[i][1]) : NULL;
      g_autofree char *path = NULL;

      if (end == NULL)
        continue;
      begin += strlen (quotes[i][0]);
      path = g_strndup (begin, end - begin);
      if (*path != '\0' && *path != '/' && *path != '~' && strstr (path, ":\\") == NULL && strstr (path, "://") == NULL
          && (may_be_word || strpbrk (path, "./") != NULL))
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_doctor_advise:
 * @line: that says why a program ended
 * @diagnosis: takes another remedy
 *
 * Finds what there is to do about it that its words do not say.
 *
 * Returns: whether there is
 */
gboolean
mcp_doctor_advise (const char   *line,
                   McpDiagnosis *diagnosis)
{
  static const char *const line_ends[] = { "\\r’", "\\r'", "^m: bad interpreter", NULL };
  static const char *const read_only[] = { "read-only file system", "erofs", NULL };
  static const char *const no_file[] = { "no such file", "enoent", "cannot find module", "can't open file", NULL };
  gboolean is_read_only = has_any (line, read_only);
  const char *advice = NULL;

  if (has_any (line, line_ends))
    advice = _("The script has the line ends of Windows, which become a part of each line. Give it those of Unix: "
               "sed -i 's/\\r$//' FILE");
  else if ((is_read_only || has_any (line, no_file)) && names_relative_path (line, is_read_only))
    advice = _("A path without “/” at its start begins at the working directory, which differs from client to client: "
               "set it for this server (--cwd), or give a full path.");
  if (advice == NULL)
    return FALSE;

  g_free (diagnosis->remedy);
  diagnosis->remedy = g_strdup (advice);
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_COPY_COMMAND, NULL);

  return TRUE;
}

/* --- Variables --- */

/* What is spelled like a variable, and is the name of an error. */
static gboolean
is_error_code (const char *name)
{
  return g_str_has_prefix (name, "ERR_") || g_str_has_prefix (name, "ERROR_") || g_str_has_prefix (name, "UNABLE_TO_")
         || g_str_has_suffix (name, "_ERROR") || g_str_has_suffix (name, "_NOT_FOUND")
         || g_str_has_suffix (name, "_EXCEPTION");
}

/* The next word of @text that may be a variable: all capitals with an underscore; (nullable). */
static char *
dup_capitals (const char *text)
{
  while (*text != '\0')
    {
      gsize length = strspn (text, NAME_CHARS);
      gsize capitals = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
      g_autofree char *name = g_strndup (text, length);

      if (length == capitals && length >= 3 && strchr (name, '_') != NULL && g_ascii_isupper (*name)
          && !is_error_code (name))
        return g_steal_pointer (&name);
      text += MAX (length, 1);
    }

  return NULL;
}

/* The word behind "environment variable", whatever its case; (nullable). */
static char *
dup_announced (const char *line)
{
  static const char *const phrases[] = { "environment variable", "env variable", "env var", NULL };
  g_autofree char *lower = g_ascii_strdown (line, -1);

  for (guint i = 0; phrases[i] != NULL; i++)
    {
      const char *at = strstr (lower, phrases[i]);
      const char *name = at != NULL ? line + (at - lower) + strlen (phrases[i]) : NULL;
      gsize length;

      if (name == NULL)
        continue;
      name += strspn (name, " :'\"`$");
      length = strspn (name, NAME_CHARS);
      if (length > 1 && !g_ascii_isdigit (*name)
          && (memchr (name, '_', length) != NULL || strspn (name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == length))
        return g_strndup (name, length);
    }

  return NULL;
}

/**
 * mcp_doctor_dup_variable:
 * @line: a line that a program wrote
 *
 * Finds the environment variable that the line says is lacking.
 *
 * Returns: (transfer full) (nullable): its name
 */
char *
mcp_doctor_dup_variable (const char *line)
{
  static const char *const words[] = {
    "not set", "unset", "missing", "required", "must be set", "must be provided", "must set",
    "please set", "please provide", "need to set", "not provided", "not defined", "undefined",
    "not configured", "is empty", "keyerror", "environment variable", "env var", NULL,
  };
  char *name;

  g_return_val_if_fail (line != NULL, NULL);

  if (!has_any (line, words))
    return NULL;
  name = dup_announced (line);

  return name != NULL ? name : dup_capitals (line);
}

/**
 * mcp_doctor_runs_python:
 * @argv: (array zero-terminated): a command
 *
 * Tells whether Python runs it, directly or by a tool of its own.
 */
gboolean
mcp_doctor_runs_python (const char *const *argv)
{
  static const char *const tools[] = { "uv", "uvx", "pipx", "poetry", "hatch", "pdm", "conda", "fastmcp", "mcp", NULL };
  g_autofree char *name = argv[0] != NULL ? g_path_get_basename (argv[0]) : NULL;

  if (name == NULL)
    return FALSE;
  if (g_strv_contains (tools, name))
    return TRUE;

  for (guint i = 0; argv[i] != NULL; i++)
    if (strstr (argv[i], "python") != NULL || g_str_has_suffix (argv[i], ".py"))
      return TRUE;

  return FALSE;
}
