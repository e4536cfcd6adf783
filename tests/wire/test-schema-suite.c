/* test-schema-suite.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-private.h"
#include "mcp-schema.h"
#include "test-support.h"

/*
 * The public JSON Schema test suite: every required case of both dialects has to be decided, and
 * rightly. Remote documents are answered from its own folder. Its place is in SOUNDER_SCHEMA_SUITE.
 */

#define REMOTES "http://localhost:1234/"

typedef struct
{
  const char *dialect;      /* the folder of its tests */
  const char *schema_uri;   /* for a schema that names none */
} Dialect;

static const Dialect dialects[] = {
  { "draft2020-12", "https://json-schema.org/draft/2020-12/schema" },
  { "draft7", "http://json-schema.org/draft-07/schema#" },
};

static const char *
find_remote (const char *uri,
             gpointer    user_data)
{
  GHashTable *remotes = user_data;
  char *text = g_hash_table_lookup (remotes, uri);
  g_autofree char *path = NULL;

  if (text != NULL || !g_str_has_prefix (uri, REMOTES))
    return text;

  path = g_build_filename (g_getenv ("SOUNDER_SCHEMA_SUITE"), "remotes", uri + strlen (REMOTES), NULL);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;

  g_hash_table_insert (remotes, g_strdup (uri), text);

  return text;
}

static char *
dup_member (const char *text,
            McpSpan     object,
            const char *name)
{
  McpSpan value;

  g_assert_true (mcp_json_get_member (text, object, name, strlen (name), &value));

  return g_strndup (text + value.offset, value.length);
}

/* What a schema without $schema is read as is up to the reader: here the folder says it. */
static char *
with_dialect (const char    *schema,
              const Dialect *dialect)
{
  if (schema[0] != '{' || strstr (schema, "\"$schema\"") != NULL)
    return g_strdup (schema);

  return g_strdup_printf ("{\"$schema\":\"%s\"%s%s", dialect->schema_uri,
                          strspn (schema + 1, " \n}") == strlen (schema + 1) ? "" : ",", schema + 1);
}

typedef struct
{
  guint n_right;
  guint n_wrong;
  guint n_undecided;
} Count;

static void
run_case (const char *file,
          const char *text,
          McpSpan     test,
          const char *group,
          McpSchema  *schema,
          Count      *count)
{
  g_autofree char *description = dup_member (text, test, "description");
  g_autofree char *data = dup_member (text, test, "data");
  g_autofree char *valid = dup_member (text, test, "valid");
  g_autoptr (GPtrArray) errors = mcp_schema_validate (schema, data, -1);
  const char *why = "";
  gboolean fits = TRUE;
  gboolean decided = TRUE;

  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];

      if (error->verdict == MCP_SCHEMA_BREAKS)
        fits = FALSE;
      else
        decided = FALSE;
      why = error->message;
    }

  if (!decided)
    count->n_undecided++;
  else if (fits == g_str_equal (valid, "true"))
    count->n_right++;
  else
    count->n_wrong++;
  if (!decided || fits != g_str_equal (valid, "true"))
    g_printerr ("%s: %s: %s, %s: %s\n", file, group, description, decided ? "wrong" : "undecided", why);
}

static void
run_file (const Dialect *dialect,
          const char    *folder,
          const char    *file,
          GHashTable    *remotes,
          Count         *count)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonIter groups;
  McpSpan whole, group;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_json_lookup (text, length, NULL, &whole));
  g_assert_true (mcp_json_begin (&groups, text, whole));
  while (mcp_json_iter_next (&groups, NULL, &group))
    {
      g_autofree char *description = dup_member (text, group, "description");
      g_autofree char *schema_text = dup_member (text, group, "schema");
      g_autofree char *read = with_dialect (schema_text, dialect);
      g_autoptr (McpSchema) schema = mcp_schema_new (read, -1, &error);
      McpJsonIter tests;
      McpSpan list, test;

      g_assert_no_error (error);
      mcp_schema_set_documents (schema, find_remote, remotes);
      g_assert_true (mcp_json_get_member (text, group, "tests", 5, &list));
      mcp_json_begin (&tests, text, list);
      while (mcp_json_iter_next (&tests, NULL, &test))
        run_case (file, text, test, description, schema, count);
    }
}

static void
test_dialect (gconstpointer data)
{
  const Dialect *dialect = data;
  g_autofree char *folder = g_build_filename (g_getenv ("SOUNDER_SCHEMA_SUITE"), "tests",
                                              dialect->dialect, NULL);
  g_autoptr (GHashTable) remotes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) directory = g_dir_open (folder, 0, &error);
  const char *name;
  Count count = { 0 };

  if (directory == NULL)
    {
      g_test_skip (error->message);
      return;
    }
  while ((name = g_dir_read_name (directory)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      run_file (dialect, folder, name, remotes, &count);

  g_test_message ("%s: %u right, %u wrong, %u undecided", dialect->dialect, count.n_right, count.n_wrong,
                  count.n_undecided);
  g_assert_cmpuint (count.n_right, >, 800);
  g_assert_cmpuint (count.n_wrong, ==, 0);
  g_assert_cmpuint (count.n_undecided, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      g_autofree char *path = g_strconcat ("/wire/schema-suite/", dialects[i].dialect, NULL);

      g_test_add_data_func (path, &dialects[i], test_dialect);
    }

  return g_test_run ();
}
