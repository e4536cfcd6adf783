/* test-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "mcp-bundle.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-variables.h"
#include "test-support.h"
#include "zip-fixture.h"

#define HEAD "\"manifest_version\": \"0.3\", \"name\": \"my-server\", \"version\": \"1.2.0\"," \
             "\"description\": \"What it does\", \"author\": {\"name\": \"Somebody\"}"
#define NODE "{" HEAD ", \"server\": {\"type\": \"node\", \"entry_point\": \"server/index.js\", \"mcp_config\": " \
             "{\"command\": \"node\", \"args\": [\"${__dirname}/server/index.js\"]}}}"

/* A folder with a bundle in it, and nothing else. */
typedef struct
{
  char *folder;
  char *path;    /* of the bundle */
  char *target;  /* where it is to be unpacked */
} Fixture;

static void
fixture_set_up (Fixture       *self,
                gconstpointer  data)
{
  self->folder = test_make_folder ();
  self->path = g_build_filename (self->folder, "x.mcpb", NULL);
  self->target = g_build_filename (self->folder, "below", "target", NULL);
}

static void
fixture_tear_down (Fixture       *self,
                   gconstpointer  data)
{
  test_remove_tree (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->target);
}

static ZipFixture *
begin (const char *manifest)
{
  ZipFixture *zip = zip_fixture_new ();

  zip_fixture_add (zip, (ZipEntry) { .name = "manifest.json", .data = manifest, .packed = TRUE });

  return zip;
}

/* Nothing stands beside the bundle. */
static void
assert_nothing_written (Fixture *self)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    g_assert_cmpstr (name, ==, "x.mcpb");
}

static void
assert_refused (Fixture    *self,
                const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpBundle) bundle = mcp_bundle_open (self->path, NULL, &error);

  if (bundle != NULL)
    g_assert_false (mcp_bundle_unpack (bundle, self->target, NULL, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_CONFIG) || strstr (error->message, part) == NULL)
    g_error ("“%s” is not in: %s", part, error->message);
  assert_nothing_written (self);
}

static McpBundle *
open_good (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  McpBundle *bundle = mcp_bundle_open (self->path, NULL, &error);

  g_assert_no_error (error);

  return bundle;
}

/* --- Good ones --- */

static void
assert_mode (const char *folder,
             const char *name,
             guint       mode,
             const char *content)   /* (nullable): a folder */
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  GStatBuf info;

  g_assert_cmpint (g_lstat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, mode);
  if (content == NULL)
    return;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, content);
}

