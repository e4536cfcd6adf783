/* test-server-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mcp-error.h"
#include "mcp-server-list.h"
#include "test-support.h"

typedef struct
{
  char          *folder;
  char          *path;
  McpServerList *list;
  guint          n_errors;
  guint          n_changes;
} Fixture;

static void
load_error_cb (McpServerList *list,
               const GError  *error,
               Fixture       *fixture)
{
  g_assert_nonnull (error);
  fixture->n_errors++;
}

static void
changed_cb (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
fixture_init (Fixture    *fixture,
              const char *content)
{
  *fixture = (Fixture) { NULL, };
  fixture->folder = g_dir_make_tmp ("sounder-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "sub", "servers.json", NULL);
  if (content != NULL)
    {
      g_autofree char *sub = g_path_get_dirname (fixture->path);

      g_mkdir_with_parents (sub, 0700);
      g_assert_true (g_file_set_contents (fixture->path, content, -1, NULL));
    }

  fixture->list = mcp_server_list_new (fixture->path);
  g_signal_connect (fixture->list, "load-error", G_CALLBACK (load_error_cb), fixture);
  g_signal_connect_swapped (fixture->list, "items-changed", G_CALLBACK (changed_cb), fixture);
}

static void
fixture_clear (Fixture *fixture)
{
  g_autofree char *sub = g_path_get_dirname (fixture->path);
  g_autoptr (GDir) dir = g_dir_open (sub, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (sub, name, NULL);

      g_unlink (path);
    }

  g_rmdir (sub);
  g_rmdir (fixture->folder);
  g_clear_pointer (&fixture->folder, g_free);
  g_clear_pointer (&fixture->path, g_free);
  g_assert_finalize_object (g_steal_pointer (&fixture->list));
}

static char *
content_of (Fixture *fixture)
{
  char *content = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &content, NULL, NULL));

  return content;
}

static McpProfile *
new_profile (const char *name)
{
  const char * const argv[] = { "prog", NULL };

  return mcp_profile_new_for_argv (name, argv);
}

static void
assert_names (McpServerList *list,
              const char    *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_string_append_printf (names, "%s%s", i > 0 ? "," : "", mcp_profile_get_name (profile));
    }

  g_assert_cmpstr (names->str, ==, expected);
}

static void
test_list_missing_file_is_empty (void)
{
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_init (&fixture, NULL);
  g_assert_true (mcp_server_list_load (fixture.list, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 0);
  fixture_clear (&fixture);
}

static void
test_list_keeps_what_it_does_not_know (void)
{
  g_autoptr (McpProfile) added = new_profile ("new");
  g_autoptr (McpProfile) changed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;
  McpProfile *b;
  struct stat info;
  Fixture fixture;

  fixture_init (&fixture,
                "{\"zeta\": 1.10, \"mcpServers\": {\"b\": {\"command\": \"x\", \"big\": 9007199254740993},"
                " \"a\": {\"url\": \"http://h\"}}, \"alpha\": [1e400]}");
  g_assert_true (mcp_server_list_load (fixture.list, &error));
  assert_names (fixture.list, "b,a");

  g_assert_true (mcp_server_list_add (fixture.list, added, &error));
  g_assert_no_error (error);
  g_assert_false (mcp_profile_is_temporary (added));
  assert_names (fixture.list, "b,a,new");

  b = mcp_server_list_find (fixture.list, "b");
  changed = mcp_profile_copy (b);
  mcp_profile_set_name (changed, "renamed");
  g_object_set (changed, "cwd", "/", NULL);
  g_assert_true (mcp_server_list_update (fixture.list, b, changed, &error));
  g_assert_no_error (error);
  assert_names (fixture.list, "renamed,a,new");
  g_assert_true (mcp_server_list_find (fixture.list, "renamed") == b);

  content = content_of (&fixture);
  g_assert_cmpstr (content, ==,
                   "{\n"
                   "  \"zeta\": 1.10,\n"
                   "  \"mcpServers\": {\n"
                   "    \"renamed\": {\n"
                   "      \"command\": \"x\",\n"
                   "      \"big\": 9007199254740993,\n"
                   "      \"cwd\": \"/\"\n"
                   "    },\n"
                   "    \"a\": {\n"
                   "      \"url\": \"http://h\"\n"
                   "    },\n"
                   "    \"new\": {\n"
                   "      \"command\": \"prog\"\n"
                   "    }\n"
                   "  },\n"
                   "  \"alpha\": [\n"
                   "    1e400\n"
                   "  ]\n"
                   "}\n");
  g_assert_cmpint (g_stat (fixture.path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);

  g_assert_true (mcp_server_list_remove (fixture.list, b, &error));
  assert_names (fixture.list, "a,new");
  g_assert_cmpuint (fixture.n_changes, ==, 3);
  fixture_clear (&fixture);
}

static void
test_list_writes_new_file (void)
{
  g_autoptr (McpProfile) profile = new_profile ("one");
  g_autoptr (McpProfile) twin = new_profile ("one");
  g_autoptr (McpServerList) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *unique = NULL;
  g_autofree char *content = NULL;
  Fixture fixture;

  fixture_init (&fixture, NULL);
  g_assert_true (mcp_server_list_add (fixture.list, profile, &error));
  g_assert_no_error (error);
  content = content_of (&fixture);
  g_assert_true (g_str_has_prefix (content, "{\n  \"version\": 1,\n  \"mcpServers\": {\n"));

  g_assert_false (mcp_server_list_add (fixture.list, twin, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  unique = mcp_server_list_make_unique_name (fixture.list, "one");
  g_assert_cmpstr (unique, ==, "one 2");

  again = mcp_server_list_new (fixture.path);
  g_assert_true (mcp_server_list_load (again, NULL));
  assert_names (again, "one");
  fixture_clear (&fixture);
}

static void
test_list_keeps_broken_file_aside (void)
{
  const char * const broken[] = { "{\"mcpServers\": {", "[]", "{\"mcpServers\": []}", "hello" };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (McpProfile) profile = new_profile ("one");
      g_autoptr (GError) error = NULL;
      g_autofree char *aside = NULL;
      g_autofree char *content = NULL;
      Fixture fixture;

      fixture_init (&fixture, broken[i]);
      g_assert_false (mcp_server_list_load (fixture.list, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_cmpuint (fixture.n_errors, ==, 1);
      g_assert_false (g_file_test (fixture.path, G_FILE_TEST_EXISTS));

      g_clear_error (&error);
      g_assert_true (mcp_server_list_add (fixture.list, profile, &error));
      g_assert_no_error (error);
      aside = g_strconcat (fixture.path, ".broken-1", NULL);
      g_assert_true (g_file_get_contents (aside, &content, NULL, NULL));
      g_assert_cmpstr (content, ==, broken[i]);
      fixture_clear (&fixture);
    }
}

static void
test_list_never_overwrites_newer_file (void)
{
  const char *newer = "{\"version\": 2, \"mcpServers\": {}}";
  g_autoptr (McpProfile) profile = new_profile ("one");
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;
  Fixture fixture;

  fixture_init (&fixture, newer);
  g_assert_false (mcp_server_list_load (fixture.list, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
  g_clear_error (&error);
  g_assert_false (mcp_server_list_add (fixture.list, profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
  g_assert_true (mcp_profile_is_temporary (profile));
  content = content_of (&fixture);
  g_assert_cmpstr (content, ==, newer);
  fixture_clear (&fixture);
}

static void
test_list_saves_nothing_it_cannot_read (void)
{
  g_autoptr (McpProfile) profile = new_profile ("one");
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  /* A folder in the file's place fails to read for everybody, root included. */
  fixture_init (&fixture, NULL);
  g_mkdir_with_parents (fixture.path, 0700);
  g_assert_false (mcp_server_list_load (fixture.list, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_clear_error (&error);
  g_assert_false (mcp_server_list_add (fixture.list, profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 0);
  g_rmdir (fixture.path);
  fixture_clear (&fixture);
}

/* What editors leave: a byte order mark, a NUL, nothing at all. */
static void
test_list_reads_odd_files (void)
{
  static const struct
  {
    const char *content;
    gsize       length;
    const char *names;   /* (nullable): it is broken */
  } rows[] = {
    { "\357\273\277{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}", 42, "a" },
    { " \n\t", 3, "" },
    { "", 0, "" },
    { "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}\0{", 41, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      Fixture fixture;

      fixture_init (&fixture, "");
      g_assert_true (g_file_set_contents (fixture.path, rows[i].content, rows[i].length, NULL));
      g_assert_cmpint (mcp_server_list_load (fixture.list, &error), ==, rows[i].names != NULL);
      if (rows[i].names != NULL)
        assert_names (fixture.list, rows[i].names);
      else
        g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      fixture_clear (&fixture);
    }
}

/* Who is not in the list any more is not changed, and not there to be removed once more. */
static void
test_list_changes_only_its_own (void)
{
  g_autoptr (McpProfile) stranger = new_profile ("stranger");
  g_autoptr (McpProfile) changed = new_profile ("changed");
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_init (&fixture, "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
  g_assert_true (mcp_server_list_load (fixture.list, NULL));
  g_assert_false (mcp_server_list_update (fixture.list, stranger, changed, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "stranger"));
  g_assert_cmpstr (mcp_profile_get_name (stranger), ==, "stranger");
  g_assert_true (mcp_server_list_remove (fixture.list, stranger, NULL));
  assert_names (fixture.list, "a");
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (fixture.list), 1));
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (fixture.list)) == MCP_TYPE_PROFILE);
  fixture_clear (&fixture);
}

