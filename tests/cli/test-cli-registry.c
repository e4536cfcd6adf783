/* test-cli-registry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"
#include "http-fixture.h"

/* Servers of a registry: found, shown, added. What a registry says is text, and starts nothing. */

#define META(status)                                                                             \
  "\"_meta\":{\"io.modelcontextprotocol.registry/official\":{\"status\":\"" status "\","         \
  "\"publishedAt\":\"2026-01-01T10:30:00Z\"}}"
#define ONE                                                                                      \
  "{\"server\":{\"name\":\"io.x/one\",\"title\":\"The One\",\"description\":\"A \\u001b[31mred\\u001b[0m one\"," \
  "\"version\":\"1.10\",\"websiteUrl\":\"https://x.example/\",\"repository\":{\"url\":\"https://x.example/one\"}," \
  "\"packages\":[{\"registryType\":\"npm\",\"identifier\":\"@x/one\",\"version\":\"1.10.0\",\"transport\":{\"type\":\"stdio\"}," \
  "\"environmentVariables\":[{\"name\":\"TOKEN\",\"isRequired\":true,\"isSecret\":true}]},"       \
  "{\"registryType\":\"odd\",\"identifier\":\"y\"}],"                                             \
  "\"remotes\":[{\"type\":\"streamable-http\",\"url\":\"https://x.example/mcp\"}]}," META ("deprecated") "}"
#define PAGE(servers, next) "{\"servers\":[" servers "],\"metadata\":{\"nextCursor\":" next "}}"

typedef struct
{
  HttpFixture *registry;
  char        *url;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->registry = http_fixture_new ();
  f->url = http_fixture_dup_url (f->registry, "/");
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_free (f->url);
  http_fixture_free (f->registry);
}

static void
answer (Fixture    *f,
        const char *body)
{
  http_fixture_queue (f->registry, "GET", 200, "application/json", body);
}

static const char *
last_path (Fixture *f)
{
  return http_request_get_path (http_fixture_get_request (f->registry, http_fixture_get_n_requests (f->registry) - 1));
}

/* For people: what is old is marked, a cursor is quoted for the shell, and control characters are seen. */
static void
test_search (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr (CliRun) first = NULL;
  g_autoptr (CliRun) last = NULL;
  g_autoptr (CliRun) none = NULL;

  answer (f, PAGE (ONE ",{\"server\":{\"name\":\"io.x/two\"}}", "\"a b'c\""));
  first = cli_run (NULL, "registry", "search", "some words", "--registry", f->url, NULL);
  assert_status (first, 0);
  assert_contains (first->out, "io.x/one  1.10  deprecated\n");
  assert_contains (first->out, "io.x/two");
  g_assert_null (strchr (first->out, '\033'));
  assert_contains (first->err, "--cursor 'a b'\\''c'");
  assert_contains (last_path (f), "search=some%20words");

  answer (f, PAGE ("", "null"));
  last = cli_run (NULL, "registry", "search", "--cursor", "a b'c", "--registry", f->url, NULL);
  assert_status (last, 0);
  g_assert_cmpstr (last->out, ==, "");
  assert_contains (last->err, "No server");
  g_assert_null (strstr (last->err, "--cursor"));
  assert_contains (last_path (f), "cursor=a%20b%27c");

  http_fixture_queue (f->registry, "GET", 500, "text/plain", "out of order");
  none = cli_run (NULL, "registry", "search", "--registry", f->url, NULL);
  g_assert_cmpint (none->status, !=, 0);
  g_assert_cmpstr (none->out, ==, "");
  assert_contains (none->err, "500");
}

/* For scripts: what the registry said, whole, and where it goes on. */
static void
test_json (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr (CliRun) search = NULL;
  g_autoptr (CliRun) show = NULL;
  JsonNode *root;
  JsonArray *servers;

  answer (f, PAGE (ONE ",{\"server\":{\"name\":\"io.x/two\",\"odd\":1.50}}", "\"next\""));
  search = cli_run (NULL, "--format", "json", "registry", "search", "--registry", f->url, NULL);
  assert_status (search, 0);
  root = cli_parse (search->out);
  servers = json_object_get_array_member (json_node_get_object (root), "servers");
  g_assert_cmpuint (json_array_get_length (servers), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (root), "nextCursor"), ==, "next");
  assert_contains (search->out, "1.50");
  json_node_unref (root);

  answer (f, ONE);
  show = cli_run (NULL, "--format", "json", "registry", "show", "io.x/one", "--registry", f->url, NULL);
  assert_status (show, 0);
  root = cli_parse (show->out);
  assert_contains (show->out, "\"io.x/one\"");
  json_node_unref (root);
}

