/* test-drift.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-drift-schema.h"
#include "mcp-drift.h"

typedef struct
{
  const char *before;   /* facts */
  const char *after;
  const char *expected; /* rules, a space between them */
} Case;

#define TOOL(members) "{\"tools\":{\"t\":{\"name\":\"t\"," members "}}}"

static const Case cases[] = {
  { "{}", "{}", "" },
  { "{\"version\":\"2025-06-18\"}", "{\"version\":\"2025-11-25\"}", "drift.server" },
  { "{\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}", "{\"serverInfo\":{\"version\":\"1\",\"name\":\"a\"}}", "" },
  { "{\"serverInfo\":{\"version\":\"1\"}}", "{\"serverInfo\":{\"version\":\"2\"}}", "drift.server" },
  { "{\"instructions\":\"a\"}", "{\"instructions\":\"b\"}", "drift.instructions" },
  { "{}", "{\"instructions\":\"b\"}", "drift.instructions" },
  { "{\"instructions\":\"\\u0061\"}", "{\"instructions\":\"a\"}", "" },
  { "{\"capabilities\":{\"tools\":{},\"logging\":{}}}", "{\"capabilities\":{\"logging\":{},\"tools\":{}}}", "" },
  { "{\"capabilities\":{\"tools\":{},\"logging\":{}}}", "{\"capabilities\":{\"tools\":{\"listChanged\":true},\"prompts\":{}}}",
    "drift.capabilities drift.capabilities drift.capabilities" },
  /* A list that is not there was not listed. */
  { "{\"tools\":{\"a\":{}}}", "{}", "" },
  { "{\"tools\":{\"a\":{},\"b\":{}}}", "{\"tools\":{\"b\":{},\"c\":{}}}", "drift.removed drift.added" },
  { "{\"prompts\":{\"a\":{}}}", "{\"prompts\":{}}", "drift.removed" },
  { TOOL ("\"description\":\"x\""), TOOL ("\"description\":\"y\""), "drift.description" },
  { TOOL ("\"title\":\"x\""), TOOL ("\"title\":\"y\",\"icons\":[]"), "drift.changed" },
  { TOOL ("\"outputSchema\":{}"), TOOL ("\"title\":\"y\""), "drift.schema drift.changed" },
  { TOOL ("\"inputSchema\":{\"type\":\"object\"}"), TOOL ("\"inputSchema\":{\"type\":\"object\",\"title\":\"x\"}"), "drift.schema" },
  { TOOL ("\"inputSchema\":{\"required\":[\"a\",\"b\"]}"), TOOL ("\"inputSchema\":{\"required\":[\"b\",\"a\"]}"), "" },
  { TOOL ("\"inputSchema\":{}"), TOOL ("\"inputSchema\":{\"required\":[\"a\"]}"), "drift.breaking" },
  { "{\"prompts\":{\"p\":{\"arguments\":[{\"name\":\"a\",\"required\":true},{\"name\":\"b\"}]}}}",
    "{\"prompts\":{\"p\":{\"arguments\":[{\"name\":\"b\"},{\"name\":\"a\",\"required\":true}]}}}", "" },
  { "{\"prompts\":{\"p\":{\"arguments\":[{\"name\":\"a\"}]}}}",
    "{\"prompts\":{\"p\":{\"arguments\":[{\"name\":\"a\",\"required\":true}]}}}", "drift.breaking" },
  { "{\"prompts\":{\"p\":{}}}", "{\"prompts\":{\"p\":{\"arguments\":[{\"name\":\"a\",\"required\":true}]}}}", "drift.breaking" },
  { "{\"prompts\":{\"p\":{}}}", "{\"prompts\":{\"p\":{\"arguments\":[{\"name\":\"a\"}]}}}", "drift.schema" },
  /* Promises, and what is promised where nothing is said. */
  { TOOL ("\"annotations\":{\"readOnlyHint\":true}"), TOOL ("\"annotations\":{}"), "drift.annotations" },
  { TOOL ("\"annotations\":{\"destructiveHint\":false}"), TOOL ("\"description\":\"\""), "drift.description drift.annotations" },
  { TOOL ("\"annotations\":{}"), TOOL ("\"annotations\":{\"destructiveHint\":true}"), "drift.changed" },
  { TOOL ("\"annotations\":{}"), TOOL ("\"annotations\":{\"readOnlyHint\":true}"), "drift.changed" },
  { TOOL ("\"annotations\":{\"openWorldHint\":false,\"idempotentHint\":true}"),
    TOOL ("\"annotations\":{\"openWorldHint\":true,\"idempotentHint\":false}"), "drift.annotations drift.annotations" },
};