/* Where no file can be, nothing is changed, and the error names it. */
static void
test_list_tells_what_cannot_be_saved (void)
{
  g_autoptr (McpProfile) profile = new_profile ("one");
  g_autoptr (McpServerList) list = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *below = NULL;
  Fixture fixture;

  fixture_init (&fixture, "{}");
  below = g_build_filename (fixture.path, "servers.json", NULL);
  list = mcp_server_list_new (below);
  g_assert_false (mcp_server_list_add (list, profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, below));
  g_assert_false (mcp_server_list_remove (list, profile, NULL));
  g_assert_false (mcp_server_list_update (list, profile, profile, NULL));
  g_assert_false (mcp_server_list_arrange (list, NULL, NULL, NULL, NULL));
  g_assert_true (mcp_profile_is_temporary (profile));
  fixture_clear (&fixture);
}

static void
test_list_leaves_out_wrong_server (void)
{
  g_autoptr (McpProfile) profile = new_profile ("bad");
  g_autoptr (McpProfile) good = new_profile ("good");
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;
  Fixture fixture;

  fixture_init (&fixture, "{\"mcpServers\": {\"bad\": {\"command\": 1}, \"fine\": {\"command\": \"x\"}}}");
  g_assert_true (mcp_server_list_load (fixture.list, &error));
  g_assert_cmpuint (fixture.n_errors, ==, 1);
  assert_names (fixture.list, "fine");
  g_assert_nonnull (mcp_server_list_get_problem (fixture.list, "bad"));
  g_assert_null (mcp_server_list_get_problem (fixture.list, "fine"));

  g_assert_false (mcp_server_list_add (fixture.list, profile, NULL));
  g_assert_true (mcp_server_list_add (fixture.list, good, NULL));
  content = content_of (&fixture);
  g_assert_nonnull (strstr (content, "\"bad\": {\n      \"command\": 1\n"));
  fixture_clear (&fixture);
}

