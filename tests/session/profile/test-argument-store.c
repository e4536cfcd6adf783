/* test-argument-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-argument-store.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-redactor.h"
#include "test-support.h"

typedef struct
{
  char             *folder;
  McpProfile       *profile;
  McpArgumentStore *store;
} Fixture;

static McpProfile *
new_profile (const char *word)
{
  McpProfile *profile = mcp_profile_new_for_argv (NULL, (const char *const[]) { "server", word, NULL });

  mcp_profile_set_temporary (profile, FALSE);

  return profile;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autofree char *parent = g_dir_make_tmp ("arguments-XXXXXX", NULL);

  fixture->folder = g_build_filename (parent, "arguments", NULL);
  fixture->profile = new_profile ("one");
  fixture->store = mcp_argument_store_new (fixture->profile, fixture->folder);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autofree char *parent = g_path_get_dirname (fixture->folder);

  g_object_unref (fixture->profile);
  g_assert_finalize_object (fixture->store);
  test_remove_tree (parent);
  g_free (fixture->folder);
}

static char *
describe (GListModel *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpArguments) arguments = g_list_model_get_item (list, i);
      const char *name = arguments->name;

      g_string_append_printf (text, "%s%s%s;", name != NULL ? name : "", name != NULL ? "=" : "",
                              arguments->json);
    }

  return g_string_free (text, FALSE);
}

static void
assert_presets (McpArgumentStore *store,
                McpCatalogKind    kind,
                const char       *name,
                const char       *expected)
{
  g_autofree char *text = describe (mcp_argument_store_get_presets (store, kind, name));

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_history (McpArgumentStore *store,
                const char       *name,
                const char       *expected)
{
  g_autofree char *text = describe (mcp_argument_store_get_history (store, MCP_CATALOG_TOOLS, name));

  g_assert_cmpstr (text, ==, expected);
}

static void
set_preset (McpArgumentStore *store,
            McpCatalogKind    kind,
            const char       *name,
            const char       *preset,
            const char       *json)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_argument_store_set_preset (store, kind, name, preset, json, &error));
  g_assert_no_error (error);
}

static void
use (McpArgumentStore *store,
     const char       *name,
     const char       *json)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_argument_store_remember (store, MCP_CATALOG_TOOLS, name, json, &error));
  g_assert_no_error (error);
}

/* The only file there is. */
static char *
find_file (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  name = g_dir_read_name (dir);
  g_assert_nonnull (name);
  g_assert_null (g_dir_read_name (dir));

  return g_build_filename (fixture->folder, name, NULL);
}

/* What is saved comes back as it was typed, in another program and after a restart. */
static void
test_presets (Fixture       *fixture,
              gconstpointer  unused)
{
  static const char odd[] = "{ \"n\" : 1.10,\n \"big\":9007199254740993, \"e\":1e400, \"한글\":\"\\u0041\", \"n\":2}";
  g_autoptr (McpArgumentStore) other = mcp_argument_store_new (fixture->profile, fixture->folder);
  g_autofree char *expected = g_strdup_printf ("also=[1];odd “x”=%s;", odd);
  g_autofree char *path = NULL;
  GListModel *shown = mcp_argument_store_get_presets (fixture->store, MCP_CATALOG_TOOLS, "say");
  GStatBuf status;

  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "odd “x”", odd);
  g_assert_true (mcp_argument_store_load (other, NULL));
  set_preset (other, MCP_CATALOG_TOOLS, "say", "also", "[1]");
  set_preset (other, MCP_CATALOG_PROMPTS, "say", "p", "{}");
  set_preset (other, MCP_CATALOG_TEMPLATES, "file:///{path}", "t", "{\"path\":\"a\"}");
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  assert_presets (fixture->store, MCP_CATALOG_TOOLS, "say", expected);
  assert_presets (fixture->store, MCP_CATALOG_PROMPTS, "say", "p={};");
  assert_presets (fixture->store, MCP_CATALOG_TEMPLATES, "file:///{path}", "t={\"path\":\"a\"};");
  /* Who shows a list goes on with it. */
  g_assert_true (shown == mcp_argument_store_get_presets (fixture->store, MCP_CATALOG_TOOLS, "say"));
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 2);

  path = find_file (fixture);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);

  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "also", "{\"a\":1}");
  g_assert_true (mcp_argument_store_rename_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "also", "odd “x”", NULL));
  g_assert_true (mcp_argument_store_rename_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "none", "y", NULL));
  assert_presets (fixture->store, MCP_CATALOG_TOOLS, "say", "odd “x”={\"a\":1};");
  g_assert_true (mcp_argument_store_remove_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "odd “x”", NULL));
  g_assert_true (mcp_argument_store_load (other, NULL));
  assert_presets (other, MCP_CATALOG_TOOLS, "say", "");
  g_assert_null (mcp_argument_store_find_preset (other, MCP_CATALOG_TOOLS, "say", "also"));
}

