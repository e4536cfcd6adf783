/* test-registry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture.h"
#include "mcp-error-cause.h"
#include "mcp-registry.h"
#include "proxy-resolver.h"
#include "raw-fixture.h"
#include "test-support.h"

#define PAGE                                                                                     \
  "{\"servers\":[{\"server\":{\"name\":\"io.x/one\",\"description\":\"A\",\"version\":\"1.10\"," \
  "\"repository\":{\"url\":\"https://x.example/one\"}},\"_meta\":{"                              \
  "\"io.modelcontextprotocol.registry/official\":{\"status\":\"deprecated\",\"statusMessage\":\"Use io.x/two\","                    \
  "\"publishedAt\":\"2026-01-01T10:30:00Z\"}}}],\"metadata\":{\"count\":1,\"nextCursor\":\"a b&c\"}}"

typedef struct
{
  HttpFixture  *server;
  char         *url;
  GAsyncResult *result;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->server = http_fixture_new ();
  f->url = http_fixture_dup_url (f->server, "/");
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_clear_object (&f->result);
  g_free (f->url);
  http_fixture_free (f->server);
}

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_set_object ((GAsyncResult **) user_data, result);
}

static GPtrArray *
search (Fixture     *f,
        const char  *words,
        const char  *cursor,
        char       **next,
        GError     **error)
{
  g_clear_object (&f->result);
  mcp_registry_search_async (f->url, words, cursor, NULL, store_cb, &f->result);
  TEST_AWAIT (f->result != NULL);

  return mcp_registry_search_finish (f->result, next, error);
}

static McpRegistryEntry *
get (Fixture     *f,
     const char  *name,
     const char  *version,
     GError     **error)
{
  g_clear_object (&f->result);
  mcp_registry_get_async (f->url, name, version, NULL, store_cb, &f->result);
  TEST_AWAIT (f->result != NULL);

  return mcp_registry_get_finish (f->result, error);
}

static const char *
last_path (Fixture *f)
{
  guint n = http_fixture_get_n_requests (f->server);

  return http_request_get_path (http_fixture_get_request (f->server, n - 1));
}

static void
test_search (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) second = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *next = NULL;
  g_autofree char *end = NULL;
  const McpRegistryEntry *entry;

  http_fixture_queue (f->server, "GET", 200, "application/json", PAGE);
  first = search (f, "file & more", NULL, &next, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (first->len, ==, 1);
  g_assert_cmpstr (next, ==, "a b&c");
  g_assert_cmpstr (last_path (f), ==, "/v0.1/servers?limit=30&version=latest&search=file%20%26%20more");

  entry = first->pdata[0];
  g_assert_cmpstr (entry->name, ==, "io.x/one");
  g_assert_cmpstr (entry->description, ==, "A");
  g_assert_cmpstr (entry->version, ==, "1.10");
  g_assert_cmpstr (entry->status, ==, "deprecated");
  g_assert_cmpstr (entry->status_message, ==, "Use io.x/two");
  g_assert_cmpstr (entry->published, ==, "2026-01-01T10:30:00Z");
  g_assert_cmpstr (entry->repository, ==, "https://x.example/one");
  g_assert_null (entry->title);

  http_fixture_queue (f->server, "GET", 200, "application/json", "{\"servers\":[],\"metadata\":{\"nextCursor\":null}}");
  second = search (f, NULL, next, &end, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (second->len, ==, 0);
  g_assert_null (end);
  g_assert_cmpstr (last_path (f), ==, "/v0.1/servers?limit=30&version=latest&cursor=a%20b%26c");
}

static void
test_get (Fixture       *f,
          gconstpointer  data)
{
  g_autoptr (McpRegistryEntry) entry = NULL;
  g_autoptr (McpRegistryEntry) none = NULL;
  g_autoptr (GError) error = NULL;

  http_fixture_queue (f->server, "GET", 200, "application/json",
                      "{\"server\":{\"name\":\"io.x/one\",\"version\":\"2.0+b/1\"}}");
  entry = get (f, "io.x/one", "2.0+b/1", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (entry->version, ==, "2.0+b/1");
  /* As the fixture decodes it. */
  g_assert_cmpstr (last_path (f), ==, "/v0.1/servers/io.x/one/versions/2.0+b/1");

  none = get (f, "io.x/two", NULL, &error);
  g_assert_null (none);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "io.x/two"));
  g_assert_cmpstr (last_path (f), ==, "/v0/servers/io.x/two/versions/latest");
}

