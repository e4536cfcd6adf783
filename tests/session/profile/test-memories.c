/* test-memories.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-era-memory.h"
#include "mcp-json-edit.h"
#include "mcp-task-memory.h"
#include "mcp-task-private.h"
#include "test-support.h"

/* What is remembered of servers between two starts, in files that may be anything by then. */

static char *
state_path (const char *name)
{
  return g_build_filename (g_get_user_state_dir (), "sounder", name, NULL);
}

static void
put_file (const char *name,
          const char *text,
          gssize      length)
{
  g_autofree char *path = state_path (name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
}

/* (nullable) */
static char *
get_file (const char *name)
{
  g_autofree char *path = state_path (name);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);

  return text;
}

static void
remove_file (const char *name)
{
  g_autofree char *path = state_path (name);

  g_unlink (path);
}

static McpProfile *
make_server (const char *url)
{
  return mcp_profile_new_for_url ("n", url);
}

/* "KEY" stands for the key of the server, "NOW" for this second. */
static char *
fill_in (const char *text,
         McpProfile *profile)
{
  g_autofree char *key = mcp_era_memory_dup_key (profile);
  g_autoptr (GString) filled = g_string_new (text);
  g_autofree char *now = g_strdup_printf ("%" G_GINT64_FORMAT, g_get_real_time () / G_USEC_PER_SEC);

  g_string_replace (filled, "KEY", key, 0);
  g_string_replace (filled, "NOW", now, 0);

  return g_strdup (filled->str);
}

static void
test_keys (void)
{
  static const char * const argvs[][4] = {
    { "a", NULL }, { "a", "b", NULL }, { "ab", NULL }, { "a", "b", "", NULL }, { "a", "bc", NULL }, { "ab", "c", NULL },
  };
  static const char * const urls[] = { "http://h/", "http://h", "https://h/", "http://h/?a=1" };
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) settled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (McpProfile) one = mcp_profile_new_for_argv ("one", argvs[1]);
  g_autoptr (McpProfile) other = mcp_profile_new_for_argv ("other", argvs[1]);
  g_autofree char *key = NULL;
  g_autofree char *same = NULL;
  g_autofree char *here = NULL;
  g_autofree char *cwd = g_get_current_dir ();
  g_autofree char *old_settled = mcp_era_memory_dup_settled_key (one);
  g_autofree char *new_settled = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (argvs); i++)
    {
      g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("n", argvs[i]);

      g_hash_table_add (keys, mcp_era_memory_dup_key (profile));
      g_hash_table_add (settled, mcp_era_memory_dup_settled_key (profile));
      g_object_set (profile, "cwd", "/somewhere", NULL);
      g_hash_table_add (keys, mcp_era_memory_dup_key (profile));
      g_hash_table_add (settled, mcp_era_memory_dup_settled_key (profile));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (McpProfile) profile = make_server (urls[i]);

      g_hash_table_add (keys, mcp_era_memory_dup_key (profile));
      g_hash_table_add (settled, mcp_era_memory_dup_settled_key (profile));
    }
  g_assert_cmpuint (g_hash_table_size (keys), ==, 2 * G_N_ELEMENTS (argvs) + G_N_ELEMENTS (urls));
  g_assert_cmpuint (g_hash_table_size (settled), ==, 2 * G_N_ELEMENTS (argvs) + G_N_ELEMENTS (urls));

  /* Not by its name, nor by what it is told; a folder that is not said is this one. */
  key = mcp_era_memory_dup_key (one);
  g_object_set (other, "protocol", "2025-06-18", "group", "g", "record", TRUE, NULL);
  same = mcp_era_memory_dup_key (other);
  g_assert_cmpstr (key, ==, same);
  g_assert_cmpuint (strlen (key), ==, 32);
  g_assert_cmpuint (strspn (key, "0123456789abcdef"), ==, 32);
  g_object_set (other, "cwd", cwd, NULL);
  here = mcp_era_memory_dup_key (other);
  g_assert_cmpstr (key, ==, here);
  new_settled = mcp_era_memory_dup_settled_key (other);
  g_assert_cmpstr (old_settled, !=, new_settled);
}

static const char * const damaged[] = {
  "", "{", "[]", "null", "\"x\"", "7", "{\"KEY\":[]}", "{\"KEY\":null}", "{\"KEY\":7}", "{\"KEY\":{}} trailing",
  "\357\273\277{}", "{\"KEY\":\xff}", "[{\"KEY\":{}}]", "{\"a\":1,}", "\001",
};