static void
test_wrong_presets (Fixture       *fixture,
                    gconstpointer  unused)
{
  static const struct
  {
    const char *name;
    const char *json;
  } wrong[] = { { "", "{}" }, { "a", "{" }, { "a", "" }, { "\xff", "{}" } };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (mcp_argument_store_set_preset (fixture->store, MCP_CATALOG_TOOLS, "t", wrong[i].name,
                                                     wrong[i].json, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
    }
}

static void
test_history (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autoptr (McpArgumentStore) other = mcp_argument_store_new (fixture->profile, fixture->folder);
  g_autoptr (GString) large = g_string_new ("\"");
  g_autoptr (McpArguments) newest = NULL;
  gsize length = 0;

  use (fixture->store, "say", "{\"n\":1.10}");
  use (fixture->store, "say", "{\"n\":2}");
  use (fixture->store, "other", "{}");
  use (fixture->store, "say", "{\"n\":1.10}");
  use (fixture->store, "say", "no JSON");
  assert_history (fixture->store, "say", "{\"n\":1.10};{\"n\":2};");

  /* Within one second, too. */
  g_assert_true (mcp_argument_store_load (other, NULL));
  assert_history (other, "say", "{\"n\":1.10};{\"n\":2};");
  assert_history (other, "other", "{};");
  newest = g_list_model_get_item (mcp_argument_store_get_history (other, MCP_CATALOG_TOOLS, "say"), 0);
  g_assert_cmpint (ABS (newest->used_usec - g_get_real_time ()), <,
                   10 * 60 * G_USEC_PER_SEC);

  for (guint i = 0; i < MCP_ARGUMENT_HISTORY_MAX + 10; i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"i\":%u}", i);

      use (other, "many", json);
    }
  g_assert_cmpuint (g_list_model_get_n_items (mcp_argument_store_get_history (other, MCP_CATALOG_TOOLS, "many")), ==,
                    MCP_ARGUMENT_HISTORY_MAX);

  /* One that is too long is none; of all together, the oldest go. */
  while (large->len < 250 * 1024)
    g_string_append (large, "0123456789abcdef0123456789abcdef");
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *json = g_strdup_printf ("%s%u\"", large->str, i);

      use (other, "large", json);
    }
  while (large->len < 300 * 1024)
    g_string_append (large, "0123456789abcdef0123456789abcdef");
  g_string_append_c (large, '"');
  use (other, "larger", large->str);
  assert_history (other, "larger", "");
  assert_history (other, "say", "");
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (McpArguments) used =
        g_list_model_get_item (mcp_argument_store_get_history (other, MCP_CATALOG_TOOLS, "large"), i);

      length += used != NULL ? strlen (used->json) : 0;
    }
  g_assert_cmpuint (length, >, 3 * 1024 * 1024);
  g_assert_cmpuint (length, <=, 4 * 1024 * 1024);

  g_assert_true (mcp_argument_store_forget (other, MCP_CATALOG_TOOLS, "large", NULL));
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  assert_history (fixture->store, "large", "");
}

/* Of a server that is not saved, nothing but presets is written. */
static void
test_unsaved (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autoptr (McpArgumentStore) other = mcp_argument_store_new (fixture->profile, fixture->folder);

  mcp_profile_set_temporary (fixture->profile, TRUE);
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  use (fixture->store, "say", "{\"n\":1}");
  g_assert_false (g_file_test (fixture->folder, G_FILE_TEST_EXISTS));
  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "a", "{}");
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  assert_history (fixture->store, "say", "{\"n\":1};");
  g_assert_true (mcp_argument_store_load (other, NULL));
  assert_history (other, "say", "");
  assert_presets (other, MCP_CATALOG_TOOLS, "say", "a={};");

  /* It is saved, and goes on with what it has. */
  mcp_profile_set_temporary (fixture->profile, FALSE);
  g_assert_true (mcp_argument_store_load (other, NULL));
  use (fixture->store, "say", "{\"n\":2}");
  g_assert_true (mcp_argument_store_load (other, NULL));
  assert_presets (other, MCP_CATALOG_TOOLS, "say", "a={};");
}

