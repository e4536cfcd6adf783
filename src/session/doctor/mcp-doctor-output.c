/* mcp-doctor-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-doctor"

#include "config.h"

#include <string.h>

#include "mcp-doctor.h"

/* What a program that ended wrote on its standard error. */

/* "ModuleNotFoundError: No module named 'mcp'", "TypeError [ERR_X]: …": a name without spaces. */
static gboolean
names_error (const char *line)
{
  static const char * const endings[] = { "Error", "Exception", "Exit", "Interrupt", NULL };
  gsize length = strspn (line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
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

/**
 * mcp_doctor_find_reason:
 * @lines: (array zero-terminated): the last lines a program wrote, oldest first, valid UTF-8
 *
 * Finds the one line among a traceback that says why the program ended: the name of the error and
 * its message.
 *
 * Returns: (transfer none) (nullable): one of @lines, or %NULL when there is no traceback
 */
const char *
mcp_doctor_find_reason (const char * const *lines)
{
  const char *reason = NULL;
  gboolean has_frames = FALSE;

  g_return_val_if_fail (lines != NULL, NULL);

  /* Python's comes behind its frames, the last of a chain counts; Node's before. */
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (names_error (lines[i]))
        reason = lines[i];
      has_frames = has_frames || is_frame (lines[i]);
    }

  return has_frames ? reason : NULL;
}