static void
test_unpack (Fixture       *self,
             gconstpointer  data)
{
  ZipFixture *zip = begin (NODE);
  g_autoptr (McpBundle) bundle = NULL;
  McpClientServer *server;
  g_autofree char *script = g_build_filename (self->target, "server", "index.js", NULL);
  g_autoptr (GError) error = NULL;
  mode_t mask = umask (022);

  zip_fixture_add (zip, (ZipEntry) { .name = "server/", .mode = 040777 });
  zip_fixture_add (zip, (ZipEntry) { .name = "server/index.js", .data = "hello", .packed = TRUE, .mode = 0100666 });
  zip_fixture_add (zip, (ZipEntry) { .name = "server/deep/down/run", .data = "#!/bin/sh", .mode = 0104711 });
  zip_fixture_add (zip, (ZipEntry) { .name = "gr\303\274n", .data = "", .flags = 0x800 });
  zip_fixture_write (zip, self->path, NULL, 0);

  bundle = open_good (self);
  assert_nothing_written (self);
  g_assert_cmpstr (bundle->name, ==, "my-server");
  g_assert_cmpstr (bundle->version, ==, "1.2.0");
  g_assert_cmpstr (bundle->author, ==, "Somebody");
  g_assert_cmpuint (bundle->n_files, ==, 4);
  g_assert_true (mcp_bundle_unpack (bundle, self->target, NULL, &error));
  g_assert_no_error (error);
  assert_mode (self->target, "server/index.js", 0644, "hello");
  assert_mode (self->target, "server/deep/down/run", 0755, "#!/bin/sh");
  assert_mode (self->target, "server", 0755, NULL);
  assert_mode (self->target, "gr\303\274n", 0644, "");
  assert_mode (self->target, "manifest.json", 0644, NODE);

  server = mcp_bundle_make_server (bundle, self->target);
  g_assert_cmpstr (server->problem, ==, NULL);
  g_assert_cmpstr (mcp_profile_get_name (server->profile), ==, "my-server");
  g_assert_cmpstr (mcp_profile_get_argv (server->profile)[0], ==, "node");
  g_assert_cmpstr (mcp_profile_get_argv (server->profile)[1], ==, script);
  g_assert_cmpstr (mcp_profile_get_settings (server->profile)->cwd, ==, self->target);
  mcp_client_server_free (server);

  /* Not into what is there. */
  g_assert_false (mcp_bundle_unpack (bundle, self->target, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  assert_mode (self->target, "server/index.js", 0644, "hello");
  umask (mask);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
progress_cb (guint64  n_bytes,
             gpointer user_data)
{
  guint64 *told = user_data;

  g_assert_cmpuint (n_bytes, >=, *told);
  *told = n_bytes;
}

static void
test_async (Fixture       *self,
            gconstpointer  data)
{
  ZipFixture *zip = begin (NODE);
  g_autofree char *much = g_strnfill (1000000, 'x');
  g_autofree char *empty = g_build_filename (self->folder, "empty", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) given_up = NULL;
  g_autoptr (GAsyncResult) unpacked = NULL;
  g_autoptr (McpBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  guint64 told = 0;

  zip_fixture_add (zip, (ZipEntry) { .name = "much", .data = much, .packed = TRUE });
  zip_fixture_write (zip, self->path, NULL, 0);
  mcp_bundle_open_async (self->path, NULL, opened_cb, &opened);
  TEST_AWAIT (opened != NULL);
  bundle = mcp_bundle_open_finish (opened, &error);
  g_assert_no_error (error);

  g_cancellable_cancel (cancelled);
  mcp_bundle_unpack_async (bundle, self->target, cancelled, NULL, NULL, opened_cb, &given_up);
  TEST_AWAIT (given_up != NULL);
  g_assert_false (mcp_bundle_unpack_finish (given_up, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  assert_nothing_written (self);

  /* Into an empty folder, and not through a link to one. */
  g_assert_cmpint (g_mkdir (empty, 0700), ==, 0);
  g_assert_cmpint (symlink (empty, link), ==, 0);
  g_assert_false (mcp_bundle_unpack (bundle, link, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_clear_error (&error);
  mcp_bundle_unpack_async (bundle, empty, NULL, progress_cb, &told, opened_cb, &unpacked);
  TEST_AWAIT (unpacked != NULL);
  g_assert_true (mcp_bundle_unpack_finish (unpacked, &error));
  g_assert_no_error (error);
  assert_mode (empty, "much", 0644, much);
  g_assert_cmpuint (told, >, 0);
  mcp_bundle_remove (empty);
  g_assert_false (g_file_test (empty, G_FILE_TEST_EXISTS));
}

static void
test_signed (Fixture       *self,
             gconstpointer  data)
{
  /* More than libarchive looks through for the end of an archive. */
  const gsize n_signature = 40000;
  g_autofree char *tail = g_malloc0 (11 + 4 + n_signature + 12);
  ZipFixture *zip = begin (NODE);
  g_autoptr (McpBundle) bundle = NULL;
  g_autofree char *notes = NULL;

  memcpy (tail, "MCPB_SIG_V1", 11);
  tail[11] = n_signature & 0xff;
  tail[12] = n_signature >> 8;
  memcpy (tail + 15 + n_signature, "MCPB_SIG_END", 12);
  zip_fixture_write (zip, self->path, tail, 11 + 4 + n_signature + 12);
  bundle = open_good (self);
  notes = g_strjoinv ("\n", bundle->notes);
  g_assert_nonnull (strstr (notes, "signed"));
}

/* --- Hostile ones --- */

static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  g_autofree char *long_path = g_strnfill (1100, 'a');
  g_autofree char *deep_path = g_strnfill (200, 'a');
  g_autofree char *long_name = g_strnfill (300, 'b');
  const struct
  {
    ZipEntry    entry;
    const char *part;
  } cases[] = {
    { { "../escaped" }, "outside of its folder" },
    { { "a/../../escaped" }, "“a/../../escaped”" },
    { { "/etc/escaped" }, "“/etc/escaped” in it is refused: it would be written to a place of its own" },
    { { "C:/escaped" }, "place of its own" },
    { { "C:escaped" }, "place of its own" },
    { { "a/b\\..\\..\\escaped" }, "“a/b\\" },
    { { "a//b" }, "no plain path" },
    { { "./a" }, "no plain path" },
    { { "a/." }, "no plain path" },
    { { ".." }, "outside" },
    { { "a\nb" }, "character" },
    { { "a\033[31mb" }, "character" },
    { { "a\377b" }, "UTF-8" },
    { { "", .mode = 0100644 }, "no name" },
    { { long_name }, "too long" },
    { { long_path }, "too long" },
    { { deep_path }, "too long" },
    { { "link", "/etc/passwd", .mode = 0120777 }, "“link” in it is refused: it is a link" },
    { { "device", .mode = 0020666 }, "neither a file nor a folder" },
    { { "socket", .mode = 0140777 }, "neither a file nor a folder" },
    { { "manifest.json", "{}" }, "“manifest.json” in it is refused: it is there twice" },
    { { "manifest.json/x" }, "inside of a file" },
    { { "secret", "x", .flags = 1 }, "“secret” in it is refused: it is encrypted" },
  };

  for (guint i = 99; i < 1100; i += 100)
    long_path[i] = '/';
  for (guint i = 1; i < 200; i += 2)
    deep_path[i] = '/';

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ZipFixture *zip = begin (NODE);

      zip_fixture_add (zip, cases[i].entry);
      zip_fixture_write (zip, self->path, NULL, 0);
      assert_refused (self, cases[i].part);
    }
}

/* A name with a zero byte in it is no other than the one before it. */
static void
test_zero (Fixture       *self,
           gconstpointer  data)
{
  ZipFixture *zip = begin (NODE);

  zip_fixture_add (zip, (ZipEntry) { .name = "a.js\0.png", .n_name = 9, .data = "x" });
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "zero byte");
}

static void
test_sizes (Fixture       *self,
            gconstpointer  data)
{
  const gsize n_bytes = 40 * 1024 * 1024;
  g_autofree char *zeros = g_malloc0 (n_bytes);
  ZipFixture *zip = begin (NODE);
  gint64 worked;

  /* Forty megabytes in forty kilobytes. */
  zip_fixture_add (zip, (ZipEntry) { .name = "bomb", .data = zeros, .n_data = n_bytes, .packed = TRUE });
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "with “bomb” it would come to more than");

  /* The same, which says that it is small. */
  zip = begin (NODE);
  zip_fixture_add (zip, (ZipEntry) { .name = "liar", .data = zeros, .n_data = n_bytes, .declared = 10, .packed = TRUE });
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "“liar”");

  zip = begin (NODE);
  zip_fixture_add (zip, (ZipEntry) { .name = "liar", .data = "abc", .declared = 1000 });
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "“liar”");

  /* Gigabytes that it only says that it has. */
  zip = begin (NODE);
  zip_fixture_add (zip, (ZipEntry) { .name = "huge", .data = "abc", .declared = 0xfffffff0, .packed = TRUE });
  zip_fixture_write (zip, self->path, NULL, 0);
  worked = test_get_worked_usec ();
  assert_refused (self, "“huge”");
  g_assert_cmpint (test_get_worked_usec () - worked, <, G_USEC_PER_SEC);
}

static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  ZipFixture *zip = begin (NODE);

  for (guint i = 0; i < 1000000; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "%u", i);
      zip_fixture_add (zip, (ZipEntry) { .name = name });
    }
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "more than 100000 files");
}

