/* test-install.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-install-config.h"
#include "mcp-install.h"

/* The prefix in another place, with the folder that has the translations. */
typedef struct
{
  char *prefix;
  char *program;
  char *locale;
} Fixture;

static void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("sounder-XXXXXX", NULL);

  g_assert_true (g_str_has_prefix (BINDIR, MCP_INSTALL_PREFIX));
  g_assert_true (g_str_has_prefix (LOCALEDIR, MCP_INSTALL_PREFIX));
  fixture->prefix = g_steal_pointer (&folder);
  fixture->program = g_strconcat (fixture->prefix, &BINDIR[strlen (MCP_INSTALL_PREFIX)], "/sounder",
                                  NULL);
  fixture->locale = g_strconcat (fixture->prefix, &LOCALEDIR[strlen (MCP_INSTALL_PREFIX)], NULL);
  g_assert_cmpint (g_mkdir_with_parents (fixture->locale, 0700), ==, 0);
}

static void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  while (strlen (fixture->locale) >= strlen (fixture->prefix))
    {
      char *parent = g_path_get_dirname (fixture->locale);

      g_assert_cmpint (g_rmdir (fixture->locale), ==, 0);
      g_free (fixture->locale);
      fixture->locale = parent;
    }

  g_free (fixture->prefix);
  g_free (fixture->program);
  g_free (fixture->locale);
}

static void
test_install_moved (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *found = mcp_install_dup_folder_for (fixture->program, LOCALEDIR);

  g_assert_cmpstr (found, ==, fixture->locale);
}

/* What is not there is looked for where it was configured. */
static void
test_install_configured (Fixture      *fixture,
                         gconstpointer data)
{
  g_autofree char *built = g_build_filename (fixture->prefix, "src/app/sounder", NULL);
  g_autofree char *absent =
    mcp_install_dup_folder_for (fixture->program, MCP_INSTALL_DATADIR "/icons");
  g_autofree char *from_build = mcp_install_dup_folder_for (built, LOCALEDIR);
  g_autofree char *unknown = mcp_install_dup_folder_for (NULL, LOCALEDIR);
  g_autofree char *elsewhere = mcp_install_dup_folder_for (fixture->program, "/elsewhere/share");
  g_autofree char *in_place = mcp_install_dup_folder_for (BINDIR "/sounder", LOCALEDIR);
  g_autofree char *running = mcp_install_dup_locale_folder ();

  g_assert_cmpstr (absent, ==, MCP_INSTALL_DATADIR "/icons");
  g_assert_cmpstr (from_build, ==, LOCALEDIR);
  g_assert_cmpstr (unknown, ==, LOCALEDIR);
  g_assert_cmpstr (elsewhere, ==, "/elsewhere/share");
  g_assert_cmpstr (in_place, ==, LOCALEDIR);
  g_assert_cmpstr (running, ==, LOCALEDIR);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/session/install/moved", Fixture, NULL, fixture_set_up, test_install_moved,
              fixture_tear_down);
  g_test_add ("/session/install/configured", Fixture, NULL, fixture_set_up,
              test_install_configured, fixture_tear_down);

  return g_test_run ();
}
