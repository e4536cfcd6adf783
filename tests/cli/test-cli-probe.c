/* test-cli-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

#define DEMO g_getenv ("SOUNDER_DEMO_SERVER")
#define HANDSHAKE "{\"handshake\": {\"capabilities\": {\"tools\": {}}}}"

static JsonArray *
get_probes (JsonNode *root)
{
  return json_object_get_array_member (json_node_get_object (root), "probes");
}

/* What each of them came to; fails for one that is not there. */
static const char *
get_outcome (JsonNode   *root,
             const char *name)
{
  JsonArray *probes = get_probes (root);

  for (guint i = 0; i < json_array_get_length (probes); i++)
    {
      JsonObject *probe = json_array_get_object_element (probes, i);

      if (g_str_equal (json_object_get_string_member (probe, "probe"), name))
        return json_object_get_string_member (probe, "result");
    }

  g_error ("no %s", name);
}

/* Nothing of ours breaks a rule, in either era, over either transport. */
static void
assert_clean (CliRun *run,
              guint   min_passed)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;

  assert_status (run, 0);
  root = cli_parse (run->out);
  object = json_node_get_object (root);
  g_assert_cmpint (json_object_get_int_member (object, "errors"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (object, "warnings"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (object, "passed"), >=, min_passed);
}

static void
test_stdio (void)
{
  g_autoptr (CliRun) legacy = cli_run (NULL, "probe", "--strict", "--format=json", "--", DEMO, NULL);
  g_autoptr (CliRun) modern = cli_run (NULL, "probe", "--strict", "--format=json", "--era=modern", "--", DEMO,
                                       "--modern", NULL);
  g_autoptr (JsonNode) root = NULL;

  assert_clean (legacy, 50);
  assert_clean (modern, 45);
  root = cli_parse (legacy->out);
  g_assert_cmpstr (get_outcome (root, "second-initialize"), ==, "passed");
  g_assert_cmpstr (get_outcome (root, "http-get"), ==, "not-applicable");
  g_assert_cmpstr (get_outcome (root, "discover"), ==, "not-applicable");
}

static void
test_http (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (TRUE);
  g_autoptr (CliRun) legacy = cli_run (NULL, "probe", "--strict", "--format=json", "--era=legacy", "--url", demo->url,
                                       NULL);
  g_autoptr (CliRun) modern = cli_run (NULL, "probe", "--strict", "--format=json", "--era=modern", "--url", demo->url,
                                       NULL);

  assert_clean (legacy, 65);
  assert_clean (modern, 55);
}

/* What is named is tried, and what is not is not there. */
static void
test_only (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "probe", "--only=ping", "--only=string-id", "--format=json", "--", DEMO,
                                    NULL);
  g_autoptr (CliRun) text = cli_run (NULL, "probe", "--only=ping", "--", DEMO, NULL);
  g_autoptr (CliRun) wrong = cli_run (NULL, "probe", "--only=pinf", "--", DEMO, NULL);
  g_autoptr (JsonNode) root = NULL;

  assert_status (run, 0);
  root = cli_parse (run->out);
  g_assert_cmpuint (json_array_get_length (get_probes (root)), ==, 2);
  g_assert_cmpstr (get_outcome (root, "string-id"), ==, "passed");
  assert_status (text, 0);
  assert_contains (text->out, "Ping\n  ✓ ping");
  assert_contains (text->out, "1 passed, 0 failed, 0 warned, 0 not applicable");
  assert_status (wrong, 2);
  assert_contains (wrong->err, "did you mean “ping”?");
}

/* Needs no server, and names each once. */
static void
test_list (void)
{
  g_autoptr (CliRun) text = cli_run (NULL, "probe", "--list", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "probe", "--list", "--format=json", NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (JsonNode) root = NULL;
  JsonArray *probes;

  assert_status (text, 0);
  assert_contains (text->out, "Messages\n  unknown-method");
  assert_status (json, 0);
  root = cli_parse (json->out);
  probes = get_probes (root);
  g_assert_cmpuint (json_array_get_length (probes), >=, 60);
  for (guint i = 0; i < json_array_get_length (probes); i++)
    {
      JsonObject *probe = json_array_get_object_element (probes, i);

      g_assert_true (g_hash_table_add (names, (char *) json_object_get_string_member (probe, "name")));
      g_assert_cmpstr (json_object_get_string_member (probe, "rule"), !=, "");
    }
}

/* A server that answers what is no request, with a result: the bytes of both stand in the report. */
static void
test_failure (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}}, \"tools/call\": {\"result\": "
    "{\"content\": []}}, \"ping\": {\"result\": {\"late\": true}}}}]";
  g_autoptr (CliRun) run = cli_run (script, "probe", "--only=ping", "--only=unknown-tool", "--format=json", NULL);
  g_autoptr (CliRun) text = cli_run (script, "probe", "--only=ping", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *ping;

  assert_status (run, 6);
  root = cli_parse (run->out);
  g_assert_cmpstr (get_outcome (root, "unknown-tool"), ==, "failed");
  ping = json_array_get_object_element (get_probes (root), 0);
  g_assert_cmpstr (json_object_get_string_member (ping, "severity"), ==, "error");
  assert_contains (json_object_get_string_member (ping, "evidence"), "\"method\":\"ping\"");
  assert_contains (json_object_get_string_member (ping, "evidence"), "\n← {");
  assert_contains (json_object_get_string_member (ping, "reference"), "basic/utilities/ping");
  assert_status (text, 6);
  assert_contains (text->out, "the result is not empty: it has \"late\"");
}