static void
test_no_archive (Fixture       *self,
                 gconstpointer  data)
{
  ZipFixture *zip;
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_set_contents (self->path, "hello", -1, NULL));
  assert_refused (self, "no ZIP");
  g_assert_true (g_file_set_contents (self->path, "", 0, NULL));
  assert_refused (self, "no ZIP");

  zip = zip_fixture_new ();
  zip_fixture_add (zip, (ZipEntry) { .name = "server.js", .data = "x" });
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "no manifest.json");

  /* Whatever is cut off or changed in one is refused, and nothing of it stays. */
  zip = begin (NODE);
  zip_fixture_add (zip, (ZipEntry) { .name = "server.js", .data = "hello hello hello", .packed = TRUE });
  zip_fixture_write (zip, self->path, NULL, 0);
  g_assert_true (g_file_get_contents (self->path, &text, &length, NULL));
  for (gsize n = 0; n < length; n += 7)
    {
      g_assert_true (g_file_set_contents (self->path, text, n, NULL));
      assert_refused (self, "x.mcpb: ");
    }
  /* In the middle of the last file. */
  text[length - 22 - 46 - 9 - 46 - 13 - 3] ^= 0xff;
  g_assert_true (g_file_set_contents (self->path, text, length, NULL));
  assert_refused (self, "“server.js”");
}

