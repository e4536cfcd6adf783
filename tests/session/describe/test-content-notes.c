/* test-content-notes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-content-notes.h"

/* The notes in a line; a ! before what is wrong. */
static char *
describe (const char *annotations)
{
  g_autofree char *json = g_strdup_printf ("{\"annotations\":%s}", annotations);
  g_autoptr (GPtrArray) notes = mcp_content_notes_read (json, strlen (json));
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++)
    {
      const McpContentNote *note = notes->pdata[i];

      g_assert_true (!note->is_wrong || note->detail != NULL);
      g_string_append_printf (out, "%s%s%s", i > 0 ? "; " : "", note->is_wrong ? "!" : "", note->text);
    }

  return g_string_free (out, FALSE);
}

static void
test_words (void)
{
  static const struct
  {
    const char *annotations;
    const char *words;
  } cases[] = {
    { "{}", "" },
    { "{\"audience\":[\"user\",\"assistant\"],\"priority\":0.50,\"lastModified\":\"2025-01-12T15:00:58Z\"}",
      "For user, assistant; Priority 0.50; Modified 2025-01-12T15:00:58Z" },
    { "{\"priority\":1.00}", "Priority 1.00" },
    { "{\"priority\":1.00000000000000000000001}", "!Priority 1.00000000000000000000001" },
    { "{\"priority\":-1e-400}", "!Priority -1e-400" },
    { "{\"priority\":\"high\"}", "!priority: \"high\"" },
    { "{\"priority\":null}", "!priority: null" },
    { "{\"audience\":\"user\"}", "!audience: \"user\"" },
    { "{\"audience\":[]}", "!audience: []" },
    { "{\"audience\":{\"a\":\"user\"}}", "!audience: {\"a\":\"user\"}" },
    { "{\"audience\":[\"user\",7]}", "!audience: [\"user\",7]" },
    { "{\"audience\":[\"robot\"]}", "!For robot" },
    { "{\"lastModified\":\"yesterday\"}", "!Modified yesterday" },
    { "{\"lastModified\":17}", "!lastModified: 17" },
    { "[1]", "!annotations: [1]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = describe (cases[i].annotations);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

static void
test_time (void)
{
  static const char json[] = "{\"annotations\":{\"lastModified\":\"2025-01-12T15:00:58Z\"}}";
  g_autoptr (GPtrArray) notes = mcp_content_notes_read (json, strlen (json));
  const McpContentNote *note = notes->pdata[0];

  g_assert_nonnull (strstr (note->detail, "January 2025"));
}

/* A long one is cut between characters. */
static void
test_long (void)
{
  for (guint n_before = 0; n_before < 4; n_before++)
    {
      g_autoptr (GString) json = g_string_new ("{\"lastModified\":\"");
      g_autofree char *words = NULL;

      for (guint i = 0; i < n_before; i++)
        g_string_append_c (json, 'a');
      for (guint i = 0; i < 100000; i++)
        g_string_append (json, "€");
      g_string_append (json, "\"}");
      words = describe (json->str);
      g_assert_true (g_utf8_validate (words, -1, NULL));
      g_assert_true (g_str_has_suffix (words, "…"));
      g_assert_cmpuint (strlen (words), <, 300);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/content-notes/words", test_words);
  g_test_add_func ("/content-notes/time", test_time);
  g_test_add_func ("/content-notes/long", test_long);

  return g_test_run ();
}
