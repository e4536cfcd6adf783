/* test-cli-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Skills of the demo server, rightly and wrongly listed. */

#define REVIEW "skill://demo/code-review/SKILL.md"
#define HIDDEN "skill://demo/secret-handshake/SKILL.md"

static CliRun *
run_skills (const char *breaks, /* (nullable) */
            const char *verb,
            const char *skill,  /* (nullable) */
            const char *more)   /* (nullable) */
{
  const char *words[10] = { "--format=text", "skills", verb };
  guint n = 3;

  if (skill != NULL)
    words[n++] = skill;
  if (more != NULL)
    words[n++] = more;
  words[n++] = "--";
  words[n++] = g_getenv ("SOUNDER_DEMO_SERVER");
  if (breaks != NULL)
    {
      words[n++] = "--skills-break";
      words[n++] = breaks;
    }

  return cli_run (NULL, words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7], words[8], NULL);
}

static void
test_skills_list (void)
{
  g_autoptr (CliRun) text = run_skills (NULL, "list", NULL, NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "--demo", "--format=json", "skills", "list", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonArray *skills;

  assert_status (text, 0);
  assert_contains (text->out, "code-review  " REVIEW "  4 files, ");
  assert_contains (text->out, "logbook  skill://demo/logbook/SKILL.md  made anew each time\n");
  assert_status (json, 0);
  root = cli_parse (json->out);
  skills = json_object_get_array_member (json_node_get_object (root), "skills");
  g_assert_cmpuint (json_array_get_length (skills), ==, 4);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (skills, 3), "resources"), ==, "dynamic");
}

static void
test_skills_show (void)
{
  g_autoptr (CliRun) listed = run_skills (NULL, "show", "code-review", NULL);
  g_autoptr (CliRun) unlisted = run_skills (NULL, "show", HIDDEN, NULL);
  g_autoptr (CliRun) none = run_skills (NULL, "show", "skill://demo/none/SKILL.md", NULL);
  g_autoptr (CliRun) near = run_skills (NULL, "show", "code-revew", NULL);

  assert_status (listed, 0);
  assert_contains (listed->out, "\"allowed-tools\": \"Bash(git diff:*) Read\"");
  assert_contains (listed->out, "    not read   references/checklist.md");
  assert_status (unlisted, 0);
  assert_contains (unlisted->out, "Greet those who know the address");
  assert_status (none, 1);
  assert_contains (none->err, "No skill is served at skill://demo/none/SKILL.md");
  assert_status (near, 2);
  assert_contains (near->err, "Did you mean “code-review”?");
}

static void
test_skills_read (void)
{
  g_autofree char *path = cli_path ("rings.png");
  g_autofree char *output = g_strdup_printf ("--output=%s", path);
  g_autofree char *saved = NULL;
  g_autoptr (CliRun) main_file = run_skills (NULL, "read", "code-review", NULL);
  g_autoptr (CliRun) by_uri = run_skills (NULL, "read", REVIEW, "scripts/count.py");
  g_autoptr (CliRun) unlisted = run_skills (NULL, "read", "code-review", "scripts/other.py");
  g_autoptr (CliRun) dynamic = run_skills (NULL, "read", "logbook", NULL);
  g_autoptr (CliRun) picture = cli_run (NULL, "--demo", output, "skills", "read", "weather-report",
                                        "assets/rings.png", NULL);
  gsize length;

  assert_status (main_file, 0);
  g_assert_true (g_str_has_prefix (main_file->out, "---\nname: code-review\n"));
  assert_status (by_uri, 0);
  g_assert_true (g_str_has_prefix (by_uri->out, "#!/usr/bin/env python3\n"));
  assert_status (unlisted, 2);
  assert_contains (unlisted->err, "is not in the list of files of the skill");
  assert_status (dynamic, 0);
  assert_contains (dynamic->err, "lists no digests");
  assert_status (picture, 0);
  g_assert_true (g_file_get_contents (path, &saved, &length, NULL));
  g_assert_true (memcmp (saved, "\x89PNG", 4) == 0);
}

/* Nothing of what differs is printed. */
static void
test_skills_refused (void)
{
  g_autoptr (CliRun) digest = run_skills ("wrong-digest", "read", "code-review", "references/checklist.md");
  g_autoptr (CliRun) good = run_skills ("wrong-digest", "read", "code-review", NULL);
  g_autoptr (CliRun) frontmatter = run_skills ("wrong-frontmatter", "read", "code-review", NULL);
  g_autoptr (CliRun) twice = run_skills ("duplicate-file", "read", "code-review", "references/checklist.md");

  assert_status (digest, 6);
  g_assert_cmpstr (digest->out, ==, "");
  assert_contains (digest->err, "references/checklist.md: the digest is another one: sha256:");
  assert_status (good, 0);
  assert_status (frontmatter, 6);
  g_assert_cmpstr (frontmatter->out, ==, "");
  assert_contains (frontmatter->err, "“disable-model-invocation” is in the list and not in the file");
  assert_status (twice, 6);
  assert_contains (twice->err, "it is listed more than once");
}