/* --- The manifest --- */

static void
test_manifest (Fixture       *self,
               gconstpointer  data)
{
  static const struct
  {
    const char *manifest;
    const char *part;
  } cases[] = {
    { "", "cannot be read" },
    { "[]", "must be an object" },
    { "{\"version\": \"1\"}", "no “name”" },
    { "{\"name\": 7}", "“name” in its manifest.json must be a string" },
    { "{\"name\": \"x\", \"version\": \"1\", \"description\": \"\", \"author\": \"me\"}", "“author” in its manifest.json must be an object" },
    { "{\"name\": \"x\", \"version\": \"1\", \"description\": \"\", \"author\": {}}", "no “author.name”" },
    { "{" HEAD "}", "no “server”" },
    { "{" HEAD ", \"server\": {\"type\": \"docker\"}}", "“server.type” in its manifest.json is “docker”" },
    { "{" HEAD ", \"server\": {\"type\": \"node\"}}", "no “server.entry_point”" },
    { "{" HEAD ", \"server\": {\"type\": \"uv\", \"entry_point\": \"../x.py\"}}", "“../x.py”, which is not in the bundle" },
    { "{" HEAD ", \"server\": {\"type\": \"binary\", \"mcp_config\": {\"command\": \"bin/x\"}}}", "“bin/x”, which is not in the bundle" },
    { "{" HEAD ", \"server\": {\"type\": \"binary\", \"mcp_config\": {\"command\": \"${__dirname}/../sh\"}}}", "“../sh”, which is not in the bundle" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": 1}}}", "“server.mcp_config.command”" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": {}}}}", "“server.mcp_config.args”" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": [[]]}}}", "strings alone" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"env\": {\"A\": {}}}}}", "“server.mcp_config.env”" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"platform_overrides\": {\"linux\": 1}}}}",
      "“server.mcp_config.platform_overrides.linux”" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": [\"${SSH_AUTH_SOCK}\"]}}}", "“${SSH_AUTH_SOCK}”" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": [\"${env:HOME}\"]}}}", "variable" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": [\"${user_config.x}\"]}}}", "variable" },
    { "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": [\"${x\"]}}}", "variable" },
    { "{" HEAD ", \"tools\": [7], \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}", "no “tools.name”" },
    { "{" HEAD ", \"user_config\": {\"a}b\": {}}, \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}", "“user_config.a}b”" },
    { "{" HEAD ", \"user_config\": {\"a\": 1}, \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}", "“user_config.a.type”" },
    { "{" HEAD ", \"user_config\": {\"a\": {\"type\": \"date\"}}, \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}", "“date”" },
    { "{" HEAD ", \"user_config\": {\"a\": {\"type\": \"string\", \"sensitive\": 1}}, \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}",
      "“user_config.a.sensitive” in its manifest.json must be true or false" },
    { "{" HEAD ", \"user_config\": {\"a\": {\"type\": \"string\", \"default\": \"${env:X}\"}}, \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}",
      "variable" },
    { "{" HEAD ", \"user_config\": {\"a\": {\"type\": \"string\", \"default\": {}}}, \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}",
      "“user_config.a.default”" },
  };
  ZipFixture *zip;
  g_autofree char *spaces = g_strnfill (1024 * 1024 + 1, ' ');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      zip_fixture_write (begin (cases[i].manifest), self->path, NULL, 0);
      assert_refused (self, cases[i].part);
    }
  zip_fixture_write (begin (spaces), self->path, NULL, 0);
  assert_refused (self, "longer than");
  zip = zip_fixture_new ();
  zip_fixture_add (zip, (ZipEntry) { .name = "manifest.json/", .mode = 040755 });
  zip_fixture_write (zip, self->path, NULL, 0);
  assert_refused (self, "no file");
}

