/* test-tap-config.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-tap-config.h"
#include "test-support.h"

#define PROGRAM "/usr/bin/sounder-cli"

/* What is there, and what becomes of it; NULL: nothing. Back again it is the same to the byte. */
static const struct
{
  const char *name;
  const char *before;
  const char *after;
} rows[] = {
  { "args", "{\"mcpServers\":{\"a\":{\"command\":\"npx\",\"args\":[\"-y\",\"s\"]}}}",
    "{\"mcpServers\":{\"a\":{\"command\":\"" PROGRAM "\",\"args\":[\"tap\", \"--name\", \"a\", \"--\", \"npx\", \"-y\",\"s\"]}}}" },
  { "no-args", "{\n \"servers\" : { \"a\" : { \"command\" : \"npx\" , \"env\":{} } }\n}\n",
    "{\n \"servers\" : { \"a\" : { \"command\" : \"" PROGRAM "\",\"args\":[\"tap\",\"--name\",\"a\",\"--\",\"npx\"] , \"env\":{} } }\n}\n" },
  { "empty-args", "{\"mcpServers\":{\"a\":{\"command\":\"x\",\"args\":[]}}}",
    "{\"mcpServers\":{\"a\":{\"command\":\"" PROGRAM "\",\"args\":[\"tap\", \"--name\", \"a\", \"--\", \"x\"]}}}" },
  { "spaces", "{\"mcpServers\":{\"a\":{\"args\":[ \n ],\"command\":\"x\"}}}",
    "{\"mcpServers\":{\"a\":{\"args\":[\"tap\", \"--name\", \"a\", \"--\", \"x\" \n ],\"command\":\"" PROGRAM "\"}}}" },
  { "lines", "{\"context_servers\":{\"a\":{\"command\":\"x\",\"args\":[\n  \"1\",\n  \"2\"\n]}}}",
    "{\"context_servers\":{\"a\":{\"command\":\"" PROGRAM "\",\"args\":[\n  \"tap\", \"--name\", \"a\", \"--\", \"x\", \"1\",\n  \"2\"\n]}}}" },
  { "comments", "\357\273\277// \"mcpServers\":\n{ \"mcp\": { \"servers\": { /* } */ \"\\u0061\\\"b\": { \"command\": \"n\\/x\", }, }, }, }",
    "\357\273\277// \"mcpServers\":\n{ \"mcp\": { \"servers\": { /* } */ \"\\u0061\\\"b\": { \"command\": \"" PROGRAM
    "\",\"args\":[\"tap\",\"--name\",\"a\\\"b\",\"--\",\"n\\/x\"], }, }, }, }" },
  { "projects", "{\"projects\":{\"/home/me\":{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}}}",
    "{\"projects\":{\"/home/me\":{\"mcpServers\":{\"a\":{\"command\":\"" PROGRAM
    "\",\"args\":[\"tap\",\"--name\",\"a\",\"--\",\"x\"]}}}}}" },
  { "list", "{\"mcp\":{\"a\":{\"type\":\"local\",\"command\":[ \"npx\", \"-y\" ]}}}",
    "{\"mcp\":{\"a\":{\"type\":\"local\",\"command\":[ \"" PROGRAM "\", \"tap\", \"--name\", \"a\", \"--\", \"npx\", \"-y\" ]}}}" },
  { "array", "{\"mcpServers\":[{\"name\":\"a\",\"command\":\"x\",\"args\":[]}]}",
    "{\"mcpServers\":[{\"name\":\"a\",\"command\":\"" PROGRAM "\",\"args\":[\"tap\", \"--name\", \"a\", \"--\", \"x\"]}]}" },
  { "nested", "{\"mcpServers\":{\"a\":{\"transport\":{\"type\":\"stdio\",\"command\":\"x\"}}}}",
    "{\"mcpServers\":{\"a\":{\"transport\":{\"type\":\"stdio\",\"command\":\"" PROGRAM
    "\",\"args\":[\"tap\",\"--name\",\"a\",\"--\",\"x\"]}}}}" },
  { "called-command", "{\"mcpServers\":{\"command\":{\"command\":\"x\",\"args\":[]}}}",
    "{\"mcpServers\":{\"command\":{\"command\":\"" PROGRAM "\",\"args\":[\"tap\", \"--name\", \"command\", \"--\", \"x\"]}}}" },
  { "odd-neighbours", "{\"mcpServers\":{\"n\":null,\"s\":\"npx\",\"c\":{\"command\":7},\"g\":{\"command\":\"x\",\"args\":\"y\"},"
    "\"a\":{\"command\":\"x\",\"args\":[]}}}",
    "{\"mcpServers\":{\"n\":null,\"s\":\"npx\",\"c\":{\"command\":7},\"g\":{\"command\":\"x\",\"args\":\"y\"},"
    "\"a\":{\"command\":\"" PROGRAM "\",\"args\":[\"tap\", \"--name\", \"a\", \"--\", \"x\"]}}}" },
  { "toml", "# mine\n[mcp_servers.a]\ncommand = \"x\" # here\nargs = [\"1\"]\n\n[mcp_servers.b]\nurl = \"http://b/\"\n",
    "# mine\n[mcp_servers.a]\ncommand = \"" PROGRAM "\" # here\nargs = [\"tap\", \"--name\", \"a\", \"--\", \"x\", \"1\"]\n\n"
    "[mcp_servers.b]\nurl = \"http://b/\"\n" },
  { "yaml", "# mine\nextensions:\n  a:\n    cmd: x # here\n    args: [\"1\"]\n    enabled: true\n",
    "# mine\nextensions:\n  a:\n    cmd: " PROGRAM " # here\n    args: [tap, \"--name\", a, \"--\", x, \"1\"]\n    enabled: true\n" },
  { "yaml-list", "# mine\nname: c\nmcpServers:\n  # first\n  - name: a # named\n    command: x\n  - name: b\n    url: http://b/\n"
    "  -   name: c\n      command: npx\n      args:\n        - \"-y\"\n        - z\n      env: {A: \"1\"}\nrules: []\n",
    "# mine\nname: c\nmcpServers:\n  # first\n  - name: a # named\n    command: " PROGRAM "\n    args:\n      - tap\n"
    "      - \"--name\"\n      - a\n      - \"--\"\n      - x\n  - name: b\n    url: http://b/\n  -   name: c\n"
    "      command: " PROGRAM "\n      args:\n        - tap\n        - \"--name\"\n        - c\n        - \"--\"\n"
    "        - npx\n        - \"-y\"\n        - z\n      env: {A: \"1\"}\nrules: []\n" },
  { "yaml-list-no-indentation", "mcpServers:\n- name: a\n  command: x\n  args: [\"1\"]\n",
    "mcpServers:\n- name: a\n  command: " PROGRAM "\n  args: [tap, \"--name\", a, \"--\", x, \"1\"]\n" },
  { "yaml-list-crlf", "mcpServers:\r\n  - name: a\r\n    command: x\r\n    args: [\"1\"]\r\n",
    "mcpServers:\r\n  - name: a\r\n    command: " PROGRAM "\r\n    args: [tap, \"--name\", a, \"--\", x, \"1\"]\r\n" },
  { "addresses", "{\"mcpServers\":{\"a\":{\"url\":\"http://a/\"},\"b\":{\"command\":{\"path\":\"x\"}},\"c\":7}}", NULL },
  { "none", "{\"mcpServers\":{},\"x\":{\"command\":\"x\"}}", NULL },
  { "tap-of-another-kind", "{\"mcpServers\":{\"a\":{\"command\":\"tap\",\"args\":[\"tap\",\"--\",\"x\"]}}}",
    "{\"mcpServers\":{\"a\":{\"command\":\"" PROGRAM
    "\",\"args\":[\"tap\", \"--name\", \"a\", \"--\", \"tap\", \"tap\",\"--\",\"x\"]}}}" },
};