/* What goes by another address is another server's. */
static void
test_edited_profile (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autoptr (McpProfile) changed = new_profile ("two");

  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "a", "{}");
  use (fixture->store, "say", "{\"n\":1}");
  mcp_profile_set_argv (fixture->profile, mcp_profile_get_argv (changed));
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  assert_presets (fixture->store, MCP_CATALOG_TOOLS, "say", "");
  assert_history (fixture->store, "say", "");
}

static void
test_secrets (void)
{
  static const struct
  {
    const char *json;
    const char *kept;
  } samples[] = {
    { "{\"a\":1.10, \"b\":\"x\"}", "{\"a\":1.10, \"b\":\"x\"}" },
    { "{\"password\":\"p\"}", "{}" },
    { "{\"a\":1, \"password\" : \"p\" }", "{\"a\":1}" },
    { "{\"password\":\"p\", \"a\":1}", "{\"a\":1}" },
    { "{\"a\":1,\"apiKey\":17,\"b\":2}", "{\"a\":1,\"b\":2}" },
    { "{\"pass\\u0077ord\":\"p\",\"b\":2}", "{\"b\":2}" },
    { "{\"x\\\"y token\":\"p\",\"b\":2}", "{\"b\":2}" },
    { "{\"in\":{\"secret\":\"p\",\"token\":\"q\"},\"b\":[{\"api_key\":\"k\"}]}", "{\"in\":{},\"b\":[{}]}" },
    { "{\"tokens\":3,\"maxTokens\":3}", "{\"tokens\":3,\"maxTokens\":3}" },
    { "{\"h\":\"Authorization: Bearer abcdefghijklmnop0123\"}", NULL },
    { "{\"say\":\"the quiet-word is hidden\"}", "{\"say\":\"the " MCP_REDACTED " is hidden\"}" },
    { "{\"say\":\"quiet-word\"}", "{}" },
    { "[\"quiet-word\"]", "[\"" MCP_REDACTED "\"]" },
    { "\"quiet-word\"", "\"" MCP_REDACTED "\"" },
  };
  g_autoptr (McpProfile) profile = new_profile ("one");

  mcp_profile_set_env (profile, (const char *const[]) { "X=quiet-word", NULL });
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *kept = mcp_arguments_dup_without_secrets (profile, samples[i].json);

      if (samples[i].kept != NULL)
        g_assert_cmpstr (kept, ==, samples[i].kept);
      else
        g_assert_null (strstr (kept, "abcdefghijklmnop0123"));
      g_assert_true (mcp_json_validate (kept, -1, NULL));
    }
}

static void
test_no_secret_is_written (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  guint n_presets;
  static const char file[] =
    "{\"version\":1,\"tools\":{\"say\":{\"presets\":{\"b\":{\"token\":\"hush-3\"}},"
    "\"history\":[{\"used\":\"2026-01-01T00:00:00Z\",\"arguments\":{\"token\":\"hush-4\"}}]}}}";

  use (fixture->store, "say", "{\"token\":\"hush-1\"}");
  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "a", "{\"token\":\"hush-2\"}");
  g_assert_true (mcp_argument_store_import (fixture->store, file, strlen (file), &n_presets, NULL));
  path = find_file (fixture);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_null (strstr (text, "hush"));
  assert_presets (fixture->store, MCP_CATALOG_TOOLS, "say", "a={};b={};");
}

