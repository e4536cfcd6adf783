/* mcp-test-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-nearest.h"
#include "mcp-test-reader.h"

gboolean
mcp_test_reader_fail (McpTestReader *reader,
                      const char    *place,
                      McpSpan        at,
                      const char    *format,
                      ...)
{
  g_autofree char *message = NULL;
  guint line = 1;
  va_list args;

  for (gsize i = 0; i < at.offset; i++)
    line += reader->file->text[i] == '\n';

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (reader->error, MCP_ERROR, MCP_ERROR_USAGE, "%s:%u: %s%s%s", reader->name, line,
               place, *place != '\0' ? ": " : "", message);

  return FALSE;
}

const char *
mcp_test_reader_get_text (const McpTestReader *reader,
                          McpSpan              span)
{
  return reader->file->text + span.offset;
}

char *
mcp_test_reader_dup_json (const McpTestReader *reader,
                          McpSpan              span)
{
  return g_strndup (mcp_test_reader_get_text (reader, span), span.length);
}

gboolean
mcp_test_reader_read_text (McpTestReader *reader,
                           const char    *place,
                           McpSpan        value,
                           gpointer       text)
{
  char **field = text;

  g_free (*field);
  *field = mcp_json_dup_string (mcp_test_reader_get_text (reader, value), value.length);

  return *field != NULL || mcp_test_reader_fail (reader, place, value, _("This is no text"));
}

gboolean
mcp_test_reader_read_json (McpTestReader *reader,
                           const char    *place,
                           McpSpan        value,
                           gpointer       json)
{
  char **field = json;

  g_free (*field);
  *field = mcp_test_reader_dup_json (reader, value);

  return TRUE;
}

gboolean
mcp_test_reader_read_nick (McpTestReader     *reader,
                           const char        *place,
                           McpSpan            value,
                           const char *const *nicks,
                           guint             *index)
{
  g_autofree char *text = NULL;
  g_autofree char *list = g_strjoinv (", ", (char **) nicks);

  if (!mcp_test_reader_read_text (reader, place, value, &text))
    return FALSE;

  for (*index = 0; nicks[*index] != NULL; (*index)++)
    if (g_str_equal (nicks[*index], text))
      return TRUE;

  return mcp_test_reader_fail (reader, place, value, _("“%s” is none of: %s"), text, list);
}

static gboolean
fail_unknown (McpTestReader       *reader,
              const char          *place,
              McpSpan              key,
              const McpTestMember *members,
              guint                n_members)
{
  g_autofree char *name = mcp_json_dup_string (mcp_test_reader_get_text (reader, key), key.length);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest;

  for (guint i = 0; i < n_members; i++)
    g_ptr_array_add (names, (gpointer) members[i].key);
  g_ptr_array_add (names, NULL);
  nearest = name != NULL ? mcp_find_nearest (name, (const char *const *) names->pdata) : NULL;

  if (nearest != NULL)
    return mcp_test_reader_fail (reader, place, key, _("“%s” is nothing a test knows; did you mean “%s”?"), name, nearest);

  return mcp_test_reader_fail (reader, place, key, _("“%s” is nothing a test knows"), name != NULL ? name : "");
}

static const McpTestMember *
find_member (const McpTestReader *reader,
             McpSpan              key,
             const McpTestMember *members,
             guint                n_members)
{
  for (guint i = 0; i < n_members; i++)
    if (mcp_json_key_equal (mcp_test_reader_get_text (reader, key), key.length, members[i].key))
      return &members[i];

  return NULL;
}

gboolean
mcp_test_reader_next (McpJsonIter *iter,
                      McpSpan      object,
                      McpSpan     *key,
                      McpSpan     *value)
{
  if (!mcp_json_iter_next (iter, key, value))
    return FALSE;

  key->offset += object.offset;
  value->offset += object.offset;

  return TRUE;
}

gboolean
mcp_test_reader_read_object (McpTestReader       *reader,
                             const char          *place,
                             McpSpan              object,
                             const McpTestMember *members,
                             guint                n_members,
                             gpointer             data)
{
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_json_iter_init (&iter, mcp_test_reader_get_text (reader, object), object.length) || !iter.is_object)
    return mcp_test_reader_fail (reader, place, object, _("Here should be an object"));

  while (mcp_test_reader_next (&iter, object, &key, &value))
    {
      const McpTestMember *member = find_member (reader, key, members, n_members);
      g_autofree char *inner = NULL;
      gpointer field;

      if (member == NULL)
        return fail_unknown (reader, place, key, members, n_members);

      inner = g_strdup_printf ("%s%s%s", place, *place != '\0' ? "." : "", member->key);
      if (mcp_json_get_type (mcp_test_reader_get_text (reader, value), value.length) != member->type)
        return mcp_test_reader_fail (reader, inner, value, _("This should be of the type “%s”"),
                     mcp_json_type_get_name (member->type));
      field = G_STRUCT_MEMBER_P (data, member->offset);
      if (!(member->is_list ? mcp_test_reader_read_each (reader, inner, value, member->read, field)
                            : member->read (reader, inner, value, field)))
        return FALSE;
    }

  return TRUE;
}

/* Calls @read for each element of an array, or value of an object, with its place. */
gboolean
mcp_test_reader_read_each (McpTestReader   *reader,
                           const char      *place,
                           McpSpan          array,
                           McpTestReadFunc *read,
                           gpointer         data)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, mcp_test_reader_get_text (reader, array), array.length);
  for (guint i = 0; mcp_test_reader_next (&iter, array, &key, &value); i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s[%u]", place, i);

      if (!read (reader, inner, value, data))
        return FALSE;
    }

  return TRUE;
}

gboolean
mcp_test_reader_add_text (McpTestReader *reader,
                          const char    *place,
                          McpSpan        value,
                          gpointer       builder)
{
  g_autofree char *text = NULL;

  if (!mcp_test_reader_read_text (reader, place, value, &text))
    return FALSE;
  g_strv_builder_add (builder, text);

  return TRUE;
}

gboolean
mcp_test_reader_read_texts (McpTestReader *reader,
                            const char    *place,
                            McpSpan        value,
                            gpointer       texts)
{
  char ***field = texts;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (!mcp_test_reader_read_each (reader, place, value, mcp_test_reader_add_text, builder))
    return FALSE;
  g_strfreev (*field);
  *field = g_strv_builder_end (builder);

  return TRUE;
}

gboolean
mcp_test_reader_has (const McpTestReader *reader,
                     McpSpan              object,
                     const char          *key)
{
  McpSpan value;

  return mcp_json_lookup (mcp_test_reader_get_text (reader, object), object.length, key, &value);
}

gboolean
mcp_test_reader_read_variable (McpTestReader  *reader,
                               const char     *place,
                               McpSpan         key,
                               char          **name)
{
  if (!mcp_test_reader_read_text (reader, place, key, name))
    return FALSE;

  return mcp_test_variables_is_name (*name)
         || mcp_test_reader_fail (reader, place, key, _("“%s” is no name of a variable: letters, digits, _ and -"), *name);
}

gboolean
mcp_test_reader_ignore (McpTestReader *reader,
                        const char    *place,
                        McpSpan        value,
                        gpointer       data)
{
  return TRUE;
}