static void
test_there_and_back (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GPtrArray) wrapped = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) unwrapped = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) passed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *after = mcp_tap_config_wrap (rows[i].before, PROGRAM, NULL, wrapped, passed, &error);
  g_autofree char *again = NULL;
  g_autofree char *back = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (after, ==, rows[i].after != NULL ? rows[i].after : rows[i].before);
  g_assert_cmpint (wrapped->len > 0, ==, rows[i].after != NULL);

  /* One tap is enough. */
  again = mcp_tap_config_wrap (after, PROGRAM, NULL, unwrapped, passed, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again, ==, after);
  g_assert_cmpuint (unwrapped->len, ==, 0);

  back = mcp_tap_config_unwrap (after, NULL, unwrapped, passed, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (back, ==, rows[i].before);
  g_assert_cmpuint (unwrapped->len, ==, wrapped->len);
}

/* Options that somebody has added go with it; others keep theirs. */
static void
test_some (void)
{
  static const char config[] =
    "{\"mcpServers\":{\"a\":{\"command\":\"sounder-cli\",\"args\":[\"tap\",\"--record\",\"f\",\"--\",\"x\",\"1\"]},"
    "\"b\":{\"command\":\"sounder-cli\",\"args\":[\"tap\",\"--\",\"y\"]},\"c\":{\"command\":\"z\"}}}";
  const char * const names[] = { "a", "c", NULL };
  g_autoptr (GPtrArray) changed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) passed = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *after = mcp_tap_config_unwrap (config, names, changed, passed, NULL);

  g_assert_cmpstr (after, ==,
                   "{\"mcpServers\":{\"a\":{\"command\":\"x\",\"args\":[\"1\"]},"
                   "\"b\":{\"command\":\"sounder-cli\",\"args\":[\"tap\",\"--\",\"y\"]},\"c\":{\"command\":\"z\"}}}");
  g_assert_cmpuint (changed->len, ==, 1);
}