static void
test_export (Fixture       *fixture,
             gconstpointer  unused)
{
  g_autoptr (McpProfile) profile = new_profile ("two");
  g_autoptr (McpArgumentStore) other = mcp_argument_store_new (profile, fixture->folder);
  g_autofree char *all = NULL;
  g_autofree char *one = NULL;
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;
  guint n_presets;

  use (fixture->store, "say", "{\"n\":1.10}");
  use (fixture->store, "say", "{\"n\":2}");
  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "a", "{ \"x\" : 1 }");
  set_preset (fixture->store, MCP_CATALOG_PROMPTS, "p \"q\"", "b", "{}");
  set_preset (fixture->store, MCP_CATALOG_PROMPTS, "p \"q\"", "c", "{}");
  all = mcp_argument_store_to_json (fixture->store, MCP_CATALOG_TOOLS, NULL);
  one = mcp_argument_store_to_json (fixture->store, MCP_CATALOG_PROMPTS, "p \"q\"");
  g_assert_null (strstr (one, "1.10"));

  set_preset (other, MCP_CATALOG_TOOLS, "say", "a", "{\"mine\":1}");
  set_preset (other, MCP_CATALOG_TOOLS, "say", "z", "{}");
  g_assert_true (mcp_argument_store_import (other, one, strlen (one), &n_presets, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_presets, ==, 2);
  g_assert_true (mcp_argument_store_import (other, all, strlen (all), &n_presets, &error));
  g_assert_cmpuint (n_presets, ==, 3);
  assert_presets (other, MCP_CATALOG_TOOLS, "say", "a={ \"x\" : 1 };z={};");
  assert_presets (other, MCP_CATALOG_PROMPTS, "p \"q\"", "b={};c={};");
  assert_history (other, "say", "{\"n\":2};{\"n\":1.10};");

  g_assert_true (mcp_argument_store_remove_preset (other, MCP_CATALOG_TOOLS, "say", "z", NULL));
  again = mcp_argument_store_to_json (other, MCP_CATALOG_TOOLS, NULL);
  g_assert_true (mcp_argument_store_load (other, NULL));
  g_free (g_steal_pointer (&again));
  again = mcp_argument_store_to_json (other, MCP_CATALOG_TOOLS, NULL);
  /* The same but for the order in which things were met. */
  g_assert_cmpuint (strlen (again), ==, strlen (all));
}

/* What is not understood is told of, and stays as it is. */
static void
test_broken_files (Fixture       *fixture,
                   gconstpointer  unused)
{
  static const char *const broken[] = {
    "{\"version\": 1, \"tools\": ", "[]", "{}", "{\"version\": 2}", "\xff",
  };
  g_autofree char *path = NULL;

  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "a", "{}");
  path = find_file (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (McpArgumentStore) store = mcp_argument_store_new (fixture->profile, fixture->folder);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      guint n_presets;

      g_assert_true (g_file_set_contents (path, broken[i], -1, NULL));
      g_assert_false (mcp_argument_store_load (store, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_false (mcp_argument_store_set_preset (store, MCP_CATALOG_TOOLS, "say", "b", "{}", NULL));
      g_assert_false (mcp_argument_store_remember (store, MCP_CATALOG_TOOLS, "say", "{\"n\":1}", NULL));
      assert_history (store, "say", "{\"n\":1};");
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, broken[i]);

      g_assert_cmpint (g_unlink (path), ==, 0);
      g_assert_false (mcp_argument_store_import (store, broken[i], strlen (broken[i]), &n_presets, NULL));
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }

  /* What is no preset in a file that is one is left out. */
  g_assert_true (g_file_set_contents (
    path, "{\"version\":1,\"tools\":{\"say\":{\"presets\":{\"\":1,\"x\":[2]},\"history\":[3,{}]},\"t\":4},\"prompts\":5}", -1, NULL));
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
  assert_presets (fixture->store, MCP_CATALOG_TOOLS, "say", "x=[2];");
}

/* Nothing can be saved that could not be read again. */
static void
test_too_many (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (GString) file = g_string_new ("{\"version\":1,\"tools\":{\"say\":{\"presets\":{");
  g_autoptr (GError) error = NULL;
  guint n_presets;

  for (guint i = 0; i < MCP_ARGUMENT_PRESETS_MAX; i++)
    g_string_append_printf (file, "%s\"%u\":{}", i > 0 ? "," : "", i);
  g_string_append (file, "}}}}");
  g_assert_true (mcp_argument_store_import (fixture->store, file->str, file->len, &n_presets, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_presets, ==, MCP_ARGUMENT_PRESETS_MAX);
  g_assert_false (mcp_argument_store_set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "more", "{}", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_null (mcp_argument_store_find_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "more"));
  set_preset (fixture->store, MCP_CATALOG_TOOLS, "say", "17", "[17]");
  g_assert_true (mcp_argument_store_load (fixture->store, NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/session/argument-store/" name, Fixture, NULL, set_up, function, tear_down)

  ADD ("presets", test_presets);
  ADD ("wrong-presets", test_wrong_presets);
  ADD ("history", test_history);
  ADD ("unsaved", test_unsaved);
  ADD ("edited-profile", test_edited_profile);
  g_test_add_func ("/session/argument-store/secrets", test_secrets);
  ADD ("no-secret-is-written", test_no_secret_is_written);
  ADD ("export", test_export);
  ADD ("broken-files", test_broken_files);
  ADD ("too-many", test_too_many);

  return g_test_run ();
}