static void
test_list_merges_changes_from_outside (void)
{
  g_autoptr (McpServerList) other = NULL;
  g_autoptr (McpProfile) mine = new_profile ("mine");
  g_autoptr (McpProfile) theirs = new_profile ("theirs");
  g_autoptr (GError) error = NULL;
  McpProfile *a;
  Fixture fixture;

  fixture_init (&fixture, "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"command\": \"y\"}}}");
  g_assert_true (mcp_server_list_load (fixture.list, NULL));
  mcp_server_list_watch (fixture.list);
  a = mcp_server_list_find (fixture.list, "a");

  /* A save merges even what the monitor has not told yet. */
  other = mcp_server_list_new (fixture.path);
  g_assert_true (mcp_server_list_load (other, NULL));
  g_assert_true (mcp_server_list_add (other, theirs, &error));
  g_assert_true (mcp_server_list_add (fixture.list, mine, &error));
  g_assert_no_error (error);
  assert_names (fixture.list, "a,b,theirs,mine");

  g_assert_true (g_file_set_contents (fixture.path,
                                      "{\"mcpServers\": {\"c\": {\"command\": \"z\"},"
                                      " \"a\": {\"command\": \"changed\"}}}", -1, NULL));
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)) == 2);
  assert_names (fixture.list, "c,a");
  g_assert_true (mcp_server_list_find (fixture.list, "a") == a);
  g_assert_cmpstr (mcp_profile_get_argv (a)[0], ==, "changed");

  /* Half a file is told and left alone: an editor may be at work. */
  g_assert_true (g_file_set_contents (fixture.path, "{\"mcpServers\"", -1, NULL));
  TEST_AWAIT (fixture.n_errors == 1);
  assert_names (fixture.list, "c,a");
  g_assert_true (g_file_test (fixture.path, G_FILE_TEST_EXISTS));

  g_assert_finalize_object (g_steal_pointer (&other));
  fixture_clear (&fixture);
}