/* A file that is none is one without servers, and the next thing that is learned is remembered. */
static void
test_eras_damaged (void)
{
  static const char * const doubtful[] = {
    "{\"KEY\":{}}",
    "{\"KEY\":{\"era\":\"modern\"}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":NOW}}",
    "{\"KEY\":{\"era\":7,\"asked\":NOW,\"program\":\"\"}}",
    "{\"KEY\":{\"era\":\"future\",\"asked\":NOW,\"program\":\"\"}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":\"NOW\",\"program\":\"\"}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":1e300,\"program\":\"\"}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":9223372036854775807,\"program\":\"\"}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":-1,\"program\":\"\"}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":NOW,\"program\":[\"\"]}}",
    "{\"KEY\":{\"era\":\"modern\",\"asked\":NOW,\"program\":\"other\"}}",
  };
  g_autoptr (McpProfile) profile = make_server ("https://damaged.example/mcp");

  for (gsize i = 0; i < G_N_ELEMENTS (damaged) + G_N_ELEMENTS (doubtful); i++)
    {
      g_autofree char *text = fill_in (i < G_N_ELEMENTS (damaged) ? damaged[i] : doubtful[i - G_N_ELEMENTS (damaged)],
                                       profile);
      g_autofree char *version = NULL;
      g_autofree char *after = NULL;

      put_file ("eras.json", text, -1);
      if (mcp_era_memory_lookup (profile, NULL) != MCP_ERA_UNKNOWN)
        g_error ("believed: %s", text);

      mcp_era_memory_store (profile, MCP_ERA_MODERN, MCP_ERA_FROM_ANSWER, "1 \"é\n");
      g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_MODERN);
      version = mcp_era_memory_dup_version (profile);
      g_assert_cmpstr (version, ==, "1 \"é\n");
      after = get_file ("eras.json");
      g_assert_true (mcp_json_validate (after, -1, NULL));
    }
}

static void
test_eras_of_others (void)
{
  g_autoptr (McpProfile) profile = make_server ("https://mine.example/");
  g_autofree char *text = fill_in ("{\"other\": {\"era\":\"legacy\"}, \"list\": [1,  2.50], \"KEY\": 1}", profile);
  g_autofree char *stored = NULL;
  g_autofree char *forgotten = NULL;

  put_file ("eras.json", text, -1);
  mcp_era_memory_store (profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, NULL);
  stored = get_file ("eras.json");
  g_assert_nonnull (strstr (stored, "\"other\": {\"era\":\"legacy\"}, \"list\": [1,  2.50]"));
  g_assert_null (strstr (stored, "version"));

  mcp_era_memory_store (profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);
  forgotten = get_file ("eras.json");
  g_assert_cmpstr (forgotten, ==, "{\"other\": {\"era\":\"legacy\"}, \"list\": [1,  2.50]}");
}

/* It does not grow for ever, and a version that is none is not kept. */
static void
test_eras_bounds (void)
{
  g_autoptr (McpProfile) profile = make_server ("https://bounds.example/");
  g_autofree char *filler = g_strnfill (256 * 1024, 'x');
  g_autofree char *large = g_strdup_printf ("{\"other\":\"%s\"}", filler);
  g_autofree char *longest = g_strnfill (256, 'v');
  g_autofree char *too_long = g_strnfill (257, 'v');
  g_autofree char *small = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *dropped = NULL;

  put_file ("eras.json", large, -1);
  mcp_era_memory_store (profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, longest);
  small = get_file ("eras.json");
  g_assert_cmpuint (strlen (small), <, 1024);
  kept = mcp_era_memory_dup_version (profile);
  g_assert_cmpstr (kept, ==, longest);

  mcp_era_memory_store (profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, too_long);
  dropped = mcp_era_memory_dup_version (profile);
  g_assert_null (dropped);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_LEGACY);
}

/* A text with a NUL in it is none, whatever stands in front of it. */
static void
test_nul (void)
{
  static const char text[] = "{}\0{\"a\":1}";
  g_autoptr (McpProfile) profile = make_server ("https://nul.example/");
  g_autoptr (GPtrArray) tasks = NULL;

  put_file ("eras.json", text, sizeof text - 1);
  put_file ("tasks.json", text, sizeof text - 1);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_UNKNOWN);
  tasks = mcp_task_memory_load (profile);
  g_assert_cmpuint (tasks->len, ==, 0);
}

