/* mcp-version.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-version.h"

static const char * const names[] = {
  [MCP_VERSION_2024_11_05] = "2024-11-05",
  [MCP_VERSION_2025_03_26] = "2025-03-26",
  [MCP_VERSION_2025_06_18] = "2025-06-18",
  [MCP_VERSION_2025_11_25] = "2025-11-25",
  [MCP_VERSION_2026_07_28] = "2026-07-28",
};

/**
 * mcp_version_from_string:
 * @text: (nullable): what a peer wrote as protocol version
 *
 * Finds a protocol revision by its date.
 *
 * Returns: the revision, or %MCP_VERSION_UNKNOWN
 */
McpVersion
mcp_version_from_string (const char *text)
{
  for (gsize i = MCP_VERSION_UNKNOWN + 1; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (text, names[i]) == 0)
      return (McpVersion) i;

  return MCP_VERSION_UNKNOWN;
}

/**
 * mcp_version_to_string:
 * @version: a revision
 *
 * Gets a revision as it is written on the wire.
 *
 * Returns: (nullable): the date, or %NULL for %MCP_VERSION_UNKNOWN
 */
const char *
mcp_version_to_string (McpVersion version)
{
  if (version <= MCP_VERSION_UNKNOWN || version >= (McpVersion) G_N_ELEMENTS (names))
    return NULL;

  return names[version];
}

/**
 * mcp_version_is_modern:
 * @version: a revision
 *
 * Gets whether a revision is of the era without a handshake, from 2026-07-28 on.
 */
gboolean
mcp_version_is_modern (McpVersion version)
{
  return version > MCP_VERSION_NEWEST_LEGACY;
}

static char *
list_up_to (McpVersion newest)
{
  GString *out = g_string_new (NULL);

  for (int i = newest; i > MCP_VERSION_UNKNOWN; i--)
    {
      if (out->len > 0)
        g_string_append (out, ", ");
      g_string_append (out, names[i]);
    }

  return g_string_free (out, FALSE);
}

/**
 * mcp_version_list:
 *
 * Lists the revisions that are spoken, for messages.
 *
 * Returns: (transfer full): the dates, newest first, separated by ", "
 */
char *
mcp_version_list (void)
{
  return list_up_to (MCP_VERSION_NEWEST);
}

/**
 * mcp_version_list_legacy:
 *
 * Lists the revisions that begin with `initialize`, for messages.
 *
 * Returns: (transfer full): the dates, newest first, separated by ", "
 */
char *
mcp_version_list_legacy (void)
{
  return list_up_to (MCP_VERSION_NEWEST_LEGACY);
}
