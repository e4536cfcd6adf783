/* mcp-doctor-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-doctor"

#include "config.h"

#include <string.h>

#include "mcp-doctor.h"

/*
 * What a program wrote on its standard error. It is the server's text: the patterns here pick the
 * line that is shown first and the button beside it, nothing else. docs/connection-doctor.md has
 * them.
 */

#define NAME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* "ModuleNotFoundError: No module named 'mcp'", "TypeError [ERR_X]: …": a name without spaces. */
static gboolean
names_error (const char *line)
{
  static const char * const endings[] = { "Error", "Exception", "Exit", "Interrupt", NULL };
  gsize length = strspn (line, NAME_CHARS ".");
  const char *rest = line + length;

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

/* A line of where it happened, as Python and Node write it. */
static gboolean
is_frame (const char *line)
{
  return g_str_has_prefix (line, "Traceback (most recent call last)")
         || g_str_has_prefix (line, "  File \"") || g_str_has_prefix (line, "    at ");
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
    "unknown option", "unrecognized argument", "invalid argument", "address already in use", NULL,
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

  /* Python's comes behind its frames, the last of a chain counts; Node's before. */
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (names_error (lines[i]))
        reason = lines[i];
      has_frames = has_frames || is_frame (lines[i]);
    }

  return has_frames ? reason : NULL;
}

/**
 * mcp_doctor_find_reason:
 * @lines: (array zero-terminated): the last lines a program wrote, oldest first, valid UTF-8
 *
 * Finds the one line that says why the program ended: the name of the error of a traceback, a line
 * that lacks a variable, the first line of those that say so, or the only line there is.
 *
 * Returns: (transfer none) (nullable): one of @lines
 */
const char *
mcp_doctor_find_reason (const char * const *lines)
{
  const char *reason;
  const char *saying = NULL;
  const char *only = NULL;
  guint n_lines = 0;

  g_return_val_if_fail (lines != NULL, NULL);

  reason = find_in_traceback (lines);
  for (guint i = 0; lines[i] != NULL && reason == NULL; i++)
    {
      g_autofree char *variable = mcp_doctor_dup_variable (lines[i]);

      if (is_blank (lines[i]))
        continue;
      n_lines++;
      only = lines[i];
      if (saying == NULL && (names_error (lines[i]) || says_why (lines[i])))
        saying = lines[i];
      if (variable != NULL)
        reason = lines[i];
    }

  return reason != NULL ? reason : saying != NULL ? saying : n_lines == 1 ? only : NULL;
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
