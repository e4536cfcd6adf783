/* test-interop-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <json-glib/json-glib.h>

#include "interop-servers.h"

/*
 * What `sounder-cli probe` finds in each real server, over each way to it and in each era. A
 * failure that stands here was read against the specification, and is one; another one fails the
 * test, and is to be read the same way before it is written down.
 */

/* Which probes fail somewhere, and why that is so. */
static const struct
{
  const char *probe;
  const char *why;
} judged[] = {
  { "broken-json", "Go's SDK does not read lines over stdio: the next one becomes part of the broken text" },
  { "complete-malformed", "TypeScript: -32603 with the text of its validator, where -32602 is meant" },
  { "cursor-type", "the same" },
  { "host", "TypeScript: any Host is taken unless the server is told which; protection is off by default" },
  { "initialize-no-params", "Go: HTTP 400 with a text that is no JSON-RPC" },
  { "log-level-unknown", "TypeScript: -32603 for -32602; Go: takes any word as a level" },
  { "meta-log-level", "Go: the same" },
  { "meta-unknown-version", "a request of an unknown revision is answered as if it were of a known one" },
  { "no-request", "Go: a JSON text that is no object ends the server" },
  { "origin-forbidden", "no Origin is refused unless the server is told so" },
  { "resource-unknown", "-32602, where all revisions but the newest have -32002" },
  { "session-deleted", "server-everything: 400, where a session that is over is 404" },
  { "unknown-method", "Go: HTTP 400 with a text that is no JSON-RPC" },
};

static const struct
{
  const char *server;
  const char *era;      /* (nullable): that of the server */
  const char *failures; /* in the order of the alphabet */
} runs[] = {
  { "everything", NULL, "complete-malformed cursor-type log-level-unknown resource-unknown" },
  { "everything-http", NULL,
    "complete-malformed cursor-type host log-level-unknown origin-forbidden resource-unknown session-deleted" },
  { "everything-sse", NULL, "complete-malformed cursor-type log-level-unknown resource-unknown" },
  { "filesystem", NULL, "cursor-type" },
  { "memory", NULL, "cursor-type resource-unknown" },
  { "playwright", NULL, "cursor-type" },
  { "playwright-http", NULL, "cursor-type origin-forbidden" },
  { "playwright-sse", NULL, "cursor-type" },
  { "kubernetes", NULL, "broken-json meta-log-level meta-unknown-version no-request" },
  { "kubernetes-http", NULL,
    "initialize-no-params log-level-unknown origin-forbidden resource-unknown unknown-method" },
  { "sdk", "--era=modern", "cursor-type meta-unknown-version" },
  { "sdk", "--era=legacy", "cursor-type resource-unknown" },
  { "sdk-modern", NULL, "cursor-type meta-unknown-version" },
  { "sdk-http", "--era=modern", "cursor-type host origin-forbidden" },
  { "sdk-http", "--era=legacy", "cursor-type host origin-forbidden resource-unknown" },
  { "sdk-modern-http", NULL, "cursor-type host origin-forbidden" },
  { "sdk-sessions-http", NULL, "cursor-type host log-level-unknown origin-forbidden" },
};

static int
compare_words (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static gboolean
is_judged (const char *probe)
{
  for (guint i = 0; i < G_N_ELEMENTS (judged); i++)
    if (g_str_equal (judged[i].probe, probe))
      return TRUE;

  return FALSE;
}

/* The probes that failed. All of them were tried, or said why not. */
static char *
list_failures (const char *json)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *probes;
  guint n_passed = 0;

  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  probes = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "probes");
  for (guint i = 0; i < json_array_get_length (probes); i++)
    {
      JsonObject *probe = json_array_get_object_element (probes, i);
      const char *name = json_object_get_string_member (probe, "probe");
      const char *result = json_object_get_string_member (probe, "result");

      if (g_str_equal (result, "passed"))
        {
          n_passed++;
          continue;
        }
      if (!g_str_equal (result, "failed"))
        {
          g_assert_cmpstr (result, ==, "not-applicable");
          continue;
        }

      g_test_message ("%s: %s\n%s", name, json_object_get_string_member (probe, "message"),
                      json_object_get_string_member_with_default (probe, "evidence", ""));
      g_assert_true (is_judged (name));
      g_ptr_array_add (names, (char *) name);
    }
  g_assert_cmpuint (n_passed, >=, 25);
  g_ptr_array_sort (names, compare_words);
  g_ptr_array_add (names, NULL);

  return g_strjoinv (" ", (char **) names->pdata);
}

static const InteropServer *
find_server (const char *name)
{
  const InteropServer *server = interop_servers;

  while (!g_str_equal (server->name, name))
    server++;

  return server;
}

static void
test_server (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  const char *words[] = { "probe", "--format=json", "--max-time=150", runs[i].era, NULL };
  g_autoptr (InteropRun) server = interop_run_new (find_server (runs[i].server));
  g_autofree char *out = NULL;
  g_autofree char *failures = NULL;
  int status;

  if (server == NULL)
    return;

  out = interop_run_cli (server, &status, words);
  failures = list_failures (out);
  g_assert_cmpstr (failures, ==, runs[i].failures);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *path = g_strconcat ("/interop/probe/", runs[i].server,
                                           runs[i].era != NULL ? strchr (runs[i].era, '=') : NULL, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_server);
    }

  return g_test_run ();
}
