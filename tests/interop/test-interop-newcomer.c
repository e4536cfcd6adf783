/* test-interop-newcomer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "interop-support.h"

/*
 * What somebody does first: a command is copied from a README into a file, and npx fetches the server while the
 * client waits. Nothing is there before.
 */

#define PACKAGE "@modelcontextprotocol/server-memory"

/* A slow network is none of this test's business; a server that never comes is. */
#define START_SECONDS "600"

typedef struct
{
  char *folder;
  char *cache;   /* of npm */
  char *path;    /* of programs: the pinned Node before all others */
  char *config;
} Place;

/* (nullable): there is none. */
static char *
run (Place              *place,
     const char * const *argv,
     int                *status)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;

  g_subprocess_launcher_setenv (launcher, "PATH", place->path, TRUE);
  g_subprocess_launcher_setenv (launcher, "npm_config_cache", place->cache, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);
  *status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  g_test_message ("%s ended with %d: %s%s", argv[0], *status, out, err);

  return g_steal_pointer (&out);
}

/* As tests/interop/package.json pins it. */
static char *
dup_version (void)
{
  g_autofree char *path = interop_file ("package.json");
  g_autofree char *text = NULL;
  const char *start;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  start = strstr (text, "\"" PACKAGE "\": \"");
  g_assert_nonnull (start);
  start += strlen ("\"" PACKAGE "\": \"");
  length = strcspn (start, "\"");

  return g_strndup (start, length);
}

static char *
write_config (Place      *place,
              const char *version)
{
  char *path = g_build_filename (place->folder, "mcp.json", NULL);
  g_autofree char *text = g_strdup_printf (
    "{\n  \"mcpServers\": {\n    \"memory\": {\n      \"command\": \"npx\",\n"
    "      \"args\": [\"-y\", \"" PACKAGE "@%s\"],\n"
    "      \"env\": {\"MEMORY_FILE_PATH\": \"%s/memory.jsonl\", \"PATH\": \"%s\", \"npm_config_cache\": \"%s\"},\n"
    "      \"sounder\": {\"timeouts\": {\"start\": " START_SECONDS ", \"call\": " START_SECONDS "}}\n"
    "    }\n  }\n}\n", version, place->folder, place->path, place->cache);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

static void
place_clear (Place *place)
{
  test_remove_tree (place->folder);
  g_free (place->folder);
  g_free (place->cache);
  g_free (place->path);
  g_free (place->config);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static gboolean
is_empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return dir == NULL || g_dir_read_name (dir) == NULL;
}

/* Whether npx is there, and what it would ask; otherwise the test was skipped. */
static gboolean
can_fetch (Place *place)
{
  const char *argv[] = { "npm", "ping", "--fetch-retries=0", NULL };
  g_autofree char *npx = g_find_program_in_path ("npx");
  g_autofree char *out = NULL;
  int status;

  if (npx == NULL)
    {
      if (g_getenv ("SOUNDER_INTEROP_REQUIRED") != NULL)
        g_error ("npx is not installed: it comes with npm");
      g_test_skip ("npx is not installed");
      return FALSE;
    }

  out = run (place, argv, &status);
  test_remove_tree (place->cache);
  /* A network that is away is no fault of what is tested; the summary of the check counts the skip. */
  if (status != 0)
    g_test_skip ("the registry of npm does not answer");

  return status == 0;
}

static void
test_empty_cache (void)
{
  g_autofree char *bin = interop_file ("bin");
  g_auto (Place) place = { .folder = test_make_folder () };
  g_autofree char *version = NULL;
  g_autofree char *memory = NULL;
  g_autofree char *info = NULL;
  g_autofree char *called = NULL;
  g_autofree char *check = NULL;
  g_autofree char *text = NULL;
  int status;

  if (bin == NULL)
    return;
  place.cache = g_build_filename (place.folder, "npm", NULL);
  place.path = g_strconcat (bin, ":", g_getenv ("PATH"), NULL);
  if (!can_fetch (&place))
    return;

  version = dup_version ();
  place.config = write_config (&place, version);
  g_assert_true (is_empty (place.cache));

  /* Certificates and proxies of where the tests run are npm's business. */
#define CLI(...) \
  run (&place, (const char * const[]) { g_getenv ("SOUNDER_CLI"), "--config", place.config, "--yes", "--inherit-env", "all", \
                                         __VA_ARGS__, NULL }, &status)
  info = CLI ("info");
  g_assert_cmpint (status, ==, 0);
  g_assert_nonnull (strstr (info, "memory-server"));
  g_assert_false (is_empty (place.cache));

  called = CLI ("tools", "call", "create_entities", "--args",
                "{\"entities\":[{\"name\":\"Beagle\",\"entityType\":\"ship\",\"observations\":[]}]}");
  g_assert_cmpint (status, ==, 0);
  memory = g_build_filename (place.folder, "memory.jsonl", NULL);
  g_assert_true (g_file_get_contents (memory, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "Beagle"));

  check = CLI ("check");
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpstr (check, ==, "0 errors, 0 warnings\n");
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interop/newcomer/empty-cache", test_empty_cache);

  return g_test_run ();
}