static void
test_drift_rules (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) found = mcp_drifts_of (cases[i].before, cases[i].after);
      g_autoptr (GPtrArray) none = mcp_drifts_of (cases[i].after, cases[i].after);
      g_autoptr (GString) rules = g_string_new (NULL);

      for (guint j = 0; j < found->len; j++)
        g_string_append_printf (rules, "%s%s", j > 0 ? " " : "", mcp_finding_get_rule (found->pdata[j]));
      g_test_message ("%s and %s", cases[i].before, cases[i].after);
      g_assert_cmpstr (rules->str, ==, cases[i].expected);
      g_assert_cmpuint (none->len, ==, 0);
    }
}

/* What takes less than before, and what does not. */
static void
test_drift_breaks (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *reason;  /* (nullable): part of it */
  } schemas[] = {
    { "{}", "false", "nothing" },
    { "{\"type\":\"string\"}", "{\"type\":[\"string\",\"null\"]}", NULL },
    { "{\"type\":[\"string\",\"null\"]}", "{\"type\":\"string\"}", "null" },
    { "{\"type\":\"integer\"}", "{\"type\":\"number\"}", NULL },
    { "{\"type\":\"number\"}", "{\"type\":\"integer\"}", "number" },
    { "{}", "{\"type\":\"object\"}", "only some types" },
    { "{\"enum\":[1,2]}", "{\"enum\":[2,1.0,3]}", NULL },
    { "{\"enum\":[\"a\",\"b\"]}", "{\"enum\":[\"a\"]}", "\"b\"" },
    { "{}", "{\"enum\":[1]}", "only some values" },
    { "{\"minimum\":1}", "{\"minimum\":0}", NULL },
    { "{\"minimum\":1}", "{\"minimum\":2}", "minimum" },
    { "{\"maxLength\":5}", "{}", NULL },
    { "{}", "{\"maxLength\":5}", "maxLength" },
    { "{\"pattern\":\"a\"}", "{\"pattern\":\"b\"}", "pattern" },
    { "{\"properties\":{\"a\":{}}}", "{\"properties\":{}}", NULL },
    { "{\"properties\":{\"a\":{}}}", "{\"properties\":{},\"additionalProperties\":false}", "\u201ca\u201d" },
    { "{\"properties\":{\"a\":{\"items\":{\"properties\":{\"b\":{}}}}}}",
      "{\"properties\":{\"a\":{\"items\":{\"properties\":{\"b\":{\"const\":1}}}}}}", "a.b" },
    { "{\"$defs\":{\"n\":{\"maximum\":5}}}", "{\"$defs\":{\"n\":{\"maximum\":4}}}", "maximum" },
    { "{\"required\":[\"a\"]}", "{\"required\":[\"a\",\"b\"]}", "\u201cb\u201d" },
    { "{\"required\":[\"a\",\"b\"]}", "{}", NULL },
    { "{}", "{\"additionalProperties\":false}", "other properties" },
    { "{\"a\":[]}", "{\"a\":{}}", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autofree char *reason = mcp_drift_find_break (schemas[i].before, strlen (schemas[i].before),
                                                      schemas[i].after, strlen (schemas[i].after));

      g_test_message ("%s and %s: %s", schemas[i].before, schemas[i].after, reason);
      g_assert_cmpint (reason != NULL, ==, schemas[i].reason != NULL);
      if (reason != NULL)
        g_assert_nonnull (strstr (reason, schemas[i].reason));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/drift/rules", test_drift_rules);
  g_test_add_func ("/session/drift/breaks", test_drift_breaks);

  return g_test_run ();
}
