/* demo-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-server.h"

/* What this server lists and tells, as files: see the folder files. They are a part of the program. */

const char *
demo_file (const char *name)
{
  g_autofree char *path = g_strconcat ("/io/github/mcp_sounder/demo/", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert (bytes != NULL);

  return g_bytes_get_data (bytes, NULL); /* of the program, and with a zero behind it */
}

/* A message is one line. */
static char *
dup_compact (const char *json,
             gsize       length)
{
  GString *compact = g_string_sized_new (length);
  gboolean is_string = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (!is_string && g_ascii_isspace (json[i]))
        continue;

      g_string_append_c (compact, json[i]);
      if (is_string && json[i] == '\\')
        g_string_append_c (compact, json[++i]);
      else if (json[i] == '"')
        is_string = !is_string;
    }

  return g_string_free (compact, FALSE);
}

/* The elements of an array in a file. */
GStrv
demo_file_read_list (const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *json = demo_file (name);
  McpJsonIter iter;
  McpSpan value;

  if (mcp_json_iter_init (&iter, json, strlen (json)))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        g_autofree char *item = dup_compact (json + value.offset, value.length);

        g_strv_builder_add (builder, item);
      }

  return g_strv_builder_end (builder);
}

/* Answers a list request with what is in a file. */
void
demo_file_reply_page (DemoServer *self,
                      McpId      *id,
                      const char *params,
                      const char *member,
                      const char *name)
{
  g_auto (GStrv) items = demo_file_read_list (name);

  demo_reply_page (self, id, params, member, (const char *const *) items, g_strv_length (items));
}