static McpClientServer *
make_server (Fixture    *self,
             const char *manifest)
{
  ZipFixture *zip = begin (manifest);
  g_autoptr (McpBundle) bundle = NULL;
  McpClientServer *server;

  zip_fixture_add (zip, (ZipEntry) { .name = "bin/run", .data = "x", .packed = FALSE });
  zip_fixture_add (zip, (ZipEntry) { .name = "src/main.py", .data = "x" });
  zip_fixture_write (zip, self->path, NULL, 0);
  bundle = open_good (self);
  server = mcp_bundle_make_server (bundle, "/opt/b");
  g_assert_cmpstr (server->problem, ==, NULL);

  return server;
}

static void
assert_runs (Fixture    *self,
             const char *server_json,
             const char *command,
             const char *env)
{
  g_autofree char *manifest = g_strdup_printf ("{" HEAD ", \"server\": %s}", server_json);
  McpClientServer *server = make_server (self, manifest);
  g_autofree char *line = g_strjoinv (" ", (char **) mcp_profile_get_argv (server->profile));
  g_autofree char *variables = g_strjoinv (" ", (char **) mcp_profile_get_env (server->profile));

  g_assert_cmpstr (line, ==, command);
  g_assert_cmpstr (variables, ==, env);
  mcp_client_server_free (server);
}

static void
test_commands (Fixture       *self,
               gconstpointer  data)
{
  const char *home = g_get_home_dir ();
  g_autofree char *places = g_strdup_printf ("a %s /x%s/y /opt/b/z", home, home);

  assert_runs (self, "{\"type\": \"uv\", \"entry_point\": \"src/main.py\"}", "uv run --directory /opt/b /opt/b/src/main.py", "");
  assert_runs (self, "{\"type\": \"binary\", \"entry_point\": \"bin/run\"}", "/opt/b/bin/run", "");
  assert_runs (self, "{\"type\": \"binary\", \"entry_point\": \"bin/run\", \"mcp_config\": {\"command\": \"bin/run\", \"args\": [\"-x\"]}}",
               "/opt/b/bin/run -x", "");
  assert_runs (self, "{\"type\": \"binary\", \"entry_point\": \"bin/run\", \"mcp_config\": {\"command\": \"run\"}}", "/opt/b/bin/run", "");
  assert_runs (self, "{\"type\": \"python\", \"mcp_config\": {\"command\": \"python\", \"args\": [\"a\"], \"env\": {\"A\": 1, \"B\": \"2\", \"NONE\": null},"
                     "\"platform_overrides\": {\"linux\": {\"command\": \"python3\", \"env\": {\"B\": \"${__dirname}${/}lib\"}},"
                     "\"win32\": {\"args\": [\"b\"]}}}}",
               "python3 a", "A=1 B=/opt/b/lib");
  assert_runs (self, "{\"type\": \"node\", \"mcp_config\": {\"command\": \"a\", \"args\": [\"${HOME}\", \"${pathSeparator}x${HOME}${/}y\", \"${__dirname}/z\"]}}",
               places, "");
}