static void
test_wrong (void)
{
  static const struct
  {
    const char *config;
    const char *name;
    const char *told;
  } wrong[] = {
    { "{", NULL, "cannot be read" },
    { "", NULL, "cannot be read" },
    { "{\"theme\":\"dark\"}", NULL, "“theme”" },
    { "{\n\"mcpServers\":{\"a\":{\"command\":\"x\",\"args\":7}}}", "a", "mcpServers.a, line 2: “args” must be an array" },
    { "{\"mcpServers\":{\"a\":null}}", "a", "mcpServers.a, line 1" },
    { "[[mcpServers]]\nname = \"a\"\ncommand = \"x\"\n", "a", "mcpServers[0]: It stands in a list" },
    { "mcpServers: [{name: a, command: x}]\n", "a", "“mcpServers” is written in one line" },
    { "mcpServers:\n  - args: [y]\n    name: a\n    command: x\n", "b", "no such server" },
    { "{\"mcpServers\":{\"files\":{\"command\":\"x\"}}}", "flies", "did you mean “files”" },
    { "{\"mcpServers\":{\"a\":{\"url\":\"http://a/\"}}}", "a", "has an address" },
    { "[]", "a", "no such server" },
    { "mcp_servers = { a = { command = \"x\" } }\n", "a", "a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char * const names[] = { wrong[i].name, NULL };
      g_autoptr (GPtrArray) changed = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) passed = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      g_autofree char *after = mcp_tap_config_wrap (wrong[i].config, PROGRAM, names, changed, passed, &error);

      g_assert_null (after);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (strstr (error->message, wrong[i].told) == NULL)
        g_error ("%s", error->message);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/session/tap-config/there-and-back/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_there_and_back);
    }
  g_test_add_func ("/session/tap-config/some", test_some);
  g_test_add_func ("/session/tap-config/wrong", test_wrong);

  return g_test_run ();
}
