/* test-cli-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"
#include "test-support.h"
#include "zip-fixture.h"

/* A bundle whose program writes down what it gets, which it only may when somebody agrees. */
static char *
write_bundle (const char *other)
{
  static const char manifest[] =
    "{\"manifest_version\": \"0.3\", \"name\": \"tell\", \"display_name\": \"Teller\", \"version\": \"1.2.0\","
    "\"description\": \"Tells what it gets\", \"author\": {\"name\": \"Somebody\"}, \"tools\": [{\"name\": \"tell_all\"}],"
    "\"server\": {\"type\": \"binary\", \"entry_point\": \"bin/tell\", \"mcp_config\": {\"command\": \"${__dirname}/bin/tell\","
    "\"args\": [\"${user_config.dirs}\", \"-n\", \"${user_config.n}\"], \"env\": {\"KEY\": \"${user_config.key}\"}}},"
    "\"user_config\": {\"dirs\": {\"type\": \"directory\", \"title\": \"Directories\", \"description\": \"Where\","
    "\"multiple\": true, \"required\": true},"
    "\"n\": {\"type\": \"number\", \"title\": \"Number\", \"description\": \"How many\", \"default\": 3, \"max\": 5},"
    "\"key\": {\"type\": \"string\", \"title\": \"Key\", \"description\": \"Secret\", \"sensitive\": true}}}";
  ZipFixture *zip = zip_fixture_new ();
  char *path = cli_path (other != NULL ? "bad.mcpb" : "tell.mcpb");

  zip_fixture_add (zip, (ZipEntry) { .name = "manifest.json", .data = manifest, .packed = TRUE });
  zip_fixture_add (zip, (ZipEntry) { .name = "bin/tell",
                                     .data = "#!/bin/sh\necho \"$# $* $KEY\" > seen\n", .packed = TRUE });
  if (other != NULL)
    zip_fixture_add (zip, (ZipEntry) { .name = other, .data = "x" });
  zip_fixture_write (zip, path, NULL, 0);

  return path;
}

static gboolean
is_there (const char *name)
{
  g_autofree char *path = cli_path (name);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_import (void)
{
  g_autofree char *path = write_bundle (NULL);
  g_autofree char *into = cli_path ("into/here");
  g_autoptr (CliRun) look = cli_run (NULL, "config", "import", path, "--into", into, "--dry-run", NULL);
  g_autoptr (CliRun) other = cli_run (NULL, "config", "import", path, "nobody", "--into", into, NULL);
  g_autoptr (CliRun) import = NULL;
  g_autoptr (CliRun) again = NULL;
  g_autoptr (CliRun) asked = NULL;
  g_autoptr (CliRun) missing = NULL;
  g_autoptr (CliRun) wrong = NULL;
  g_autoptr (CliRun) started = NULL;
  g_autofree char *seen = NULL;

  assert_status (look, 0);
  assert_contains (look->out, "Teller  1.2.0\n  by Somebody\n  Tells what it gets\n  Tools: tell_all\n");
  assert_contains (look->out, into);
  assert_contains (look->err, "${input:dirs}: Directories");
  assert_status (other, 2);
  g_assert_false (is_there ("into"));

  import = cli_run (NULL, "config", "import", path, "--into", into, NULL);
  assert_status (import, 0);
  assert_contains (import->out, "\ntell\n");
  g_assert_true (is_there ("into/here/bin/tell"));
  again = cli_run (NULL, "config", "import", path, "--into", into, NULL);
  assert_status (again, 1);
  assert_contains (again->err, "a folder of its own");

  /* Nobody has agreed yet, and something is missing. */
  asked = cli_run (NULL, "info", "--server", "tell", "--input", "dirs=/a", NULL);
  assert_status (asked, 8);
  missing = cli_run (NULL, "info", "--server", "tell", "--yes", NULL);
  assert_status (missing, 2);
  assert_contains (missing->err, "input:dirs");
  wrong = cli_run (NULL, "info", "--server", "tell", "--yes", "--input", "dirs=/a", "--input", "n=6", NULL);
  assert_status (wrong, 2);
  assert_contains (wrong->err, "“Number” must be at most 5");
  g_assert_false (is_there ("into/here/seen"));

  started = cli_run (NULL, "info", "--server", "tell", "--yes", "--input", "dirs=/a b", "--input", "dirs=/c",
                     "--input", "key=k", NULL);
  assert_status (started, 3);
  seen = cli_read ("into/here/seen");
  g_assert_cmpstr (seen, ==, "4 /a b /c -n 3 k\n");
}

/* Without a folder it gets one of its own; what is bad leaves nothing. */
static void
test_folders (void)
{
  g_autofree char *path = write_bundle (NULL);
  g_autofree char *bad = write_bundle ("../escaped");
  g_autoptr (CliRun) import = cli_run (NULL, "config", "import", path, "--format", "json", NULL);
  g_autoptr (CliRun) refused = NULL;
  g_autoptr (CliRun) no_bundle = cli_run (NULL, "config", "import", "cursor", "--into", "x", NULL);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *servers;
  JsonObject *server;
  g_autoptr (GList) names = NULL;

  assert_status (import, 0);
  node = cli_parse (import->out);
  servers = json_object_get_object_member (json_node_get_object (node), "mcpServers");
  names = json_object_get_members (servers);
  server = json_object_get_object_member (servers, names->data);
  assert_contains (json_object_get_string_member (server, "command"), "/sounder/bundles/tell/bin/tell");
  g_assert_true (g_file_test (json_object_get_string_member (server, "command"), G_FILE_TEST_IS_EXECUTABLE));

  assert_status (no_bundle, 2);
  assert_contains (no_bundle->err, "--into");

  refused = cli_run (NULL, "config", "import", bad, NULL);
  assert_status (refused, 2);
  assert_contains (refused->err, "“../escaped”");
  g_assert_false (is_there ("escaped"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/bundle/import", test_import);
  g_test_add_func ("/cli/bundle/folders", test_folders);

  return cli_test_main ();
}