/* What each package would run, what it asks for, and why one cannot be used. */
static void
test_show (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr (CliRun) show = NULL;
  g_autoptr (CliRun) version = NULL;
  g_autoptr (CliRun) unknown = NULL;

  answer (f, ONE);
  show = cli_run (NULL, "registry", "show", "io.x/one", "--registry", f->url, NULL);
  assert_status (show, 0);
  assert_contains (show->out, "io.x/one  1.10  deprecated\n");
  assert_contains (show->out, "Title: The One\n");
  assert_contains (show->out, "Repository: https://x.example/one\n");
  assert_contains (show->out, "Website: https://x.example/\n");
  assert_contains (show->out, "Published: 2026-01-01T10:30:00Z\n");
  assert_contains (show->out, "@x/one@1.10.0");
  assert_contains (show->out, "https://x.example/mcp");
  assert_contains (show->out, "odd");
  assert_contains (show->err, "TOKEN");
  g_assert_null (strchr (show->out, '\033'));

  answer (f, ONE);
  version = cli_run (NULL, "registry", "show", "io.x/one", "1.9", "--registry", f->url, NULL);
  assert_status (version, 0);
  g_assert_true (g_str_has_suffix (last_path (f), "/versions/1.9"));

  unknown = cli_run (NULL, "registry", "show", "io.x/three", "--registry", f->url, NULL);
  assert_status (unknown, 2);
  assert_contains (unknown->err, "io.x/three");
}

/* The first that can be run, or those that are named; nothing is started. */
static void
test_add (Fixture       *f,
          gconstpointer  data)
{
  g_autofree char *saved = cli_path ("sounder/servers.json");
  g_autoptr (CliRun) first = NULL;
  g_autoptr (CliRun) named = NULL;
  g_autoptr (CliRun) wrong = NULL;
  g_autoptr (CliRun) list = NULL;

  answer (f, ONE);
  first = cli_run (NULL, "registry", "add", "io.x/one", "--registry", f->url, NULL);
  assert_status (first, 0);

  answer (f, ONE);
  wrong = cli_run (NULL, "registry", "add", "io.x/one", "nothing", "--registry", f->url, NULL);
  assert_status (wrong, 2);
  assert_contains (wrong->err, "nothing");

  list = cli_run (NULL, "config", "list", NULL);
  assert_status (list, 0);
  assert_contains (list->out, "@x/one@1.10.0");
  g_assert_null (strstr (list->out, "x.example/mcp"));
  g_unlink (saved);
}

static void
test_usage (Fixture       *f,
            gconstpointer  data)
{
  static const struct
  {
    const char *words[6];
    const char *error;
  } rows[] = {
    { { "registry", "show" }, "show" },
    { { "registry", "add" }, "add" },
    { { "registry", "search", "--registry", "http://registry.example" }, "http://registry.example" },
    { { "registry", "search", "--registry", "nowhere" }, "nowhere" },
    { { "registry", "find" }, "find" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *const *words = rows[i].words;
      g_autoptr (CliRun) run = cli_run (NULL, words[0], words[1], words[2], words[3], NULL);

      assert_status (run, 2);
      g_assert_cmpstr (run->out, ==, "");
      assert_contains (run->err, rows[i].error);
    }
  g_assert_cmpuint (http_fixture_get_n_requests (f->registry), ==, 0);
}

#define add(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/cli/registry/search", test_search);
  add ("/cli/registry/json", test_json);
  add ("/cli/registry/show", test_show);
  add ("/cli/registry/add", test_add);
  add ("/cli/registry/usage", test_usage);

  return cli_test_main ();
}