static void
test_folder (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (McpBundle) bundle = NULL;
  McpClientServer *server;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  zip_fixture_write (begin (NODE), self->path, NULL, 0);
  bundle = open_good (self);
  server = mcp_bundle_make_server (bundle, "/tmp/${env:HOME}");
  g_assert_null (server->profile);
  g_assert_nonnull (strstr (server->problem, "another folder"));
  mcp_client_server_free (server);

  first = mcp_bundle_dup_folder (bundle, self->folder);
  g_assert_true (g_str_has_suffix (first, "/my-server"));
  g_assert_cmpint (g_mkdir (first, 0700), ==, 0);
  second = mcp_bundle_dup_folder (bundle, self->folder);
  g_assert_true (g_str_has_suffix (second, "/my-server-2"));

  g_assert_true (mcp_bundle_is ("a.MCPB"));
  g_assert_true (mcp_bundle_is ("a.dxt"));
  g_assert_false (mcp_bundle_is ("a.json"));
  g_assert_cmpint (g_rename (self->path, second), ==, 0);
  g_assert_true (mcp_bundle_is (second));
  g_assert_false (mcp_bundle_is (first));
}

/* --- What a person fills in --- */

static void
give (McpProfile *profile,
      const char *key,
      const char *value)
{
  mcp_profile_give_value (profile, key, value);
}

static char *
dup_resolved (McpProfile *profile)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) whole = mcp_variables_resolve (profile, NULL, &error);
  g_autofree char *line = NULL;
  g_autofree char *env = NULL;

  g_assert_no_error (error);
  line = g_strjoinv ("|", (char **) mcp_profile_get_argv (whole));
  env = g_strjoinv ("|", (char **) mcp_profile_get_env (whole));

  return g_strconcat (line, " ", env, NULL);
}