static void
test_skills_verify (void)
{
  static const struct
  {
    const char *breaks;  /* (nullable) */
    const char *skill;   /* (nullable) */
    int         status;
    const char *part;    /* of what is printed */
  } runs[] = {
    { NULL, NULL, 0, "Nothing is wrong with 4 of 4 skills\n" },
    { NULL, HIDDEN, 0, "Nothing is wrong with 1 of 1 skill\n" },
    { "wrong-size", NULL, 6, "      the size is another one: 154 bytes came, and 155 are listed\n" },
    { "wrong-size", "typo-hunt", 0, "    verified   SKILL.md" },
    { "wrong-digest", "code-review", 6, "    refused    references/checklist.md" },
    { "wrong-frontmatter", "code-review", 6, "    not read   references/checklist.md" },
    { "no-main-file", "code-review", 6, "its list of files lacks its SKILL.md" },
    { "bad-digest", "code-review", 6, "64 digits from 0 to 9 and a to f" },
    { "outside-file", "code-review", 6, "it is not in the directory of the skill" },
    { "no-files", "code-review", 6, "are neither a list of files nor “dynamic”" },
    { "too-many-files", "code-review", 6, "it has 604 files" },
    { "wrong-name", REVIEW, 6, "it is called “Code Review”" },
    { "same-name", "skill://demo/other/code-review/SKILL.md", 0, "    verified   SKILL.md" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (CliRun) run = run_skills (runs[i].breaks, "verify", runs[i].skill, NULL);

      assert_status (run, runs[i].status);
      assert_contains (run->out, runs[i].part);
    }
}

static void
test_skills_verify_json (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "--format=json", "skills", "verify", "code-review", "--",
                                    g_getenv ("SOUNDER_DEMO_SERVER"), "--skills-break", "wrong-size", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *skill;
  JsonObject *file;

  assert_status (run, 6);
  root = cli_parse (run->out);
  skill = json_array_get_object_element (json_object_get_array_member (json_node_get_object (root), "skills"), 0);
  g_assert_cmpstr (json_object_get_string_member (skill, "uri"), ==, REVIEW);
  g_assert_false (json_object_get_boolean_member (skill, "verified"));
  file = json_array_get_object_element (json_object_get_array_member (skill, "files"), 2);
  g_assert_cmpstr (json_object_get_string_member (file, "path"), ==, "scripts/count.py");
  g_assert_cmpstr (json_object_get_string_member (file, "state"), ==, "refused");
  assert_contains (json_object_get_string_member (file, "message"), "154 bytes came");
}

/* Who has two of a name is asked which. */
static void
test_skills_ambiguous (void)
{
  g_autoptr (CliRun) run = run_skills ("same-name", "show", "code-review", NULL);
  g_autoptr (CliRun) none = run_skills ("no-resources", "list", NULL, NULL);
  g_autoptr (CliRun) other = run_skills ("other-entry", "show", HIDDEN, NULL);

  assert_status (run, 2);
  assert_contains (run->err, "\n  " REVIEW "\n  skill://demo/other/code-review/SKILL.md\n");
  assert_status (none, 1);
  assert_contains (none->err, "the server does not offer this");
  assert_status (other, 1);
  assert_contains (other->err, "another skill than “" HIDDEN "”");
}

/* What was read while it was recorded is compared; what was not is not. */
static void
test_skills_recorded (void)
{
  g_autofree char *path = cli_path ("skills.mcprec");
  g_autoptr (CliRun) live = cli_run (NULL, "--record", path, "skills", "verify", "code-review", "--",
                                     g_getenv ("SOUNDER_DEMO_SERVER"), "--skills-break", "wrong-size", NULL);
  g_autoptr (CliRun) recorded = cli_run (NULL, "--open", path, "skills", "verify", NULL);
  g_autoptr (CliRun) read = cli_run (NULL, "--open", path, "skills", "read", "code-review", "SKILL.md", NULL);
  g_autoptr (CliRun) unread = cli_run (NULL, "--open", path, "skills", "read", "weather-report", NULL);

  assert_status (live, 6);
  assert_status (recorded, 6);
  assert_contains (recorded->out, "    refused    scripts/count.py");
  assert_contains (recorded->out, "    verified   references/checklist.md");
  assert_contains (recorded->out, "    not read   templates/short.md");
  assert_status (read, 0);
  g_assert_true (g_str_has_prefix (read->out, "---\nname: code-review\n"));
  g_assert_cmpint (unread->status, !=, 0);
  assert_contains (unread->err, "nobody read the file");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/skills/list", test_skills_list);
  g_test_add_func ("/cli/skills/show", test_skills_show);
  g_test_add_func ("/cli/skills/read", test_skills_read);
  g_test_add_func ("/cli/skills/refused", test_skills_refused);
  g_test_add_func ("/cli/skills/verify", test_skills_verify);
  g_test_add_func ("/cli/skills/verify-json", test_skills_verify_json);
  g_test_add_func ("/cli/skills/ambiguous", test_skills_ambiguous);
  g_test_add_func ("/cli/skills/recorded", test_skills_recorded);

  return cli_test_main ();
}