static void
test_list_waits_for_lock (void)
{
  g_autoptr (McpProfile) profile = new_profile ("one");
  g_autoptr (GError) error = NULL;
  g_autofree char *lock_path = NULL;
  Fixture fixture;
  int fd;

  fixture_init (&fixture, "{}");
  lock_path = g_strconcat (fixture.path, ".lock", NULL);
  fd = g_open (lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  g_assert_false (mcp_server_list_add (fixture.list, profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  close (fd);

  g_clear_error (&error);
  g_assert_true (mcp_server_list_add (fixture.list, profile, &error));
  g_assert_no_error (error);
  fixture_clear (&fixture);
}

static void
arrange (Fixture    *fixture,
         const char *order,    /* (nullable): names with commas */
         const char *members,  /* (nullable) */
         const char *group)
{
  g_auto (GStrv) orders = g_strsplit (order != NULL ? order : "", ",", -1);
  g_auto (GStrv) joining = g_strsplit (members != NULL ? members : "", ",", -1);
  g_autoptr (GPtrArray) first = g_ptr_array_new ();
  g_autoptr (GPtrArray) second = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; orders[i] != NULL; i++)
    g_ptr_array_add (first, mcp_server_list_find (fixture->list, orders[i]));
  for (guint i = 0; joining[i] != NULL; i++)
    g_ptr_array_add (second, mcp_server_list_find (fixture->list, joining[i]));
  g_assert_true (mcp_server_list_arrange (fixture->list, first, second, group, &error));
  g_assert_no_error (error);
}

/* No text in these files has any. */
static char *
strip_spaces (const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, " \n", -1);

  return g_strjoinv ("", parts);
}

/* The file in one line, and the list is what another one reads in it. */
static char *
reread (Fixture *fixture)
{
  g_autoptr (McpServerList) again = mcp_server_list_new (fixture->path);
  g_autofree char *content = content_of (fixture);
  g_autoptr (GString) names = g_string_new (NULL);

  mcp_server_list_load (again, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (again)); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (G_LIST_MODEL (again), i);

      g_string_append_printf (names, "%s%s", i > 0 ? "," : "", mcp_profile_get_name (profile));
      g_assert_cmpstr (mcp_profile_get_settings (profile)->group, ==,
                       mcp_profile_get_settings (mcp_server_list_find (fixture->list, mcp_profile_get_name (profile)))->group);
    }
  assert_names (fixture->list, names->str);

  return strip_spaces (content);
}

/* The order and the groups of some; nothing else in the file moves or is lost. */
static void
test_list_arranges (void)
{
  static const char before[] =
    "{\"version\": 1, \"other\": 1.50, \"mcpServers\": {"
    "\"a\": {\"command\": \"a\", \"mystery\": 1.10}, \"wrong\": 7, \"b\": {\"command\": \"old\"},"
    " \"b\": {\"command\": \"b\", \"sounder\": {\"future\": 1}}, \"c\": {\"command\": \"c\"},"
    " \"d\": {\"command\": \"d\", \"sounder\": {\"group\": \"g\"}}}}";
  Fixture fixture;
  McpProfile *kept;
  g_autofree char *arranged = NULL;
  g_autofree char *grouped = NULL;
  g_auto (GStrv) groups = NULL;
  g_autofree char *joined = NULL;

  fixture_init (&fixture, before);
  mcp_server_list_load (fixture.list, NULL);
  assert_names (fixture.list, "a,b,c,d");
  kept = mcp_server_list_find (fixture.list, "c");
  g_assert_cmpuint (fixture.n_errors, ==, 1);

  /* “b” is not named, and stays where it is. */
  arrange (&fixture, "d,c,a", NULL, NULL);
  arranged = reread (&fixture);
  assert_names (fixture.list, "d,b,c,a");
  g_assert_cmpstr (arranged, ==,
                   "{\"version\":1,\"other\":1.50,\"mcpServers\":{\"d\":{\"command\":\"d\",\"sounder\":{\"group\":\"g\"}},"
                   "\"wrong\":7,\"b\":{\"command\":\"b\",\"sounder\":{\"future\":1}},\"c\":{\"command\":\"c\"},"
                   "\"a\":{\"command\":\"a\",\"mystery\":1.10}}}");
  g_assert_true (mcp_server_list_find (fixture.list, "c") == kept);

  arrange (&fixture, "a,b", "b,a", "first");
  grouped = reread (&fixture);
  assert_names (fixture.list, "d,a,c,b");
  g_assert_cmpstr (mcp_profile_get_settings (mcp_server_list_find (fixture.list, "a"))->group, ==, "first");
  g_assert_nonnull (strstr (grouped, "\"sounder\":{\"future\":1,\"group\":\"first\"}"));
  g_assert_nonnull (strstr (grouped, "\"mystery\":1.10"));
  groups = mcp_server_list_dup_groups (fixture.list);
  joined = g_strjoinv (",", groups);
  g_assert_cmpstr (joined, ==, "g,first");

  /* Out of all groups again; the broken one was reported once, and not for every move. */
  arrange (&fixture, NULL, "a,b,d", NULL);
  g_free (grouped);
  grouped = reread (&fixture);
  g_assert_null (strstr (grouped, "group"));
  g_assert_nonnull (strstr (grouped, "\"wrong\":7"));
  g_assert_cmpuint (fixture.n_errors, ==, 1);

  fixture_clear (&fixture);
}