/* Nothing to forget: no file is made for that. What is made is nobody else's to read. */
static void
test_files (void)
{
  g_autoptr (McpProfile) profile = make_server ("https://files.example/");
  g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);
  static const char * const names[] = { "eras.json", "tasks.json" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    remove_file (names[i]);
  mcp_era_memory_store (profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);
  mcp_task_memory_forget (profile, "t");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = state_path (names[i]);

      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }

  mcp_era_memory_store (profile, MCP_ERA_MODERN, MCP_ERA_FROM_ANSWER, NULL);
  mcp_task_memory_store (profile, task);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = state_path (names[i]);
      GStatBuf status;

      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_assert_cmphex (status.st_mode & 0777, ==, 0600);
    }

  /* Where no file can be made nothing is remembered, and that is all. */
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = state_path (names[i]);

      g_unlink (path);
      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
    }
  mcp_era_memory_store (profile, MCP_ERA_MODERN, MCP_ERA_FROM_ANSWER, NULL);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_UNKNOWN);
  mcp_task_memory_store (profile, task);
  {
    g_autoptr (GPtrArray) tasks = mcp_task_memory_load (profile);

    g_assert_cmpuint (tasks->len, ==, 0);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = state_path (names[i]);

      g_assert_cmpint (g_rmdir (path), ==, 0);
    }
}

static void
store_task (McpProfile     *profile,
            const char     *id,
            McpTaskFlavour  flavour)
{
  g_autoptr (McpTask) task = mcp_task_new (id, flavour);

  mcp_task_set_origin (task, "tool of it", "{\"password\":\"not to be kept\"}", 7, NULL);
  mcp_task_set_seen (task, 1000, 2000);
  mcp_task_memory_store (profile, task);
}

/* The ids, with a space behind each. */
static char *
list_tasks (McpProfile *profile)
{
  g_autoptr (GPtrArray) tasks = mcp_task_memory_load (profile);
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < tasks->len; i++)
    g_string_append_printf (list, "%s ", mcp_task_get_info (tasks->pdata[i])->id);

  return g_string_free (list, FALSE);
}

static void
assert_tasks (McpProfile *profile,
              const char *expected)
{
  g_autofree char *list = list_tasks (profile);

  g_assert_cmpstr (list, ==, expected);
}

static void
test_tasks_round_trip (void)
{
  g_autoptr (McpProfile) profile = make_server ("https://tasks.example/");
  g_autoptr (McpProfile) other = make_server ("https://other.example/");
  g_autoptr (GPtrArray) tasks = NULL;
  g_autofree char *text = NULL;
  g_autofree char *after = NULL;
  McpTask *task;

  remove_file ("tasks.json");
  store_task (profile, "a", MCP_TASK_BASE);
  store_task (profile, "b \"é\n", MCP_TASK_EXTENSION);
  store_task (other, "a", MCP_TASK_EXTENSION);

  tasks = mcp_task_memory_load (profile);
  g_assert_cmpuint (tasks->len, ==, 2);
  task = tasks->pdata[0];
  g_assert_cmpstr (mcp_task_get_info (task)->id, ==, "a");
  g_assert_cmpint (mcp_task_get_info (task)->flavour, ==, MCP_TASK_BASE);
  g_assert_cmpstr (mcp_task_get_info (task)->tool, ==, "tool of it");
  g_assert_null (mcp_task_get_info (task)->arguments);
  g_assert_cmpint (mcp_task_get_info (task)->created_usec, ==, 1000);
  g_assert_cmpint (mcp_task_get_info (task)->updated_usec, ==, 2000);
  task = tasks->pdata[1];
  g_assert_cmpstr (mcp_task_get_info (task)->id, ==, "b \"é\n");
  g_assert_cmpint (mcp_task_get_info (task)->flavour, ==, MCP_TASK_EXTENSION);

  text = get_file ("tasks.json");
  g_assert_null (strstr (text, "not to be kept"));
  g_assert_null (strstr (text, "tasks.example"));

  /* Once more it is the newest, and there once. */
  store_task (profile, "a", MCP_TASK_BASE);
  assert_tasks (profile, "b \"é\n a ");
  mcp_task_memory_forget (profile, "b \"é\n");
  mcp_task_memory_forget (profile, "nobody");
  assert_tasks (profile, "a ");
  assert_tasks (other, "a ");
  mcp_task_memory_forget (profile, "a");
  mcp_task_memory_forget (other, "a");
  after = get_file ("tasks.json");
  g_assert_cmpstr (after, ==, "{}");
}

