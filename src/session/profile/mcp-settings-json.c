/* mcp-settings-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-settings-json.h"

/*
 * One setting of servers.json at a time, in and out. What is read is checked: a wrong type is an
 * error that names the server and the member. What is written is only what changed, so that what
 * other programs put there, and how they spelled it, stays.
 */

#define MAX_SECONDS (G_MAXINT / 1000)

gboolean
mcp_settings_fail (const McpSettingsReader *reader,
                   const char              *key,
                   const char              *expected,
                   GError                 **error)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               /* Translators: a server's name, a key of its settings, what its value must be. */
               _("Server “%s”: “%s%s%s” must be %s"),
               reader->server, reader->parent != NULL ? reader->parent : "",
               reader->parent != NULL ? "." : "", key, expected);

  return FALSE;
}

/* A member that is null counts as absent: other programs write it for "not set". */
gboolean
mcp_settings_find (const McpSettingsReader *reader,
                   const char              *key,
                   const char             **text,
                   gsize                   *length,
                   McpJsonType             *type)
{
  McpSpan span;

  if (!mcp_json_edit_find (reader->text, reader->length, key, &span))
    return FALSE;

  *text = reader->text + span.offset;
  *length = span.length;
  *type = mcp_json_get_type (*text, *length);

  return *type != MCP_JSON_NULL;
}

gboolean
mcp_settings_read_string (const McpSettingsReader *reader,
                          const char              *key,
                          char                   **value,
                          GError                 **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (reader, key, &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_STRING)
    return mcp_settings_fail (reader, key, _("a string"), error);

  g_free (*value);
  *value = mcp_json_dup_string (text, length);

  return TRUE;
}

gboolean
mcp_settings_read_boolean (const McpSettingsReader *reader,
                           const char              *key,
                           gboolean                *value,
                           GError                 **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (reader, key, &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_BOOLEAN)
    return mcp_settings_fail (reader, key, _("true or false"), error);

  *value = text[0] == 't';

  return TRUE;
}

gboolean
mcp_settings_read_number (const McpSettingsReader *reader,
                          const char              *key,
                          double                   minimum,
                          double                   maximum,
                          double                  *value,
                          GError                 **error)
{
  g_autofree char *range = NULL;
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (reader, key, &text, &length, &type))
    return TRUE;

  if (type == MCP_JSON_NUMBER)
    {
      g_autofree char *token = g_strndup (text, length);
      double number = g_ascii_strtod (token, NULL);

      if (number >= minimum && number <= maximum)
        {
          *value = number;
          return TRUE;
        }
    }

  range = g_strdup_printf (_("a number from %.15g to %.15g"), minimum, maximum);

  return mcp_settings_fail (reader, key, range, error);
}

/* Seconds in the file, milliseconds in memory. */
gboolean
mcp_settings_read_seconds (const McpSettingsReader *reader,
                           const char              *key,
                           double                   minimum,
                           guint                   *msec,
                           GError                 **error)
{
  double seconds = *msec / 1000.0;

  if (!mcp_settings_read_number (reader, key, minimum, MAX_SECONDS, &seconds, error))
    return FALSE;

  *msec = (guint) (seconds * 1000 + 0.5);

  return TRUE;
}

gboolean
mcp_settings_read_choice (const McpSettingsReader *reader,
                          const char              *key,
                          const char * const      *names,
                          int                     *value,
                          GError                 **error)
{
  g_autofree char *word = NULL;

  if (!mcp_settings_read_string (reader, key, &word, error))
    return FALSE;
  if (word == NULL)
    return TRUE;

  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (word, names[i]) == 0)
      {
        *value = i;
        return TRUE;
      }

  {
    g_autofree char *list = g_strjoinv ("”, “", (char **) names);
    g_autofree char *expected = g_strdup_printf (_("one of “%s”"), list);

    return mcp_settings_fail (reader, key, expected, error);
  }
}

/* An object member to read from; absent is an empty one. */
gboolean
mcp_settings_read_object (const McpSettingsReader *reader,
                          const char              *key,
                          const char              *name,
                          McpSettingsReader       *member,
                          GError                 **error)
{
  McpJsonType type;

  *member = (McpSettingsReader) { reader->server, name, "{}", 2 };
  if (!mcp_settings_find (reader, key, &member->text, &member->length, &type))
    return TRUE;

  return type == MCP_JSON_OBJECT || mcp_settings_fail (reader, key, _("an object"), error);
}

void
mcp_settings_put_string (char      **object,
                         const char *key,
                         const char *was,
                         const char *now)
{
  GString *token;

  if (g_strcmp0 (was, now) == 0)
    return;

  token = g_string_new (NULL);
  if (now != NULL)
    mcp_json_append_string (token, now, -1);
  mcp_json_edit_set (object, key, now != NULL ? token->str : NULL);
  g_string_free (token, TRUE);
}

void
mcp_settings_put_boolean (char      **object,
                          const char *key,
                          gboolean    was,
                          gboolean    now)
{
  if (!was != !now)
    mcp_json_edit_set (object, key, now ? "true" : "false");
}

void
mcp_settings_put_number (char      **object,
                         const char *key,
                         double      was,
                         double      now)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (was != now)
    mcp_json_edit_set (object, key, g_ascii_formatd (buffer, sizeof buffer, "%.15g", now));
}

/* A member object of settings: made when something has to be written into it, kept otherwise. */
char *
mcp_settings_take_object (const char *object,
                          const char *key)
{
  char *member = mcp_json_edit_get (object, key);

  if (member == NULL || mcp_json_get_type (member, strlen (member)) != MCP_JSON_OBJECT)
    {
      g_free (member);
      member = g_strdup ("{}");
    }

  return member;
}

void
mcp_settings_put_object (char      **object,
                         const char *key,
                         const char *was,
                         const char *now)
{
  if (strcmp (was, now) != 0)
    mcp_json_edit_set (object, key, now);
}