/* What others did to the file meanwhile is not undone by a move. */
static void
test_list_arranges_what_is_there (void)
{
  Fixture fixture;
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (McpProfile) gone = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;

  fixture_init (&fixture, "{\"mcpServers\": {\"a\": {\"command\": \"a\"}, \"b\": {\"command\": \"b\"}}}");
  g_assert_true (mcp_server_list_load (fixture.list, &error));
  gone = g_object_ref (mcp_server_list_find (fixture.list, "a"));
  g_ptr_array_add (order, mcp_server_list_find (fixture.list, "b"));
  g_ptr_array_add (order, gone);

  g_assert_true (g_file_set_contents (fixture.path, "{\"mcpServers\": {\"new\": {\"command\": \"n\"},"
                                      " \"b\": {\"command\": \"other\"}}}", -1, NULL));
  g_assert_true (mcp_server_list_arrange (fixture.list, order, order, "g", &error));
  g_assert_no_error (error);
  content = reread (&fixture);
  assert_names (fixture.list, "new,b");
  g_assert_nonnull (strstr (content, "\"command\":\"other\",\"sounder\":{\"group\":\"g\"}"));
  g_assert_null (mcp_profile_get_settings (gone)->group);

  fixture_clear (&fixture);
}

/* The demo server is what comes with Sounder, whatever a file says. */
static void
test_demo_is_ours (void)
{
  g_autoptr (McpProfile) demo = mcp_profile_new_for_demo (NULL);
  g_autoptr (McpProfile) false_demo =
    mcp_profile_new_from_json ("n", "{\"command\":\"rm\",\"sounder\":{\"demo\":true}}", -1, NULL);

  g_assert_false (mcp_profile_get_settings (false_demo)->demo);
  if (demo != NULL)
    {
      g_autofree char *json = mcp_profile_to_json (demo);
      g_autoptr (McpProfile) kept = mcp_profile_new_from_json ("n", json, -1, NULL);

      g_assert_true (mcp_profile_get_settings (kept)->demo);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/server-list/missing-file-is-empty", test_list_missing_file_is_empty);
  g_test_add_func ("/session/server-list/keeps-what-it-does-not-know",
                   test_list_keeps_what_it_does_not_know);
  g_test_add_func ("/session/server-list/writes-new-file", test_list_writes_new_file);
  g_test_add_func ("/session/server-list/keeps-broken-file-aside",
                   test_list_keeps_broken_file_aside);
  g_test_add_func ("/session/server-list/never-overwrites-newer-file",
                   test_list_never_overwrites_newer_file);
  g_test_add_func ("/session/server-list/saves-nothing-it-cannot-read",
                   test_list_saves_nothing_it_cannot_read);
  g_test_add_func ("/session/server-list/reads-odd-files", test_list_reads_odd_files);
  g_test_add_func ("/session/server-list/changes-only-its-own", test_list_changes_only_its_own);
  g_test_add_func ("/session/server-list/tells-what-cannot-be-saved", test_list_tells_what_cannot_be_saved);
  g_test_add_func ("/session/server-list/leaves-out-wrong-server",
                   test_list_leaves_out_wrong_server);
  g_test_add_func ("/session/server-list/merges-changes-from-outside",
                   test_list_merges_changes_from_outside);
  g_test_add_func ("/session/server-list/waits-for-lock", test_list_waits_for_lock);
  g_test_add_func ("/session/server-list/arranges", test_list_arranges);
  g_test_add_func ("/session/server-list/arranges-what-is-there", test_list_arranges_what_is_there);
  g_test_add_func ("/session/server-list/demo-is-ours", test_demo_is_ours);

  return g_test_run ();
}
