/* mcp-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-era.h"

static const char *const names[] = {
  [MCP_ERA_UNKNOWN] = NULL,
  [MCP_ERA_LEGACY] = "legacy",
  [MCP_ERA_MODERN] = "modern",
};

const char *
mcp_era_to_string (McpEra era)
{
  g_return_val_if_fail (era < G_N_ELEMENTS (names), NULL);

  return names[era];
}

McpEra
mcp_era_from_string (const char *text)
{
  for (guint i = MCP_ERA_UNKNOWN + 1; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (text, names[i]) == 0)
      return i;

  return MCP_ERA_UNKNOWN;
}
