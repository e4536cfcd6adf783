/* mcp-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

static const McpProbe * const parts[] = {
  mcp_probes_base, mcp_probes_server, mcp_probes_modern, mcp_probes_http,
};

static const struct
{
  const char *name;
  const char *title;
} groups[] = {
  { "messages", N_("Messages") },
  { "lifecycle", N_("Lifecycle") },
  { "ping", N_("Ping") },
  { "cancellation", N_("Cancellation") },
  { "progress", N_("Progress") },
  { "pagination", N_("Pagination") },
  { "tools", N_("Tools") },
  { "resources", N_("Resources") },
  { "prompts", N_("Prompts") },
  { "completion", N_("Completion") },
  { "logging", N_("Logging") },
  { "tasks", N_("Tasks") },
  { "discovery", N_("Discovery") },
  { "metadata", N_("Metadata of Requests") },
  { "input", N_("Rounds of Input") },
  { "subscriptions", N_("Subscriptions") },
  { "http", N_("Streamable HTTP") },
  { "sessions", N_("HTTP Sessions") },
  { "headers", N_("HTTP Headers") },
};

/**
 * mcp_probe_get:
 * @i: a position, in the order of the specification
 *
 * Gets a probe.
 *
 * Returns: (nullable): the probe; %NULL behind the last
 */
const McpProbe *
mcp_probe_get (guint i)
{
  for (gsize part = 0; part < G_N_ELEMENTS (parts); part++)
    for (const McpProbe *probe = parts[part]; probe->name != NULL; probe++)
      if (i-- == 0)
        return probe;

  return NULL;
}

guint
mcp_probe_get_n (void)
{
  guint n = 0;

  while (mcp_probe_get (n) != NULL)
    n++;

  return n;
}

const McpProbe *
mcp_probe_find (const char *name)
{
  const McpProbe *probe;

  for (guint i = 0; (probe = mcp_probe_get (i)) != NULL; i++)
    if (g_str_equal (probe->name, name))
      return probe;

  return NULL;
}

gboolean
mcp_probe_is_group (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_equal (groups[i].name, name))
      return TRUE;

  return FALSE;
}

const char *
mcp_probe_group_get_title (const char *group)
{
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_equal (groups[i].name, group))
      return _(groups[i].title);

  return group;
}

const char *
mcp_probe_get_rule (const McpProbe *probe)
{
  return _(probe->rule);
}

/**
 * mcp_probe_dup_reference:
 * @probe: a probe
 * @version: the revision that a server speaks; %MCP_VERSION_UNKNOWN for the newest that has the rule
 *
 * Gets where a rule stands.
 *
 * Returns: (transfer full): "MCP 2025-11-25, basic#responses"
 */
char *
mcp_probe_dup_reference (const McpProbe *probe,
                         McpVersion      version)
{
  const char *page = probe->page;

  if (version < probe->first || version > probe->last)
    version = probe->last;
  if (mcp_version_is_modern (version) && probe->modern_page != NULL)
    page = probe->modern_page;
  if (g_str_has_prefix (page, "JSON-RPC"))
    return g_strdup (page);

  return g_strdup_printf ("MCP %s, %s", mcp_version_to_string (version), page);
}

char *
mcp_probe_dup_revisions (const McpProbe *probe)
{
  if (probe->first == probe->last)
    return g_strdup (mcp_version_to_string (probe->first));

  return g_strdup_printf ("%s – %s", mcp_version_to_string (probe->first),
                          mcp_version_to_string (probe->last));
}