/* No tool is called that may change something, unless it was said. */
static void
test_tools (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"erase\", \"inputSchema\": "
    "{\"type\": \"object\"}}]}}, \"tools/call\": {\"result\": {\"content\": []}}}}]";
  g_autoptr (CliRun) careful = cli_run (script, "probe", "--only=tool-call", "--verbose", "--format=json", NULL);
  g_autoptr (CliRun) told = cli_run (script, "probe", "--only=tool-call", "--allow-tools=erase", "--format=json", NULL);
  g_autoptr (CliRun) any = cli_run (script, "probe", "--only=tool-call", "--allow-tools=*", "--format=json", NULL);
  g_autoptr (CliRun) other = cli_run (script, "probe", "--only=tool-call", "--allow-tools=write", "--format=json", NULL);
  CliRun *runs[] = { careful, told, any, other };
  static const char * const outcomes[] = { "not-applicable", "passed", "passed", "not-applicable" };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (JsonNode) root = NULL;

      assert_status (runs[i], 0);
      root = cli_parse (runs[i]->out);
      g_assert_cmpstr (get_outcome (root, "tool-call"), ==, outcomes[i]);
    }
  g_assert_null (strstr (careful->err, "\"method\":\"tools/call\""));
}

/* A server that ends at what it does not understand has failed, and the next probe has another one. */
static void
test_death (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}}, \"tools/call\": {\"exit\": 3}}}]";
  g_autoptr (CliRun) run = cli_run (script, "probe", "--only=unknown-tool", "--only=tool-no-name", "--format=json",
                                    NULL);
  g_autoptr (JsonNode) root = NULL;

  assert_status (run, 6);
  root = cli_parse (run->out);
  g_assert_cmpstr (get_outcome (root, "unknown-tool"), ==, "failed");
  g_assert_cmpstr (get_outcome (root, "tool-no-name"), ==, "failed");
}

/* What was accepted lets nothing fail, in each format; what is new does, and what passes again is told. */
static void
test_accepted (void)
{
  static const char broken[] =
    "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}}, \"tools/call\": {\"result\": "
    "{\"content\": []}}, \"ping\": {\"result\": {\"late\": true}}}}]";
  static const char repaired[] = "[" HANDSHAKE ", {\"serve\": {\"ping\": {\"result\": {}}}}]";
  g_autofree char *path = cli_path ("accepted.json");
  g_autofree char *file = NULL;
  g_autoptr (CliRun) accept = cli_run (broken, "probe", "--only=ping", "--accepted", path, "--accept", "for now", NULL);
  g_autoptr (CliRun) again = cli_run (broken, "probe", "--only=ping", "--accepted", path, "--format=json", NULL);
  g_autoptr (CliRun) tap = cli_run (broken, "probe", "--only=ping", "--accepted", path, "--format=tap", NULL);
  g_autoptr (CliRun) sarif = cli_run (broken, "probe", "--only=ping", "--accepted", path, "--format=sarif", NULL);
  g_autoptr (CliRun) more = cli_run (broken, "probe", "--only=ping", "--only=unknown-tool", "--accepted", path, NULL);
  g_autoptr (CliRun) fixed = cli_run (repaired, "probe", "--only=ping", "--accepted", path, NULL);
  g_autoptr (CliRun) alone = cli_run (repaired, "probe", "--accept", "x", NULL);

  assert_status (accept, 0);
  file = cli_read ("accepted.json");
  assert_contains (file, "\"rule\": \"probe.ping\"");
  assert_contains (file, "\"reason\": \"for now\"");
  assert_contains (file, "\"date\": \"20");
  assert_status (again, 0);
  assert_contains (again->out, "\"accepted\": \"for now\"");
  assert_contains (again->out, "\"errors\": 0");
  assert_status (tap, 0);
  assert_contains (tap->out, "not ok 1 - probe.ping # TODO for now");
  assert_status (sarif, 0);
  assert_contains (sarif->out, "\"suppressions\":[{\"kind\":\"external\"");
  assert_status (more, 6);
  assert_contains (more->out, "1 failure is accepted");
  assert_status (fixed, 0);
  assert_contains (fixed->err, "probe.ping passes again");
  assert_status (alone, 2);
}

static void
test_report (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "probe", "--only=ping", "--only=discover", "--format=junit", "--", DEMO, NULL);
  g_autoptr (CliRun) refused = cli_run (NULL, "probe", "--format=tap", "--", "/nonexistent/server", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "name=\"probe.ping\"");
  assert_contains (run->out, "<skipped");
  assert_status (refused, 3);
  assert_contains (refused->out, "not ok 1 - probe.connect");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/probe/stdio", test_stdio);
  g_test_add_func ("/cli/probe/http", test_http);
  g_test_add_func ("/cli/probe/only", test_only);
  g_test_add_func ("/cli/probe/list", test_list);
  g_test_add_func ("/cli/probe/failure", test_failure);
  g_test_add_func ("/cli/probe/tools", test_tools);
  g_test_add_func ("/cli/probe/death", test_death);
  g_test_add_func ("/cli/probe/accepted", test_accepted);
  g_test_add_func ("/cli/probe/report", test_report);

  return cli_test_main ();
}
