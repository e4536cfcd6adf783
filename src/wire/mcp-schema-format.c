/* mcp-schema-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-schema"

#include "config.h"

#include <string.h>

#include "mcp-schema.h"

/*
 * The formats that an elicitation may ask for (client/elicitation, supported schema types). JSON
 * Schema does not assert formats; whoever fills in a form is told all the same.
 */

static gboolean
matches (const char *pattern,
         const char *text)
{
  return g_regex_match_simple (pattern, text, G_REGEX_DOLLAR_ENDONLY, 0);
}

static int
two_digits (const char *text)
{
  return g_ascii_digit_value (text[0]) * 10 + g_ascii_digit_value (text[1]);
}

static gboolean
is_date (const char *text)
{
  int year;

  if (!matches ("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", text))
    return FALSE;

  year = two_digits (text) * 100 + two_digits (text + 2);

  return g_date_valid_dmy (two_digits (text + 8), two_digits (text + 5), year);
}

/* RFC 3339, with its leap second and without the short forms of ISO 8601. */
static gboolean
is_date_time (const char *text)
{
  g_autofree char *date = NULL;
  const char *time;

  if (!matches ("^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?"
                "([Zz]|[+-][0-9]{2}:[0-9]{2})$",
                text))
    return FALSE;

  date = g_strndup (text, 10);
  time = text + 11;

  return is_date (date) && two_digits (time) <= 23 && two_digits (time + 3) <= 59
         && two_digits (time + 6) <= 60;
}

/* One @ with something that has no space on both sides: more would refuse addresses that work. */
static gboolean
is_email (const char *text)
{
  return matches ("^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)*$", text);
}

/**
 * mcp_schema_check_format:
 * @format: the name of a format
 * @text: a string's characters
 *
 * Checks a string against `email`, `uri`, `date` or `date-time`.
 *
 * Returns: %FALSE if it is not of the format; %TRUE for a format that is not known
 */
gboolean
mcp_schema_check_format (const char *format,
                         const char *text)
{
  g_return_val_if_fail (format != NULL, TRUE);
  g_return_val_if_fail (text != NULL, TRUE);

  if (strcmp (format, "email") == 0)
    return is_email (text);
  if (strcmp (format, "uri") == 0)
    return g_uri_is_valid (text, G_URI_FLAGS_NONE, NULL);
  if (strcmp (format, "date") == 0)
    return is_date (text);
  if (strcmp (format, "date-time") == 0)
    return is_date_time (text);

  return TRUE;
}
