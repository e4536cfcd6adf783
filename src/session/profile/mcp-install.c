/* mcp-install.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-install-config.h"
#include "mcp-install.h"

/* What a folder is called below the prefix, with its slash; %NULL when it is somewhere else. */
static const char *
below_prefix (const char *folder)
{
  gsize length = strlen (MCP_INSTALL_PREFIX);

  while (length > 0 && MCP_INSTALL_PREFIX[length - 1] == '/')
    length--;

  return strncmp (folder, MCP_INSTALL_PREFIX, length) == 0 && folder[length] == '/'
           ? folder + length
           : NULL;
}

char *
mcp_install_dup_folder_for (const char *program,
                            const char *folder)
{
  const char *bin = below_prefix (BINDIR);
  const char *rest = below_prefix (folder);
  g_autofree char *place = program != NULL ? g_path_get_dirname (program) : NULL;

  if (place != NULL && bin != NULL && rest != NULL && g_str_has_suffix (place, bin))
    {
      g_autofree char *prefix = g_strndup (place, strlen (place) - strlen (bin));
      g_autofree char *moved = g_strconcat (prefix, rest, NULL);

      if (g_file_test (moved, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&moved);
    }

  return g_strdup (folder);
}

static char *
dup_folder (const char *folder)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return mcp_install_dup_folder_for (program, folder);
}

/**
 * mcp_install_dup_data_folder:
 *
 * Finds the folder of data, usually called `share`, of the installation that the running program
 * belongs to. It is not where it was configured when the prefix as a whole has been moved, or was
 * unpacked in another place.
 *
 * Returns: (transfer full): the path of the folder, which need not exist
 */
char *
mcp_install_dup_data_folder (void)
{
  return dup_folder (MCP_INSTALL_DATADIR);
}

/**
 * mcp_install_dup_locale_folder:
 *
 * Finds the folder of translations of the installation that the running program belongs to.
 *
 * Returns: (transfer full): the path of the folder, which need not exist
 */
char *
mcp_install_dup_locale_folder (void)
{
  return dup_folder (LOCALEDIR);
}