static void
redirect_cb (HttpFixture *fixture,
             HttpRequest *request,
             gpointer     user_data)
{
  http_request_add_header (request, "Location", "http://10.0.0.1/");
  http_request_reply (request, 302, NULL, NULL);
}

/* Nothing of what a registry says is taken for more than it is. */
static void
test_hostile (Fixture       *f,
              gconstpointer  data)
{
  static const struct {
    guint       status;
    const char *body;
    int         code;
  } rows[] = {
    { 500, "oh", MCP_ERROR_NETWORK },
    { 200, "", MCP_ERROR_INVALID_RESPONSE },
    { 200, "[]", MCP_ERROR_INVALID_RESPONSE },
    { 200, "{\"servers\":{}}", MCP_ERROR_INVALID_RESPONSE },
    { 200, "{\"servers\":[", MCP_ERROR_INVALID_RESPONSE },
  };
  g_autoptr (GPtrArray) odd = NULL;
  g_autoptr (GPtrArray) led = NULL;
  g_autoptr (GPtrArray) big = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *next = NULL;
  g_autofree char *text = g_strnfill (2 * 1024 * 1024, ' ');

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) entries = NULL;

      http_fixture_queue (f->server, "GET", rows[i].status, "application/json", rows[i].body);
      entries = search (f, NULL, NULL, &next, &error);
      g_assert_null (entries);
      g_assert_null (next);
      g_assert_error (error, MCP_ERROR, rows[i].code);
      g_clear_error (&error);
    }

  http_fixture_queue (f->server, "GET", 200, "application/json",
                      "{\"servers\":[5,null,{},{\"server\":7},{\"server\":{\"name\":8}},{\"name\":\"old\",\"_meta\":9,"
                      "\"description\":[],\"repository\":\"x\"}],\"metadata\":{\"nextCursor\":\"\"}}");
  odd = search (f, NULL, NULL, &next, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (odd->len, ==, 1);
  g_assert_cmpstr (((McpRegistryEntry *) odd->pdata[0])->name, ==, "old");
  g_assert_null (((McpRegistryEntry *) odd->pdata[0])->description);
  g_assert_null (next);

  http_fixture_queue_handler (f->server, "GET", redirect_cb, NULL);
  led = search (f, NULL, NULL, &next, &error);
  g_assert_null (led);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (strstr (error->message, "http://10.0.0.1/"));
  g_clear_error (&error);

  http_fixture_queue (f->server, "GET", 200, "application/json", text);
  big = search (f, NULL, NULL, &next, &error);
  g_assert_null (big);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
}

/* A registry is trusted with what is run: nobody may change its words on the way. */
static void
test_addresses (Fixture       *f,
                gconstpointer  data)
{
  static const char * const refused[] = { "http://registry.example", "ftp://registry.example", "registry", "", NULL };

  for (gsize i = 0; refused[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *next = NULL;

      g_free (f->url);
      f->url = g_strdup (refused[i]);
      g_assert_null (search (f, NULL, NULL, &next, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
    }
}

#define add(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

/* It goes through the proxy, and says of it what a server's connection does. */
static void
test_proxy (Fixture       *f,
            gconstpointer  data)
{
  static const RawStep steps[] = {
    { RAW_AWAIT_HEAD, NULL, 0, 0 },
    { RAW_WRITE, "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"Gate\"\r\nContent-Length: 6\r\n\r\nAsk IT", 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };
  g_autoptr (RawFixture) proxy = raw_fixture_new (steps);
  g_autofree char *uri = g_strdup_printf ("http://127.0.0.1:%u", raw_fixture_get_port (proxy));
  g_autofree char *next = NULL;
  g_autoptr (GError) error = NULL;

  test_proxy_set (uri);
  g_free (f->url);
  f->url = g_strdup ("https://registry.example.com");
  g_assert_null (search (f, NULL, NULL, &next, &error));
  test_proxy_set (NULL);

  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_cmpint (mcp_error_get_proxy (error)->trouble, ==, MCP_PROXY_WANTS_LOGIN);
  g_assert_nonnull (strstr (error->message, uri + strlen ("http://")));
  g_assert_nonnull (strstr (error->message, "407 No, Proxy-Authenticate: Basic realm=\"Gate\": Ask IT"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_proxy_init ();

  add ("/registry/search", test_search);
  add ("/registry/get", test_get);
  add ("/registry/hostile", test_hostile);
  add ("/registry/addresses", test_addresses);
  add ("/registry/proxy", test_proxy);

  return g_test_run ();
}
