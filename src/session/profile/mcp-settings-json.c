/* mcp-settings-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-settings-json.h"

/*
 * One setting of servers.json at a time, in and out. What is read is checked: a wrong type is an
 * error that names the server and the member. What is written is only what changed, so that what
 * other programs put there, and how they spelled it, stays.
 */

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
                          gboolean                 is_whole,
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

      if (number >= minimum && number <= maximum && (!is_whole || number == floor (number)))
        {
          *value = number;
          return TRUE;
        }
    }

  range = g_strdup_printf (is_whole ? _("a whole number from %.16g to %.16g") : _("a number from %.15g to %.15g"),
                           minimum, maximum);

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

  if (!mcp_settings_read_number (reader, key, minimum, MCP_SETTINGS_MAX_SECONDS, FALSE, &seconds, error))
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

/* The text of a value; numbers and booleans are what they are as text; (nullable): it has none. */
static char *
dup_text (const char *text,
          gsize       length)
{
  switch (mcp_json_get_type (text, length))
    {
    case MCP_JSON_STRING:
      return mcp_json_dup_string (text, length);

    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      return g_strndup (text, length);

    default:
      return NULL;
    }
}

/*
 * An object of strings, as NAME=VALUE; empty when it is absent. Other clients take numbers for what they are as text, and
 * null for what is not there; so do we.
 */
gboolean
mcp_settings_read_map (const McpSettingsReader   *reader,
                       const char                *key,
                       char                    ***map,
                       GError                   **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpSettingsReader object;
  McpJsonIter iter;
  McpSpan name_span;
  McpSpan value;

  if (!mcp_settings_read_object (reader, key, key, &object, error))
    return FALSE;

  if (mcp_json_iter_init (&iter, object.text, object.length))
    while (mcp_json_iter_next (&iter, &name_span, &value))
      {
        g_autofree char *name = mcp_json_dup_string (object.text + name_span.offset, name_span.length);
        g_autofree char *content = NULL;
        g_autofree char *variable = NULL;

        if (name[0] == '\0' || strchr (name, '=') != NULL)
          return mcp_settings_fail (reader, key, _("an object whose keys are names"), error);
        if (mcp_json_get_type (object.text + value.offset, value.length) == MCP_JSON_NULL)
          continue;
        content = dup_text (object.text + value.offset, value.length);
        if (content == NULL)
          return mcp_settings_fail (&object, name, _("a string"), error);

        variable = g_strconcat (name, "=", content, NULL);
        g_strv_builder_add (builder, variable);
      }

  g_strfreev (*map);
  *map = g_strv_builder_end (builder);

  return TRUE;
}

/* An array of strings; what is absent leaves NULL. */
gboolean
mcp_settings_read_strings (const McpSettingsReader   *reader,
                           const char                *key,
                           char                    ***strings,
                           GError                   **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan name;
  McpSpan value;

  *strings = NULL;
  if (!mcp_settings_find (reader, key, &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
    return mcp_settings_fail (reader, key, _("an array of strings"), error);

  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *string = NULL;

      if (mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_STRING)
        return mcp_settings_fail (reader, key, _("an array of strings"), error);

      string = mcp_json_dup_string (text + value.offset, value.length);
      g_strv_builder_add (builder, string);
    }
  *strings = g_strv_builder_end (builder);

  return TRUE;
}

void
mcp_settings_put_string (char      **object,
                         const char *key,
                         const char *was,
                         const char *now)
{
  g_autoptr (GString) token = g_string_new (NULL);

  if (g_strcmp0 (was, now) == 0)
    return;

  if (now != NULL)
    mcp_json_append_string (token, now, -1);
  mcp_json_edit_set (object, key, now != NULL ? token->str : NULL);
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

/* A whole number has all its digits. */
void
mcp_settings_put_number (char      **object,
                         const char *key,
                         double      was,
                         double      now)
{
  const char *format = now == (gint64) now ? "%.0f" : "%.15g";
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (was != now)
    mcp_json_edit_set (object, key, g_ascii_formatd (buffer, sizeof buffer, format, now));
}

void
mcp_settings_put_map (char      **object,
                      const char *key,
                      char      **was,
                      char      **now)
{
  g_autoptr (GString) out = g_string_new ("{");

  if (g_strv_equal ((const char * const *) was, (const char * const *) now))
    return;

  for (guint i = 0; now[i] != NULL; i++)
    {
      const char *equals = strchr (now[i], '=');

      if (equals != NULL)
        {
          g_autofree char *name = g_strndup (now[i], equals - now[i]);

          mcp_json_append_member_string (out, name, equals + 1);
        }
    }
  g_string_append_c (out, '}');
  mcp_json_edit_set (object, key, out->str);
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
