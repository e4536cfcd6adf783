/* test-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-content.h"
#include "test-support.h"

static void
test_content_kinds (void)
{
  static const struct
  {
    const char         *json;
    SounderContentKind  kind;
    gboolean            has_problem;
  } cases[] = {
    { "{\"type\":\"text\",\"text\":\"a\"}", SOUNDER_CONTENT_TEXT, FALSE },
    { "{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}", SOUNDER_CONTENT_IMAGE,
      FALSE },
    { "{\"type\":\"image\",\"data\":\"A*\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"image\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"audio\",\"data\":\"\"}", SOUNDER_CONTENT_AUDIO, FALSE },
    { "{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\"}", SOUNDER_CONTENT_LINK, FALSE },
    { "{\"type\":\"resource_link\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"t\"}}", SOUNDER_CONTENT_TEXT,
      FALSE },
    { "{\"type\":\"resource\",\"resource\":3}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"hologram\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":7}", SOUNDER_CONTENT_JSON, TRUE },
    { "3", SOUNDER_CONTENT_JSON, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SounderContent) content =
        sounder_content_new_for_block (cases[i].json, strlen (cases[i].json));

      g_test_message ("%s", cases[i].json);
      g_assert_cmpint (content->kind, ==, cases[i].kind);
      g_assert_cmpint (content->problem != NULL, ==, cases[i].has_problem);
    }
}

/* What is not shown is not read either: millions of empty blocks go into a result. */
static void
test_content_many (void)
{
  g_autoptr (GString) json = g_string_new ("{\"content\":[{}");
  g_autoptr (GPtrArray) list = NULL;

  for (guint i = 1; i < 10 * SOUNDER_CONTENT_MAX_SHOWN; i++)
    g_string_append (json, ",{}");
  g_string_append (json, "]}");

  list = sounder_content_read_list (json->str, json->len, "content");
  g_assert_cmpuint (list->len, ==, 10 * SOUNDER_CONTENT_MAX_SHOWN);
  for (guint i = 0; i < list->len; i++)
    g_assert_true ((list->pdata[i] != NULL) == (i < SOUNDER_CONTENT_MAX_SHOWN));
}

static void
test_content_file_names (void)
{
  static const struct
  {
    const char *json;
    const char *name;
  } cases[] = {
    { "{\"uri\":\"file:///a/b.txt\",\"text\":\"\"}", "b.txt" },
    { "{\"uri\":\"x:///..%2Fetc\",\"text\":\"\"}", "content.txt" },
    { "{\"uri\":\"x:///..\",\"text\":\"\"}", "content.txt" },
    { "{\"uri\":\"x:///\",\"blob\":\"AAAA\",\"mimeType\":\"image/png\"}", "content.png" },
    { "{\"blob\":\"AAAA\",\"mimeType\":\"a/../b\"}", "content.bin" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SounderContent) content =
        sounder_content_new_for_resource (cases[i].json, strlen (cases[i].json));
      g_autofree char *name = sounder_content_dup_file_name (content);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/content/kinds", test_content_kinds);
  g_test_add_func ("/app/content/many", test_content_many);
  g_test_add_func ("/app/content/file-names", test_content_file_names);

  return g_test_run ();
}