static void
test_tasks_bounds (void)
{
  g_autoptr (McpProfile) profile = make_server ("https://many.example/");
  g_autofree char *longest = g_strnfill (1024, 'i');
  g_autofree char *too_long = g_strnfill (1025, 'i');
  g_autofree char *expected = g_strconcat (longest, " ", NULL);
  g_autofree char *filler = g_strnfill (1024 * 1024, 'x');
  g_autofree char *large = g_strdup_printf ("{\"other\":\"%s\"}", filler);
  g_autoptr (GPtrArray) tasks = NULL;
  g_autofree char *small = NULL;

  remove_file ("tasks.json");
  store_task (profile, too_long, MCP_TASK_BASE);
  assert_tasks (profile, "");
  store_task (profile, longest, MCP_TASK_BASE);
  assert_tasks (profile, expected);

  for (guint i = 0; i < 70; i++)
    {
      g_autofree char *id = g_strdup_printf ("task-%u", i);

      store_task (profile, id, MCP_TASK_BASE);
    }
  tasks = mcp_task_memory_load (profile);
  g_assert_cmpuint (tasks->len, ==, 64);
  g_assert_cmpstr (mcp_task_get_info (tasks->pdata[0])->id, ==, "task-6");
  g_assert_cmpstr (mcp_task_get_info (tasks->pdata[63])->id, ==, "task-69");

  put_file ("tasks.json", large, -1);
  assert_tasks (profile, "");
  store_task (profile, "new", MCP_TASK_BASE);
  assert_tasks (profile, "new ");
  small = get_file ("tasks.json");
  g_assert_cmpuint (strlen (small), <, 1024);
}

static void
test_tasks_damaged (void)
{
  static const struct { const char *text; const char *tasks; } cases[] = {
    { "{\"KEY\":{\"id\":\"a\"}}", "" },
    { "{\"KEY\":[1,null,[],\"a\",{},{\"id\":7},{\"id\":null},{\"id\":\"a\"}]}", "a " },
    { "{\"KEY\":[{\"id\":\"a\",\"kind\":7,\"tool\":[],\"status\":{},\"created\":\"x\",\"seen\":1e300,\"ttl\":-5}]}", "a " },
    { "{\"KEY\":[{\"id\":\"a\",\"answered\":{\"k\":1}},{\"id\":\"b\",\"answered\":[1,null,\"k\",\"k\"]}]}", "a b " },
    { "{\"KEY\":[{\"id\":\"a\",\"status\":\"dreaming\"}]}", "a " },
    { "{\"KEY\":[{\"id\":\"\"}]}", " " },
  };
  g_autoptr (McpProfile) profile = make_server ("https://damaged.example/");

  for (gsize i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autofree char *text = fill_in (damaged[i], profile);

      put_file ("tasks.json", text, -1);
      assert_tasks (profile, "");
      store_task (profile, "new", MCP_TASK_BASE);
      assert_tasks (profile, "new ");
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = fill_in (cases[i].text, profile);
      g_autofree char *expected = g_strconcat (cases[i].tasks, "new ", NULL);

      put_file ("tasks.json", text, -1);
      assert_tasks (profile, cases[i].tasks);
      store_task (profile, "new", MCP_TASK_BASE);
      assert_tasks (profile, expected);
    }
}

/* What was answered once is not asked again after a restart. */
static void
test_tasks_answered (void)
{
  g_autoptr (McpProfile) profile = make_server ("https://answered.example/");
  g_autoptr (McpTask) task = mcp_task_new ("a", MCP_TASK_EXTENSION);
  g_autoptr (GPtrArray) tasks = NULL;

  remove_file ("tasks.json");
  g_assert_true (mcp_task_add_key (task, "k \"1\""));
  g_assert_true (mcp_task_add_key (task, ""));
  mcp_task_memory_store (profile, task);
  tasks = mcp_task_memory_load (profile);
  g_assert_cmpuint (tasks->len, ==, 1);
  g_assert_false (mcp_task_add_key (tasks->pdata[0], "k \"1\""));
  g_assert_false (mcp_task_add_key (tasks->pdata[0], ""));
  g_assert_true (mcp_task_add_key (tasks->pdata[0], "k2"));
}

/* Each test begins with nothing that is remembered. */
static void
forget_all (gpointer      *fixture,
            gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "sounder", NULL);

  if (g_file_test (folder, G_FILE_TEST_EXISTS))
    test_remove_tree (folder);
}

static void
run (gpointer      *fixture,
     gconstpointer  data)
{
  void (*const *test) (void) = data;

  (*test) ();
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    void      (*test) (void);
    const char *path;
  } tests[] = {
    { test_keys, "/session/memories/keys" },
    { test_eras_damaged, "/session/memories/eras-damaged" },
    { test_eras_of_others, "/session/memories/eras-of-others" },
    { test_eras_bounds, "/session/memories/eras-bounds" },
    { test_nul, "/session/memories/nul" },
    { test_files, "/session/memories/files" },
    { test_tasks_round_trip, "/session/memories/tasks-round-trip" },
    { test_tasks_bounds, "/session/memories/tasks-bounds" },
    { test_tasks_damaged, "/session/memories/tasks-damaged" },
    { test_tasks_answered, "/session/memories/tasks-answered" },
  };

  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, gpointer, &tests[i].test, forget_all, run, forget_all);

  return g_test_run ();
}
