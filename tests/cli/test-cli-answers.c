/* test-cli-answers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* The demo server asks; rules of a file answer. */

static char *
write_rules (const char *json)
{
  char *path = cli_path ("answers.json");
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, json, -1, &error);
  g_assert_no_error (error);

  return path;
}

static CliRun *
call (const char *rules,
      const char *tool)
{
  g_autofree char *path = write_rules (rules);

  return cli_run (NULL, "--demo", "tools", "call", tool, "--answers", path, NULL);
}

static void
test_answers_form (void)
{
  g_autoptr (CliRun) run =
    call ("[{\"about\":\"*nowhere*\",\"do\":\"decline\"},{\"mode\":\"form\",\"do\":\"accept\","
          "\"content\":{\"ticket\":9007199254740993}}]",
          "ask-form");

  assert_status (run, 0);
  assert_contains (run->out, "{\"action\":\"accept\",\"content\":{\"ticket\":9007199254740993}}");
}

/* What breaks the form is sent, and told. */
static void
test_answers_misfit (void)
{
  g_autoptr (CliRun) run =
    call ("[{\"mode\":\"form\",\"do\":\"accept\",\"content\":{\"ticket\":\"x\"}}]", "ask-form");
  g_autoptr (CliRun) good = call ("[{\"do\":\"decline\"}]", "ask-form");

  assert_status (run, 0);
  assert_contains (run->out, "{\"ticket\":\"x\"}");
  assert_contains (run->err, "breaks the form: /ticket");
  g_assert_null (strstr (good->err, "breaks the form"));
}

static void
test_answers_defaults (void)
{
  g_autoptr (CliRun) run = call ("{\"answers\":[{\"do\":\"accept\",\"delayMs\":20}]}", "ask-form");

  assert_status (run, 0);
  assert_contains (run->out, "\"price\":19.90");
}

/* What no rule fits is declined: nobody is there. */
static void
test_answers_nobody (void)
{
  g_autoptr (CliRun) run = call ("[{\"mode\":\"form\",\"do\":\"accept\"}]", "ask-url");

  assert_status (run, 0);
  assert_contains (run->out, "{\"action\":\"decline\"}");
}

static void
test_answers_sampling (void)
{
  g_autoptr (CliRun) run =
    call ("[{\"method\":\"sampling/*\",\"do\":\"answer\",\"result\":{\"role\":\"assistant\","
          "\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Depth\"}}}]",
          "ask-model");

  assert_status (run, 0);
  assert_contains (run->out, "\"text\":\"Depth\"");
}

static void
test_answers_roots (void)
{
  g_autoptr (CliRun) run =
    call ("[{\"method\":\"roots/list\",\"do\":\"answer\",\"result\":{\"roots\":["
          "{\"uri\":\"file:///x\"}]}}]",
          "ask-roots");

  assert_status (run, 0);
  assert_contains (run->out, "file:///x");
}

/* Without rules the server is not told that it could ask, and does not offer to. */
static void
test_answers_undeclared (void)
{
  g_autofree char *path = write_rules ("[{\"do\":\"accept\"}]");
  g_autoptr (CliRun) without = cli_run (NULL, "--demo", "tools", "call", "ask-form", NULL);
  g_autoptr (CliRun) info = cli_run (NULL, "--demo", "info", NULL);
  g_autoptr (CliRun) info_with = cli_run (NULL, "--demo", "info", "--answers", path, NULL);

  g_assert_cmpint (without->status, !=, 0);
  assert_status (info, 0);
  assert_contains (info->out, "no rules that answer");
  assert_status (info_with, 0);
  assert_contains (info_with->out, "form, url");
  g_assert_null (strstr (info_with->out, "no rules that answer"));
}

/* What is wrong is said before the server is started, with the rule it is in. */
static void
test_answers_wrong (void)
{
  static const struct
  {
    const char *json;
    const char *message;
  } cases[] = {
    { "[{\"do\":\"accept\"},{\"do\":\"dance\"}]", "rule 2" },
    { "[{\"mehtod\":\"x\",\"do\":\"accept\"}]", "mehtod" },
    { "[{\"do\":\"answer\"}]", "rule 1" },
    { "{", "--answers " },
    { "7", "--answers " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliRun) run = call (cases[i].json, "ask-form");

      assert_status (run, 2);
      assert_contains (run->err, cases[i].message);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/answers/misfit", test_answers_misfit);
  g_test_add_func ("/cli/answers/form", test_answers_form);
  g_test_add_func ("/cli/answers/defaults", test_answers_defaults);
  g_test_add_func ("/cli/answers/nobody", test_answers_nobody);
  g_test_add_func ("/cli/answers/sampling", test_answers_sampling);
  g_test_add_func ("/cli/answers/roots", test_answers_roots);
  g_test_add_func ("/cli/answers/undeclared", test_answers_undeclared);
  g_test_add_func ("/cli/answers/wrong", test_answers_wrong);

  return cli_test_main ();
}
