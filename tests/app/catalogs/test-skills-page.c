/* test-skills-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-catalog-list.h"
#include "sounder-skills-page.h"
#include "test-support.h"
#include "window-fixture.h"

#define REVIEW "skill://demo/code-review/SKILL.md"

static SounderSkillsPage *
open_skill (WindowFixture *fixture)
{
  SounderSkillsPage *page = SOUNDER_SKILLS_PAGE (show_page (fixture, "skills"));

  TEST_AWAIT (sounder_catalog_list_select (app_test_child (page, "list"), REVIEW));
  g_assert_nonnull (sounder_skills_page_get_skill (page));

  return page;
}

static gboolean
select_file (SounderSkillsPage *page,
             const char        *path)
{
  GtkListBox *files = app_test_child (page, "files");
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (files, i)) != NULL; i++)
    if (g_str_equal (mcp_skill_file_get_path (g_object_get_data (G_OBJECT (row), "file")), path))
      {
        gtk_list_box_select_row (files, row);
        return TRUE;
      }

  return FALSE;
}

/* A file is read when that is asked for, not when it is chosen. */
static void
test_read (WindowFixture *fixture,
           gconstpointer  data)
{
  SounderSkillsPage *page = open_skill (fixture);
  McpSkill *skill = sounder_skills_page_get_skill (page);
  McpSkillFile *file = mcp_skill_find_file (skill, "references/checklist.md", NULL);

  app_test_assert_labelled (GTK_WIDGET (page));
  g_assert_true (select_file (page, "references/checklist.md"));
  g_assert_false (select_file (page, "no/such/file"));
  test_iterate_until (g_get_monotonic_time () + 50000);
  g_assert_cmpint (mcp_skill_file_get_state (file), ==, MCP_SKILL_UNREAD);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "skills.read", NULL));
  TEST_AWAIT (mcp_skill_file_get_state (file) == MCP_SKILL_VERIFIED);
  g_assert_false (mcp_skill_is_verified (skill));
}

static void
test_verify (WindowFixture *fixture,
             gconstpointer  data)
{
  SounderSkillsPage *page = open_skill (fixture);
  McpSkill *skill = sounder_skills_page_get_skill (page);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "skills.verify", NULL));
  TEST_AWAIT (mcp_skill_is_verified (skill));

  /* Another skill in between takes nothing of it away. */
  g_assert_true (sounder_catalog_list_select (app_test_child (page, "list"), "skill://demo/weather-report/SKILL.md"));
  g_assert_true (sounder_skills_page_get_skill (page) != skill);
  g_assert_true (sounder_catalog_list_select (app_test_child (page, "list"), REVIEW));
  g_assert_true (sounder_skills_page_get_skill (page) == skill);
  g_assert_true (mcp_skill_is_verified (skill));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/skills-page/read", WindowFixture, NULL, window_set_up, test_read, window_tear_down);
  g_test_add ("/app/skills-page/verify", WindowFixture, NULL, window_set_up, test_verify, window_tear_down);

  return g_test_run ();
}