static void
test_inputs (Fixture       *self,
             gconstpointer  data)
{
  static const char manifest[] =
    "{" HEAD ", \"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"node\", \"args\": "
    "[\"x\", \"${user_config.dirs}\", \"--size=${user_config.size}\", \"${user_config.file}\"],"
    "\"env\": {\"KEY\": \"${user_config.key}\", \"RO\": \"${user_config.ro}\", \"DIRS\": \"${user_config.dirs}\"}}},"
    "\"user_config\": {"
    "\"dirs\": {\"type\": \"directory\", \"title\": \"Directories\", \"description\": \"Where\", \"multiple\": true, \"required\": true,"
    " \"default\": [\"${HOME}/a\", \"/b\"]},"
    "\"size\": {\"type\": \"number\", \"title\": \"Size\", \"description\": \"How much\", \"default\": 10, \"min\": 1, \"max\": 100},"
    "\"file\": {\"type\": \"file\", \"title\": \"File\", \"description\": \"Which\"},"
    "\"key\": {\"type\": \"string\", \"title\": \"API Key\", \"description\": \"Secret\", \"sensitive\": true},"
    "\"ro\": {\"type\": \"boolean\", \"title\": \"Read only\", \"description\": \"Or not\"},"
    "\"unused\": {\"type\": \"string\", \"title\": \"Unused\", \"description\": \"\"}}}";
  McpClientServer *server = make_server (self, manifest);
  g_autoptr (GPtrArray) list = mcp_variables_list (server->profile);
  g_autofree char *dirs = g_strdup_printf ("%s/a\n/b", g_get_home_dir ());
  g_autofree char *few = NULL;
  g_autofree char *all = NULL;
  const McpVariable *variable;

  g_assert_cmpuint (list->len, ==, 5);
  variable = list->pdata[0];
  g_assert_cmpstr (variable->key, ==, "input:dirs");
  g_assert_cmpstr (variable->title, ==, "Directories");
  g_assert_cmpstr (variable->help, ==, "Where");
  g_assert_cmpstr (variable->format, ==, "directory");
  g_assert_cmpstr (variable->initial, ==, dirs);
  g_assert_true (variable->multiple && variable->required && !variable->optional && !variable->secret);
  g_assert_false (mcp_variables_check_value (variable, "", NULL));
  g_assert_true (mcp_variables_check_value (variable, "/c", NULL));

  variable = list->pdata[1];
  g_assert_cmpstr (variable->initial, ==, "10");
  g_assert_true (variable->optional);
  g_assert_true (mcp_variables_check_value (variable, "1", NULL));
  g_assert_true (mcp_variables_check_value (variable, "", NULL));
  g_assert_false (mcp_variables_check_value (variable, "0.5", NULL));
  g_assert_false (mcp_variables_check_value (variable, "101", NULL));
  g_assert_false (mcp_variables_check_value (variable, "ten", NULL));

  variable = list->pdata[3];
  g_assert_true (variable->secret && variable->optional);
  variable = list->pdata[4];
  g_assert_cmpstr (variable->initial, ==, "false");
  g_assert_cmpstr (variable->options[0], ==, "true");
  g_assert_false (mcp_variables_check_value (variable, "maybe", NULL));

  /* What is empty is not there; several are several. */
  give (server->profile, "input:dirs", "/b\n/c d\n");
  give (server->profile, "input:size", "5");
  give (server->profile, "input:file", "");
  give (server->profile, "input:key", "");
  give (server->profile, "input:ro", "true");
  few = dup_resolved (server->profile);
  g_assert_cmpstr (few, ==, "node|x|/b|/c d|--size=5 DIRS=/b,/c d,|RO=true");
  give (server->profile, "input:dirs", "/b");
  give (server->profile, "input:file", "${HOME}");
  give (server->profile, "input:key", "k");
  all = dup_resolved (server->profile);
  g_assert_cmpstr (all, ==, "node|x|/b|--size=5|${HOME} DIRS=/b|KEY=k|RO=true");
  mcp_client_server_free (server);
}

static void
test_notes (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (McpBundle) bundle = NULL;
  g_autofree char *notes = NULL;

  zip_fixture_write (begin ("{" HEAD ", \"display_name\": \"Mine\", \"tools\": [{\"name\": \"a\", \"description\": \"A\"}, {\"name\": \"b\"}],"
                            "\"tools_generated\": true, \"compatibility\": {\"platforms\": [\"darwin\", \"win32\"], \"runtimes\": {\"node\": \">=16\"}},"
                            "\"server\": {\"type\": \"node\", \"mcp_config\": {\"command\": \"a\"}}}"),
                     self->path, NULL, 0);
  bundle = open_good (self);
  g_assert_cmpstr (bundle->title, ==, "Mine");
  g_assert_cmpstr (bundle->tools[0], ==, "a");
  g_assert_cmpstr (bundle->tool_texts[0], ==, "A");
  g_assert_cmpstr (bundle->tools[1], ==, "b");
  g_assert_cmpstr (bundle->tools[2], ==, NULL);
  notes = g_strjoinv ("\n", bundle->notes);
  g_assert_cmpstr (notes, ==, "It says that it is for darwin, win32 alone.\nIt needs node >=16.\nIt has more tools than it tells of.");
}

int
main (int    argc,
      char **argv)
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/session/bundle/" path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

  ADD ("unpack", test_unpack);
  ADD ("async", test_async);
  ADD ("signed", test_signed);
  ADD ("names", test_names);
  ADD ("zero", test_zero);
  ADD ("sizes", test_sizes);
  ADD ("many", test_many);
  ADD ("no-archive", test_no_archive);
  ADD ("manifest", test_manifest);
  ADD ("commands", test_commands);
  ADD ("folder", test_folder);
  ADD ("inputs", test_inputs);
  ADD ("notes", test_notes);

  return g_test_run ();
}
