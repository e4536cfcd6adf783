/* mcp-profile-environ.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-profile-private.h"

#define DEMO_PROGRAM "sounder-demo-server"

/*
 * What a program needs to run, and no more: a server must not get the keys and tokens of the
 * user's shell by accident. Names of proxies are matched in both cases.
 */
gboolean
mcp_profile_is_basic_variable (const char *variable)
{
  static const char * const names[] = {
    "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "TMPDIR",
  };
  static const char * const prefixes[] = { "LC_", "XDG_", "NVM_" };
  static const char * const proxies[] = {
    "http_proxy", "https_proxy", "no_proxy", "all_proxy",
  };
  gsize length = strcspn (variable, "=");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && strncmp (variable, names[i], length) == 0)
      return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (variable, prefixes[i]))
      return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (proxies); i++)
    if (strlen (proxies[i]) == length && g_ascii_strncasecmp (variable, proxies[i], length) == 0)
      return TRUE;

  return FALSE;
}

/* Copies what a server inherits of an environment. */
char **
mcp_profile_filter_environ (const char * const *envp,
                            McpInheritEnv       inherit)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; envp[i] != NULL; i++)
    if (inherit == MCP_INHERIT_ALL || mcp_profile_is_basic_variable (envp[i]))
      g_strv_builder_add (builder, envp[i]);

  return g_strv_builder_end (builder);
}

static char *
try_folder (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, DEMO_PROGRAM, NULL);
  g_autofree char *canonical = g_canonicalize_filename (path, NULL);

  return g_file_test (canonical, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer (&canonical) : NULL;
}

/*
 * Finds the demo server: where $SOUNDER_DEMO_SERVER says, beside the running program and in the
 * build tree before what is installed, so that a developer gets the one just built.
 */
char *
mcp_profile_find_demo (GError **error)
{
  const char *override = g_getenv ("SOUNDER_DEMO_SERVER");
  g_autofree char *self_path = g_file_read_link ("/proc/self/exe", NULL);
  char *found = NULL;

  if (override != NULL && g_file_test (override, G_FILE_TEST_IS_EXECUTABLE))
    return g_canonicalize_filename (override, NULL);

  if (self_path != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (self_path);
      g_autofree char *sibling = g_build_filename (folder, "..", "demo", NULL);

      found = try_folder (folder);
      if (found == NULL)
        found = try_folder (sibling);
    }

  if (found == NULL)
    found = try_folder (LIBEXECDIR);
  if (found == NULL)
    found = try_folder (BINDIR);
  if (found == NULL)
    found = g_find_program_in_path (DEMO_PROGRAM);

  if (found == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                 _("The demo server “%s” is not installed. Set SOUNDER_DEMO_SERVER to its path"),
                 DEMO_PROGRAM);

  return found;
}
