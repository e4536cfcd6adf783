/* mcp-profile-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-profile-private.h"

/* How settings are written that are more than one value of one type; for the table of mcp-profile-table.c. */

static char *
write_strings (char **strings)
{
  GString *out = g_string_new ("[");

  for (guint i = 0; strings[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      mcp_json_append_string (out, strings[i], -1);
    }

  g_string_append_c (out, ']');

  return g_string_free (out, FALSE);
}

void
mcp_profile_write_argv (const McpProfileSettings  *was,
                        const McpProfileSettings  *now,
                        char                     **object)
{
  char **was_args = was->argv[0] != NULL ? was->argv + 1 : was->argv;
  char **now_args = now->argv[0] != NULL ? now->argv + 1 : now->argv;

  mcp_settings_put_string (object, "command", was->argv[0], now->argv[0]);

  if (!g_strv_equal ((const char * const *) was_args, (const char * const *) now_args))
    {
      g_autofree char *args = write_strings (now_args);

      mcp_json_edit_set (object, "args", now->argv[0] != NULL ? args : NULL);
    }
}

void
mcp_profile_write_roots (const McpProfileSettings  *was,
                         const McpProfileSettings  *now,
                         char                     **sounder)
{
  g_autoptr (GString) out = g_string_new ("[");

  if (mcp_roots_equal (was->roots, now->roots))
    return;

  for (guint i = 0; i < now->roots->len; i++)
    {
      McpRoot *root = g_ptr_array_index (now->roots, i);

      g_string_append (out, i > 0 ? ", {" : "{");
      mcp_json_append_member_string (out, "uri", root->uri);
      mcp_json_append_member_string (out, "name", root->name);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
  mcp_json_edit_set (sounder, "roots", out->str);
}

/* The headers whose values are secret, or the others. */
static GPtrArray *
pick_headers (GPtrArray *headers,
              gboolean   secret)
{
  GPtrArray *picked = g_ptr_array_new ();

  for (guint i = 0; i < headers->len; i++)
    if (mcp_header_get_secret (g_ptr_array_index (headers, i)) == secret)
      g_ptr_array_add (picked, g_ptr_array_index (headers, i));

  return picked;
}

/* Whether the file says the same of both; a secret's value is not its business. */
static gboolean
same_in_file (GPtrArray *a,
              GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      McpHeader *x = g_ptr_array_index (a, i);
      McpHeader *y = g_ptr_array_index (b, i);

      if (strcmp (mcp_header_get_name (x), mcp_header_get_name (y)) != 0
          || (!mcp_header_get_secret (x)
              && g_strcmp0 (mcp_header_get_value (x), mcp_header_get_value (y)) != 0))
        return FALSE;
    }

  return TRUE;
}

/* Headers with their values, but for the secret ones. */
void
mcp_profile_write_headers (const McpProfileSettings  *was,
                           const McpProfileSettings  *now,
                           char                     **object)
{
  g_autoptr (GPtrArray) old = pick_headers (was->headers, FALSE);
  g_autoptr (GPtrArray) plain = pick_headers (now->headers, FALSE);
  g_autoptr (GString) out = g_string_new ("{");

  if (same_in_file (old, plain))
    return;

  for (guint i = 0; i < plain->len; i++)
    {
      const char *value = mcp_header_get_value (g_ptr_array_index (plain, i));

      mcp_json_append_member_string (out, mcp_header_get_name (g_ptr_array_index (plain, i)),
                                     value != NULL ? value : "");
    }

  g_string_append_c (out, '}');
  mcp_json_edit_set (object, "headers", plain->len > 0 ? out->str : NULL);
}

/* Of the secret headers the file has the names. */
void
mcp_profile_write_secret_headers (const McpProfileSettings  *was,
                                  const McpProfileSettings  *now,
                                  char                     **sounder)
{
  g_autoptr (GPtrArray) old = pick_headers (was->headers, TRUE);
  g_autoptr (GPtrArray) secret = pick_headers (now->headers, TRUE);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  if (same_in_file (old, secret))
    return;

  for (guint i = 0; i < secret->len; i++)
    g_ptr_array_add (names, (char *) mcp_header_get_name (g_ptr_array_index (secret, i)));
  g_ptr_array_add (names, NULL);

  list = write_strings ((char **) names->pdata);
  mcp_json_edit_set (sounder, "secretHeaders", secret->len > 0 ? list : NULL);
}

void
mcp_profile_write_reconnect (const McpProfileSettings  *was,
                             const McpProfileSettings  *now,
                             char                     **sounder)
{
  static const char * const words[] = { NULL, "false", "true" };

  if (was->reconnect != now->reconnect)
    mcp_json_edit_set (sounder, "reconnect", words[now->reconnect]);
}

void
mcp_profile_write_inputs (const McpProfileSettings  *was,
                          const McpProfileSettings  *now,
                          char                     **sounder)
{
  if (g_strcmp0 (was->inputs, now->inputs) != 0)
    mcp_json_edit_set (sounder, "inputs", now->inputs);
}

void
mcp_profile_write_meta (const McpProfileSettings  *was,
                        const McpProfileSettings  *now,
                        char                     **sounder)
{
  if (g_strcmp0 (was->meta, now->meta) != 0)
    mcp_json_edit_set (sounder, "meta", now->meta);
}
